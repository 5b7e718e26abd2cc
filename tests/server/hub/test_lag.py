"""Nothing that a client can ask for holds up the loop."""

import time
from collections.abc import Callable

import pytest

from protocol.codec import BadMessage, decode_inbound, encode
from protocol.games.stud import Choose, Theo, ToTat
from protocol.inbound import Say, Start
from protocol.texts import CHAT_LENGTH, clean
from server.bots import policy
from server.table import history, snapshot
from server.table.messages import ConnId, Detach, hello
from server.table.people import MOST_WATCHERS
from server.table.state import CHAT_KEPT
from tests.support.table import HOST_TOKEN, Bench

LONGEST_S = 0.05
"""Case B194: no block above 50 ms. What is measured here takes a hundredth of it."""


def quickest(call: Callable[[], object]) -> float:
    """Seconds that a call takes when nothing else gets in its way."""
    times = []
    for _ in range(5):
        before = time.perf_counter()
        call()
        times.append(time.perf_counter() - before)
    return min(times)


def refused(frame: str) -> None:
    with pytest.raises(BadMessage):
        decode_inbound(frame)


FRAMES = {
    "a long text of marks": '{"type":"say","ref":1,"text":"' + "e\u0301" * 390 + '"}',
    "a long number": '{"type":"leave","ref":' + "9" * 4000 + "}",
    "a long exponent": '{"type":"leave","ref":1e' + "9" * 4000 + "}",
    "depth": "[" * 4000,
    "many keys": "{" + ",".join(f'"{number}":1' for number in range(500)) + "}",
    "many options": '{"type":"host","ref":1,"do":{"type":"set_options","options":{'
    + ",".join(f'"{number}":1' for number in range(400))
    + "}}}",
}


@pytest.mark.case("B194")
@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_reading_the_worst_frame_is_quick(frame: str) -> None:
    assert quickest(lambda: refused(frame)) < LONGEST_S


@pytest.mark.case("B194")
def test_cleaning_a_long_text_is_quick() -> None:
    def cleaned() -> None:
        with pytest.raises(ValueError, match="characters"):
            clean("Ằ" * 10_000, CHAT_LENGTH)

    assert quickest(cleaned) < LONGEST_S


@pytest.fixture
def fullest() -> Bench:
    """Six play, as many as may look on do, and all have said what they could."""
    bench = Bench("xi-to-32")
    bench.friends(6)
    for conn in range(7, 7 + MOST_WATCHERS):
        bench.hello(conn)
    for number in range(CHAT_KEPT):
        bench.command(number % 6 + 1, Say(bench.ref(number % 6 + 1), "Ằ" * CHAT_LENGTH))
    assert bench.do(1, Start()) is None
    for conn in range(1, 7):
        bench.act(conn, Choose(0))
    return bench


@pytest.mark.case("B194")
def test_the_fullest_table_is_shown_and_written_down_quickly(fullest: Bench) -> None:
    core = fullest.core

    def comes_back() -> None:
        """A Welcome with all that was said, and a picture for everybody."""
        core.receive(fullest.now, Detach(ConnId(1)))
        effects = core.receive(fullest.now, hello(ConnId(1), HOST_TOKEN, None, "fresh"))
        assert len(effects) == 6 + MOST_WATCHERS + 1

    assert quickest(comes_back) < LONGEST_S
    assert quickest(lambda: snapshot.taken(core.table)) < LONGEST_S


@pytest.mark.case("B194")
def test_a_bots_thought_and_a_hand_for_the_record_are_quick(fullest: Bench) -> None:
    view = fullest.view(fullest.actor())
    assert quickest(lambda: policy.decide(view, lambda: 0.5)) < LONGEST_S
    while fullest.table().phase == "playing":
        fullest.act(fullest.actor(), ToTat() if fullest.play().round == 1 else Theo())
    hand = fullest.core.table.hand
    assert hand is not None
    assert quickest(lambda: encode(history.finished(fullest.core.table, hand))) < LONGEST_S
