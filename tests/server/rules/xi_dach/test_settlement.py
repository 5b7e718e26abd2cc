"""Who wins what: the table of rules.md 5.5, the options that change it, and results that stand."""

from typing import Any

import pytest

from protocol.games.xi_dach import BankerBust, Inspect, Penalised, Revealed, Settled
from protocol.ids import Seat
from protocol.play import Payout
from tests.server.rules.xi_dach.hand import Hand


@pytest.mark.rule("XD-05")
@pytest.mark.rule("XD-22")
@pytest.mark.rule("XD-24")
@pytest.mark.rule("XD-Q27")
@pytest.mark.case("B058")
@pytest.mark.parametrize(
    ("banker", "con", "points", "rule"),
    [
        pytest.param("Ac Ks", "As Ad", 10, "XD-22", id="X01"),
        pytest.param("Ac Ks", "Ah Td", 0, "XD-Q27", id="X02", marks=pytest.mark.case("B-XD-11")),
        pytest.param("Ac Ah", "As Kd", -10, "XD-22", id="X03", marks=pytest.mark.case("B-XD-09")),
        pytest.param("Ac Ah", "As Ad", 0, "XD-Q27", id="X04", marks=pytest.mark.case("B-XD-10")),
        pytest.param("Ac Ks", "Td Th", -10, "XD-22", id="20"),
        pytest.param("Ac Ks", "Td 2h", -10, "XD-22", id="12"),
        pytest.param("9c 8h", "As Td", 10, "XD-23", id="X05"),
        pytest.param("9c 8h", "As Ad", 10, "XD-23", id="two aces"),
    ],
)
def test_naturals(banker: str, con: str, points: int, rule: str) -> None:
    hand = Hand(banker, [con])
    assert hand.over
    assert hand.points(1) == points
    assert hand.all(Settled)[0].rule == rule
    assert hand.result.deltas == {0: -points, 1: points}


X = {
    "X11": ("Tc 6h", "Td 4s", "9s", "non draw", 10),
    "X12": ("Tc 6h", "Td 6s", "7h 9s", "draw stand draw", 0),
    "X13": ("Tc 6h", "Td 6s", "9s", "stand draw", 10),
    "X14": ("Tc 8h", "Td 6s", "7h Ks", "draw stand draw", 10),
    "X17": ("4c 3h", "2s 3s", "4d 2c 6h 4s 2d 5h", "draw draw draw draw draw draw", 10),
    "X18": ("4c 3h", "2s 3s", "4d 2c 6h 4s 2d 4h", "draw draw draw draw draw draw", 0),
    "X19": ("4c 3h", "Td 6s", "5d 4s 2d 4h", "draw stand draw draw draw", -10),
    "X20": ("Tc 6h", "4c 3h", "4s 2d 8s 5h", "draw draw draw draw end", 10),
    "X22": ("2c 2h", "Td 6s", "2d 2s 3h", "stand draw draw draw", 10),
    "X23": ("2c 2h", "Td 6s", "6h 2d 2s 3h", "draw stand draw draw draw", -10),
}


@pytest.mark.rule("XD-09")
@pytest.mark.rule("XD-31")
@pytest.mark.rule("XD-32")
@pytest.mark.rule("XD-35")
@pytest.mark.rule("XD-38")
@pytest.mark.rule("XD-Q18")
@pytest.mark.rule("XD-Q19")
@pytest.mark.rule("XD-Q20")
@pytest.mark.rule("XD-Q24")
@pytest.mark.case("B-XD-13")
@pytest.mark.case("B-XD-14")
@pytest.mark.case("B-XD-17")
@pytest.mark.case("B-XD-19")
@pytest.mark.parametrize("row", X)
def test_the_table_of_settlements_at_the_end(row: str) -> None:
    banker, con, draws, words, points = X[row]
    hand = Hand(banker, [con], draws).play(words)
    assert hand.points(1) == points
    assert hand.result.deltas == {0: -points, 1: points}


@pytest.mark.rule("XD-29")
@pytest.mark.rule("XD-Q15")
@pytest.mark.case("B-XD-23")
def test_x06_x07_an_inspected_con_keeps_his_result() -> None:
    hand = Hand("Tc 6h", ["Td 4s", "Ts 9h"], "3h 4d").play("draw stand stand").inspect(2)
    assert hand.points(2) == 10
    hand.play("draw")
    assert hand.refused(0, Inspect(Seat(2))) == "XD-Q15"
    hand.inspect(1)
    assert (hand.points(2), hand.points(1)) == (10, -10)
    assert hand.result.deltas == {0: 0, 1: -10, 2: 10}


