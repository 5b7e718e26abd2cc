"""The end of a hand of xì tố 32 lá: one winner a pot, rake, leavers, and what is shown."""

import pytest

from protocol.cards import Closed, Open
from protocol.games.stud import Folded, Opened, Raked, Refunded, Show, Shown, ShowOffer, Won
from protocol.ids import Chips, Seat
from protocol.play import HandLabel, Payout
from server.rules.stud.showdown import strength
from tests.server.rules.stud.hand import Hand32, dealt_to

CHECKS = "theo " * 12
THREE = dealt_to("7s Ad Kc Jh 9h", "Kd Kh Qs 8d 7h", "Qc As Jd Td 8h")
"""Seat 1 has kings; 0 and 2 an ace. Seat 2 speaks first, then 0, then 1."""


@pytest.mark.rule("XT32-07")
@pytest.mark.rule("XT32-18")
@pytest.mark.rule("XT32-19")
@pytest.mark.rule("XT32-Q22")
def test_the_largest_hand_takes_all_less_five_percent() -> None:
    """The seed's numbers: a pot of 600 pays 570."""
    hand = Hand32(THREE, [1000] * 3).play("to19 theo theo " + "theo " * 9)
    label = HandLabel("pair", ("K", "Q", "8", "7"))
    assert hand.events[-2:] == [Raked(0, Chips(30)), Won(Payout(Seat(1), Chips(570), 0, "XT32-18"), label)]
    assert hand.result.deltas == {0: -200, 1: 370, 2: -200}
    assert (hand.result.rake, hand.view.rake, hand.view.pot, hand.view.pots) == (30, 30, 0, ())
    assert sum(hand.stacks) == 3000 - 30


@pytest.mark.rule("XT32-07")
@pytest.mark.rule("XT32-Q27")
@pytest.mark.case("B-XT-26")
def test_all_live_hole_cards_open_at_the_same_moment_and_the_server_compares() -> None:
    hand = Hand32(THREE, [1000] * 3).play("theo up theo theo theo theo theo theo theo")
    assert hand.seat(0).status == "folded"
    kinds = [type(event).__name__ for event in hand.events[-4:]]
    assert kinds == ["Shown", "Shown", "Raked", "Won"]
    assert [shown.seat for shown in hand.all(Shown)] == [1, 2]
    assert hand.seat(0).hole == Closed(1)
    assert hand.result.showdown


@pytest.mark.rule("XT32-08")
@pytest.mark.rule("XT32-Q21")
@pytest.mark.case("B-XT-11")
@pytest.mark.case("B-XT-12")
def test_the_last_one_in_wins_less_the_rake_and_shows_nothing() -> None:
    hand = Hand32(THREE, [1000] * 3).play("theo theo theo to5 up up")
    assert hand.events[-4:] == [
        Folded(hand.all(Folded)[-1].seat),
        Refunded(hand.all(Won)[0].payout.seat, Chips(50)),
        Raked(0, Chips(1)),
        Won(Payout(hand.all(Won)[0].payout.seat, Chips(29), 0, "XT32-08"), None),
    ]
    assert hand.view.phase == "fold_win"
    assert hand.all(Shown) == []
    assert all(seat.hole == Closed(1) for seat in hand.view.seats)
    assert not hand.result.showdown


@pytest.mark.rule("XT32-Q21")
def test_a_table_may_rake_showdowns_only() -> None:
    folds = Hand32(THREE, [1000] * 3, rake_on_fold_win=False).play("to19 up up")
    assert (folds.result.rake, folds.all(Raked)) == (0, [])
    assert folds.result.deltas == {0: -10, 1: -10, 2: 20}
    compared = Hand32(THREE, [1000] * 3, rake_on_fold_win=False).play(CHECKS)
    assert compared.result.rake == 1


