"""Nobody learns of a card what he may not: random rooms over two decks, random rooms frame by frame."""

from collections import Counter
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.leaks import stories
from tests.leaks.author import EYE
from tests.leaks.hand import NEVER
from tests.leaks.hand_stud import StudHand
from tests.leaks.scan import leaks
from tests.leaks.world import GAMES

TAPES = st.binary(min_size=150, max_size=stories.LENGTH)
SEEDS = st.integers(0, 2**32)
A_ROOM_EACH = settings(max_examples=settings().max_examples // 8)
"""An example is a room played half a dozen times over: fewer of them."""


@pytest.mark.rule("XT28-07")
@pytest.mark.rule("XT32-05")
@pytest.mark.rule("XT32-Q03")
@pytest.mark.rule("XD-Q14")
@pytest.mark.rule("XD-Q20b")
@pytest.mark.rule("XD-Q30")
@pytest.mark.rule("XD-Q31")
@pytest.mark.rule("XD-Q37")
@pytest.mark.case("B124")
@pytest.mark.parametrize("game", GAMES)
@A_ROOM_EACH
@given(TAPES, SEEDS)
def test_what_is_hidden_changes_nothing_for_who_may_not_see_it(game: str, tape: bytes, seed: int) -> None:
    story = stories.told(game, tape, seed)
    assert not story.world.faults
    assert not list(stories.interference(story, seed))


@pytest.mark.rule("XT28-07")
@pytest.mark.rule("XT28-21")
@pytest.mark.rule("XT32-Q24")
@pytest.mark.rule("XT32-Q25")
@pytest.mark.rule("XT32-Q28")
@pytest.mark.rule("XD-11")
@pytest.mark.rule("XD-13")
@pytest.mark.rule("XD-30")
@pytest.mark.rule("XD-33")
@pytest.mark.rule("XD-Q31")
@pytest.mark.rule("XD-Q37")
@pytest.mark.case("B122")
@pytest.mark.case("B126")
@pytest.mark.case("B128")
@pytest.mark.case("B130")
@pytest.mark.case("B140")
@pytest.mark.parametrize("game", GAMES)
@A_ROOM_EACH
@given(TAPES, SEEDS)
def test_every_frame_holds_what_its_receiver_may_know(game: str, tape: bytes, seed: int) -> None:
    story = stories.told(game, tape, seed)
    assert not list(leaks(story.world, story.record, story.secrets))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_stories_that_are_always_told(game: str, seed: int) -> None:
    assert not list(stories.findings(stories.fixed(game, seed), seed))


WANTED: Final = (
    "given seat", "kicked", "replaced", "timed_out", "came_back", "hand_log", "move_code", "closed 4003", "closed 4004",
    "closed 4005", "stale_turn", "illegal_action", "not_your_turn", "token_moved", "topped_up", "hand_voided",
)  # fmt: skip
WANTED_OF: Final = {
    "xi-to-28": ("showdown", "fold win", "own show", "left the hand"),
    "xi-to-32": ("showdown", "fold win", "own show", "left the hand", "chose", "raised", "refunded", "Choose", "ToTat"),
    "xi-dach": (
        "natural_shown", "five_cards", "inspected", "banker_bust", "penalised",
        "hand_shown", "bank_passed", "bank_taken", "sat_this_out", "revealed", "stood under age", "stood over 21",
        "ShowHand", "Inspect", "EndTurn", "cards left closed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_the_stories_hold_what_they_are_about(game: str) -> None:
    """Else the tests above would find nothing because nothing happens."""
    seen: Counter[str] = Counter()
    for seed in range(24):
        story = stories.fixed(game, seed)
        _count(story, seen)
    assert not [name for name in (*WANTED, *WANTED_OF[game]) if not seen[name]]


def _count(story: stories.Story, seen: Counter[str]) -> None:
    for hand in story.record.hands.values():
        if isinstance(hand, StudHand):
            seen["showdown"] += len(hand.live) > 1 and hand.ended < NEVER
            seen["fold win"] += len(hand.live) == 1
        else:
            seen["cards left closed"] += hand.ended < NEVER and any(card.opened == NEVER for card in hand.cards)
    for said in story.record.said.values():
        seen[type(said.deed.action).__name__] += said.done
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
            elif message.get("type") == "view":
                _count_own(message, seen)


def _count_own(view: dict[str, Any], seen: Counter[str]) -> None:
    """What only the con himself knows of standing."""
    label = (view["you"]["play"] or {}).get("label")
    for event in view["events"]:
        if event["type"] == "stood" and event["seat"] == view["you"]["seat"] and label is not None:
            seen["stood under age"] += label["kind"] == "non"
            seen["stood over 21"] += label["kind"] == "quac"