@pytest.mark.rule("XD-Q13b")
@pytest.mark.case("B-XD-24")
def test_x08_fifteen_in_two_cards() -> None:
    hand = Hand("Tc 5h", ["Td 8d"]).play("stand")
    assert hand.refused(0, Inspect(Seat(1))) == "XD-Q13b"
    assert Hand("Tc 5h", ["Td 8d"], banker_min_2cards=15).play("stand").inspect(1).points(1) == 10


@pytest.mark.rule("XD-37")
def test_x09_fifteen_in_three_cards() -> None:
    for two in (16, 15):
        hand = Hand("2c 3h", ["Td 8d"], "Th", banker_min_2cards=two).play("stand draw")
        assert hand.refused(0, Inspect(Seat(1))) == "XD-37"
    hand = Hand("2c 3h", ["Td 8d"], "Th", banker_min_3plus=15).play("stand draw")
    assert hand.inspect(1).points(1) == 10


@pytest.mark.rule("XD-27")
@pytest.mark.case("B-XD-16")
@pytest.mark.case("B-XD-20")
def test_x10_non_loses_when_inspected() -> None:
    hand = Hand("Tc 7h", ["Td 4s"]).play("non").inspect(1)
    assert hand.points(1) == -10
    assert hand.all(Settled)[0].rule == "XD-27"


@pytest.mark.rule("XD-Q15")
@pytest.mark.rule("XD-Q24")
def test_x15_x16_a_penalty_of_the_banker_does_not_reach_back() -> None:
    hand = Hand("Tc 8h", ["Td Kd", "Th 6s", "9c 4s"], "Ts Ks").play("stand stand")
    hand.inspect(3).inspect(2).play("draw stand draw")
    assert [hand.points(seat) for seat in (3, 2, 1)] == [10, -10, 10]
    assert hand.all(Settled)[-1].rule == "XD-38"
    assert hand.all(BankerBust) == [BankerBust(Seat(0), den=True)]


@pytest.mark.rule("XD-Q20b")
def test_x21_five_cards_over_21() -> None:
    hand = Hand("9c 8h", ["2s 3s"], "4s 5s 8d").play("draw draw draw").inspect(1)
    assert hand.points(1) == -10
    assert hand.all(Settled)[0].rule == "XD-Q20b"


@pytest.mark.rule("XD-29")
@pytest.mark.case("B-XD-18")
@pytest.mark.parametrize(
    ("banker", "con", "draws", "words", "points"),
    [
        pytest.param("Tc 9h", "Ad 3h", "8c", "draw stand", 10, id="X24"),
        pytest.param("Tc Kh", "Td Qh", "", "stand", 0, id="20 and 20"),
        pytest.param("Tc 8h", "Td 8s", "", "stand", 0, id="18 and 18"),
        pytest.param("Tc 8h", "Td 7s", "", "stand", -10, id="18 and 17"),
    ],
)
def test_points_against_points(banker: str, con: str, draws: str, words: str, points: int) -> None:
    hand = Hand(banker, [con], draws).play(words).inspect(1)
    assert hand.points(1) == points
    assert hand.result.payouts == (() if not points else (Payout(Seat(1 if points > 0 else 0), 10, 1, "XD-29"),))  # type: ignore[arg-type]


@pytest.mark.case("B058")
def test_ace_king_beats_21_in_three_cards() -> None:
    """The con's xì dách is paid before the banker draws his 21."""
    hand = Hand("Tc 5h", ["As Ks", "Td 8d"], "6h").play("stand draw end")
    assert (hand.points(2), hand.points(1)) == (10, -10)


@pytest.mark.rule("XD-36")
@pytest.mark.case("B-XD-15")
def test_naturals_and_ngu_linh_never_meet() -> None:
    """The natural is settled before the banker makes his ngũ linh, and nobody draws against the banker's natural."""
    hand = Hand("2c 2h", ["As Ks", "Td 8d"], "3h 4d 5s", mult_ngu_linh=4).play("stand draw draw draw")
    assert (hand.points(2), hand.points(1)) == (10, -40)
    assert [event.rule for event in hand.all(Settled)] == ["XD-23", "XD-31"]
    assert Hand("Ac Ks", ["2c 2h"]).over