@pytest.mark.rule("XT32-Q23")
@pytest.mark.parametrize(("rake_bp", "rake"), [(0, 0), (100, 2), (333, 6), (500, 10), (1000, 21)])
def test_the_rake_of_the_table_is_rounded_down(rake_bp: int, rake: int) -> None:
    hand = Hand32(THREE, [1000] * 3, rake_bp=rake_bp, stake=7).play("to9 theo theo " + "theo " * 9)
    assert sum(seat.total for seat in hand.view.seats) == 210
    assert hand.result.rake == rake
    assert sum(hand.result.deltas.values()) == -rake


@pytest.mark.rule("XT32-16")
@pytest.mark.rule("XT32-17")
@pytest.mark.rule("HAND-05")
@pytest.mark.case("B-XT-29")
@pytest.mark.case("B-XT-24")
@pytest.mark.case("B050")
@pytest.mark.parametrize("swap", [False, True])
def test_equal_ranks_are_decided_by_the_suit_of_the_pair(swap: bool) -> None:
    hands = ["9h 9d As Kd Jc", "9s 9c Ah Kc Jd"]
    hand = Hand32(dealt_to(*(hands[::-1] if swap else hands))).play("theo " * 8)
    assert [payout.seat for payout in hand.result.payouts] == [0 if swap else 1]
    assert {strength(hand.state.terms, holding)[0] for holding in hand.state.holdings} == {(1, (9, 14, 13, 11))}


@pytest.mark.rule("XT32-Q20")
def test_a_table_may_let_the_highest_card_decide() -> None:
    hands = dealt_to("9h 9d As Kd Jc", "9s 9c Ah Kc Jd")
    leading = Hand32(hands).play("theo " * 8)
    highest = Hand32(hands, suit_rule="highest_card").play("theo " * 8)
    assert leading.result.payouts[0].seat == 1
    assert highest.result.payouts[0].seat == 0
    # Who speaks first goes by the leading group in both (XT32-Q07): the nine of diamonds, not the king.
    assert [hand.all(Opened)[0].seat for hand in (leading, highest)] == [0, 0]


@pytest.mark.rule("XT32-Q20")
@pytest.mark.rule("XT32-Q19")
@pytest.mark.case("B-XT-08")
def test_every_pot_has_its_own_winner() -> None:
    """The best hand wins what it paid for, the next best the rest."""
    hand = Hand32(dealt_to("As Ah Kd Qc 9d", "Ks Kh Qd Jc 8d", "Qs Qh Jd Tc 7d"), [110, 310, 510]).play("tat tat theo")
    assert [(p.seat, p.amount, p.pot, p.rule) for p in hand.result.payouts] == [
        (0, 314, 0, "XT32-18"), (1, 380, 1, "XT32-Q19"),
    ]  # fmt: skip
    assert hand.all(Refunded) == []
    assert [(raked.pot, raked.amount) for raked in hand.all(Raked)] == [(0, 16), (1, 20)]
    assert hand.result.deltas == {0: 204, 1: 70, 2: -310}
    assert [won.label for won in hand.all(Won)] == [hand.all(Shown)[0].label, hand.all(Shown)[1].label]


@pytest.mark.rule("XT32-21")
@pytest.mark.rule("XT32-Q18")
def test_two_all_ins_play_for_what_the_smaller_has() -> None:
    hand = Hand32(dealt_to("As Ah Kd Qc 9d", "Ks Kh Qd Jc 8d"), [510, 310]).play("tat tat")
    assert hand.all(Refunded) == [Refunded(Seat(0), Chips(200))]
    assert hand.result.deltas == {0: 279, 1: -310}
    assert (hand.seat(0).total, hand.stacks) == (310, [789, 0])


@pytest.mark.rule("XT32-Q19")
def test_side_pots_are_on_the_table_while_the_hand_runs() -> None:
    hand = Hand32(dealt_to("As Ah Kd Qc 9d", "Ks Kh Qd Jc 8d", "Qs Qh Jd Tc 7d"), [60, 1000, 1000])
    assert [(pot.amount, pot.seats) for pot in hand.view.pots] == [(30, (0, 1, 2))]
    hand.play("tat theo theo to3 theo")
    assert [(pot.amount, pot.seats) for pot in hand.view.pots] == [(180, (0, 1, 2)), (60, (1, 2))]
    assert hand.view.pot == 240


