"""Whatever comes in is a message, a typed error or a clean close, and takes no more memory than its size.

Quick by default; ``HYPOTHESIS_PROFILE=deep`` looks further, and ``XIBAN_FUZZ_EXAMPLES`` as far as one likes.
"""

import asyncio
import json
import os
import tracemalloc
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from protocol.codec import BadMessage, decode_create_room, decode_inbound, decode_outbound, encode
from protocol.inbound import FRAME_LIMIT, Beat, CreateRoom, Hello
from protocol.outbound import Rejected
from server.hub.admission import Admission
from server.hub.budgets import Budgets
from server.hub.connection import Connection
from server.hub.outbox import Outbox
from server.hub.tally import Tally
from server.rooms.keys import Created
from server.table.messages import ConnId
from tests.server.hub.test_connection import Hall
from tests.support.journal import stores_closed
from tests.support.lobby import make_lobby
from tests.support.transport import HeldTransport

EXAMPLES = int(os.environ.get("XIBAN_FUZZ_EXAMPLES", "0"))
MOST_BYTES = 4 * 1024 * 1024
"""What a frame of at most 4 KiB may take while it is read: errors with their sentences included."""

LEAVES = (
    st.none() | st.booleans() | st.integers() | st.integers(2**52, 2**70) | st.floats() | st.text(max_size=30)
    | st.sampled_from(["hello", "act", "say", "theo", "bet", "choose", "kick", "set_options", "\u202e", "\x00"])
)  # fmt: skip
KEYS = st.sampled_from(
    [
        "type",
        "ref",
        "seat",
        "name",
        "text",
        "turn",
        "action",
        "do",
        "options",
        "room",
        "token",
        "protocol",
        "amount",
        "k",
    ]
) | st.text(max_size=8)
TREES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=8), max_leaves=30
)
COMMANDS = st.fixed_dictionaries(
    {"type": st.sampled_from(["hello", "beat", "sit", "claim", "act", "say", "react", "log", "bank", "host", "rebuy"])},
    optional={
        "ref": LEAVES, "seat": LEAVES, "name": LEAVES, "turn": LEAVES, "action": TREES, "text": LEAVES, "kind": LEAVES,
        "hand": LEAVES, "take": LEAVES, "do": TREES, "room": LEAVES, "token": LEAVES, "protocol": LEAVES, "now": LEAVES,
        "move": LEAVES, "lang": LEAVES,
    },
)  # fmt: skip


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """A frame with something cut, doubled or replaced."""
    text = json.dumps(draw(COMMANDS), ensure_ascii=draw(st.booleans()))
    for _ in range(draw(st.integers(1, 4))):
        at, to = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        middle = draw(st.sampled_from(["", text[at:to] * 2, '"', "{", "[" * 500, "\\u0000", "\\ud800", "1e999"]))
        text = (text[:at] + middle + text[to:])[:FRAME_LIMIT]
    return text


FRAMES = st.text(max_size=200) | TREES.map(json.dumps) | COMMANDS.map(json.dumps) | mangled()


def looked_at(test: Any) -> Any:
    """As many examples as the environment says, else as the profile."""
    return settings(max_examples=EXAMPLES, deadline=None, database=None)(test) if EXAMPLES else test


@looked_at
@given(FRAMES | st.binary(max_size=200))
def test_a_frame_is_a_message_or_a_typed_error(frame: str | bytes) -> None:
    body = frame.encode("utf-8", "surrogatepass") if isinstance(frame, str) else frame
    tracemalloc.start()
    try:
        for read in (lambda: decode_inbound(frame), lambda: decode_create_room(body)):
            message, problem = _tried(read)
            assert len(problem) <= 2 * 200 + len(" at ")
            if isinstance(message, CreateRoom):
                assert decode_create_room(encode(message)) == message
            elif message is not None:
                # What was understood is understood the same way again.
                assert decode_inbound(encode(message)) == message
        assert tracemalloc.get_traced_memory()[1] < MOST_BYTES
    finally:
        tracemalloc.stop()


def _tried(read: Callable[[], Struct]) -> tuple[Struct | None, str]:
    try:
        return read(), ""
    except BadMessage as error:
        return None, str(error)


class Line:
    """One connection to a room with a host, like any that a stranger opens."""

    def __init__(self, *, inside: bool) -> None:
        self.rig = make_lobby()
        self.made: Created = self.rig.lobby.create(CreateRoom("xi-dach"))
        self.rig.ticks.end()
        self.transport = HeldTransport()
        self.outbox = Outbox(self.transport, self.rig.journal, self.rig.clock)
        admission = Admission(Budgets("public"), Tally(), "203.0.113.7")
        self.connection = Connection(ConnId(1), self.outbox, Hall(self.rig), admission, self.rig.clock.now())
        if inside:
            self.say(encode(Hello(1, self.made.code, self.made.token)).decode())

    def say(self, frame: str) -> None:
        self.connection.text(frame, self.rig.clock.now())
        self.rig.ticks.end()

    def answers(self) -> list[Rejected]:
        found = [decode_outbound(frame) for frame in self.transport.sent]
        return [message for message in found if isinstance(message, Rejected)]


@looked_at
@given(st.lists(FRAMES, min_size=1, max_size=12), st.booleans())
@stores_closed()
def test_a_stranger_who_says_anything_is_answered_or_closed(frames: list[str], inside: bool) -> None:
    # Tables arm timers: they run in a loop, which has nothing to do here.
    asyncio.run(_talk(frames, inside=inside))


async def _talk(frames: list[str], *, inside: bool) -> None:
    line = Line(inside=inside)
    for frame in frames:
        before = len(line.transport.sent)
        line.say(frame)
        if line.transport.closed is not None or line.transport.was_cut is not None:
            break
        if not _is_silent(frame):
            assert len(line.transport.sent) > before, "neither an answer nor an end"
    assert all(rejected.code != "internal" for rejected in line.answers())
    line.connection.lost()
    line.rig.lobby.close()


def _is_silent(frame: str) -> bool:
    """A beat is answered by nothing."""
    try:
        return isinstance(decode_inbound(frame), Beat)
    except BadMessage:
        return False
