"""``python -m server`` is the command ``xiban``."""

from server.cli import main

if __name__ == "__main__":
    main()
