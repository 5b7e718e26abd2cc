"""The command ``xiban``."""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import segno
import typer
from rich.console import Console

from protocol import schema
from server import keeping, logs, rooms_cli, rulebook
from server.clock import MonotonicClock
from server.journal.folder import FolderTaken
from server.journal.schema import SchemaTooNew
from server.journal.store import Durability
from server.loadtest.cli import loadtest
from server.rooms.claim import claim
from server.rooms.directory import DirectoryAway, ShardTaken
from server.rooms.shards import read_shard
from server.rulebook import Language
from server.rules.registry import games
from server.settings import (
    MEMORY,
    MOST_CONNECTIONS,
    MOST_ROOMS,
    PORT,
    DirectoryInvalid,
    Preset,
    ProxyInvalid,
    PublicUrlInvalid,
    Settings,
)
from server.web.app import create_app, open_directory
from server.web.links import lan_base
from server.web.node import Node, PortTaken, listen

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False)

keeping.register(app)


@app.callback()
def xiban() -> None:
    """A self-hosted, real-time table for Vietnamese card games."""


@app.command()
def serve(
    host: Annotated[str, typer.Option(envvar="XIBAN_HOST", help="Address to listen on.")] = "0.0.0.0",  # noqa: S104
    port: Annotated[int, typer.Option(envvar="XIBAN_PORT", min=0, max=65535, help="Port; 0 takes a free one.")] = PORT,
    data: Annotated[
        Path | None, typer.Option(envvar="XIBAN_DATA", file_okay=False, help="Folder for what outlives a restart.")
    ] = None,
    durability: Annotated[
        Durability, typer.Option(envvar="XIBAN_DURABILITY", help="What an answer survives: process or full (power).")
    ] = "process",
    public_url: Annotated[
        str | None, typer.Option(envvar="XIBAN_PUBLIC_URL", help="How friends outside reach this server.")
    ] = None,
    shard: Annotated[
        str | None,
        typer.Option(
            envvar="XIBAN_SHARD", help="Two characters that this server's room codes begin with; drawn once by default."
        ),
    ] = None,
    directory: Annotated[
        str,
        typer.Option(
            envvar="XIBAN_DIRECTORY", help="Where several nodes find each other: memory (one alone), or redis://..."
        ),
    ] = MEMORY,
    limits: Annotated[
        Preset, typer.Option(envvar="XIBAN_LIMITS", help="How much one address may ask for: home, or public.")
    ] = "home",
    trusted_proxy: Annotated[
        str,
        typer.Option(
            envvar="XIBAN_TRUSTED_PROXY",
            help="Addresses and networks, with commas between them, whose X-Forwarded-For counts; nobody's by default.",
        ),
    ] = "",
    metrics_host: Annotated[
        str, typer.Option(envvar="XIBAN_METRICS_HOST", help="Address where /metrics answers: this machine by default.")
    ] = "127.0.0.1",
    metrics_port: Annotated[
        int | None,
        typer.Option(envvar="XIBAN_METRICS_PORT", min=0, max=65535, help="Port of /metrics; without one: none."),
    ] = None,
    max_rooms: Annotated[int, typer.Option(envvar="XIBAN_MAX_ROOMS", min=1, help="Most open rooms.")] = MOST_ROOMS,
    max_connections: Annotated[
        int, typer.Option(envvar="XIBAN_MAX_CONNECTIONS", min=1, help="Most open sockets.")
    ] = MOST_CONNECTIONS,
    bot_least_ms: Annotated[
        int, typer.Option(envvar="XIBAN_BOT_LEAST_MS", min=0, help="Shortest thought of a bot.")
    ] = 900,
    bot_most_ms: Annotated[
        int, typer.Option(envvar="XIBAN_BOT_MOST_MS", min=0, help="Longest thought of a bot.")
    ] = 2_200,
) -> None:
    """Serve tables until Ctrl+C."""
    names = logs.RoomNames()
    logs.set_up(people=sys.stderr.isatty(), names=names)
    try:
        settings = Settings(
            host=host,
            port=port,
            data=data,
            public_url=public_url or None,
            shard=_shard(shard),
            directory=directory or MEMORY,
            durability=durability,
            limits=limits,
            trusted_proxies=trusted_proxy,
            metrics_host=metrics_host,
            metrics_port=metrics_port,
            most_rooms=max_rooms,
            most_connections=max_connections,
            bot_least_ms=bot_least_ms,
            bot_most_ms=max(bot_least_ms, bot_most_ms),
        )
        app = create_app(settings, names=names)
        asyncio.run(_claim(settings, app.state.shard))
        sock = listen(host, port)
    except PublicUrlInvalid as error:
        _fail(f"--public-url: {error}")
    except DirectoryInvalid as error:
        _fail(f"--directory {error}")
    except ProxyInvalid as error:
        _fail(f"--trusted-proxy: {error}")
    except (ShardTaken, FolderTaken, SchemaTooNew) as error:
        _fail(str(error))
    except PortTaken as error:
        option = "--port" if error.port == port else "--metrics-port"
        _fail(f"Port {error.port} is taken: choose another with {option}.")
    except OSError as error:
        _fail(str(error))
    except ValueError as error:
        _fail(str(error))
    _greet(settings, sock.getsockname()[1])
    node = Node(app)
    with suppress(KeyboardInterrupt):
        node.run(sockets=[sock])
    if node.taken is not None:
        _fail(str(node.taken))


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="Which game; without one: which there are.")] = "",
    lang: Annotated[Language, typer.Option(help="vi or en.")] = "vi",
) -> None:
    """Print the rules of a game: what tables choose, and every clause."""
    known = games(Settings().seeds)
    if game not in known:
        _fail(f"Games: {', '.join(sorted(known))}.")
    Console(highlight=False).print(rulebook.page(known[game].sheet, lang))


@app.command(name="schema")
def write_schema(folder: Annotated[Path, typer.Argument(file_okay=False, help="Where the files go.")]) -> None:
    """Write the protocol as JSON Schema and TypeScript declarations."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in schema.json_schemas().items():
        (folder / name).write_bytes(document)
    (folder / "protocol.d.ts").write_text(schema.typescript(), encoding="utf-8")


app.add_typer(rooms_cli.rooms, name="rooms")
app.command()(loadtest)


def main() -> None:
    """The console script."""
    app()


def _shard(text: str | None) -> str | None:
    if text and read_shard(text) is None:
        _fail("--shard: two characters, digits or letters without I, L, O and U")
    return read_shard(text) if text else None


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


def _fail(problem: str) -> NoReturn:
    Console(stderr=True).print(problem, style="red", highlight=False, soft_wrap=True)
    raise typer.Exit(1)


def _greet(settings: Settings, port: int) -> None:
    """The links to open, and a picture of the one for phones."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"Xiban: [bold]http://localhost:{port}[/bold]")
    outside = settings.public_base
    lan = lan_base(settings, port)
    if lan is not None:
        console.print(f"Friends in this network: [bold]{lan}[/bold]")
    if outside is not None:
        console.print(f"Friends outside: [bold]{outside}[/bold]")
    link = outside or lan
    if link is not None and "utf" in (sys.stdout.encoding or "").lower():
        segno.make_qr(link, error="l").terminal(compact=True, border=2)
    console.print("Ctrl+C ends it.")
