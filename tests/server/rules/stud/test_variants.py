"""What the second sheet makes of the engine: people, points and options."""

from typing import Any

import pytest

from protocol.ids import Chips, Seat
from server.cards.deck import pack
from server.rules.game import Pace
from server.rules.sheet import OptionsInvalid
from server.rules.stud.game import Stud
from server.rules.stud.variants import XT28, XT32
from tests.server.rules.stud.hand import GAME, GAME_32, Hand, Hand32
from tests.support.cards import RANKS_32, stacked

SHEET = GAME_32.sheet


@pytest.mark.rule("XT32-01")
def test_two_to_six_play() -> None:
    options = SHEET.full({})
    assert GAME_32.needs(options) == (2, 6)
    assert GAME_32.seats(options) == 6
    for seats in range(8):
        stacks = {Seat(seat): Chips(1000) for seat in range(seats)}
        if 2 <= seats <= 6:
            assert len(GAME_32.deal(options, stacks, Seat(0), stacked(ranks=RANKS_32)).state.holdings) == seats
        else:
            with pytest.raises(ValueError, match=rf"{seats} seats, needs 2 to 6 \(XT32-01\)"):
                GAME_32.deal(options, stacks, Seat(0), stacked(ranks=RANKS_32))


@pytest.mark.rule("XT32-01")
def test_seats_keep_their_numbers_where_some_are_empty() -> None:
    stacks = {Seat(5): Chips(1000), Seat(2): Chips(1000)}
    state = GAME_32.deal(SHEET.full({}), stacks, Seat(0), stacked(ranks=RANKS_32)).state
    assert [seat.seat for seat in GAME_32.table_view(state).seats] == [2, 5]
    assert GAME_32.to_act(state) == {2, 5}


@pytest.mark.rule("XT32-02")
@pytest.mark.rule("XT32-23")
def test_the_pack_has_32_cards_from_seven_up() -> None:
    cards = pack(SHEET.text("ranks"))
    assert len(set(cards)) == len(cards) == 32
    assert {card.rank for card in cards} == set(range(7, 15))
    assert SHEET.text("ranks") == RANKS_32


def test_the_defaults() -> None:
    assert SHEET.full({}) == {
        "turn_timeout_s": 25,
        "stake": 10,
        "buy_in": 1000,
        "rebuy": "auto",
        "betting_rounds": 4,
        "choice_default": "second",
        "choice_timeout_s": 15,
        "max_raises_per_round": 0,
        "suit_rule": "leading_group",
        "rake_bp": 500,
        "rake_on_fold_win": True,
        "show_after": True,
    }


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("turn_timeout_s", 4, "must be at least 5"),
        ("stake", 0, "must be at least 1"),
        ("stake", 1001, "must be at most 1000"),
        ("betting_rounds", 2, "must be at least 3"),
        ("betting_rounds", 5, "must be at most 4"),
        ("choice_default", "first", "must be one of second, lower"),
        ("choice_timeout_s", 61, "must be at most 60"),
        ("max_raises_per_round", 10, "must be at most 9"),
        ("suit_rule", "none", "must be one of leading_group, highest_card"),
        ("rake_bp", 1001, "must be at most 1000"),
        ("rake_on_fold_win", 1, "must be true or false"),
        ("allin_cap", "none", "no such option"),
    ],
)
def test_what_the_sheet_does_not_allow_is_refused(name: str, value: Any, problem: str) -> None:
    with pytest.raises(OptionsInvalid, match=f"{name}: {problem}"):
        SHEET.full({name: value})


@pytest.mark.rule("XT32-Q17b")
@pytest.mark.parametrize(("stake", "buy_in"), [(10, 199), (11, 200), (1000, 19_999), (1, 19)])
def test_who_sits_down_brings_twenty_stakes(stake: int, buy_in: int) -> None:
    options = {**SHEET.full({"stake": stake}), "buy_in": buy_in}
    with pytest.raises(OptionsInvalid) as refused:
        GAME_32.check_options(options)
    assert (refused.value.option, refused.value.problem) == ("buy_in", f"must be at least {20 * stake}")
    GAME_32.check_options({**options, "buy_in": 20 * stake})


