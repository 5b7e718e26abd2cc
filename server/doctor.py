"""``xiban doctor``: what is wrong with a set-up, before friends find out, and what mends it."""

import asyncio
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, Literal, NamedTuple

from server.clock import wall_seconds
from server.journal.folder import FolderTaken, Lock, journal_file, lock_file
from server.journal.reading import reader
from server.rooms.directory import DirectoryAway
from server.rooms.shards import ShardUnreadable, read_shard
from server.settings import MEMORY, Settings
from server.web.machine import file_limit, files_needed
from server.web.node import PortTaken, listen

LEAST_DISK_BYTES: Final = 200 * 1024 * 1024
MOST_SKEW_S: Final = 5
_THIS_CENTURY: Final = range(1_700_000_000, 4_100_000_000)
_SAVE: Final = "Restore a backup, or start the server: it saves what can be read, and keeps the damaged file."
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class Finding(NamedTuple):
    """One thing that was looked at. ``mend``: what to do, where something is to be done."""

    level: Literal["fine", "look", "bad"]
    what: str
    mend: str = ""


def examine(settings: Settings) -> list[Finding]:
    """All findings for a server with these settings that is not running now."""
    return [
        *_port("port", settings.host, settings.port),
        *([] if settings.metrics_port is None else _port("metrics port", settings.metrics_host, settings.metrics_port)),
        *_data(settings.data),
        *_directory(settings),
        *_clock(),
        *_files(settings.most_connections),
        *_reach(settings),
    ]


def _port(name: str, host: str, port: int) -> Iterator[Finding]:
    try:
        listen(host, port).close()
    except PortTaken:
        yield Finding("bad", f"The {name} {port} is in use.", "Is a server running already? Else choose another.")
    except OSError as error:
        yield Finding("bad", f"Cannot listen at {host}:{port}: {error}.", "Choose an address of this machine.")
    else:
        yield Finding("fine", f"The {name} {port} is free.")


def _data(data: Path | None) -> Iterator[Finding]:
    if data is None:
        yield Finding("look", "No data folder: tables end with the process.", "Give one with --data.")
        return
    if not data.is_dir():
        yield Finding("fine", f"The data folder {data} will be made at the first start.")
        return
    try:
        probe = data / ".doctor"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        yield Finding("bad", f"Cannot write into {data}: {error}.", f"Give it to this user: chown -R $(id -un) {data}")
        return
    if sys.platform != "win32" and data.stat().st_mode & _OTHERS:
        yield Finding("look", f"Others may read {data}, which holds the cards in play.", f"chmod -R go= {data}")
    free = shutil.disk_usage(data).free
    if free < LEAST_DISK_BYTES:
        yield Finding("bad", f"{free // 1024**2} MiB of disk are left: tables stop when it is full.", "Make room.")
    yield from _journal(data)


def _journal(data: Path) -> Iterator[Finding]:
    shards = sorted(path.stem for path in data.glob("*.db") if read_shard(path.stem) == path.stem)
    kept = data / "shard"
    shard = read_shard(kept.read_text(errors="replace")) if kept.is_file() else None
    if kept.is_file() and shard is None:
        yield Finding("bad", f"{ShardUnreadable(kept)}.", f"Write the name of the .db file into it: {shards}")
        return
    if shard is None and shards:
        mend = f"echo {shards[0]} > {kept}" if len(shards) == 1 else f"Write one of {shards} into {kept}."
        yield Finding("bad", f"{data} has journals and no file that says which is served: a new one would begin.", mend)
        return
    if shard is None or not journal_file(data, shard).is_file():
        yield Finding("fine", f"The data folder {data} is empty.")
        return
    try:
        Lock(lock_file(data, shard)).release()
    except FolderTaken:
        yield Finding("fine", f"A server uses {data} now, so its journal is not looked into.")
        return
    yield from _file(journal_file(data, shard))


def _file(path: Path) -> Iterator[Finding]:
    if sys.platform != "win32" and path.stat().st_mode & _OTHERS:
        yield Finding("look", f"Others may read {path}, which holds the cards in play.", f"chmod go= {path}")
    if path.with_name(f"{path.name}-wal").is_file():
        yield Finding("fine", f"The journal {path} lies there with its -wal file, as after a crash: both are read.")
        return
    try:
        problem, clean = _read(path)
    except sqlite3.DatabaseError as error:
        yield Finding("bad", f"SQLite cannot read {path}: {error}.", _SAVE)
        return
    if problem != "ok":
        yield Finding("bad", f"{path} is damaged: {problem}.", _SAVE)
    elif not clean:
        yield Finding(
            "bad",
            f"{path} was copied from a running server, without {path.name}-wal: the newest hands are missing.",
            "Copy with `xiban backup`, or copy the -wal file too.",
        )
    else:
        yield Finding("fine", f"The journal {path} can be read.")


def _read(path: Path) -> tuple[str, bool]:
    """What SQLite finds wrong with the file, and whether its last server ended in good order."""
    # Read as it lies there: opened in the usual way, a missing file beside it would be made anew.
    with closing(reader(path, unchanging=True)) as db:
        problem = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        row = db.execute("SELECT value FROM meta WHERE key='clean'").fetchone() if "meta" in tables else None
    return problem, row is not None and row[0] == "yes"


def _directory(settings: Settings) -> Iterator[Finding]:
    if settings.directory == MEMORY:
        yield Finding("fine", "One node alone: no directory is needed.")
        return
    try:
        skew = asyncio.run(_skew(settings.directory))
    except DirectoryAway as error:
        mend = "Is Redis running, and the address right? Tables do without it; links to other nodes do not."
        yield Finding("bad", f"Redis cannot be used: {error}.", mend)
        return
    if abs(skew) > MOST_SKEW_S:
        yield Finding("look", f"This clock and Redis's are {abs(skew):.0f} s apart.", "Let both follow a time server.")
    else:
        yield Finding("fine", "Redis answers.")


async def _skew(url: str) -> float:
    from server.rooms.redis import RedisDirectory

    directory = RedisDirectory(url)
    try:
        # Everything that a node does with it, but for writing.
        await directory.adverts()
        await directory.find("00")
        return await directory.time_s() - wall_seconds()
    finally:
        await directory.close()


def _clock() -> Iterator[Finding]:
    if wall_seconds() in _THIS_CENTURY:
        yield Finding("fine", "The clock is in this century.")
    else:
        yield Finding("bad", "The clock is wrong by years.", "Set it: later starts must have later times.")


def _files(most_connections: int) -> Iterator[Finding]:
    limit, needed = file_limit(), files_needed(most_connections)
    if limit is None or limit >= needed:
        yield Finding("fine", f"A full house needs {needed} open files, and may have them.")
    else:
        fitting = max(1, (limit - files_needed(0)) * 8 // 9)
        mend = f"ulimit -n {needed} (LimitNOFILE= of a systemd unit), or --max-connections {fitting}."
        yield Finding("bad", f"A full house needs {needed} open files; {limit} are allowed.", mend)


def _reach(settings: Settings) -> Iterator[Finding]:
    if settings.public_url is None:
        yield Finding("look", "No public URL: friends outside this network have no link.", "docs/friends-outside.md")
    elif settings.limits == "home":
        yield Finding("look", "A public URL with limits for a home.", "--limits public where strangers can reach it.")
    if settings.public_url is not None and settings.public_url.startswith("https") and not settings.trusted_proxies:
        mend = "--trusted-proxy with the address of what does TLS in front."
        yield Finding("look", "Behind TLS, and no proxy is trusted: all friends count as one address.", mend)
