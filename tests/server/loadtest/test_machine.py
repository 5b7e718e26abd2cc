"""The machine's own figures."""

import resource
from pathlib import Path

import pytest

from server.loadtest import machine
from server.loadtest.machine import Usage


def test_what_a_busy_while_took() -> None:
    before = machine.usage()
    total = 0
    while machine.now() - before.at < 0.05:
        total += sum(range(1_000))
    spent = machine.spent(before)
    assert total
    assert 0.05 < spent.cpu < 1.5
    assert spent.waited is None or 0 <= spent.waited <= 1.5


def test_a_system_that_does_not_tell_who_waited(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(machine, "_WAITED", tmp_path / "nothing")
    before = machine.usage()
    assert before.waited is None
    assert machine.spent(before).waited is None


def test_parts_of_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "usage", lambda: Usage(12.0, 1.5, 0.75, 0.5))
    spent = machine.spent(Usage(10.0, 0.5, 0.25, 0.25))
    assert (spent.user, spent.system, spent.waited, spent.cpu) == (0.5, 0.25, 0.125, 0.75)


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "then"),
    [
        (1024, 4096, 500, 1024),
        (1024, 4096, 3000, 3000),
        (1024, 4096, 9000, 4096),
        (256, 256, 464, 256),
        (-1, -1, 9, None),
    ],
)
def test_files_are_allowed_as_far_as_the_hard_limit(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, wanted: int, then: int | None
) -> None:
    limits = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: limits.append(both))
    assert machine.allow_files(wanted) == then


def test_a_refused_limit_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 4096))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert machine.allow_files(1_000) == 256


def test_it_describes_itself() -> None:
    assert "Python 3." in machine.described()
    assert machine.stamp().endswith(" UTC")
