"""Where chance comes from."""

from collections import Counter
from itertools import permutations

import pytest

from protocol.codes import ALPHABET
from server.randomness import SecureShuffler, chance, new_characters, new_token


@pytest.mark.case("B132")
def test_every_order_of_three_comes_about_equally_often() -> None:
    counts = Counter(tuple(SecureShuffler().order(3)) for _ in range(6_000))
    assert set(counts) == set(permutations(range(3)))
    # Six standard deviations of a fair draw: about one false alarm in 10^8 runs.
    assert all(abs(count - 1_000) < 6 * (6_000 * 1 / 6 * 5 / 6) ** 0.5 for count in counts.values())


@pytest.mark.case("B132")
def test_two_decks_are_never_alike() -> None:
    assert len({tuple(SecureShuffler().order(28)) for _ in range(200)}) == 200


def test_an_order_is_a_permutation() -> None:
    for size in (0, 1, 2, 28, 52):
        assert sorted(SecureShuffler().order(size)) == list(range(size))


def test_secrets_are_long_and_never_alike() -> None:
    tokens = {new_token() for _ in range(1_000)}
    assert len(tokens) == 1_000
    assert {len(token) for token in tokens} == {32}


def test_characters_are_those_of_codes() -> None:
    assert set(new_characters(5_000)) == set(ALPHABET)
    assert new_characters(0) == ""


def test_luck_lies_between_nought_and_one() -> None:
    assert all(0 <= chance() < 1 for _ in range(1_000))
