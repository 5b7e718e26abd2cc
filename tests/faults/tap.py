"""A transport that shows what is written to it."""

from collections.abc import Callable

from server.hub.transport import Transport


class Tap:
    """A transport over another."""

    def __init__(self, inner: Transport, look: Callable[[bytes], None]) -> None:
        self._inner = inner
        self._look = look

    @property
    def full(self) -> Callable[[], None]:
        return self._inner.full

    @full.setter
    def full(self, call: Callable[[], None]) -> None:
        self._inner.full = call

    @property
    def ready(self) -> Callable[[], None]:
        return self._inner.ready

    @ready.setter
    def ready(self, call: Callable[[], None]) -> None:
        self._inner.ready = call

    @property
    def paused(self) -> bool:
        return self._inner.paused

    def write(self, frame: bytes) -> None:
        self._look(frame)
        self._inner.write(frame)

    def close(self, code: int) -> None:
        self._inner.close(code)

    def cut(self, code: int) -> None:
        self._inner.cut(code)
