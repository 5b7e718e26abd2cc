"""Terms, the order of the deal, and what was paid."""

import pytest

from protocol.ids import Chips, Seat
from protocol.play import Payout
from server.rules.xi_dach.state import deal_order, deltas, payouts
from tests.server.rules.xi_dach.hand import Hand, rules


def test_the_terms_of_the_defaults() -> None:
    found = rules()
    assert (found.min_bet, found.max_bet, found.con_min, found.first_cards, found.den_from) == (10, 100, 16, 2, 28)
    assert (found.counting.limit, found.counting.most_cards, found.counting.ngu_linh_min) == (21, 5, 16)
    assert (found.den_28, found.overdraw, found.banker_wins_both_bust, found.reserve) == (True, False, False, 1)


@pytest.mark.rule("XD-Q26")
def test_the_largest_multiplier_is_reserved() -> None:
    assert rules(mult_xi_dach=2, mult_xi_ban=3).reserve == 3
    assert rules(mult_ngu_linh=4).reserve == 4


@pytest.mark.rule("XD-Q13b")
def test_the_age_of_the_banker_by_cards() -> None:
    found = rules(banker_min_2cards=15)
    assert [found.banker_min(cards) for cards in (2, 3, 4, 5)] == [15, 16, 16, 16]


@pytest.mark.rule("XD-10")
@pytest.mark.rule("XD-Q09")
def test_the_order_falls_from_the_bankers_right() -> None:
    seats = {Seat(seat): Chips(0) for seat in range(10)}
    assert deal_order(seats, Seat(4)) == (3, 2, 1, 0, 9, 8, 7, 6, 5)


def test_what_was_paid_and_won() -> None:
    hand = Hand("Tc 8h", ["Td 9d", "Th 8s", "Ts 4d"]).play("stand stand non").inspect(3)
    assert payouts(hand.state) == (Payout(Seat(3), Chips(10), 3, "XD-29"),)
    assert deltas(hand.state) == {0: -10, 1: 0, 2: 0, 3: 10}
    hand.play("end")
    assert deltas(hand.state) == {0: 0, 1: -10, 2: 0, 3: 10}
    assert [payout.seat for payout in payouts(hand.state)] == [3, 0]