@pytest.mark.rule("XD-Q20")
@pytest.mark.parametrize(("option", "points"), [("push", 0), ("banker_wins", -10)])
def test_both_over_21(option: str, points: int) -> None:
    banker, con, draws, words, _ = X["X12"]
    assert Hand(banker, [con], draws, both_bust=option).play(words).points(1) == points


@pytest.mark.rule("XD-Q21")
@pytest.mark.parametrize(("option", "points"), [("win", 10), ("push", 0), ("lose", -10)])
def test_non_against_a_banker_over_21(option: str, points: int) -> None:
    banker, con, draws, words, _ = X["X11"]
    assert Hand(banker, [con], draws, non_vs_banker_quac=option).play(words).points(1) == points


@pytest.mark.rule("XD-Q19")
def test_non_against_non() -> None:
    hand = Hand("2c 2h", ["Td 4s"], "2d 2s 3h").play("non draw draw draw")
    assert hand.points(1) == 0
    assert hand.all(Settled)[0].outcome == "push"


@pytest.mark.rule("XD-Q23")
@pytest.mark.parametrize(("option", "points"), [("banker", 10), ("off", 0)])
def test_the_penalty_at_28(option: str, points: int) -> None:
    banker, con, draws, words, _ = X["X14"]
    assert Hand(banker, [con], draws, den_28=option).play(words).points(1) == points


@pytest.mark.rule("XD-Q23")
def test_27_is_no_penalty_and_no_con_pays_for_28() -> None:
    hand = Hand("Tc 7h", ["Td 6s"], "7s Ks").play("draw stand draw")
    assert hand.points(1) == 0
    assert hand.all(BankerBust) == [BankerBust(Seat(0), den=False)]
    con = Hand("Tc 7h", ["Td 8d", "9c 8s"], "Kh").play("draw stand stand end")
    assert [con.points(seat) for seat in (2, 1)] == [-10, 0]


@pytest.mark.rule("XD-Q26")
@pytest.mark.case("B-XD-32")
@pytest.mark.case("B-XD-33")
@pytest.mark.parametrize(
    ("banker", "con", "draws", "words", "points"),
    [
        ("9c 8h", "As Ad", "", "", 30),
        ("9c 8h", "As Kd", "", "", 20),
        ("As Ad", "9c 8h", "", "", -30),
        ("As Kd", "9c 8h", "", "", -20),
        ("As Kd", "Ac Ad", "", "", 30),
        ("Ac Ad", "As Kd", "", "", -30),
        ("As Kd", "Ac Kh", "", "", 0),
        ("Tc 8h", "2s 3s", "4s 5s 6s", "draw draw draw end", 40),
        ("2s 3s", "Tc 8h", "4s 5s 6s", "stand draw draw draw", -40),
        ("Tc 8h", "Td 9d", "", "stand end", 10),
    ],
)
def test_the_multiplier_of_the_winning_hand(banker: str, con: str, draws: str, words: str, points: int) -> None:
    hand = Hand(banker, [con], draws, mult_xi_ban=3, mult_xi_dach=2, mult_ngu_linh=4).play(words)
    assert hand.points(1) == points


@pytest.mark.rule("XD-Q17")
@pytest.mark.parametrize(("least", "points"), [(16, -10), (0, 10)])
def test_five_low_cards_of_a_con(least: int, points: int) -> None:
    hand = Hand("Tc 8h", ["2c 2h"], "2d 2s 3h", ngu_linh_min=least).play("draw draw draw end")
    assert hand.points(1) == points


OVER: dict[str, Any] = {"overdraw": "allow_and_penalise"}


