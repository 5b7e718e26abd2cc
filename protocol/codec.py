"""Frames in, frames out: one encoder, one decoder a direction."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from protocol.inbound import CreateRoom, Inbound
from protocol.outbound import Outbound

_ENCODER = msgspec.json.Encoder()
_INBOUND = msgspec.json.Decoder[Inbound](Inbound)
_OUTBOUND = msgspec.json.Decoder[Outbound](Outbound)
_CREATE_ROOM = msgspec.json.Decoder(CreateRoom)
_PROBLEM_LENGTH = 200
_YOU = b',"you":'


class BadMessage(ValueError):
    """A frame that says nothing we understand: ``problem`` in words, ``path`` where (``$`` is the frame)."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.problem} at {self.path}"


encode: Final[Callable[[msgspec.Struct], bytes]] = _ENCODER.encode
"""Any message, or a part of one, as JSON."""
encode_all: Final[Callable[[Sequence[msgspec.Struct]], bytes]] = _ENCODER.encode
"""A list of parts as JSON."""


def decode_inbound(frame: bytes | str) -> Inbound:
    """What a client says; BadMessage for everything else that a frame can hold."""
    message: Inbound = _decode(_INBOUND, frame)
    return message


def decode_create_room(body: bytes) -> CreateRoom:
    """The body of ``POST /api/rooms``; BadMessage as above."""
    message: CreateRoom = _decode(_CREATE_ROOM, body)
    return message


def decode_outbound(frame: bytes | str) -> Outbound:
    """What the server says, for clients written in Python."""
    return _OUTBOUND.decode(frame)


def public_part(v: int, epoch: int, events: bytes, *table: bytes) -> bytes:
    """The head of a View that all viewers of a version share, without its end. ``table`` may come in pieces."""
    # Joined at once: 0.3 us, 0.5 where the table is put together first.
    return b"".join((b'{"type":"view","v":%d,"epoch":%d,"table":' % (v, epoch), *table, b',"events":', events, _YOU))


def view_end(you: bytes) -> bytes:
    """What makes one viewer's View of a ``public_part``: equal to ``encode(View(...))`` but for ``skipped``."""
    return b"%b}" % you


def with_skipped(view: bytes, skipped: int) -> bytes:
    """A View that replaces ``skipped`` unsent ones."""
    return b'%b,"skipped":%d}' % (view[:-1], skipped)


def _decode(decoder: msgspec.json.Decoder[Any], frame: bytes | str) -> Any:
    try:
        message = decoder.decode(frame)
        # msgspec lets the last of two equal keys win; a frame that says two things is refused.
        text = frame if isinstance(frame, str) else frame.decode()
        if _PLAIN.fullmatch(text) is None:
            _ONCE.decode(text)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).rpartition(" - at `")
        # A sentence may quote an unknown field, which is as long as its sender likes.
        where, what = (path.rstrip("`"), problem) if problem else ("$", str(error))
        raise BadMessage(where[:_PROBLEM_LENGTH], what[:_PROBLEM_LENGTH]) from None
    except RecursionError:
        raise BadMessage("$", "nested too deeply") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadMessage("$", str(error)[:_PROBLEM_LENGTH]) from None
    return message


def _once(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key stands twice in one object")


_PLAIN = re.compile(
    r'\{"type":"\w+"(?:,"ref":\d+)?(?:,"turn":\d+)?(?:,"now":\d+)?'
    r'(?:,"action":\{"type":"\w+"(?:,"(?!type")\w+":\w+)?\})?\}'
)
"""Nearly all that is said: actions, beats and what has no more than a ref. No key can stand twice in it, and to look
takes a quarter of what it takes to read it once more."""
_ONCE = json.JSONDecoder(object_pairs_hook=_once)
"""Made once: that alone is half of what ``json.loads`` takes."""
