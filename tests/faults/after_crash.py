"""What a view may be different in after a restart, and how everybody comes back to compare."""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from protocol.ids import Millis
from tests.faults.machine import Machine
from tests.faults.phone import Phone
from tests.faults.recording import Cut, Recording, Told, newest, told

MAY_DIFFER: Final[Mapping[str, str]] = {
    "epoch": "it names the process",
    "v": "that everybody went and came back is seen, in versions of its own",
    "events": "what happened since the version before, which is now that people came back",
    "away_since": "presence: an instant of who was away before, moved by the outage like every clock",
    "away_left": "presence: a new line is a new drop, and has its own allowance",
    "due": "an instant of the clock: what is left until then is compared instead",
    "until": "like due",
    "starts": "like due",
}
"""The only fields of a view that a restart may change, with the reason."""
_EVENTS: Final = re.compile(rb'"events":\[.*?\],"you":')
_INSTANTS: Final = ("due", "until", "starts")
_FIELD: Final = re.compile(
    rb'"(' + "|".join(MAY_DIFFER.keys() - {"events"}).encode() + rb')":(\d+|null)',
)


def unmoved(view: bytes, now: Millis) -> bytes:
    """The frame with what may differ blotted out; of instants, what is left until then."""

    def blot(found: re.Match[bytes]) -> bytes:
        name, value = found[1], found[2]
        left = int(value) - now if name.decode() in _INSTANTS and value != b"null" else ""
        return b'"%b":%b' % (name, b"null" if value == b"null" else f"<{left}>".encode())

    return _FIELD.sub(blot, _EVENTS.sub(b'"events":<>,"you":', view, count=1))


def everybody_back(at: Machine, recording: Recording, cut: Cut) -> None:
    """Who was here at the cut says Hello again, all in the instant of the start."""
    at.phones = [Phone(at, recording.room, one.token, at.loop.now) for one in cut.people]
    at.settle()
    for phone, one in zip(at.phones, cut.people, strict=True):
        if one.here:
            phone.connect()
    at.settle()


def shown(at: Machine) -> list[bytes | None]:
    """By phone, what everybody who is here sees, comparable."""
    return [unmoved(newest(phone), at.loop.now()) if phone.is_open else None for phone in at.phones]


def was_told(at: Machine) -> Told:
    """What the Welcome told to the first who came back."""
    phone = next(phone for phone in at.phones if phone.is_open)
    welcome = next(said for _, frame in phone.got if (said := msgspec.json.decode(frame))["type"] == "welcome")
    return told(welcome["log"], welcome["chat"])


def was_shown(cut: Cut) -> list[bytes | None]:
    """The same of before."""
    return [unmoved(one.view, cut.now) if one.here else None for one in cut.people]


def answered(recording: Recording) -> set[tuple[int, int, str | None]]:
    """Phone, ref and code of all that was ever answered."""
    return {(who, ref, code) for who, codes in enumerate(recording.codes) for ref, code in codes.items()}


def was_answered(at: Machine) -> set[tuple[int, int, str | None]]:
    """The same since the start."""
    return {(who, ref, code) for who, phone in enumerate(at.phones) for ref, code in phone.answers.items()}
