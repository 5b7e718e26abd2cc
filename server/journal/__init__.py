"""Where tables are written down: what server/table/effects.py asks of a journal, carried out."""
