"""The sheet of xì dách: every clause, every option of rules.md 7.6 with its values."""

import pytest

from server.cards.deck import pack
from server.rules.sheet import OptionsInvalid
from tests.server.rules.xi_dach.hand import SHEET

DEFAULTS = {
    "turn_timeout_s": 20, "rebuy": "auto", "max_seats": 5, "min_bet": 10, "max_bet": 100, "buy_in": 1000,
    "bet_timeout_s": 20, "banker_timeout_s": 30, "banker_rotation": "fixed", "ace_mode": "free",
    "ten_makes_xidach": True, "con_min": 16, "banker_min_2cards": 16, "banker_min_3plus": 16,
    "inspect_timing": "finished_only", "ngu_linh_min": 16, "both_bust": "push", "allow_dan_non": True,
    "non_vs_banker_quac": "win", "overdraw": "refuse", "den_28": "banker", "mult_xi_ban": 1, "mult_xi_dach": 1,
    "mult_ngu_linh": 1, "reveal_banker_at_end": True, "allow_show": True,
}  # fmt: skip


def test_the_clauses_are_all_there_in_both_languages() -> None:
    assert [clause.id for clause in SHEET.clauses] == [f"XD-{number:02}" for number in range(1, 39)]
    texts = [clause.words for clause in SHEET.clauses]
    texts += [words for option in SHEET.options for words in (option.words, option.help)]
    texts += [choice.words for option in SHEET.options for choice in option.choices]
    assert all(words.vi.strip() and words.en.strip() for words in texts)


@pytest.mark.rule("XD-01")
def test_the_pack() -> None:
    whole = pack(SHEET.text("ranks"))
    assert len(set(whole)) == len(whole) == 52


def test_the_options_and_their_defaults() -> None:
    assert SHEET.full({}) == DEFAULTS


@pytest.mark.rule("XD-Q01")
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("max_seats", (2, 10)), ("con_min", (14, 16)), ("banker_min_2cards", (15, 16)), ("banker_min_3plus", (15, 16)),
        ("mult_xi_ban", (1, 4)), ("mult_xi_dach", (1, 4)), ("mult_ngu_linh", (1, 4)), ("turn_timeout_s", (5, 120)),
        ("bet_timeout_s", (5, 120)), ("banker_timeout_s", (5, 120)),
    ],
)  # fmt: skip
def test_numbers_have_bounds(name: str, values: tuple[int, int]) -> None:
    for value in values:
        assert SHEET.full({name: value})[name] == value
    for value in (values[0] - 1, values[1] + 1):
        with pytest.raises(OptionsInvalid):
            SHEET.full({name: value})


@pytest.mark.rule("XD-Q03")
@pytest.mark.rule("XD-Q10")
@pytest.mark.rule("XD-Q14")
@pytest.mark.rule("XD-Q17")
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("rebuy", ("auto", "host_approves", "off")),
        ("banker_rotation", ("fixed", "every_hand")),
        ("ace_mode", ("free", "by_count", "one_or_ten", "western")),
        ("inspect_timing", ("finished_only", "banker_turn_only", "any")),
        ("ngu_linh_min", (16, 0)),
        ("both_bust", ("push", "banker_wins")),
        ("non_vs_banker_quac", ("win", "push", "lose")),
        ("overdraw", ("refuse", "allow_and_penalise")),
        ("den_28", ("banker", "off")),
    ],
)
def test_choices_are_those_of_the_rules(name: str, values: tuple[int | str, ...]) -> None:
    option = next(option for option in SHEET.options if option.name == name)
    assert tuple(choice.value for choice in option.choices) == values
    assert option.default == values[0]
    for value in values:
        assert SHEET.full({name: value})[name] == value
    with pytest.raises(OptionsInvalid, match="must be one of"):
        SHEET.full({name: 8 if isinstance(values[0], int) else "other"})