@pytest.mark.rule("XT32-20")
@pytest.mark.rule("XT32-Q24")
def test_who_leaves_forfeits_everything_even_what_nobody_called() -> None:
    hand = Hand32(THREE, [1000] * 3).play("to20")
    hand.leave(2)
    assert hand.events[-1] == Folded(Seat(2), left=True)
    assert hand.turn == 0
    hand.play("theo theo " + "theo " * 6)
    assert hand.all(Refunded) == []
    assert hand.result.deltas[Seat(2)] == -210
    again = Hand32(THREE, [1000] * 3).play("to20 up")
    again.leave(2)
    assert again.all(Refunded) == []
    assert again.result.deltas == {0: -10, 1: 209, 2: -210}


@pytest.mark.rule("XT32-20")
def test_leaving_out_of_turn_leaves_the_turn_where_it_is() -> None:
    hand = Hand32(THREE, [1000] * 3).play("theo")
    hand.leave(1)
    assert hand.turn == 0
    hand.play("theo")
    assert hand.view.round == 2


@pytest.mark.rule("XT32-Q25")
def test_leaving_all_in_forfeits_and_a_mere_absence_does_not() -> None:
    deck = dealt_to("As Ah Kd Qc 9d", "Ks Kh Qd Jc 8d", "Qs Qh Jd Tc 7d")
    stays = Hand32(deck, [60, 1000, 1000]).play("tat theo theo " + "theo " * 6)
    assert stays.result.deltas[Seat(0)] > 0
    leaves = Hand32(deck, [60, 1000, 1000]).play("tat theo theo theo")
    leaves.leave(0)
    assert leaves.events[-1] == Folded(Seat(0), left=True)
    leaves.play("theo " * 5)
    assert leaves.result.deltas == {0: -60, 1: 111, 2: -60}
    assert leaves.seat(0).hole == Closed(1)


@pytest.mark.rule("XT32-20")
def test_when_all_others_leave_the_last_one_wins() -> None:
    hand = Hand32(THREE, [1000] * 3).play("to5")
    hand.leave(1)
    hand.leave(0)
    assert hand.view.phase == "fold_win"
    assert hand.all(Refunded) == [Refunded(Seat(2), Chips(50))]
    assert hand.result.deltas == {0: -10, 1: -10, 2: 19}
    before = hand.state
    hand.leave(2)
    assert hand.state is before


@pytest.mark.rule("XT32-Q28")
def test_a_winner_by_folds_may_show_by_his_own_act_and_nobody_else() -> None:
    hand = Hand32(THREE, [1000] * 3).play("theo up up")
    assert [hand.offers(seat) for seat in range(3)] == [(), (), (ShowOffer(),)]
    assert hand.refusal(0, "show") == hand.refusal(1, "show") == "XT32-Q28"
    hand.act(2, Show())
    assert hand.all(Shown) == [Shown(Seat(2), "Qc", hand.all(Shown)[0].label, own_act=True)]  # type: ignore[arg-type]
    assert hand.seat(2).hole == Open(("Qc",))  # type: ignore[arg-type]
    assert hand.refusal(2, "show") == "XT32-Q28"


@pytest.mark.rule("XT32-Q28")
def test_a_table_may_forbid_showing() -> None:
    hand = Hand32(THREE, [1000] * 3, show_after=False).play("theo up up")
    assert [hand.offers(seat) for seat in range(3)] == [(), (), ()]


@pytest.mark.rule("XT32-Q28")
def test_folded_hole_cards_stay_closed_after_a_showdown() -> None:
    hand = Hand32(THREE, [1000] * 3).play("theo up " + "theo " * 7)
    assert hand.view.phase == "showdown"
    assert hand.seat(0).hole == Closed(1)
    assert hand.refusal(0, "show") == "XT32-Q28"
    assert hand.game.you_view(hand.state, Seat(0)).hole == Open(("7s",))  # type: ignore[arg-type]
