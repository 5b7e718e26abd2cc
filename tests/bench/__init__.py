"""Measurements against a server in a process of its own. They are run by hand: no test waits for a time."""
