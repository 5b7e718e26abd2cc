"""What this machine gives the process."""

import gc
import sys
from pathlib import Path

import pytest

from server.web.machine import YOUNG, collect_seldom, file_limit, files_needed, in_container

if sys.platform != "win32":
    import resource


def test_a_full_house_needs_more_files_than_it_has_guests() -> None:
    assert files_needed(8_000) > 8_000 + 8_000 // 8
    assert files_needed(0) > 0


def test_as_many_files_are_asked_for_as_there_may_be() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        limit = file_limit()
        assert limit is None or limit == before[1]
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_system_that_allows_less_than_it_says_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_what: int, _limits: tuple[int, int]) -> None:
        raise ValueError

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 10_000))
    monkeypatch.setattr(resource, "setrlimit", refused)
    assert file_limit() == 256


def test_what_is_here_when_it_starts_is_not_looked_through_again() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        assert gc.get_freeze_count() > 1_000
        assert gc.get_threshold()[0] == YOUNG
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def test_no_limit_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda _: (endless, endless))
    assert file_limit() is None


def test_a_container_is_told_by_its_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    for marks in (set[str](), {"/.dockerenv"}, {"/run/.containerenv"}):
        monkeypatch.setattr(Path, "exists", lambda path, marks=marks: str(path) in marks)
        assert in_container() == bool(marks)