@pytest.mark.rule("XD-34")
@pytest.mark.rule("XD-Q25")
@pytest.mark.case("B-XD-35")
def test_drawing_over_21_is_paid_to_everybody() -> None:
    """Two offenders, and one who won before: each result stands, each offender pays each other con."""
    hand = Hand("Tc 9h", ["Td Jd", "Th 6s", "9c 7s"], "Ks 2h Kh 3h", stakes=[10, 20, 30], **OVER).play("stand")
    hand.inspect(3).play("draw draw stand").inspect(2).play("draw draw stand end")
    assert [hand.points(seat) for seat in (3, 2, 1)] == [10, -20, -30]
    assert hand.all(Penalised) == [
        Penalised(Seat(2), (Payout(Seat(3), 20, 2, "XD-34"), Payout(Seat(1), 20, 2, "XD-34"))),  # type: ignore[arg-type]
        Penalised(Seat(1), (Payout(Seat(3), 30, 1, "XD-34"), Payout(Seat(2), 30, 1, "XD-34"))),  # type: ignore[arg-type]
    ]
    assert hand.result.deltas == {3: 10 + 20 + 30, 2: -20 - 40 + 30, 1: -30 + 20 - 60, 0: -10 + 20 + 30}


@pytest.mark.rule("XD-Q25")
def test_an_offender_loses_to_a_banker_over_21_too() -> None:
    hand = Hand("Tc 6h", ["Td 6s", "9c 8s"], "Ks 2h 9s", **OVER).play("draw draw stand stand draw")
    assert hand.result.deltas == {0: 0, 1: 20, 2: -20}
    den = Hand("Tc 8h", ["Td 6s", "9c 8s"], "Ks 2h Js", **OVER).play("draw draw stand stand draw")
    assert den.all(BankerBust)[0].den
    assert (den.points(2), den.points(1)) == (-10, 10)


@pytest.mark.rule("XD-Q25")
def test_an_offender_pays_what_he_has_in_deal_order() -> None:
    hand = Hand("Tc 9h", ["Td 6s", "9c 8s", "9d 8d"], "Ks 2h", stakes=[40, 10, 10], stacks={3: 90}, **OVER)
    hand.play("draw draw stand stand stand end")
    assert hand.all(Penalised)[0].payouts == (
        Payout(Seat(2), 40, 3, "XD-34"),  # type: ignore[arg-type]
        Payout(Seat(1), 10, 3, "XD-34"),  # type: ignore[arg-type]
    )
    assert hand.result.deltas[Seat(3)] == -90


@pytest.mark.rule("XD-Q16")
@pytest.mark.case("B-XD-34")
def test_every_con_gets_a_result() -> None:
    hand = Hand("Tc 9h", ["Td 8d", "Th Qs", "Ts 4d"], "").play("stand stand non").inspect(2).play("end")
    assert [hand.points(seat) for seat in (3, 2, 1)] == [-10, 10, -10]
    assert len(hand.all(Settled)) == 3
    assert sum(hand.result.deltas.values()) == 0


@pytest.mark.rule("XD-07")
@pytest.mark.case("B-XD-31")
@pytest.mark.case("B-XD-38")
def test_points_pass_between_the_banker_and_each_con_only() -> None:
    hand = Hand("Tc 8h", ["Td 9d", "Th Qs", "Ts 4d"], stakes=[10, 20, 30]).play("stand stand non end")
    assert hand.result.payouts == (
        Payout(Seat(3), 10, 3, "XD-29"),  # type: ignore[arg-type]
        Payout(Seat(2), 20, 2, "XD-29"),  # type: ignore[arg-type]
        Payout(Seat(0), 30, 1, "XD-27"),  # type: ignore[arg-type]
    )
    assert hand.result.deltas == {0: 0, 1: -30, 2: 20, 3: 10}
    assert hand.result.rake == 0
    assert hand.result.showdown


@pytest.mark.rule("XD-Q28")
@pytest.mark.rule("XD-Q31")
@pytest.mark.parametrize("shown", [True, False])
def test_what_opens_at_the_end(shown: bool) -> None:
    hand = Hand("Tc 8h", ["Td 9d", "Th 4d"], reveal_banker_at_end=shown).play("stand non end")
    seats = [event.seat for event in hand.all(Revealed)]
    assert seats == ([0, 2, 1] if shown else [2, 1])
    natural = Hand("Ac Kh", ["Td 9d"], reveal_banker_at_end=shown)
    assert natural.state.banker.cards.public
    den = Hand("Tc 8h", ["Td 9d"], "Ks", reveal_banker_at_end=shown).play("stand draw")
    assert den.state.banker.cards.public
    bust = Hand("Tc 6h", ["Td 9d"], "Ks", reveal_banker_at_end=shown).play("stand draw")
    assert bust.state.banker.cards.public is shown
