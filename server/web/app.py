"""The whole server, wired on one screen."""

from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from server.bots.house import House, Pace
from server.clock import Clock, MonotonicClock, wall_seconds
from server.hub.budgets import Budgets
from server.hub.sessions import Sessions
from server.hub.tally import Tally
from server.journal.folder import Lock, lock_file, open_store
from server.journal.sqlite import InThread, RunningLoop, SqliteJournal, at_once
from server.journal.store import Store
from server.logs import RoomNames
from server.randomness import SecureShuffler, chance, new_characters, new_token
from server.rooms.directory import Advert, RoomDirectory, ShardTaken
from server.rooms.lobby import Chances, Lobby
from server.rooms.memory import MemoryDirectory
from server.rooms.presence import Presence
from server.rooms.shards import own_shard
from server.rules.registry import games
from server.settings import MEMORY, Settings, networks
from server.web.admin import Admin
from server.web.api import Api, Refusal, refused
from server.web.assets import Assets
from server.web.doors import Doors
from server.web.guard import Guard
from server.web.history import History
from server.web.http import Lounge
from server.web.links import Links
from server.web.metrics import LoopLag, Metrics
from server.web.node import listen
from server.web.pages import Pages
from server.web.preview import Previews
from server.web.proxied import Proxied
from server.web.socket import SocketEndpoint
from server.web.toll import Toll
from server.web.turnstile import Turnstile


def create_app(
    settings: Settings,
    *,
    clock: Clock | None = None,
    chances: Chances | None = None,
    names: RoomNames | None = None,
) -> Starlette:
    """Everything between the network and the tables. ``state.sessions`` is for an orderly shutdown; ``state.tally``
    counts; ``state.lost`` is called if another process turns out to have the shard. ``state.close`` is for an app that
    never ran: it lets go of the data folder, as the end of its life does.

    ValueError or OSError where the seeds or the data folder cannot be used, ShardTaken where another process uses it.
    """
    with ExitStack() as held:
        app = _wired(settings, held, clock, chances, names)
        app.state.close = held.pop_all().close
    return app


def _wired(
    settings: Settings, held: ExitStack, clock: Clock | None, chances: Chances | None, names: RoomNames | None
) -> Starlette:
    chances = chances or Chances(SecureShuffler(), new_characters, new_token)
    shard = own_shard(settings.data, chances.characters, settings.shard)
    tally, budgets = Tally(), Budgets(settings.limits)
    if settings.data is not None:
        held.callback(Lock(lock_file(settings.data, shard)).release)
    store = Store(None) if settings.data is None else open_store(settings.data, shard, settings.durability)
    held.callback(store.abandon)
    epoch, start = store.begin(wall_seconds())
    clock = clock or MonotonicClock(start)
    in_thread = settings.durability == "full" and settings.data is not None
    journal = SqliteJournal(store, RunningLoop(), InThread() if in_thread else at_once, wall_seconds)
    held.callback(journal.close)
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
    sessions = Sessions(lobby, journal, clock, chances.token, settings.most_connections, budgets, tally)
    lounge = Lounge(tally, settings, Turnstile(lambda: journal.behind))
    names = names or RoomNames()
    names.key = _log_key(store)
    process = new_characters(8)

    def adverts(beat: int) -> tuple[Advert, ...]:
        return (
            Advert(
                shard=shard,
                address=settings.public_base or "",
                process=process,
                epoch=epoch,
                beat=beat,
                open=lobby.open,
                rooms=lobby.listed(),
            ),
        )

    presence = Presence(open_directory(settings, clock), adverts, lambda taken: app.state.lost(taken))
    links = Links(settings)
    toll = Toll(budgets, clock, tally)
    api = Api(lobby, sessions, journal, presence, links, toll)
    history = History(api, store)
    assets = Assets(settings.client_web)
    pages = Pages(assets, lobby, presence, links, Previews(settings.client_web, links), toll)

    lag = LoopLag()
    metrics = Metrics(
        lobby=lobby, sessions=sessions, lounge=lounge, journal=journal, presence=presence, tally=tally, lag=lag
    )
    metrics_sock = None if settings.metrics_port is None else listen(settings.metrics_host, settings.metrics_port)
    if metrics_sock is not None:
        held.callback(metrics_sock.close)
    doors = Doors(metrics, lag, metrics_sock, Admin(lobby, sessions, names), settings.data)

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        try:
            presence.start()
            sessions.start()
            await doors.open()
            yield
            await doors.close()
            await sessions.close()
            await presence.close()
        finally:
            app.state.close()

    app = Starlette(
        routes=[
            Route("/", pages.first),
            Route("/r/{code}", pages.table),
            Route("/s/{shard}/r/{code}", pages.table),
            Route("/away", pages.away),
            Route("/rules/{game}", pages.rules),
            Route("/hands", pages.hands),
            Route("/api/rooms", api.create_room, methods=["POST"]),
            Route("/api/rooms", api.listed),
            Route("/api/rooms/{code}", api.room),
            Route("/s/{shard}/api/rooms", api.create_room, methods=["POST"]),
            Route("/s/{shard}/api/rooms/{code}", api.room),
            Route("/s/{shard}/api/rooms/{code}/hands", history.hands),
            Route("/s/{shard}/api/rooms/{code}/hands/{hand}", history.hand),
            Route("/s/{shard}/api/rooms/{code}/book", history.book),
            Route("/api/games", api.games),
            Route("/api/games/{game}", api.game),
            Route("/api/qr", api.qr, methods=["POST"]),
            Route("/healthz", api.alive),
            Route("/readyz", api.ready),
            WebSocketRoute("/s/{shard}/ws", SocketEndpoint(sessions, lounge.turnstile).serve),
            Route("/static/{path:path}", assets.serve),
        ],
        middleware=[
            Middleware(Proxied, trusted=networks(settings.trusted_proxies)),
            Middleware(Guard, public_host=settings.public_host, tally=tally),
        ],
        exception_handlers={Refusal: refused, 404: pages.missing, 405: pages.missing},
        lifespan=life,
    )
    app.state.sessions = sessions
    app.state.shard = shard
    app.state.tally = tally
    app.state.lounge = lounge
    app.state.lost = _nothing
    return app


def open_directory(settings: Settings, clock: Clock) -> RoomDirectory:
    """The directory that the settings name."""
    if settings.directory == MEMORY:
        return MemoryDirectory(clock)
    # Late: it is a fifth of what a start imports, and one node alone needs none of it.
    from server.rooms.redis import RedisDirectory

    return RedisDirectory(settings.directory)


def _log_key(store: Store) -> bytes:
    """Kept with the data, so that a room has one name in all logs."""
    key = store.meta("log_key")
    if key is None:
        key = new_token()
        store.set_meta("log_key", key)
    return key.encode()


def _nothing(_taken: ShardTaken) -> None:
    """Nobody wants to know."""
