"""What the terminal shows, and what it never shows."""

import json
import logging
import re
from collections.abc import Iterator

import pytest
import structlog

from server import logs

SECRET = "As Kh seat-token"


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """Logging as a server sets it up, and as it was before."""
    root, web = logging.getLogger(), logging.getLogger("uvicorn")
    before = (root.handlers[:], root.level, web.level)
    yield capsys
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    web.setLevel(before[2])
    structlog.reset_defaults()


def fail() -> None:
    raise ValueError(SECRET)


def test_machines_get_json(lines: pytest.CaptureFixture[str]) -> None:
    logs.set_up(people=False, names=logs.RoomNames(b"key"))
    structlog.get_logger("rooms").info("room opened", room="K7Q2M9XDT4")
    line = json.loads(lines.readouterr().err)
    assert (line["event"], line["level"]) == ("room opened", "info")
    assert re.fullmatch(r"K7~[0-9a-f]{8}", line["room"])


def test_a_room_has_one_name_for_each_key() -> None:
    names = logs.RoomNames(b"key")
    assert names("K7Q2M9XDT4") == names("K7Q2M9XDT4") != names("K7Q2M9XDT5")
    assert logs.RoomNames()("K7Q2M9XDT4") == "K7~?"
    assert names("K7Q2M9XDT4") != logs.RoomNames(b"yek")("K7Q2M9XDT4")
    assert len({names(f"K7{number:08}") for number in range(2_000)}) == 2_000


def test_people_get_lines(lines: pytest.CaptureFixture[str]) -> None:
    logs.set_up(people=True, names=logs.RoomNames(b"key"))
    structlog.get_logger("rooms").info("room opened", room="K7Q2M9XDT4")
    shown = lines.readouterr().err
    assert "room opened" in shown
    assert "Q2M9" not in shown


@pytest.mark.parametrize("people", [True, False])
def test_a_line_stays_a_line(lines: pytest.CaptureFixture[str], people: bool) -> None:
    logs.set_up(people=people, names=logs.RoomNames(b"key"))
    structlog.get_logger("a").info("told", why='x\n2026-01-01 {"event": "forged"}\r\x1b[2J')
    assert lines.readouterr().err.count("\n") == 1


@pytest.mark.case("B134")
@pytest.mark.parametrize("people", [True, False])
def test_an_error_is_told_by_kind_and_place_alone(lines: pytest.CaptureFixture[str], people: bool) -> None:
    logs.set_up(people=people, names=logs.RoomNames(b"key"))
    try:
        fail()
    except ValueError as error:
        structlog.get_logger("a").error("ours", **logs.told(error))
        logging.getLogger("uvicorn.error").exception("theirs")
    shown = lines.readouterr().err
    assert SECRET not in shown
    assert shown.count("ValueError") == 2
    assert shown.count("test_logs.py") >= 2


@pytest.mark.case("B134")
def test_requests_are_not_logged(lines: pytest.CaptureFixture[str]) -> None:
    logs.set_up(people=False, names=logs.RoomNames(b"key"))
    logging.getLogger("uvicorn.error").info("GET /r/K7Q2M9XDT4")
    assert lines.readouterr().err == ""
