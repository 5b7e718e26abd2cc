"""Why there is no connection."""


class Unopened(Exception):
    """No connection. ``why`` is short, and the same for the same cause."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return self.why


class Refused(Unopened):
    """The server said no, or nobody listens there."""


class Failed(Unopened):
    """No answer, or none that makes sense."""
