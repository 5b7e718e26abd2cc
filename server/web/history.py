"""What was played in a room: its finished hands, each as the asker saw it, and its book.

The token comes in a header and never in a URL; nothing of this is stored on the way (no-store).
"""

import csv
import io
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from protocol import web
from protocol.codec import encode
from protocol.ids import PlayerId
from server.journal.store import Store
from server.table import entries
from server.table.entries import HandFinished, LedgerEntry, Named
from server.table.history import OtherRules, line, moments
from server.table.ledger import HOUSE
from server.table.people import Person
from server.table.state import Table
from server.table.tokens import digest
from server.table.writing import read_record
from server.web.api import Api, Refusal

LINES: Final = 100
"""Finished hands in one answer."""
_NO_STORE: Final = {"cache-control": "no-store"}
_FIRST: Final = 1_000_000_000


class History:
    """Endpoints under ``/s/{shard}/api/rooms/{code}``; who has the code of a room may read what was public in it."""

    def __init__(self, api: Api, store: Store) -> None:
        self._api = api
        self._store = store

    async def hands(self, request: Request) -> Response:
        """``GET .../hands``, with ``?before=N`` for older ones."""
        table = (await self._api.core(request)).table
        before = _number(request.query_params.get("before", str(_FIRST)))
        found = self._store.newest(table.room, "hand_finished", before, LINES + 1)
        lines = tuple(line(_hand(data), ended_s) for ended_s, data in found[:LINES])
        return _json(web.Hands(lines, more=len(found) > LINES, you=_id(_asker(request, table))))

    async def hand(self, request: Request) -> Response:
        """``GET .../hands/{hand}``"""
        table = (await self._api.core(request)).table
        number = _number(request.path_params["hand"])
        asker = _asker(request, table)
        found = self._store.newest(table.room, "hand_finished", number + 1, 1)
        kept = _hand(found[0][1]) if found else None
        if kept is None or kept.hand != number:
            raise Refusal(404, "hand_unknown", "no finished hand of this number")
        # Who holds the token now may not have been dealt the hand (rules.md 7.4).
        viewer = asker.id if asker is not None and number >= asker.sees_from else None
        try:
            shown = tuple(moments(kept, table.game, viewer))
        except OtherRules:
            shown = ()
        return _json(web.HandShown(line(kept, found[0][0]), shown, kept.events))

    async def book(self, request: Request) -> Response:
        """``GET .../book``; ``?format=csv`` for a spreadsheet."""
        table = (await self._api.core(request)).table
        book = self._book(table, _id(_asker(request, table)))
        if request.query_params.get("format") == "csv":
            return Response(_csv(book), media_type="text/csv", headers=_NO_STORE)
        return _json(book)

    def _book(self, table: Table, you: PlayerId) -> web.Book:
        names = {HOUSE: ("", False)}
        posted = []
        for wall_s, data in self._store.records(table.room):
            match read_record(data):
                case Named(_, player, name, bot):
                    names[player] = (name, bot)
                case LedgerEntry(_, kind, hand, postings):
                    posted.append(web.BookEntry(kind, hand, wall_s, dict(postings)))
                case _:
                    pass
        ledger = table.ledger
        accounts = [
            web.Account(
                player,
                *names.get(player, ("", False)),
                balance=balance,
                grants=balance - ledger.total(player, "result"),
                result=ledger.total(player, "result"),
            )
            for player, balance in sorted(ledger.balances.items())
        ]
        return web.Book(tuple(accounts), tuple(posted), you)


def _asker(request: Request, table: Table) -> Person | None:
    """Who asks, by the token; None where there is none. Refusal where the room does not know it."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if not token:
        return None
    person = table.people.of_token(digest(token)) if scheme.lower() == "bearer" else None
    if person is None:
        raise Refusal(401, "token_unknown", "no such token in this room")
    return person


def _id(asker: Person | None) -> PlayerId:
    return PlayerId(0) if asker is None else asker.id


def _hand(data: bytes) -> HandFinished:
    entry: entries.AnyEntry = read_record(data)
    if not isinstance(entry, HandFinished):
        raise msgspec.ValidationError("not a finished hand")
    return entry


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text[:12]) <= _FIRST:
        raise Refusal(400, "bad_message", "expected the number of a hand")
    return int(text)


def _csv(book: web.Book) -> str:
    out = io.StringIO()
    write = csv.writer(out)
    write.writerow(["time", "hand", "kind", "player", "name", "points"])
    names = {account.player: account.name for account in book.accounts}
    for entry in book.entries:
        for player, points in entry.postings.items():
            write.writerow([entry.at_s, entry.hand, entry.kind, player, _cell(names.get(player, "")), points])
    return out.getvalue()


def _cell(name: str) -> str:
    """A name that a spreadsheet would take for a formula is not one."""
    return f"'{name}" if name[:1] in {"=", "+", "-", "@"} else name


def _json(value: msgspec.Struct) -> Response:
    return Response(encode(value), media_type="application/json", headers=_NO_STORE)
