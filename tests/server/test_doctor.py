"""``xiban doctor``: every fault is found, and the word that mends it is given."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server import cli, doctor
from server.clock import wall_seconds
from server.doctor import Finding, examine
from server.settings import Settings
from server.web.node import listen
from tests.support.redis import free_port, redis_server
from tests.support.server import serving


def found(level: str = "", **settings: object) -> list[Finding]:
    """What it says of this, on a port that is free."""
    about = {"host": "127.0.0.1", "port": free_port(), **settings}
    findings = examine(Settings(**about))  # type: ignore[arg-type]
    return [one for one in findings if not level or one.level == level]


def only_bad(**settings: object) -> Finding:
    bad = found("bad", **settings)
    assert len(bad) == 1, bad
    assert bad[0].mend
    return bad[0]


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A data folder whose server ended in good order."""
    with serving(data=tmp_path / "data") as server:
        server.create()
    return tmp_path / "data"


def test_a_healthy_set_up_is_fine(played: Path) -> None:
    assert found("bad", data=played) == []
    assert any("can be read" in one.what for one in found(data=played))
    assert found("bad", data=played.parent / "none yet") == []
    assert found("bad") == []


def test_a_taken_port() -> None:
    with listen("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        assert only_bad(port=port).what == f"The port {port} is in use."
        assert only_bad(metrics_port=port).what == f"The metrics port {port} is in use."
    assert "Cannot listen at 192.0.2.1" in only_bad(host="192.0.2.1").what


def test_a_folder_that_cannot_be_written(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_path: Path, _data: bytes) -> int:
        raise PermissionError("no")

    monkeypatch.setattr(Path, "write_bytes", refused)
    assert "Cannot write" in only_bad(data=played).what


def test_a_full_disk(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_DISK_BYTES", 2**62)
    assert "of disk are left" in only_bad(data=played).what


def test_files_that_others_may_read(played: Path) -> None:
    db = next(played.glob("*.db"))
    db.chmod(0o644)
    played.chmod(0o755)
    looks = [one.what for one in found("look", data=played)]
    assert sum("Others may read" in what for what in looks) == 2


@pytest.mark.parametrize("with_wal", [True, False])
def test_a_journal_that_was_copied_from_a_running_server(tmp_path: Path, with_wal: bool) -> None:
    live, copy = tmp_path / "live", tmp_path / "copy"
    with serving(data=live) as server:
        server.create()
        ignored = shutil.ignore_patterns("*.lock", "*.sock", *([] if with_wal else ["*-wal", "*-shm"]))
        shutil.copytree(live, copy, ignore=ignored)
        assert any("A server uses" in one.what for one in found(data=live))
    if with_wal:
        assert found("bad", data=copy) == []
    else:
        assert "without" in only_bad(data=copy).what
        assert "xiban backup" in only_bad(data=copy).mend


def test_a_lone_file_and_a_damaged_one(played: Path) -> None:
    db = next(played.glob("*.db"))
    (played / "shard").write_text("?")
    assert "does not hold a shard" in only_bad(data=played).what
    (played / "shard").unlink()
    assert only_bad(data=played).mend == f"echo {db.stem} > {played / 'shard'}"
    (played / "shard").write_text(db.stem)
    with db.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 8_000)
    assert only_bad(data=played).what.startswith((f"SQLite cannot read {db}", f"{db} is damaged"))
    db.write_bytes(b"no database at all" * 100)
    assert "SQLite cannot read" in only_bad(data=played).what


def test_redis_that_is_away_or_lives_in_another_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = {"public_url": "https://cards.example", "trusted_proxies": "127.0.0.1", "limits": "public"}
    away = only_bad(directory=f"redis://user:hush@127.0.0.1:{free_port()}", **about)
    assert "Redis cannot be used" in away.what
    assert "hush" not in repr(away)
    with redis_server(tmp_path) as server:
        assert any(one.what == "Redis answers." for one in found(directory=server.url, **about))
        assert found("look", directory=server.url, data=tmp_path / "none", **about) == []
        monkeypatch.setattr(doctor, "wall_seconds", lambda: wall_seconds() + 3_600)
        assert "s apart" in found("look", directory=server.url, data=tmp_path / "none", **about)[0].what


def test_a_clock_of_another_century(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "wall_seconds", lambda: 86_400)
    assert "wrong by years" in only_bad().what


def test_too_few_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "file_limit", lambda: 4_096)
    bad = only_bad()
    assert "4096 are allowed" in bad.what
    fitting = int(bad.mend.split()[-1].rstrip("."))
    assert found("bad", most_connections=fitting) == []
    assert found("bad", most_connections=fitting + 100)


def test_what_is_open_to_the_world_should_know() -> None:
    looks = " ".join(one.what for one in found("look", public_url="https://cards.example"))
    assert "limits for a home" in looks
    assert "no proxy is trusted" in looks


def test_the_command_says_it_in_lines_and_by_its_exit_code(tmp_path: Path) -> None:
    run = CliRunner()
    with listen("127.0.0.1", 0) as other:
        port = str(other.getsockname()[1])
        arguments = ["doctor", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path / "[red]")]
        result = run.invoke(cli.app, arguments)
    assert result.exit_code == 1
    assert f"bad  The port {port} is in use." in result.output
    assert "[red]" in result.output
    assert run.invoke(cli.app, ["doctor", "--host", "127.0.0.1", "--port", str(free_port())]).exit_code == 0
