"""The engine as the table drives it: options, seats, clocks, fallbacks, leaving."""

import pytest

from protocol.games.xi_dach import Draw, EndTurn, Settled, SkipBet, Stand, TurnTo
from protocol.ids import Chips, Seat
from server.rules.game import Pace
from server.rules.sheet import OptionsInvalid
from tests.server.rules.xi_dach.hand import GAME, Hand, deck


@pytest.mark.rule("XD-02")
@pytest.mark.rule("XD-Q01")
def test_seats() -> None:
    options = GAME.sheet.full({})
    assert GAME.needs(options) == (2, 5)
    assert GAME.seats(options) == 5
    assert GAME.needs(GAME.sheet.full({"max_seats": 10})) == (2, 10)
    for seats in (1, 6):
        stacks = {Seat(seat): Chips(100) for seat in range(seats)}
        with pytest.raises(ValueError, match="XD-02"):
            GAME.deal(options, stacks, Seat(0), deck("2c 3c", []))


@pytest.mark.rule("XD-03")
@pytest.mark.rule("XD-Q03")
def test_the_banker_is_named_by_the_table() -> None:
    assert GAME.has_banker
    stacks = {Seat(seat): Chips(100) for seat in (1, 2)}
    with pytest.raises(ValueError, match="XD-03"):
        GAME.deal(GAME.sheet.full({}), stacks, Seat(0), deck("2c 3c", []))
    for rotation in ("fixed", "every_hand"):
        options = GAME.sheet.full({"banker_rotation": rotation})
        for banker in stacks:
            state = GAME.deal(options, stacks, banker, deck("2c 3c", [])).state
            assert (state.banker.seat, [con.seat for con in state.cons]) == (banker, [3 - banker])


@pytest.mark.rule("XD-Q05")
@pytest.mark.rule("XD-Q04")
def test_points() -> None:
    options = GAME.sheet.full({})
    assert (GAME.grant(options), GAME.least_stack(options)) == (1000, 10)
    assert GAME.least_stack(GAME.sheet.full({"mult_xi_ban": 4, "min_bet": 20})) == 80
    assert GAME.grant(GAME.sheet.full({"buy_in": 300})) == 300


@pytest.mark.rule("XD-Q05")
@pytest.mark.parametrize(
    ("given", "option", "problem"),
    [
        ({"min_bet": 101}, "min_bet", "at most max_bet"),
        ({"max_bet": 9}, "min_bet", "at most max_bet"),
        ({"buy_in": 99}, "buy_in", "at least max_bet"),
        ({"buy_in": 100, "min_bet": 30, "mult_ngu_linh": 4}, "buy_in", "at least 120"),
    ],
)
def test_options_that_clash_are_refused_with_a_reason(given: dict[str, int], option: str, problem: str) -> None:
    with pytest.raises(OptionsInvalid, match=problem) as refused:
        GAME.check_options(GAME.sheet.full(given))
    assert refused.value.option == option


def test_options_that_just_fit() -> None:
    GAME.check_options(GAME.sheet.full({"min_bet": 100, "buy_in": 100}))
    GAME.check_options(GAME.sheet.full({"buy_in": 120, "min_bet": 30, "mult_ngu_linh": 4}))


@pytest.mark.rule("XD-Q32")
@pytest.mark.rule("XD-Q33")
@pytest.mark.rule("XD-Q05")
def test_how_long_one_may_think() -> None:
    hand = Hand("2c 3h", ["2d 3d", "Td 8d"], "4c 9h Ks 5c Kh", stakes=None)
    assert {GAME.pace(hand.state, seat) for seat in GAME.to_act(hand.state)} == {Pace("bet_timeout_s", personal=False)}
    hand.bet(2, 10).bet(1, 10)
    assert GAME.pace(hand.state, Seat(2)) == Pace("turn_timeout_s", turn=1, step=2)
    hand.show(1).show(2)
    assert GAME.pace(hand.state, Seat(2)) == Pace("turn_timeout_s", turn=1, step=2)
    hand.play("draw draw stand stand draw draw")
    assert GAME.pace(hand.state, Seat(0)) == Pace("banker_timeout_s", turn=1, step=4)
    hand = Hand("Tc 7h", ["Td 6d", "Ts 8d"]).play("stand stand").inspect(2)
    assert GAME.pace(hand.state, Seat(0)) == Pace("banker_timeout_s", turn=1, step=3)


@pytest.mark.rule("XD-Q32")
@pytest.mark.case("B084")
@pytest.mark.case("B-XD-21")
@pytest.mark.parametrize(
    ("two", "draws", "cards"),
    [("2d 3d", "4c 5c 6c", 5), ("Td 5d", "2c", 3), ("Td 6d", "", 2), ("Td 5d", "9h", 3), ("Ad 5d", "", 2)],
)
def test_the_clock_draws_a_con_to_his_age(two: str, draws: str, cards: int) -> None:
    hand = Hand("Tc 8h", [two, "Ts 8d"], draws)
    while hand.turn == 2:
        hand.act(2, GAME.fallback(hand.state, Seat(2)))
    assert len(hand.state.cons[0].cards) == cards


@pytest.mark.case("B068")
def test_at_17_the_clock_stands_and_at_13_it_draws() -> None:
    assert GAME.fallback(Hand("Tc 8h", ["Td 7d"]).state, Seat(1)) == Stand()
    assert GAME.fallback(Hand("Tc 8h", ["Td 3d"]).state, Seat(1)) == Draw()


@pytest.mark.rule("XD-Q33")
def test_the_clock_draws_the_banker_to_his_age_and_settles_everybody() -> None:
    hand = Hand("2c 4h", ["Td 8d", "9d 9s"], "3c Ts").play("stand stand")
    for expected in (Draw(), Draw(), EndTurn()):
        assert GAME.fallback(hand.state, Seat(0)) == expected
        hand.act(0, expected)
    assert [hand.points(seat) for seat in (2, 1)] == [-10, -10]


@pytest.mark.rule("XD-Q34")
@pytest.mark.rule("XD-Q35")
@pytest.mark.case("B-XD-46")
@pytest.mark.case("B-XD-47")
@pytest.mark.case("B-XD-49")
@pytest.mark.case("B-XD-53")
def test_leaving_changes_nothing_once_cards_are_dealt() -> None:
    """Con on turn, con who stood and would lose, banker: the hand is played out for them."""
    hand = Hand("Tc 8h", ["Td 7d", "9d 4d"], "2c 9h").play("stand")
    before = hand.state
    for seat in (0, 1, 2):
        step = GAME.leave(hand.state, Seat(seat))
        assert step.state is before
        assert step.events == ()
    hand.by_clock()
    assert hand.points(2) == -10
    assert len(hand.all(Settled)) == 2
    assert [event.seat for event in hand.all(TurnTo)] == [2, 1, 0]


def test_leaving_of_the_banker_and_of_strangers_while_stakes_are_laid() -> None:
    hand = Hand(stakes=None)
    for seat in (0, 4):
        assert GAME.leave(hand.state, Seat(seat)).state is hand.state
    assert GAME.fallback(hand.state, Seat(1)) == SkipBet()


def test_a_hand_that_runs_has_no_result() -> None:
    assert not Hand().over
    assert Hand().play("stand end").over
