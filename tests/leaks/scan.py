"""Every frame of a played script, held against what its receiver may know."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from protocol.errors import ErrorCode
from protocol.games import MODULES
from server.table.messages import ConnId
from tests.leaks.author import EYE
from tests.leaks.oracle import Record
from tests.leaks.world import HOST_TOKEN, HTTP, Got, World, views

CARD: Final = re.compile(rb"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
"""A card's text, wherever it stands."""
SECRET: Final = re.compile(rb"secret\d{6}x{20}|" + HOST_TOKEN.encode())
_ACTIONS: Final = tuple(action for module in MODULES for action in module.ACTIONS)
OPEN_FIELDS: Final = frozenset({"seat", "amount"})
"""Of actions that everybody may know: whom the banker inspects, and what is staked (XD-04, XD-30)."""
ACTION_FIELDS: Final = frozenset(name for action in _ACTIONS for name in action.__struct_fields__) - OPEN_FIELDS
ACTION_TAGS: Final = frozenset(str(action.__struct_config__.tag) for action in _ACTIONS)
_BOUNDS: Final = {"bet": "most", "inspect": "seats"}
"""What may change in an offer without making it another question (rules.md 7.2)."""
_PRIVATE: Final = b',"you":'


class Leak(msgspec.Struct, frozen=True):
    """What went wrong (a short name), where and when."""

    what: str
    conn: ConnId
    step: int


def leaks(world: World, record: Record, secrets: Mapping[str, ConnId]) -> Iterator[Leak]:
    """All that some connection got and should not have."""
    public = {view["v"]: got.data.split(_PRIVATE)[0] for got, view in views(world.got[EYE])}
    for what, step in _in_events(world.got[EYE]):
        yield Leak(what, EYE, step)
    for conn, frames in world.got.items():
        reader = _Reader(conn, record, secrets, public)
        for got in frames:
            for what in reader.read(got):
                yield Leak(what, conn, got.step)


