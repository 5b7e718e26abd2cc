"""The commands that work on a data folder: back it up, put it back, and read what was played."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated, Final, NoReturn

import msgspec
import typer
from rich.console import Console

from protocol.cards import Closed, Open
from protocol.codes import parse_code, show_code
from protocol.ids import PlayerId
from protocol.play import Event
from server.journal import backup as copying
from server.journal.damage import StoreDamaged
from server.journal.folder import FolderTaken, journal_file
from server.journal.reading import reader
from server.rules.registry import games
from server.settings import Settings
from server.table import snapshot
from server.table.entries import HandFinished
from server.table.history import OtherRules, moments
from server.table.tokens import digest
from server.table.writing import read_record

Data = Annotated[Path, typer.Option(envvar="XIBAN_DATA", file_okay=False, help="The server's data folder.")]
_REFUSALS: Final = (copying.NothingToCopy, copying.Occupied, FolderTaken, StoreDamaged, OSError)


def register(app: typer.Typer) -> None:
    """Add these commands to the command line."""
    app.command()(backup)
    app.command()(restore)
    app.command()(replay)


def backup(
    file: Annotated[Path, typer.Argument(dir_okay=False, help="Where the copy goes; must not exist.")],
    data: Data = Path("data"),
) -> None:
    """Copy all rooms into one file, also while a server uses them. The file holds secrets: keep it to yourself."""
    try:
        rooms = copying.backup(data, file)
    except _REFUSALS as error:
        _fail(str(error))
    Console(highlight=False, soft_wrap=True).print(f"{file}: {rooms} rooms")


def restore(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="A backup.")],
    data: Data = Path("data"),
) -> None:
    """Make a data folder out of a backup. Links and seats of before work again; the folder must be empty."""
    try:
        shard, rooms = copying.restore(file, data)
    except _REFUSALS as error:
        _fail(str(error))
    Console(highlight=False, soft_wrap=True).print(f"{data}: shard {shard}, {rooms} rooms. Serve it with --data {data}")


def replay(
    room: Annotated[str, typer.Option(help="The room's code.")],
    data: Data = Path("data"),
    hand: Annotated[int | None, typer.Option(min=1, help="One hand; all finished ones without this.")] = None,
    viewer: Annotated[
        str, typer.Option("--as", envvar="XIBAN_AS", help="A player's token: his own cards are shown too.")
    ] = "",
) -> None:
    """Print finished hands as they became public. Never a hand in play."""
    code = parse_code(room)
    if code is None:
        _fail("This is no room code.")
    try:
        path = journal_file(data, copying.shard_of_folder(data))
        with closing(reader(path)) as db:
            kept = db.execute("SELECT snapshot FROM rooms WHERE room=?", (code,)).fetchone()
            if kept is None:
                _fail(f"There is no room {show_code(code)} in {data}.")
            found = db.execute(
                "SELECT data FROM records WHERE id IN (SELECT max(id) FROM records WHERE room=:room AND "
                "topic='hand_finished' AND (:hand IS NULL OR hand=:hand) GROUP BY hand) ORDER BY hand",
                {"room": code, "hand": hand},
            ).fetchall()
    except (sqlite3.Error, *_REFUSALS) as error:
        _fail(str(error))
    player, sees_from = _player(kept[0], viewer)
    console = Console(highlight=False, soft_wrap=True)
    for (data_of_hand,) in found:
        finished = read_record(data_of_hand)
        if isinstance(finished, HandFinished):
            for line in _lines(finished, player if finished.hand >= sees_from else None):
                console.print(line, markup=False)
    if not found:
        console.print("No finished hand.")


def _player(kept: bytes, token: str) -> tuple[PlayerId | None, int]:
    if not token:
        return None, 0
    owner = next((one for one in snapshot.read(kept).people if one.token_hash == digest(token)), None)
    if owner is None:
        _fail("Nobody in this room has this token.")
    return owner.id, owner.sees_from


def _lines(kept: HandFinished, player: PlayerId | None) -> Iterator[str]:
    names = {int(seat): name or f"seat {seat}" for seat, name in kept.names.items()}
    yield f"Hand {kept.hand}, {kept.game}: " + ", ".join(f"{names[seat]} {kept.stacks[seat]}" for seat in kept.players)
    try:
        shown = moments(kept, games(Settings().seeds)[kept.game], player)
    except (OtherRules, KeyError):
        yield from (f"  {_words(event, names)}" for event in kept.events)
    else:
        own = ""
        for moment in shown:
            at_s = (moment.at - kept.began) / 1000
            now = "" if moment.view.you.play is None else f"   (own: {_value(moment.view.you.play, names)})"
            for event in moment.view.events:
                yield f"  {at_s:6.1f} s  {_words(event, names)}{now if now != own else ''}"
                own = now
    won = ", ".join(f"{names[seat]} {delta:+d}" for seat, delta in kept.result.deltas.items())
    yield f"  {won}" + (f", rake {kept.result.rake}" if kept.result.rake else "")


def _words(event: Event, names: dict[int, str]) -> str:
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    who = names.get(fields.pop("seat", None), "")
    told = ", ".join(_field(name, value, names) for name, value in fields.items() if _says(name, value))
    return " ".join(part for part in (f"{who}:" if who else "", _tag(event).replace("_", " "), told) if part)


def _field(name: str, value: object, names: dict[int, str]) -> str:
    match name, value:
        case (("seat" | "button" | "banker"), int()):
            return f"{name} {names.get(value, value)}"
        case "seats", tuple():
            return "seats " + ", ".join(names.get(one, str(one)) for one in value)
        case _:
            return f"{name} {_value(value, names)}"


def _value(value: object, names: dict[int, str]) -> str:
    match value:
        case Open(cards):
            return " ".join(cards)
        case Closed(count):
            return f"{count} face down"
        case msgspec.Struct():
            fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
            return " ".join(_field(name, one, names) for name, one in fields if _says(name, one))
        case dict():
            return ", ".join(f"{names.get(key, key)} {_value(one, names)}" for key, one in value.items())
        case list() | tuple():
            return ", ".join(_value(one, names) for one in value)
        case _:
            return str(value)


def _says(name: str, value: object) -> bool:
    """What a hand is called stands beside its cards on the page; here the cards are enough."""
    return name != "label" and value not in (None, "", (), False)


def _tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


def _fail(problem: str) -> NoReturn:
    Console(stderr=True).print(problem, style="red", highlight=False, soft_wrap=True)
    raise typer.Exit(1)
