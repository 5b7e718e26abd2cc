"""The whole server, wired on one screen."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route, WebSocketRoute

from server.bots.house import House, Pace
from server.clock import Clock, MonotonicClock, wall_seconds
from server.hub.sessions import Sessions
from server.journal.memory import MemoryJournal
from server.randomness import SecureShuffler, chance, new_characters, new_token
from server.rooms.directory import Advert, RoomDirectory
from server.rooms.lobby import Chances, Lobby
from server.rooms.memory import MemoryDirectory
from server.rooms.shards import own_shard
from server.rules.registry import games
from server.settings import Settings
from server.web.api import Api, Refusal, refused
from server.web.guard import Guard
from server.web.links import Links
from server.web.pages import Assets, Pages
from server.web.preview import Previews
from server.web.socket import SocketEndpoint


def create_app(settings: Settings, *, clock: Clock | None = None, chances: Chances | None = None) -> Starlette:
    """Everything between the network and the tables. ``state.sessions`` is for an orderly shutdown.

    ValueError or OSError where the seeds or the data folder cannot be used.
    """
    clock = clock or MonotonicClock()
    chances = chances or Chances(SecureShuffler(), new_characters, new_token)
    epoch = wall_seconds()
    shard = own_shard(settings.data, chances.characters)
    journal = MemoryJournal(_at_the_end_of_this_tick)
    house = House(play=chance, pause=chance, pace=Pace(settings.bot_least_ms, settings.bot_most_ms))
    lobby = Lobby(
        games(settings.seeds),
        shard=shard,
        journal=journal,
        clock=clock,
        chances=chances,
        epoch=epoch,
        most_rooms=settings.most_rooms,
        bot_wanted=house.play,
    )
    sessions = Sessions(lobby, journal, clock, chances.token, settings.most_connections)
    directory: RoomDirectory = MemoryDirectory()
    advert = Advert(shard, settings.public_base or "", process=new_characters(8), epoch=epoch)
    links = Links(settings)
    api = Api(lobby, sessions, links)
    pages = Pages(settings.client_web, lobby, directory, Previews(settings.client_web, links))

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        await directory.publish(advert)
        sessions.start()
        yield
        await sessions.close()
        lobby.close()
        await directory.withdraw(advert)

    app = Starlette(
        routes=[
            Route("/", pages.first),
            Route("/r/{code}", pages.table),
            Route("/rules/{game}", pages.rules),
            Route("/hands", pages.hands),
            Route("/api/rooms", api.create_room, methods=["POST"]),
            Route("/api/rooms", api.listed),
            Route("/api/rooms/{code}", api.room),
            Route("/api/games", api.games),
            Route("/api/qr", api.qr, methods=["POST"]),
            Route("/healthz", api.alive),
            Route("/readyz", api.ready),
            WebSocketRoute("/s/{shard}/ws", SocketEndpoint(sessions).serve),
            Mount("/static", Assets(directory=settings.client_web)),
        ],
        middleware=[Middleware(Guard, public_host=settings.public_host)],
        exception_handlers={Refusal: refused, 404: pages.missing, 405: pages.missing},
        lifespan=life,
    )
    app.state.sessions = sessions
    return app


def _at_the_end_of_this_tick(call: Callable[[], None]) -> object:
    return asyncio.get_running_loop().call_soon(call)
