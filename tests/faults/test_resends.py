"""Whatever is said twice has one effect and one answer, however it comes to be said twice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

import msgspec
import pytest

from protocol.codec import decode_outbound, encode
from protocol.errors import CloseCode
from protocol.games.stud import Theo
from protocol.ids import Ref, Turn
from protocol.inbound import Act, AnyCommand, AnyDo, CloseRoom, Host, Say
from protocol.outbound import MoveCode
from tests.faults.house import House, house
from tests.faults.phone import Phone
from tests.faults.scenes import SCENES, Company, Make, Scene

NO_TURN = Turn(10**6)
"""Nobody was ever asked so much: refused, and nothing follows."""


@dataclass(frozen=True)
class After:
    """What is left of it: what everybody sees, what the table told, what the speaker heard."""

    shown: Mapping[int, bytes]
    told: tuple[bytes, ...]
    answer: str | None
    code: bool
    """Whether a one-time code was given."""


def set_up(scene: Scene, at: House) -> tuple[Company, Phone, Make]:
    company = Company(at)
    phone, make = scene.play(company)
    at.settle()
    return company, phone, make


def after(company: Company, speaker: Phone, heir: Phone, ref: Ref) -> After:
    """``heir``: the page that speaks for the speaker in the end."""
    # A refusal paints nothing: somebody comes, so that everybody has a new picture.
    company.at.phone()
    company.at.wait(100)
    heard = {phone.answers[ref] for phone in {speaker, heir} if ref in phone.answers}
    assert len(heard) == 1, "no answer, or two"
    messages = [decode_outbound(frame) for phone in (speaker, heir) for _, frame in phone.got]
    codes = {message.code for message in messages if isinstance(message, MoveCode)}
    assert len(codes) <= 1, "the answer is not the same"
    told = [event for events in company.watcher.events for event in msgspec.json.decode(events)]
    return After(
        {
            number: (heir if phone is speaker else phone).shown
            for number, phone in enumerate(company.phones)
            if phone.is_open or phone is speaker
        },
        tuple(msgspec.json.encode(event) for event in told if event["type"] not in {"went_away", "came_back"}),
        heard.pop(),
        bool(codes),
    )


def pages(company: Company, speaker: Phone) -> Phone:
    """A page of the same browser."""
    other = Phone(company.at.sessions, company.at.made.code, speaker.token, company.at.loop.now)
    company.at.phones.append(other)
    return other


Way = Callable[[Company, Phone, Make], tuple[Phone, Ref]]


def once(company: Company, phone: Phone, make: Make) -> tuple[Phone, Ref]:
    return phone, phone.send(make)


def twice(company: Company, phone: Phone, make: Make) -> tuple[Phone, Ref]:
    """In one breath: nothing is committed in between."""
    ref = phone.send(make)
    phone.say(encode(make(ref)).decode())
    return phone, ref


def thrice(company: Company, phone: Phone, make: Make) -> tuple[Phone, Ref]:
    ref = phone.send(make)
    for _ in range(2):
        company.at.settle()
        phone.say(encode(make(ref)).decode())
    return phone, ref


def late(company: Company, phone: Phone, make: Make) -> tuple[Phone, Ref]:
    """After five others."""
    ref = phone.send(make)
    company.at.settle()
    for _ in range(5):
        phone.send(lambda later: Act(later, NO_TURN, Theo()))
        company.at.settle()
    phone.say(encode(make(ref)).decode())
    return phone, ref


def late_once(company: Company, phone: Phone, make: Make) -> tuple[Phone, Ref]:
    """What ``late`` is to be compared with."""
    ref = phone.send(make)
    for _ in range(5):
        company.at.settle()
        phone.send(lambda later: Act(later, NO_TURN, Theo()))
    return phone, ref


def from_two_sockets(company: Company, phone: Phone, make: Make) -> tuple[Phone, Ref]:
    """A second window knows the same command, as after a drop that the server has not noticed."""
    ref = phone.send(make)
    other = pages(company, phone)
    other.unanswered[ref] = encode(make(ref)).decode()
    other.connect()
    company.at.settle()
    return other, ref


def from_two_sockets_at_once(company: Company, phone: Phone, make: Make) -> tuple[Phone, Ref]:
    """The first window's comes after it lost the seat: it is void, and unanswered."""
    other = pages(company, phone)
    other.connect()
    company.at.commit()
    ref = phone.send(make)
    other.unanswered[ref] = encode(make(ref)).decode()
    company.at.settle()
    assert ref not in phone.answers
    return other, ref


def from_a_reloaded_page(company: Company, phone: Phone, make: Make) -> tuple[Phone, Ref]:
    """The page is loaded anew before the answer; the new one knows nothing, and its user taps again."""
    ref = phone.send(make)
    phone.cut()
    other = pages(company, phone)
    other.connect()
    company.at.settle()
    assert other.next_ref == ref + 1
    other.say(encode(make(ref)).decode())
    return other, ref


