"""What a table has shown: its newest public picture, decoded once for all seats, and each seat's own part of it.

The public part of a version is the same to the byte for all seats, so the first seat's is decoded and checked, and the
others' are compared with it: a stronger check, and a third of the work.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from protocol.cards import FaceUp
from protocol.codec import decode_outbound, encode
from protocol.events import AnyEvent, HandBegan, TimedOut
from protocol.outbound import View
from protocol.views import TableView, YouView
from server.loadtest.checks import NO_CARDS, PictureCheck, foreign_cards, own_cards

_KEPT: Final = 4
"""Versions whose public part is kept, for seats that get theirs a little later."""
_HEAD: Final = len(b'{"type":"view","v":')
_YOU: Final = b',"you":{"player":'
_YOU_KEY: Final = len(b',"you":')


class _Public(msgspec.Struct, frozen=True, tag="view", tag_field="type"):
    """A View without its private part."""

    v: int
    epoch: int
    table: TableView
    events: tuple[AnyEvent, ...]


_DECODE_PUBLIC: Final = msgspec.json.Decoder(_Public).decode
_DECODE_YOU: Final = msgspec.json.Decoder(YouView).decode


class Seen(msgspec.Struct, frozen=True):
    """One view as one seat got it."""

    v: int
    you: YouView
    own: frozenset[FaceUp]
    skipped: int
    faults: list[str]


class Picture:
    """The newest picture of one table. ``hands`` counts those that began."""

    def __init__(self) -> None:
        self.v = 0
        self.table: TableView | None = None
        self.hands = 0
        self.timed = False
        """The table's clock has played for somebody in this hand."""
        self._epoch = 0
        self._events: Sequence[AnyEvent] = ()
        self._faces: frozenset[FaceUp] = NO_CARDS
        self._known: dict[int, bytes] = {}
        self._check = PictureCheck()

    def read(self, data: bytes) -> Seen:
        """Take a view over. MsgspecError where it is none."""
        cut = data.find(_YOU)
        skipped = 0
        if cut < 0 or not data.endswith(b"}}"):
            view = decode_outbound(data)
            if not isinstance(view, View):
                raise msgspec.ValidationError("not a view")
            public = _Public(view.v, view.epoch, view.table, view.events)
            # Written anew, so not to be compared with what others got.
            faults = self._newer(public, b"") if view.v > self.v or view.epoch != self._epoch else []
            v, you, raw, skipped = view.v, view.you, encode(view.you), view.skipped
        else:
            head = data[:cut]
            v = int(head[_HEAD : head.index(b",", _HEAD)])
            raw = data[cut + _YOU_KEY : -1]
            you = _DECODE_YOU(raw)
            known = self._known.get(v)
            if known is None:
                faults = self._newer(_DECODE_PUBLIC(head + b"}"), head)
            else:
                faults = [] if known in {head, b""} else ["two pictures of one version"]
        own = own_cards(you)
        # An older version's open cards are no longer known here; open cards never close within a hand.
        if v == self.v and foreign_cards(raw, you, own, self._faces):
            faults.append("card of another seat")
        return Seen(v, you, own, skipped, faults)

    def as_seen(self, you: YouView) -> View | None:
        """The newest picture with this private part, for a policy."""
        return None if self.table is None else View(self.v, self._epoch, self.table, tuple(self._events), you)

    def _newer(self, public: _Public, head: bytes) -> list[str]:
        if public.epoch != self._epoch:
            # The server began anew.
            self._epoch, self.v = public.epoch, 0
            self._known.clear()
            self._check = PictureCheck()
        if public.v <= self.v:
            return []
        self.v, self.table, self._events = public.v, public.table, public.events
        self._faces = NO_CARDS if public.table.play is None else public.table.play.faces()
        self._known[public.v] = head
        if len(self._known) > _KEPT:
            del self._known[next(iter(self._known))]
        for event in public.events:
            if isinstance(event, HandBegan):
                self.hands += 1
                self.timed = False
            elif isinstance(event, TimedOut):
                self.timed = True
        return self._check.faults(public.v, public.table, public.events)
