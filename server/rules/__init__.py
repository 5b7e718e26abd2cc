"""The rules of the games: pure functions over frozen states."""
