"""The rooms of this process: how they are made, found and let go."""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import msgspec
import structlog

from protocol.codes import shard_of
from protocol.ids import Millis, PlayerId, RoomCode
from protocol.inbound import CreateRoom
from protocol.web import ListedRoom
from server.cards.deck import Shuffler
from server.clock import Clock
from server.journal.replay import RoomUnreadable, revived
from server.journal.sqlite import SqliteJournal
from server.logs import told
from server.rooms.closed import ClosedRooms
from server.rooms.keys import Created, Keys, Made, asked, digest_of
from server.rooms.shards import Characters, new_code
from server.rules.game import AnyGame
from server.table.actor import TableActor
from server.table.core import TableCore, open_table
from server.table.effects import Row, RowKind
from server.table.messages import Renew, Restarted
from server.table.tokens import digest

NEVER_JOINED_MS: Final = 3_600_000
"""A room that nobody joined goes after an hour (design 7)."""
EMPTY_MS: Final = 600_000
"""A room without connections is unloaded after 10 minutes (design 7), and read back when somebody asks for it."""
EXPIRY_MS: Final = 3_600_000
"""How often records that are too old are looked for."""
SWEEP_MS: Final = 15_000
MOST_LISTED: Final = 50
"""Most rooms of one process that the first page shows."""


class GameUnknown(LookupError):
    """No such game here. ``game`` is what was asked for."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game

    def __str__(self) -> str:
        return "no such game"


class KeyConflict(Exception):
    """The client's key made another room before."""

    def __str__(self) -> str:
        return "this key was used for a room with other options"


class RoomsFull(Exception):
    """``most`` rooms are open."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most

    def __str__(self) -> str:
        return f"{self.most} rooms are open, which is all this server holds"


class Draining(Exception):
    """This node is being emptied."""

    def __str__(self) -> str:
        return "this server takes no new rooms: it is about to stop"


class RoomBusy(Exception):
    """The room cannot be read just now: later."""

    def __str__(self) -> str:
        return "this room cannot be read at the moment"


@dataclass(slots=True, frozen=True)
class Chances:
    """Where a room's chance comes from: deck orders, characters of codes, secrets."""

    shuffler: Shuffler
    characters: Characters
    token: Callable[[], str]


@dataclass(slots=True)
class _Room:
    actor: TableActor
    empty_since: Millis | None
    joined: bool = False


