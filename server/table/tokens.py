"""Secrets of players: what is kept of them, and how one travels to its owner."""

import hashlib


class Secret:
    """A token or a one-time code in the clear, on its way to its owner. Never printed; an encoder refuses it."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return "<Secret>"


def digest(secret: str) -> str:
    """What is kept of a token or a one-time code. They are random enough to need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()
