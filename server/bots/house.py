"""The house plays bots: it sits at tables like everybody else, sees what its seats see, and takes its time."""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Final, Protocol

import msgspec

from protocol.codec import decode_outbound
from protocol.errors import CloseCode
from protocol.ids import PlayerId, Ref
from protocol.inbound import AnyCommand
from protocol.outbound import Rejected, View
from server.bots import policy
from server.bots.policy import Chance
from server.table.actor import TableActor
from server.table.effects import Kind, Position
from server.table.messages import AttachBot, ConnId, Told

REFUSALS: Final = 3
"""Refused in a row for one question, a bot leaves the question to its clock."""


class Handle(Protocol):
    """A call that is to come."""

    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], None]], Handle]
"""Runs a call after so many seconds: ``loop.call_later``."""


class Pace(msgspec.Struct, frozen=True):
    """How long a bot thinks, in ms; drawn anew each time, and never from its cards."""

    least_ms: int = 900
    most_ms: int = 2_200


class House:
    """All bots of this process. Its connections count down from -1, so that they meet no socket's number."""

    def __init__(self, *, play: Chance, pause: Chance, pace: Pace, later: Later | None = None) -> None:
        # Two sources: how much a policy draws may depend on its cards, how long it seems to think may not.
        self._chance = play
        self._pause = pause
        self._pace = pace
        self._later = later
        self._numbers = count(-1, -1)

    def play(self, actor: TableActor, player: PlayerId) -> None:
        """Take this bot's seat. The table ends it by dropping the connection."""
        conn = ConnId(next(self._numbers))
        actor.attach(_Bot(self, actor, conn), AttachBot(conn, player))

    def think(self, call: Callable[[], None]) -> Handle:
        """Run a bot's call when it has thought."""
        pause_ms = self._pace.least_ms + self._pause() * (self._pace.most_ms - self._pace.least_ms)
        later = self._later or asyncio.get_running_loop().call_later
        return later(pause_ms / 1000, call)

    def command(self, view: View, ref: Ref) -> AnyCommand | None:
        """What a bot that sees this does; None: nothing."""
        return policy.command(view, ref, self._chance)


class _Bot:
    """One bot's Sink. It answers the newest view, one thought at a time."""

    def __init__(self, house: House, actor: TableActor, conn: ConnId) -> None:
        self._house = house
        self._actor = actor
        self._conn = conn
        self._view: View | None = None
        self._thought: Handle | None = None
        self._next_ref = Ref(1)
        self._question: tuple[object, ...] | None = None
        self._refused = 0

    def attached(self, player: PlayerId) -> None:
        """Nothing to note: its views say who it is."""

    def frame(self, kind: Kind, data: bytes, position: Position) -> None:
        message = decode_outbound(data)
        match message:
            case View():
                self._see(message)
            case Rejected():
                self._refused += 1
                self._forget_thought()
                self._think_again()
            case _:
                pass

    def drop(self, code: CloseCode, position: Position) -> None:
        self._view = None
        self._forget_thought()

    def cut(self, code: CloseCode) -> None:
        self._view = None
        self._forget_thought()

    def _see(self, view: View) -> None:
        self._view = view
        if view.you.answered is not None:
            self._next_ref = max(self._next_ref, Ref(view.you.answered.ref + 1))
        # What a bot is asked: another turn, another phase, or the bank. What others do meanwhile does not hurry it.
        question = (
            view.table.hand, view.table.phase, view.table.pause is None, view.you.turn, policy.asked_to_bank(view),
        )  # fmt: skip
        if question != self._question:
            self._question = question
            self._refused = 0
            self._forget_thought()
            self._think_again()

    def _think_again(self) -> None:
        view = self._view
        if view is not None and self._refused < REFUSALS and _has_something_to_say(view):
            self._thought = self._house.think(self._act)

    def _act(self) -> None:
        self._thought = None
        command = None if self._view is None else self._house.command(self._view, self._next_ref)
        if command is not None:
            self._next_ref = Ref(self._next_ref + 1)
            self._actor.tell(Told(self._conn, command))

    def _forget_thought(self) -> None:
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None


def _has_something_to_say(view: View) -> bool:
    return policy.asked(view) or policy.asked_to_bank(view) or policy.may_go_on(view)