@pytest.mark.rule("XT32-Q17")
@pytest.mark.rule("XT32-Q16")
def test_points_to_begin_with_and_points_to_be_dealt_in() -> None:
    options = SHEET.full({"stake": 25, "buy_in": 700})
    assert (GAME_32.grant(options), GAME_32.least_stack(options)) == (700, 25)


@pytest.mark.rule("XT32-Q26")
def test_how_long_a_seat_may_think() -> None:
    hand = Hand32("", choose=False)
    assert GAME_32.pace(hand.state, Seat(0)) == Pace("choice_timeout_s", personal=False)
    hand.act(0, GAME_32.fallback(hand.state, Seat(0)))
    hand.act(1, GAME_32.fallback(hand.state, Seat(1)))
    paces = []
    while hand.game.to_act(hand.state):
        paces.append(GAME_32.pace(hand.state, hand.turn))
        hand.play("to theo" if len(paces) == 1 else "theo")
    assert {pace.option for pace in paces} == {"turn_timeout_s"}
    assert all(pace.personal for pace in paces)
    assert len({pace.turn for pace in paces}) == len(paces)
    assert (SHEET.full({})["turn_timeout_s"], SHEET.full({})["choice_timeout_s"]) == (25, 15)


@pytest.mark.rule("XT28-Q17")
def test_a_decision_is_a_turn_of_its_own_whatever_others_do_meanwhile() -> None:
    hand = Hand(stacked("8s 8h 8d 8c Kd Qs Jh Ac")).play("theo")
    before = GAME.pace(hand.state, hand.turn)
    hand.leave(2)
    assert GAME.pace(hand.state, hand.turn) == before
    hand.play("to theo")
    assert GAME.pace(hand.state, hand.turn).turn > before.turn


def test_options_become_terms() -> None:
    plain = GAME_32.terms(SHEET.full({}))
    assert (plain.ante, plain.step, plain.most_steps, plain.most_raises, plain.all_in) == (10, 10, 20, 0, True)
    assert (plain.rounds, plain.first_bet, plain.down, plain.suit_rule) == (4, 1, 2, "leading_group")
    assert (plain.rake_bp, plain.rake_on_fold_win, plain.lower_by_default, plain.show_after) == (500, True, False, True)
    given: dict[str, bool | int | str] = {
        "stake": 5, "betting_rounds": 3, "choice_default": "lower", "max_raises_per_round": 2, "rake_bp": 0,
        "suit_rule": "highest_card", "rake_on_fold_win": False, "show_after": False,
    }  # fmt: skip
    other = GAME_32.terms(SHEET.full(given))
    assert (other.ante, other.step, other.most_raises, other.first_bet) == (5, 5, 2, 2)
    assert (other.suit_rule, other.rake_bp, other.rake_on_fold_win) == ("highest_card", 0, False)
    assert (other.lower_by_default, other.show_after) == (True, False)


def test_the_first_game_keeps_its_terms() -> None:
    terms = GAME.terms(GAME.sheet.full({"seat_order_origin": "button", "opener_tie": "suit", "odd_points": "one_each"}))
    assert (terms.ante, terms.step, terms.most_steps, terms.most_raises, terms.all_in) == (1, 1, 1, 2, False)
    assert (terms.from_button, terms.opener_by_suit, terms.odd_one_each, terms.suit_rule) == (True, True, True, "none")
    assert (terms.refunds, terms.rake_bp, terms.down, terms.deal_from_strongest) == (False, 0, 1, False)


def test_a_sheet_without_a_number_makes_no_game() -> None:
    with pytest.raises(KeyError):
        Stud(GAME.sheet, XT32)
    with pytest.raises(KeyError):
        Stud(SHEET, XT28)