class _Reader:
    """Reads what one connection gets, in order."""

    def __init__(self, conn: ConnId, record: Record, secrets: Mapping[str, ConnId], public: dict[int, bytes]) -> None:
        self._conn = conn
        self._record = record
        self._secrets = secrets
        self._public = public
        self._version = 0
        self._welcome: dict[str, Any] | None = None
        self._you: dict[str, Any] = {"turn": None, "offers": [], "seat": None, "player": None}
        self._hand = 0
        self._acted = 0
        """What its seat did since then."""
        self._turn: tuple[int, int] | None = None
        """The last turn id, and whose seat's."""
        self._answers: dict[int, bytes] = {}

    def read(self, got: Got) -> Iterator[str]:
        if self._conn == HTTP or got.data.startswith(b"closed "):
            if CARD.search(got.data) or SECRET.search(got.data):
                yield "more than a close code, or more than a stranger may know"
            return
        message = msgspec.json.decode(got.data)
        yield from self._secret(message, got)
        match message["type"]:
            case "view":
                yield from self._view(message, got)
            case "welcome":
                self._welcome = message
                self._you = {"turn": None, "offers": [], "seat": None, "player": message["player"]}
                self._turn = None
                self._answers = {}
            case "beat":
                pass
            case _:
                yield from self._answer(message, got.data)

    def _secret(self, message: dict[str, Any], got: Got) -> Iterator[str]:
        for found in SECRET.findall(got.data):
            owner = self._secrets.get(found.decode(), None)
            kind = message["type"]
            if kind == "welcome":
                if message["token"] != found.decode() or owner != self._conn:
                    yield "a token to somebody else"
            elif kind != "move_code" or message["code"] != found.decode() or not self._same_person(owner, got.step):
                yield "a secret where none belongs"

    def _same_person(self, other: ConnId | None, step: int) -> bool:
        """Whether the code was made for whoever this connection speaks for."""
        mine = self._record.identity(self._conn, step)
        theirs = None if other is None else self._record.identity(other, step)
        return mine is not None and theirs is not None and mine.player == theirs.player

    def _view(self, view: dict[str, Any], got: Got) -> Iterator[str]:
        public, _, private = got.data.partition(_PRIVATE)
        if public != self._public.get(view["v"]):
            yield "a public part that is not everybody's"
        hand = self._record.hands.get(view["table"]["hand"])
        if not _cards(public) <= (hand.public(got.step) if hand else set()):
            yield "a hidden card in the public part"
        if b'"turn":' in public or b'"offers":' in public:
            yield "somebody's question in the public part"
        seat = None if hand is None else self._record.owner_sees(self._conn, got.step, hand)
        if not _cards(private) <= (hand.seen_by(seat, got.step) if hand and seat is not None else set()):
            yield "a card in the private part that is not one's own"
        if _waits_for_the_banker(view["table"]):
            yield "a clock that tells of the banker's age"
        if self._welcome is not None:
            if self._welcome["log"] != (hand.told(view["v"]) if hand else []):
                yield "a Welcome with more or less than the public record"
            self._welcome = None
        yield from self._question(view["you"], view)
        self._version, self._you = view["v"], view["you"]

    def _question(self, you: dict[str, Any], view: dict[str, Any]) -> Iterator[str]:
        """A seat's turn ids count its own questions and nothing else (rules.md 7.2)."""
        seat, turn, hand = you["seat"], you["turn"], view["table"]["hand"]
        if self._turn is not None and self._turn[1] != seat:
            self._turn = None
        banks = (view["table"]["play"] or {}).get("banker") == seat
        acts = [event.get("seat") == seat or (banks and event["type"] == "inspected") for event in view["events"]]
        self._acted += sum(acts)
        if seat is None or turn is None:
            if you["offers"]:
                yield "offers without a question"
            return
        if self._turn is not None:
            # What it does may raise another question at once, and so on within one frame.
            if not self._turn[0] <= turn <= self._turn[0] + 1 + self._acted:
                yield "a turn id that tells of others"
            # With the same choices before and after, and nothing done by this seat, it is the same question.
            same = _asked(self._you["offers"]) == _asked(you["offers"])
            still = self._you["turn"] is not None and not self._acted and self._hand == hand
            if still and (self._you["turn"] == turn) != same:
                yield "a turn id that tells of others"
        self._hand, self._acted = hand, 0
        self._turn = turn, seat

    def _answer(self, message: dict[str, Any], data: bytes) -> Iterator[str]:
        kept = self._answers.setdefault(message["ref"], data)
        if kept != data and message.get("code") != ErrorCode.REF_TOO_OLD:
            yield "another answer to the same command"
        if kept is not data:
            return
        if message["type"] == "hand_log":
            if message["events"] != self._record.hands[message["hand"]].told(self._version):
                yield "a log that is not the public record"
        elif CARD.search(data):
            yield "a card in an answer"
        if message["type"] == "rejected" and message["code"] != ErrorCode.REF_TOO_OLD:
            own = self._you["turn"], self._you["offers"]
            if (message["turn"], message["offers"]) != own:
                yield "offers in a refusal that are not the sender's"


def _asked(offers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**offer, _BOUNDS.get(offer["type"], "type"): offer["type"]} for offer in offers]


def _waits_for_the_banker(table: dict[str, Any]) -> bool:
    """While cons draw, whatever he may do already (rules.md 7.2)."""
    play = table["play"]
    if play is None or play["type"] != "xi_dach" or play["phase"] != "cons":
        return False
    waited_for = [*play["to_act"], *(clock["seat"] for clock in table["clocks"])]
    return play["banker"] in waited_for or len(play["to_act"]) != 1


def echoes(event: dict[str, Any]) -> bool:
    """Whether an event carries an action or a part of one."""
    inner = [value for value in event.values() if isinstance(value, dict)]
    return bool(ACTION_FIELDS & event.keys()) or any(value.get("type") in ACTION_TAGS for value in inner)


def _in_events(frames: list[Got]) -> Iterator[tuple[str, int]]:
    for got, view in views(frames):
        if any(echoes(event) for event in view["events"]):
            yield "an event that echoes an action", got.step


def _cards(data: bytes) -> set[str]:
    return {found.decode() for found in CARD.findall(data)}
