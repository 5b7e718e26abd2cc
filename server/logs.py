"""What the terminal shows. The one who reads it is a player too: no card, token or action's content gets there.

structlog, because it has context by name and two renderings (people, machines) of the same events.
"""

import logging
import sys
from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from traceback import extract_tb
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, WrappedLogger


def told(error: BaseException) -> dict[str, Any]:
    """What is written down of an error: its kind and where. Its words may hold a secret."""
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(error.__traceback__)]
    return {"error": type(error).__name__, "at": places}


class RoomNames:
    """Rooms as the log names them. A code opens its room, and logs are shown to others: ``K7~4f0c2a91`` tells rooms
    apart, and tells nothing of the code to whoever has not the key, which stays with the data.
    """

    def __init__(self, key: bytes = b"") -> None:
        self.key = key
        """Set once the data is open; before, only the shard is named."""

    def __call__(self, code: str) -> str:
        if not self.key:
            return f"{code[:2]}~?"
        return f"{code[:2]}~{blake2b(code.encode(), key=self.key, digest_size=4).hexdigest()}"


def set_up(*, people: bool, names: Callable[[str], str]) -> None:
    """Log to standard error: lines for ``people``, JSON otherwise. ``names`` gives a room's name in it."""

    def without_codes(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        return {**event, "room": names(event["room"])} if "room" in event else event

    shared: list[Any] = [
        without_codes,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _without_words,
    ]
    renderer = structlog.dev.ConsoleRenderer() if people else structlog.processors.JSONRenderer()
    # Our own go straight out: 10 us a line, 24 through the standard library's records and handlers.
    structlog.configure(
        processors=[*shared, renderer],
        logger_factory=partial(_Lines, sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    # Paths hold room codes, which open rooms; and what strangers send is counted, not told a line each.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)


class _Lines:
    """Writes finished lines to what was standard error when logging began."""

    def __init__(self, stream: TextIO, *_names: str) -> None:
        self._stream = stream

    def msg(self, line: str) -> None:
        self._stream.write(line + "\n")
        self._stream.flush()

    debug = info = warning = error = critical = exception = log = msg


def _without_words(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    found = event.pop("exc_info", None)
    if found is True:
        found = sys.exc_info()
    error = found[1] if isinstance(found, tuple) else found
    if not isinstance(error, BaseException):
        return event
    # asyncio puts the failed task into the lines below, and into it the error with its words.
    return {**event, "event": str(event.get("event")).partition("\n")[0], **told(error)}
