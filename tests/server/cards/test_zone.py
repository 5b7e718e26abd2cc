"""The one door through which a card becomes visible."""

import pickle

import msgspec
import pytest

from protocol.cards import Closed, Open
from protocol.ids import Seat
from server.cards.zone import Zone
from tests.support.cards import cards

OWNER, OTHER = Seat(1), Seat(2)


def test_a_hole_card_is_seen_by_its_owner_alone() -> None:
    hole = Zone(cards("As"), frozenset((OWNER,)))
    assert hole.seen_by(OWNER) == Open(("As",))  # type: ignore[arg-type]
    assert hole.seen_by(OTHER) == hole.seen_by(None) == Closed(1)
    with pytest.raises(PermissionError):
        hole.faces()


def test_an_opened_zone_is_seen_by_all() -> None:
    opened = Zone(cards("As Kd"), frozenset((OWNER,))).opened()
    assert opened.faces() == ("As", "Kd")
    assert opened.seen_by(None) == opened.seen_by(OTHER) == opened.seen_by(OWNER)


def test_cards_drawn_are_gone_from_the_deck() -> None:
    deck = Zone(cards("As Kd 9c"))
    drawn, rest = deck.drawn(2)
    assert drawn == cards("As Kd")
    assert rest == Zone(cards("9c"))
    assert len(deck) == 3
    with pytest.raises(IndexError):
        rest.drawn(2)


def test_a_card_more_is_for_the_same_eyes() -> None:
    hole = Zone(cards("As"), frozenset((OWNER,))).with_card(cards("Kd")[0])
    assert hole.seen_by(OWNER) == Open(("As", "Kd"))  # type: ignore[arg-type]
    assert hole.seen_by(OTHER) == Closed(2)


def test_nothing_prints_encodes_pickles_or_changes_it() -> None:
    zone = Zone(cards("As"))
    assert repr(zone) == str(zone) == "<Zone of 1>"
    with pytest.raises(TypeError):
        msgspec.json.encode(zone)
    with pytest.raises(TypeError, match="never pickled"):
        pickle.dumps(zone)
    with pytest.raises(AttributeError):
        zone.cards = ()


def test_equal_zones_hold_the_same_cards_for_the_same_eyes() -> None:
    zone = Zone(cards("As"), frozenset((OWNER,)))
    assert zone == Zone(cards("As"), frozenset((OWNER,)))
    assert hash(zone) == hash(Zone(cards("As"), frozenset((OWNER,))))
    assert zone not in (zone.opened(), Zone(cards("As")), Zone(cards("Ah"), frozenset((OWNER,))), "As")
