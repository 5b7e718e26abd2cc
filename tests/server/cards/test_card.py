"""A card shows itself to nobody."""

import copy
import pickle

import msgspec
import pytest

from server.cards.card import RANKS, SUITS, Card, card


def test_every_name_is_one_card() -> None:
    named = {card(rank + suit) for rank in RANKS for suit in SUITS}
    assert len(named) == 52
    assert card("As").rank == 14
    assert [card("9" + suit).suit for suit in "cdhs"] == [0, 1, 2, 3]


@pytest.mark.parametrize("text", ["", "A", "As ", "1s", "10s", "aS", "Ax", "AS"])
def test_other_texts_name_no_card_and_are_not_repeated(text: str) -> None:
    with pytest.raises(ValueError, match=r"^no such card$"):
        card(text)


@pytest.mark.parametrize(("rank", "suit"), [(1, 0), (15, 0), (2, -1), (2, 4)])
def test_there_are_no_other_cards(rank: int, suit: int) -> None:
    with pytest.raises(ValueError, match=r"^no such card$"):
        Card(rank, suit)


def test_equal_by_face() -> None:
    assert card("Td") == card("Td")
    assert card("Td") != card("Th")
    assert card("Td") != "Td"


def test_nothing_prints_encodes_or_pickles_it() -> None:
    ace = card("As")
    assert repr(ace) == str(ace) == f"{ace}" == "<Card>"
    for secret in (ace, [ace], {"hole": ace}):
        with pytest.raises(TypeError):
            msgspec.json.encode(secret)
    with pytest.raises(TypeError, match="never pickled"):
        pickle.dumps(ace)
    with pytest.raises(TypeError, match="never pickled"):
        copy.copy(ace)


def test_it_never_changes() -> None:
    ace = card("As")
    with pytest.raises(AttributeError):
        ace.rank = 2
    with pytest.raises(AttributeError):
        del ace.suit