def over_a_line_that_drops(company: Company, phone: Phone, make: Make) -> tuple[Phone, Ref]:
    """Said into a dead line, then cut twice more before the answer arrives."""
    phone.cut()
    ref = phone.send(make)
    for _ in range(3):
        phone.connect()
        company.at.commit()
        phone.cut()
    phone.connect()
    return phone, ref


def while_the_disk_is_stuck(company: Company, phone: Phone, make: Make) -> tuple[Phone, Ref]:
    """The first has its effect and waits for the disk; the second waits to be heard."""
    company.at.disk.stuck = True
    ref = phone.send(make)
    company.at.settle()
    phone.say(encode(make(ref)).decode())
    company.at.settle()
    assert ref not in phone.answers or not company.at.journal.pending(company.at.made.code)
    company.at.disk.mend()
    return phone, ref


WAYS: list[tuple[Way, Way]] = [
    (twice, once),
    (thrice, once),
    (late, late_once),
    (from_two_sockets, once),
    (from_two_sockets_at_once, once),
    (from_a_reloaded_page, once),
    (over_a_line_that_drops, once),
    (while_the_disk_is_stuck, once),
]


def played(scene: Scene, way: Way, *, by_another: bool = False) -> After:
    with house(scene.game, **scene.options) as at:
        company, speaker, make = set_up(scene, at)
        if by_another:
            speaker = company.seats[1] if speaker is company.stranger else company.stranger
        heir, ref = way(company, speaker, make)
        at.settle()
        return after(company, speaker, heir, ref)


def test_there_is_a_scene_for_every_command() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in (*get_args(AnyCommand), *get_args(AnyDo))}
    assert set(SCENES) == tags - {"host", "close_room"}


@pytest.mark.parametrize("tag", SCENES)
def test_said_once_it_has_an_effect(tag: str) -> None:
    """Else the tests below would say nothing."""
    with house(SCENES[tag].game, **SCENES[tag].options) as at:
        company, speaker, make = set_up(SCENES[tag], at)
        at.wait(100)
        before = after_nothing(company)
        ref = speaker.send(make)
        at.settle()
        assert speaker.answers[ref] is None
        assert after_nothing(company) != before or tag in {"log", "move_seat"}


def after_nothing(company: Company) -> list[bytes]:
    return [*(phone.public for phone in company.phones), *(events for events in company.watcher.events)]


@pytest.mark.case("B166")
@pytest.mark.case("B170")
@pytest.mark.parametrize(("way", "plain"), WAYS, ids=[way.__name__ for way, _ in WAYS])
@pytest.mark.parametrize("tag", SCENES)
def test_it_counts_once_and_has_one_answer(tag: str, way: Way, plain: Way) -> None:
    assert played(SCENES[tag], way) == played(SCENES[tag], plain)


@pytest.mark.parametrize(("way", "plain"), WAYS, ids=[way.__name__ for way, _ in WAYS])
@pytest.mark.parametrize("tag", SCENES)
def test_what_somebody_may_not_do_is_refused_once(tag: str, way: Way, plain: Way) -> None:
    """The same by one who has no seat, or has one already, and is not the host; some of it even he may do."""
    assert played(SCENES[tag], way, by_another=True) == played(SCENES[tag], plain, by_another=True)


def test_a_frame_that_arrives_after_the_reload_is_void_and_its_ref_is_free() -> None:
    """It was on its way when the page was loaded anew: the new page's own command has that ref."""
    with house() as at:
        company, phone, _ = set_up(SCENES["say"], at)
        frame = encode(Say(Ref(phone.next_ref), "của trang cũ")).decode()
        other = pages(company, phone)
        other.connect()
        at.commit()
        phone.say(frame)
        at.settle()
        ref = other.send(lambda ref: Say(ref, "của trang mới"))
        at.settle()
        assert (ref, other.answers[ref]) == (phone.next_ref, None)
        said = [
            event["text"]
            for events in company.watcher.events
            for event in msgspec.json.decode(events)
            if "text" in event
        ]
        assert said == ["của trang mới"]
        assert phone.codes == [CloseCode.TAKEN_OVER]


def test_a_room_is_closed_once() -> None:
    with house() as at:
        company, _, _ = set_up(SCENES["lock"], at)
        host = company.seats[0]
        close = encode(Host(Ref(host.next_ref), CloseRoom())).decode()
        host.say(close)
        host.say(close)
        at.settle()
        assert [phone.codes for phone in company.phones] == [[CloseCode.ROOM_CLOSED]] * 6
        host.connect()
        at.settle()
        assert host.codes[1:] == [CloseCode.ROOM_UNKNOWN]
