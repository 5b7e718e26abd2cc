"""Nobody learns of a card what he may not: random rooms over two decks, random rooms frame by frame."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.leaks import stories
from tests.leaks.author import EYE
from tests.leaks.scan import leaks

TAPES = st.binary(min_size=150, max_size=stories.LENGTH)
SEEDS = st.integers(0, 2**32)
A_ROOM_EACH = settings(max_examples=settings().max_examples // 4)
"""An example is a room played a dozen times over: fewer of them."""


@pytest.mark.rule("XT28-07")
@pytest.mark.case("B124")
@A_ROOM_EACH
@given(TAPES, SEEDS)
def test_a_hidden_card_changes_nothing_for_who_may_not_see_it(tape: bytes, seed: int) -> None:
    story = stories.told(tape, seed)
    assert not story.world.faults
    assert not list(stories.interference(story, seed))


@pytest.mark.rule("XT28-07")
@pytest.mark.rule("XT28-21")
@pytest.mark.case("B122")
@pytest.mark.case("B126")
@pytest.mark.case("B128")
@pytest.mark.case("B130")
@pytest.mark.case("B140")
@A_ROOM_EACH
@given(TAPES, SEEDS)
def test_every_frame_holds_what_its_receiver_may_know(tape: bytes, seed: int) -> None:
    story = stories.told(tape, seed)
    assert not list(leaks(story.world, story.record, story.secrets))


@pytest.mark.parametrize("seed", range(10))
def test_stories_that_are_always_told(seed: int) -> None:
    assert not list(stories.findings(stories.fixed(seed), seed))


def test_the_stories_hold_what_they_are_about() -> None:
    """Else the tests above would find nothing because nothing happens."""
    seen: Counter[str] = Counter()
    for seed in range(24):
        story = stories.fixed(seed)
        for hand in story.record.hands.values():
            seen["showdown"] += len(hand.live) > 1 and bool(hand.opened)
            seen["fold win"] += len(hand.live) == 1
        for conn, frames in story.world.got.items():
            for got in frames:
                if got.data.startswith(b"closed "):
                    seen[got.data.decode()] += 1
                    continue
                message = msgspec.json.decode(got.data)
                seen[message.get("type", "summary")] += 1
                seen[message.get("code", "")] += 1
                if message.get("type") == "view" and conn == EYE:
                    for event in message["events"]:
                        seen[event["type"]] += 1
                        seen["own show"] += event.get("own_act", False)
                        seen["given seat"] += event.get("by_host", False)
                        seen["left the hand"] += event.get("left", False)
                        seen[str(event.get("cause"))] += 1
    wanted = (
        "showdown", "fold win", "own show", "given seat", "left the hand", "kicked", "replaced", "timed_out",
        "came_back", "hand_log", "move_code", "closed 4003", "closed 4004", "closed 4005", "stale_turn",
        "illegal_action", "not_your_turn", "token_moved", "topped_up", "hand_voided",
    )  # fmt: skip
    assert not [name for name in wanted if not seen[name]]
