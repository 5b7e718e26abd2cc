"""A sheet read, checked and completed."""

from pathlib import Path

import msgspec
import pytest

from server.rules.sheet import OptionsInvalid, RuleSheet, load
from tests.support.seeds import SEEDS

SHEET = load(SEEDS / "xi-to-28.toml")
TEXT = (SEEDS / "xi-to-28.toml").read_text(encoding="utf-8")


def changed(tmp_path: Path, old: str, new: str) -> RuleSheet:
    assert TEXT.count(old) >= 1
    path = tmp_path / "xi-to-28.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return load(path)


def test_the_clauses_are_all_there_in_both_languages() -> None:
    numbers = [f"XT28-{number:02}" for number in range(1, 27)] + [f"HAND-{number:02}" for number in range(1, 6)]
    assert [clause.id for clause in SHEET.clauses] == numbers
    texts = [clause.words for clause in SHEET.clauses]
    texts += [words for option in SHEET.options for words in (option.words, option.help)]
    texts += [choice.words for option in SHEET.options for choice in option.choices]
    assert all(words.vi.strip() and words.en.strip() and words.vi != words.en for words in texts)


def test_nothing_given_gives_the_defaults() -> None:
    assert SHEET.full({}) == {
        "turn_timeout_s": 20,
        "rebuy": "auto",
        "start_points": 100,
        "topup_below": 9,
        "seat_order_origin": "seat0",
        "opener_tie": "seat_order",
        "odd_points": "all_to_first",
        "show_after": True,
    }


def test_what_is_given_is_kept_and_the_rest_completed() -> None:
    assert SHEET.full({"turn_timeout_s": 5, "show_after": False}) == {
        **SHEET.full({}),
        "turn_timeout_s": 5,
        "show_after": False,
    }


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("fill_with_bots", True, "no such option"),
        ("turn_timeout_s", 4, "must be at least 5"),
        ("turn_timeout_s", 121, "must be at most 120"),
        ("turn_timeout_s", True, "must be a whole number"),
        ("turn_timeout_s", "20", "must be a whole number"),
        ("show_after", 1, "must be true or false"),
        ("rebuy", True, "must be a text"),
        ("rebuy", "never", "must be one of auto, host_approves, off"),
        ("topup_below", 8, "must be at least 9"),
    ],
)
def test_what_the_sheet_does_not_allow_is_refused_by_name(name: str, value: bool | int | str, problem: str) -> None:
    with pytest.raises(OptionsInvalid) as refused:
        SHEET.full({"start_points": 50, name: value})
    assert (refused.value.option, refused.value.problem) == (name, problem)
    assert str(refused.value) == f"{name}: {problem}"


def test_parameters_have_their_types() -> None:
    assert SHEET.number("ante") == 1
    assert SHEET.text("ranks") == "89TJQKA"
    with pytest.raises(KeyError):
        SHEET.number("blinds")
    with pytest.raises(TypeError):
        SHEET.number("ranks")
    with pytest.raises(TypeError):
        SHEET.text("ante")


def test_the_fingerprint_changes_with_what_decides_and_with_nothing_else(tmp_path: Path) -> None:
    assert len(SHEET.fingerprint()) == 16
    assert changed(tmp_path, "ante = 1", "ante = 2").fingerprint() != SHEET.fingerprint()
    assert changed(tmp_path, "rules_version = 1", "rules_version = 2").fingerprint() != SHEET.fingerprint()
    assert changed(tmp_path, "There is no rake.", "No rake.").fingerprint() == SHEET.fingerprint()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "XT28-02"', 'id = "XT28-01"'),
        ('name = "rebuy"', 'name = "turn_timeout_s"'),
        ("default = 20", "default = 200"),
        ('default = "auto"', 'default = "always"'),
        ("least = 5", "at_least = 5"),
        ("words.en = ", "words.fr = "),
        ("rules_version = 1", 'rules_version = "1"'),
        ("[parameters]", "[parameters"),
    ],
)
def test_an_unsound_sheet_is_never_loaded(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises((ValueError, msgspec.ValidationError)):
        changed(tmp_path, old, new)
