"""The sets of options that other tests play through really hold every pair."""

from itertools import combinations, product

import pytest

from server.rules.game import AnyGame
from server.rules.sheet import OptionsInvalid
from tests.support.pairwise import Options, Pairwise, covered, pairs, values
from tests.support.table import GAMES

AMOUNTS = {
    "start_points", "topup_below", "stake", "buy_in", "min_bet", "max_bet", "mult_xi_ban", "mult_xi_dach",
    "mult_ngu_linh",
}  # fmt: skip
"""Only these forbid each other anything."""


def allowed(game: AnyGame, row: Options) -> bool:
    try:
        game.check_options(row)
    except OptionsInvalid:
        return False
    return True


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_two_values_meet_unless_the_game_forbids_it(name: str) -> None:
    game = GAMES[name]
    made = Pairwise(game)
    every = {
        pair
        for first, second in combinations(game.sheet.options, 2)
        for one, other in product(values(first), values(second))
        for pair in pairs({first.name: one, second.name: other})
    }
    assert covered(made.rows) | made.impossible == every
    assert all(game.sheet.full(row) == row and allowed(game, row) for row in made.rows)
    amounts = [option for option in game.sheet.options if option.name in AMOUNTS]
    possible = covered(
        row
        for chosen in product(*(values(option) for option in amounts))
        if allowed(game, row := game.sheet.full({}) | dict(zip([one.name for one in amounts], chosen, strict=True)))
    )
    assert not made.impossible & possible
    assert len(made.rows) < 40


def test_an_integer_is_tried_at_its_bounds_and_its_default() -> None:
    options = {option.name: values(option) for option in GAMES["xi-dach"].sheet.options}
    assert options["max_seats"] == [2, 5, 10]
    assert options["con_min"] == [14, 16]
    assert options["allow_show"] == [True, False]
    assert options["ngu_linh_min"] == [16, 0]
