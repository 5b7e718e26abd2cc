"""A table between hands, as it is kept: everything but the hand, because cards are never written (Card is no struct).

Taken right before each deal, when a room opens, and after a fault has voided a hand.
"""

from typing import Final

import msgspec

from protocol.events import AnyEvent, Said
from protocol.ids import Millis, PlayerId, RoomCode, Seat
from protocol.views import Phase
from server.cards.deck import Shuffler
from server.rules.game import AnyGame
from server.table.entries import LedgerKind
from server.table.ledger import Ledger
from server.table.people import People, Person
from server.table.seating import Chair, Seating
from server.table.state import Banking, Options, Pausing, Returning, Table
from server.table.timing import Countdown

FORMAT: Final = 1
"""Raised when a field changes its meaning; new fields get defaults instead."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """See the fields of Table; ``rules_version`` and ``parameters`` are those of the sheet it was played by."""

    format: int = FORMAT
    room: RoomCode
    game: str
    rules_version: int
    parameters: str
    options: Options
    title: str
    epoch: int
    now: Millis
    people: list[Person]
    revoked: list[str]
    next_id: int
    chairs: list[Chair]
    sat: int
    balances: dict[PlayerId, int]
    totals: list[tuple[PlayerId, LedgerKind, int]]
    later: Options
    host: PlayerId | None
    locked: bool
    ask: bool
    listed: bool
    closed: bool
    phase: Phase
    hands: int
    button: Seat | None
    voids: int
    countdown: Countdown
    result_until: Millis | None
    bank: Banking
    idle: int
    pause: Pausing | None
    returning: Returning | None
    gifts: dict[PlayerId, PlayerId]
    version: int
    log: dict[int, list[AnyEvent]]
    chat: list[Said]

    def __repr__(self) -> str:
        return f"<Snapshot of {self.hands} hands>"


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Snapshot)


def taken(t: Table) -> bytes:
    """The table without its hand."""
    sheet = t.game.sheet
    return _ENCODER.encode(
        Snapshot(
            room=t.room,
            game=sheet.game,
            rules_version=sheet.rules_version,
            parameters=sheet.fingerprint(),
            options=t.options,
            title=t.title,
            epoch=t.epoch,
            now=t.now,
            people=list(t.people),
            revoked=list(t.people.revoked),
            next_id=t.people.next_id,
            chairs=t.seating.chairs,
            sat=t.seating.sat,
            balances=dict(t.ledger.balances),
            totals=[(player, kind, total) for (player, kind), total in t.ledger.totals.items()],
            later=t.later,
            host=t.host,
            locked=t.locked,
            ask=t.ask,
            listed=t.listed,
            closed=t.closed,
            phase=t.phase,
            hands=t.hands,
            button=t.button,
            voids=t.voids,
            countdown=t.countdown,
            result_until=t.result_until,
            bank=t.bank,
            idle=t.idle,
            pause=t.pause,
            returning=t.returning,
            gifts=t.gifts,
            version=t.version,
            log=t.log,
            chat=t.chat,
        )
    )


def read(data: bytes) -> Snapshot:
    """What ``taken`` wrote; MsgspecError where it is damaged or of another format."""
    snapshot = _DECODER.decode(data)
    if snapshot.format != FORMAT:
        raise msgspec.ValidationError(f"snapshot of format {snapshot.format}")
    return snapshot


def restored(snapshot: Snapshot, game: AnyGame, shuffler: Shuffler) -> Table:
    """The table as it was."""
    return Table(
        room=snapshot.room,
        game=game,
        shuffler=shuffler,
        options=snapshot.options,
        title=snapshot.title,
        epoch=snapshot.epoch,
        now=snapshot.now,
        people=People(snapshot.people, snapshot.revoked, snapshot.next_id),
        seating=Seating(snapshot.chairs, snapshot.sat),
        ledger=Ledger(snapshot.balances, {(player, kind): total for player, kind, total in snapshot.totals}),
        later=snapshot.later,
        host=snapshot.host,
        locked=snapshot.locked,
        ask=snapshot.ask,
        listed=snapshot.listed,
        closed=snapshot.closed,
        phase=snapshot.phase,
        hands=snapshot.hands,
        button=snapshot.button,
        voids=snapshot.voids,
        countdown=snapshot.countdown,
        result_until=snapshot.result_until,
        bank=snapshot.bank,
        idle=snapshot.idle,
        pause=snapshot.pause,
        returning=snapshot.returning,
        gifts=snapshot.gifts,
        version=snapshot.version,
        log=snapshot.log,
        chat=snapshot.chat,
    )
