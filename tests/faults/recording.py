"""An evening at one table, and what there was after each commit: on the disk, and before everybody's eyes."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from protocol.codec import decode_outbound, encode
from protocol.ids import Millis, Ref, RoomCode
from protocol.inbound import AnyCommand
from protocol.outbound import View
from protocol.views import Outcome
from server.journal.sqlite import Done
from server.table.state import CHAT_KEPT
from tests.faults.machine import Files, Machine, left, machine
from tests.faults.phone import Phone

CHECKPOINT: Final = 25
"""Commits between two checkpoints: so that there are files with and without a log, and logs that begin anew."""


_PRESENCE: Final = {"went_away", "came_back"}
Told = tuple[bytes, bytes]
"""The hand's public events, but for those of presence, and the chat."""


def told(log: list[dict[str, Any]], chat: list[dict[str, Any]]) -> Told:
    return msgspec.json.encode([event for event in log if event["type"] not in _PRESENCE]), msgspec.json.encode(chat)


class Says(NamedTuple):
    ref: Ref
    frame: str


class Drops(NamedTuple):
    """The line breaks."""


class Comes(NamedTuple):
    """A new line, with the token that he has, if he has one."""


class Step(NamedTuple):
    """At this instant somebody (by the number of his phone) does something; ``None``: time goes on."""

    at: Millis
    who: int
    does: Says | Drops | Comes | None
    tick_ends: bool = True
    """Else what follows is in the same commit."""


class Somebody(NamedTuple):
    """What a phone has. ``view``: the newest, with what it was told since of its last command."""

    token: str | None
    here: bool
    view: bytes
    next_ref: int
    player: int


class Cut(NamedTuple):
    """Right after a commit, when so many ``steps`` were done."""

    steps: int
    now: Millis
    files: Files
    people: tuple[Somebody, ...]
    told: Told
    by_bot: bool


class Recording(NamedTuple):
    room: RoomCode
    steps: Sequence[Step]
    cuts: Sequence[Cut]
    said: Sequence[Sequence[tuple[int, Says]]]
    """By phone: who he was at the table, and what he said."""
    codes: Sequence[dict[int, str | None]]
    """By phone and ref: the code of the refusal, None where it was carried out."""
    answers: Sequence[dict[int, bytes]]
    """By phone and ref: the answer, where it was not the view that told."""


def perform(at: Machine, step: Step) -> None:
    """Do it now."""
    phone = at.phones[step.who]
    match step.does:
        case Says(ref, frame):
            phone.unanswered.setdefault(ref, frame)
            phone.next_ref = max(phone.next_ref, ref + 1)
            phone.say(frame)
        case Drops():
            phone.cut()
        case Comes():
            phone.connect()
    if step.tick_ends:
        at.settle()


class Recorder:
    """Writes down one evening while somebody directs it with ``do``."""

    def __init__(self, at: Machine, room: RoomCode, token: str, phones: int) -> None:
        self.at = at
        self.room = room
        self._steps: list[Step] = []
        self.cuts: list[Cut] = []
        self._said: defaultdict[int, list[tuple[int, Says]]] = defaultdict(list)
        self._events: list[dict[str, Any]] = []
        self._v = 0
        at.phones = [Phone(at, room, None, at.loop.now) for _ in range(phones)]
        at.phones[0].token = token

    def committed(self) -> None:
        """Called when something is in the file, and before anybody was told; tells them."""
        files = left(self.at.folder)
        phones = self.at.phones
        heard = [len(phone.got) for phone in phones]
        for phone in phones:
            phone.deliver()
        self._note_events([frame for phone, since in zip(phones, heard, strict=True) for _, frame in phone.got[since:]])
        people = [
            Somebody(one.token, one.is_open, newest(one), one.next_ref, _player(one.view) if one.view else 0)
            for one in phones
        ]
        now = self.at.loop.now()
        by_bot = now in self.at.thoughts
        self.cuts.append(Cut(len(self._steps), now, files, tuple(people), self._told(), by_bot))
        if len(self.cuts) % CHECKPOINT == 0:
            self.at.store.checkpoint()

    def _note_events(self, frames: list[bytes]) -> None:
        views = {
            view["v"]: view["events"] for frame in frames if (view := msgspec.json.decode(frame))["type"] == "view"
        }
        for v in sorted(v for v in views if v > self._v):
            self._events += views[v]
            self._v = v

    def _told(self) -> Told:
        """What a Welcome would tell."""
        said = [event for event in self._events if event["type"] == "said"]
        begun = [number for number, event in enumerate(self._events) if event["type"] == "hand_began"]
        log = [event for event in self._events[begun[-1] :] if event["type"] != "said"] if begun else []
        return told(log, said[-CHAT_KEPT:])

    def view(self, who: int) -> View:
        """What he sees."""
        view = decode_outbound(self.at.phones[who].view)
        assert isinstance(view, View)
        return view

    def say(self, after_ms: int, who: int, make: Callable[[Ref], AnyCommand], *, tick_ends: bool = True) -> None:
        """A new command."""
        ref = Ref(self.at.phones[who].next_ref)
        said = Says(ref, encode(make(ref)).decode())
        self._said[who].append((_player(self.at.phones[who].view), said))
        self.do(after_ms, who, said, tick_ends=tick_ends)

    def say_again(self, after_ms: int, who: int) -> None:
        """The last one, under the same ref."""
        if self._said[who]:
            self.do(after_ms, who, self._said[who][-1][1])

    def do(self, after_ms: int, who: int, does: Says | Drops | Comes | None, *, tick_ends: bool = True) -> None:
        """The next step. A tick ends before time goes on."""
        self.at.wait(after_ms)
        step = Step(self.at.loop.now(), who, does, tick_ends)
        self._steps.append(step)
        perform(self.at, step)

    def recording(self) -> Recording:
        phones = self.at.phones
        answers: list[dict[int, bytes]] = []
        for phone in phones:
            assert not phone.unanswered
            exact: dict[int, bytes] = {}
            for _, frame in phone.got:
                said = msgspec.json.decode(frame)
                if said["type"] not in {"view", "welcome", "saving"}:
                    exact.setdefault(said["ref"], frame)
            answers.append(exact)
        said = [self._said[who] for who in range(len(phones))]
        return Recording(self.room, self._steps, self.cuts, said, [phone.answers for phone in phones], answers)


def recorded(folder: Path, game: str, phones: int, direct: Callable[[Recorder], None]) -> Recording:
    """An evening of this game on a disk of its own."""
    recorder: Recorder | None = None

    def run(work: Callable[[], None], done: Done) -> None:
        work()
        done(None)
        if recorder is not None:
            recorder.committed()

    with machine(folder, run=run) as at:
        made = at.create(game)
        recorder = Recorder(at, made.code, made.token, phones)
        direct(recorder)
        return recorder.recording()


def newest(phone: Phone) -> bytes:
    """Its view, as if it had come with the newest answer: a command that changes nothing brings no new one."""
    for _, frame in reversed(phone.got):
        said = msgspec.json.decode(frame)
        if said["type"] == "view":
            break
        known = msgspec.json.decode(phone.view)["you"]["answered"]
        if said["type"] in {"done", "rejected", "hand_log", "move_code"} and said["ref"] > (known or {"ref": 0})["ref"]:
            outcome = encode(Outcome(said["ref"], said.get("code") if said["type"] == "rejected" else None))
            return phone.view.rpartition(b',"answered":')[0] + b',"answered":%b}}' % outcome
    return phone.view


def _player(view: bytes) -> int:
    """Whom this view is for."""
    return int(msgspec.json.decode(view)["you"]["player"])
