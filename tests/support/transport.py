"""A transport that keeps what it is given, and is as slow as a test wants."""

from collections.abc import Callable


class HeldTransport:
    """``sent`` frames, and ``closed`` or ``was_cut`` with which code. ``paused`` is the test's to set."""

    def __init__(self, on_close: Callable[[int], None] = lambda _: None) -> None:
        self._on_close = on_close
        self.full: Callable[[], None] = lambda: None
        self.ready: Callable[[], None] = lambda: None
        self._paused = False
        self.sent: list[bytes] = []
        self.closed: int | None = None
        self.was_cut: int | None = None

    @property
    def paused(self) -> bool:
        return self._paused

    @paused.setter
    def paused(self, on: bool) -> None:
        begins, self._paused = on and not self._paused, on
        if begins:
            self.full()

    def write(self, frame: bytes) -> None:
        assert self.closed is None, "written after the close"
        self.sent.append(frame)

    def close(self, code: int) -> None:
        if self.closed is None and self.was_cut is None:
            self.closed = code
            self._on_close(code)

    def cut(self, code: int) -> None:
        self.was_cut = code

    def read_again(self) -> None:
        """The other side reads again."""
        self.paused = False
        self.ready()
