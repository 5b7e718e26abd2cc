"""The command ``xiban``."""

import asyncio
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Annotated

import segno
import typer
from rich.console import Console
from rich.markup import escape

from server import keeping, logs, rooms_cli, rulebook
from server.clock import MonotonicClock
from server.journal.folder import FolderTaken
from server.journal.schema import SchemaTooNew
from server.loadtest.cli import loadtest
from server.options import fail, with_settings
from server.rooms.claim import claim
from server.rooms.directory import DirectoryAway, ShardTaken
from server.rulebook import Language
from server.rules.registry import games
from server.settings import Settings
from server.web.app import create_app, open_directory
from server.web.links import lan_base
from server.web.machine import Heap, file_limit, in_container
from server.web.node import Node, PortTaken, listen

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)

keeping.register(app)


@app.callback()
def xiban() -> None:
    """A self-hosted, real-time table for Vietnamese card games."""


@app.command()
@with_settings
def serve(settings: Settings) -> None:
    """Serve tables until Ctrl+C."""
    names = logs.RoomNames()
    logs.set_up(people=sys.stderr.isatty(), names=names)
    file_limit()
    with ExitStack() as refused:
        try:
            app = create_app(settings, names=names)
            refused.callback(app.state.close)
            asyncio.run(_claim(settings, app.state.shard))
            sock = listen(settings.host, settings.port)
        except PortTaken as error:
            option = "--port" if error.port == settings.port else "--metrics-port"
            fail(f"Port {error.port} is taken: choose another with {option}.")
        except (ShardTaken, FolderTaken, SchemaTooNew, OSError, ValueError) as error:
            fail(str(error))
        refused.pop_all()
    _greet(settings, sock.getsockname()[1])
    node = Node(app, heap=Heap())
    with suppress(KeyboardInterrupt):
        node.run(sockets=[sock])
    if node.taken is not None:
        fail(str(node.taken))


@app.command()
@with_settings
def doctor(settings: Settings) -> None:
    """Look for what would go wrong with these options, and say what mends it. Give it the options of serve."""
    # Late: a server that starts needs nothing of this.
    from server.doctor import examine

    marks = {"fine": "[green]fine[/green]", "look": "[yellow]look[/yellow]", "bad": "[red]bad [/red]"}
    console = Console(highlight=False, soft_wrap=True)
    findings = examine(settings)
    for finding in findings:
        console.print(marks[finding.level], escape(finding.what))
        if finding.mend:
            console.print("    ", escape(finding.mend))
    if any(finding.level == "bad" for finding in findings):
        raise typer.Exit(1)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="Which game; without one: which there are.")] = "",
    lang: Annotated[Language, typer.Option(help="vi or en.")] = "vi",
) -> None:
    """Print the rules of a game: what tables choose, and every clause."""
    known = games(Settings().seeds)
    if game not in known:
        fail(f"Games: {', '.join(sorted(known))}.")
    Console(highlight=False).print(rulebook.page(known[game].sheet, lang))


@app.command(name="schema")
def write_schema(folder: Annotated[Path, typer.Argument(file_okay=False, help="Where the files go.")]) -> None:
    """Write the protocol as JSON Schema and TypeScript declarations."""
    from protocol import schema

    folder.mkdir(parents=True, exist_ok=True)
    for name, document in schema.json_schemas().items():
        (folder / name).write_bytes(document)
    (folder / "protocol.d.ts").write_text(schema.typescript(), encoding="utf-8")


app.add_typer(rooms_cli.rooms, name="rooms")
app.command()(loadtest)


def main() -> None:
    """The console script."""
    app()


async def _claim(settings: Settings, shard: str) -> None:
    """Wait until nobody else says that they serve this shard; ShardTaken if somebody alive does."""
    directory = open_directory(settings, MonotonicClock())
    say = Console(stderr=True, highlight=False, soft_wrap=True).print
    try:
        await claim(
            directory,
            shard,
            asyncio.sleep,
            lambda: say(f"Shard {shard} is still announced, perhaps by a process that crashed: waiting up to 10 s."),
        )
    except DirectoryAway as error:
        say(f"Going on alone for now: {error}.")
    finally:
        await directory.close()


def _greet(settings: Settings, port: int) -> None:
    """The links to open, and a picture of the one for phones."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"Xiban: [bold]http://localhost:{port}[/bold]")
    outside = settings.public_base
    alone = in_container()
    lan = None if alone else lan_base(settings, port)
    if lan is not None:
        console.print(f"Friends in this network: [bold]{lan}[/bold]")
    if outside is not None:
        console.print(f"Friends outside: [bold]{outside}[/bold]")
    if alone and outside is None:
        console.print("Friends: set XIBAN_PUBLIC_URL to how they reach this machine, such as http://192.168.1.20:8000")
    link = outside or lan
    if link is not None and "utf" in (sys.stdout.encoding or "").lower():
        segno.make_qr(link, error="l").terminal(compact=True, border=2)
    console.print("Ctrl+C ends it.")
