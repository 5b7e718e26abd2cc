"""Xì tố: five-card stud with one card down. One engine, a sheet a game."""

from server.rules.stud.game import GAMES

__all__ = ["GAMES"]