class Lobby:
    """Makes rooms, finds them, and watches over their tables."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        *,
        shard: str,
        journal: SqliteJournal,
        clock: Clock,
        chances: Chances,
        epoch: int,
        most_rooms: int,
        bot_wanted: Callable[[TableActor, PlayerId], None],
    ) -> None:
        self.games = games
        self.shard = shard
        self._journal = journal
        self._clock = clock
        self._chances = chances
        self._epoch = epoch
        self._most = most_rooms
        self._bot_wanted = bot_wanted
        self.draining = False
        """New rooms are made elsewhere; those that are here play on."""
        self._rooms: dict[RoomCode, _Room] = {}
        self._keys = Keys()
        self._closed = ClosedRooms(games, journal.store, chances.shuffler)
        self._asleep = journal.store.live()
        """Rooms that were in use when the process before ended, and are not read back yet."""
        self._given_up: set[RoomCode] = set()
        """Rooms that our own bug ended: they are read back without the hand in which it struck."""
        self._expiry_due = clock.now()
        journal.on_lost = self._lost
        self.on_stir: Callable[[], None] = _nobody
        """Called before a table hears anything."""
        self._log = structlog.get_logger("rooms")

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def open(self) -> bool:
        """Whether a new room would be made."""
        return not self.draining and len(self._rooms) < self._most

    def create(self, request: CreateRoom) -> Created:
        """A new room, or the one that the same request with the same key made before.

        GameUnknown, OptionsInvalid (names the option), KeyConflict, RoomsFull, Draining.
        """
        made = self._keys.get(request.key)
        if made is not None and made.created.code in self._rooms:
            if made.request != request:
                raise KeyConflict
            return made.created
        if request.key is not None and (again := self._made_before(request.key, request)) is not None:
            return again
        game = self.games.get(request.game)
        if game is None:
            raise GameUnknown(request.game)
        options = game.sheet.full(request.options)
        game.check_options(options)
        if self.draining:
            raise Draining
        if len(self._rooms) >= self._most:
            raise RoomsFull(self._most)
        created = self._open(Created(self._unused_code(), self._chances.token()), request, game, options)
        if request.key is not None:
            self._keys.remember(request.key, Made(request, created, self._clock.now()))
        return created

    def find(self, code: RoomCode) -> TableActor | None:
        """The room's table, read back where it is not here; None where there is none. Never makes one. RoomBusy."""
        room = self._rooms.get(code)
        if room is not None:
            return room.actor
        if shard_of(code) != self.shard:
            return None
        if self._journal.pending(code):
            raise RoomBusy
        return self._read_back(code)

    @property
    def actors(self) -> tuple[TableActor, ...]:
        """The tables in memory."""
        return tuple(room.actor for room in self._rooms.values())

    def read(self, code: RoomCode) -> TableCore | None:
        """The room's table to be looked at, also where it was closed. RoomBusy."""
        actor = self.find(code)
        if actor is not None:
            return actor.core
        try:
            return self._closed.find(code)
        except (RoomUnreadable, sqlite3.Error) as error:
            raise self._unreadable(code, error) from error

    def wake_some(self, most: int) -> bool:
        """Read back rooms that were in use before; whether there are more. So that their clocks and bots go on."""
        for _ in range(min(most, len(self._asleep))):
            with suppress(RoomBusy):
                self.find(self._asleep.pop(0))
        return bool(self._asleep)

    def hold(self, on: bool) -> None:
        """The journal is late, or no more: nothing is done and no time runs meanwhile."""
        for room in list(self._rooms.values()):
            if on:
                room.actor.hold()
            else:
                room.actor.release()

    def stood(self, since: Millis) -> None:
        """The process stood still from then until now, and nobody's time ran."""
        for room in list(self._rooms.values()):
            room.actor.stood(since)

    def stirs(self) -> None:
        self.on_stir()

    def listed(self) -> tuple[ListedRoom, ...]:
        """The rooms that their hosts show, fullest first: the MOST_LISTED whose tables have most people."""
        abouts = [(code, room.actor.core.summary) for code, room in self._rooms.items() if room.actor.core.listed]
        shown = sorted(abouts, key=lambda about: -about[1].people)
        return tuple(
            ListedRoom(code, about.title, about.game, about.seats, about.taken) for code, about in shown[:MOST_LISTED]
        )

    def close(self) -> None:
        """Stop all tables, as they are."""
        for room in self._rooms.values():
            room.actor.close()
        self._rooms.clear()

    def sweep(self) -> None:
        """Let go of rooms that nobody is in any more, and of keys that are too old. Called every SWEEP_MS."""
        now = self._clock.now()
        for code, room in list(self._rooms.items()):
            if room.actor.core.people:
                room.joined = True
                room.empty_since = None
            elif room.empty_since is None:
                room.empty_since = now
            elif now - room.empty_since >= (EMPTY_MS if room.joined else NEVER_JOINED_MS) and not self._journal.saving:
                self._journal.append(code, [Row(RowKind.PARKED if room.joined else RowKind.FORGOTTEN, now)])
                room.actor.close()
                self._forget(code, "empty")
        if now >= self._expiry_due and not self._journal.saving:
            self._expiry_due = Millis(now + EXPIRY_MS)
            for code in self._journal.expired():
                self._journal.append(code, [Row(RowKind.FORGOTTEN, now)])
        self._keys.forget_old(now)

    def bot_wanted(self, actor: TableActor, player: PlayerId) -> None:
        self._bot_wanted(actor, player)

    def hand_finished(self, actor: TableActor, hand: int) -> None:
        self._log.info("hand finished", room=actor.room, hand=hand)

    def fault(self, actor: TableActor, where: str, error: BaseException) -> None:
        """Our own bug."""
        self._log.error("fault", room=actor.room, where=where, **told(error))

    def retired(self, actor: TableActor) -> None:
        if actor.room in self._rooms:
            self._forget(actor.room, "closed")

    def broken(self, actor: TableActor) -> None:
        if actor.room in self._rooms:
            self._given_up.add(actor.room)
            self._forget(actor.room, "broken")

    def _lost(self, room: RoomCode) -> None:
        """The journal cannot take what this room wrote."""
        if room in self._rooms:
            self._rooms[room].actor.abandon()

    def _made_before(self, key: str, request: CreateRoom) -> Created | None:
        """The room that this key made in a process before, whose answer may never have come."""
        made = self._journal.store.made(digest_of(key))
        if made is None:
            return None
        code, before = made
        actor = self.find(code)
        if actor is None or before != asked(request) or actor.core.joined:
            raise KeyConflict
        token = self._chances.token()
        actor.tell(Renew(digest(token)))
        return Created(code, token, self._journal.appended)

    def _read_back(self, code: RoomCode) -> TableActor | None:
        # What this process slept is no news to a table that was not here: it gets back all since it was written.
        self.on_stir()
        now = self._clock.now()
        try:
            kept = self._journal.read(code)
            if kept is None:
                return None
            found = revived(
                kept,
                self.games,
                self._chances.shuffler,
                records=self._journal.store.records_of(code),
                given_up=code in self._given_up,
            )
            actor = TableActor(found.core, journal=self._journal, clock=self._clock, watch=self)
            if found.void is not None:
                actor.begin(found.records)
        except Exception as error:
            # Damage, or our own bug: it is this room's alone.
            raise self._unreadable(code, error) from error
        self._given_up.discard(code)
        if found.void is not None:
            self._log.warning("hand given up", room=code, why=found.void, **(told(found.error) if found.error else {}))
        if found.core.table.closed:
            actor.close()
            return None
        self._rooms[code] = _Room(actor, now, found.core.joined)
        self._journal.append(code, [Row(RowKind.LIVE, now)])
        actor.tell(Restarted(self._epoch))
        if self._journal.saving:
            actor.hold()
        self._log.info("room read back", room=code)
        return self.find(code)

    def _unreadable(self, code: RoomCode, error: Exception) -> RoomBusy:
        problem = {"problem": str(error)} if isinstance(error, RoomUnreadable | sqlite3.Error) else told(error)
        self._log.error("room cannot be read", room=code, **problem)
        return RoomBusy()

    def _open(
        self, created: Created, request: CreateRoom, game: AnyGame, options: dict[str, bool | int | str]
    ) -> Created:
        now = self._clock.now()
        core = open_table(
            room=created.code,
            game=game,
            options=options,
            title=request.title or "",
            epoch=self._epoch,
            creator=digest(created.token),
            shuffler=self._chances.shuffler,
            now=now,
        )
        actor = TableActor(core, journal=self._journal, clock=self._clock, watch=self)
        self._rooms[created.code] = _Room(actor, now)
        if request.key is not None:
            self._journal.append(created.code, [Row(RowKind.KEY, now, digest_of(request.key), asked(request))])
        position = actor.begin()
        self._log.info("room opened", room=created.code, game=request.game)
        return msgspec.structs.replace(created, position=position)

    def _unused_code(self) -> RoomCode:
        code = new_code(self.shard, self._chances.characters)
        while code in self._rooms or self._journal.store.has(code):
            code = new_code(self.shard, self._chances.characters)
        return code

    def _forget(self, code: RoomCode, why: str) -> None:
        del self._rooms[code]
        self._log.info("room gone", room=code, why=why)


def _nobody() -> None:
    """Nobody wants to know."""
