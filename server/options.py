"""The options of a server: the same for ``serve`` and ``doctor``, and each an environment variable too."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from server.journal.store import Durability
from server.rooms.shards import read_shard
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


def chosen(
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
) -> Settings:
    """What these options say; one clear line and the end where one is wrong."""
    try:
        return Settings(
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
    except PublicUrlInvalid as error:
        fail(f"--public-url: {error}")
    except DirectoryInvalid as error:
        fail(f"--directory {error}")
    except ProxyInvalid as error:
        fail(f"--trusted-proxy: {error}")


def with_settings(run: Callable[[Settings], None]) -> Callable[..., None]:
    """A command that has all these options."""

    @functools.wraps(chosen)
    def command(**given: Any) -> None:
        run(chosen(**given))

    command.__name__, command.__doc__ = run.__name__, run.__doc__
    return command


def fail(problem: str) -> NoReturn:
    """Say what is wrong, and end."""
    Console(stderr=True).print(problem, style="red", highlight=False, soft_wrap=True, markup=False)
    raise typer.Exit(1)


def _shard(text: str | None) -> str | None:
    if text and read_shard(text) is None:
        fail("--shard: two characters, digits or letters without I, L, O and U")
    return read_shard(text) if text else None
