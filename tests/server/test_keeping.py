"""The commands on a data folder: what they print, what they refuse, and that no hand in play is ever shown."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from protocol.codes import show_code
from server.cli import app
from server.journal.folder import journal_file, open_store
from server.rooms.shards import own_shard
from tests.support.journal import WALL_S
from tests.support.table import HOST_TOKEN, ROOM, Bench


def run(*words: str, **environment: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words), env={"COLUMNS": "200", **environment})
    return result.exit_code, result.output


def played(data: Path, bench: Bench) -> None:
    """Write what happened at a table into a data folder."""
    store = open_store(data, own_shard(data, lambda _: ROOM[:2]), "process")
    store.write([(ROOM, bench.rows)], WALL_S)
    store.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A room with one finished hand, and another in play."""
    bench = Bench.begun()
    bench.finish()
    bench.wait(8_000)
    bench.theo(2)
    assert bench.table().hand == 2
    played(tmp_path / "data", bench)
    return tmp_path / "data"


def test_a_finished_hand_is_printed_as_it_became_public(data: Path) -> None:
    code, text = run("replay", "--data", str(data), "--room", show_code(ROOM))
    assert code == 0
    assert "Hand 1, xi-to-28: Lan 100, Tú 100, Hà 100, Minh 100" in text
    assert "Lan:" in text
    assert "anted seats Lan, Tú, Hà, Minh, amount 1" in text
    assert re.search(r"won payout seat (Lan|Tú|Hà|Minh) amount \d+", text)
    assert "own:" not in text
    assert "Hand 2" not in text
    before_showdown = text[: text.index("showdown")] if "showdown" in text else text
    assert "8c" not in before_showdown.split("\n")[2], "the hole cards of the deal"


def test_with_a_token_ones_own_cards_are_shown_from_the_start(data: Path) -> None:
    code, text = run("replay", "--data", str(data), "--room", ROOM, "--hand", "1", XIBAN_AS=HOST_TOKEN)
    assert code == 0
    assert "own:" in text
    assert HOST_TOKEN not in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--room", "nonsense"), "no room code"),
        (("--room", "ZZZZZZZZZZ"), "There is no room"),
        (("--room", ROOM, "--as", "nobodys-token"), "Nobody in this room"),
    ],
)
def test_what_cannot_be_shown_is_one_clear_line(words: tuple[str, ...], said: str, data: Path) -> None:
    code, text = run("replay", "--data", str(data), *words)
    assert code == 1
    assert said in text
    assert "Traceback" not in text


def test_a_hand_in_play_is_never_shown(data: Path) -> None:
    assert run("replay", "--data", str(data), "--room", ROOM, "--hand", "2")[1].strip() == "No finished hand."


def test_a_folder_goes_into_a_file_and_comes_back(data: Path, tmp_path: Path) -> None:
    copy, elsewhere = tmp_path / "copy.db", tmp_path / "elsewhere"
    assert run("backup", str(copy), "--data", str(data)) == (0, f"{copy}: 1 rooms\n")
    code, text = run("restore", str(copy), "--data", str(elsewhere))
    assert code == 0
    assert f"shard {ROOM[:2]}, 1 rooms" in text
    assert journal_file(elsewhere, ROOM[:2]).exists()
    assert "Hand 1" in run("replay", "--data", str(elsewhere), "--room", ROOM)[1]


def test_refusals_are_one_clear_line(data: Path, tmp_path: Path) -> None:
    for words, said in (
        (("backup", str(tmp_path / "copy.db"), "--data", str(tmp_path)), "no journal"),
        (("restore", str(journal_file(data, ROOM[:2])), "--data", str(data)), "exists already"),
    ):
        code, text = run(*words)
        assert code == 1
        assert said in text
        assert "Traceback" not in text
