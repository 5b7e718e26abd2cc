"""``xiban rooms``: talks to the running server through a file in its data folder."""

import contextlib
import http.client
import socket
from pathlib import Path
from typing import Annotated, Final, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from protocol.codes import show_code
from protocol.ids import RoomCode
from server.web.admin import FILE, CloseOrder, DrainOrder, RoomLines

PATIENCE_S: Final = 5.0
rooms = typer.Typer(help="See, close and empty the rooms of a running server.", no_args_is_help=True)
Data = Annotated[
    Path, typer.Option("--data", envvar="XIBAN_DATA", file_okay=False, help="The data folder of the running server.")
]
_DATA: Final = Path("data")


@rooms.command("list")
def list_rooms(data: Data = _DATA, json: Annotated[bool, typer.Option(help="For programs.")] = False) -> None:
    """Which rooms are in memory. A code opens its room: show them to nobody."""
    answer = _ask(data, "GET", "/rooms")
    if json:
        Console(soft_wrap=True, highlight=False).print(answer.decode(), markup=False)
    else:
        _show(answer)


@rooms.command("close")
def close_room(code: Annotated[str, typer.Argument(help="The room's code.")], data: Data = _DATA) -> None:
    """End a room. A hand in play is void, and its points go back."""
    _ask(data, "POST", "/rooms/close", CloseOrder(code))
    Console().print("Closed.")


@rooms.command("drain")
def drain(
    data: Data = _DATA, off: Annotated[bool, typer.Option("--off", help="Take new rooms again.")] = False
) -> None:
    """Send new rooms to the other nodes; those that are here play on. Then stop the server when nobody is left."""
    _show(_ask(data, "POST", "/drain", DrainOrder(not off)))


def _ask(data: Path, method: str, path: str, order: msgspec.Struct | None = None) -> bytes:
    connection = http.client.HTTPConnection("localhost", timeout=PATIENCE_S)
    connection.sock = _connected(data)
    with contextlib.closing(connection):
        connection.request(method, path, None if order is None else msgspec.json.encode(order))
        answer = connection.getresponse()
        body = answer.read()
    if answer.status != 200:
        _fail(body.decode().strip())
    return body


def _connected(data: Path) -> socket.socket:
    if not hasattr(socket, "AF_UNIX"):
        _fail("This system has no sockets in its file system, which this command needs.")
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    sock.settimeout(PATIENCE_S)
    try:
        sock.connect(str(data / FILE))
    except OSError as error:
        sock.close()
        _fail(f"No server answers at {data / FILE} ({type(error).__name__}). Is it running with --data {data}?")
    return sock


def _show(answer: bytes) -> None:
    found = msgspec.json.decode(answer, type=RoomLines)
    state = "draining: new rooms are made elsewhere" if found.draining else "open"
    console = Console(highlight=False)
    console.print(f"Shard {found.shard}, {state}. {len(found.rooms)} rooms, {found.connections} connections.")
    if not found.rooms:
        return
    table = Table("code", "in the log", "game", "state", "hand", "seats", "people", "title", box=None, pad_edge=False)
    for room in found.rooms:
        listed = " (listed)" if room.listed else ""
        about = [show_code(RoomCode(room.code)), room.log, room.game, room.phase, str(room.hand)]
        # A title is somebody's words: no markup of it is carried out.
        table.add_row(*about, f"{room.taken}/{room.seats}", str(room.people), _plain(room.title + listed))
    console.print(table)


def _plain(text: str) -> str:
    return text.replace("[", "\\[")


def _fail(problem: str) -> NoReturn:
    Console(stderr=True).print(problem, style="red", highlight=False, soft_wrap=True, markup=False)
    raise typer.Exit(1)
