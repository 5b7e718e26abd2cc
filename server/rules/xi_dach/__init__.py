"""Xì dách: one banker against the others, to 21."""

from server.rules.xi_dach.game import GAMES

__all__ = ["GAMES"]
