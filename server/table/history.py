"""Finished hands: how one is kept, and how it is shown again, by whom one was at the time and never to more eyes.

A kept hand holds the deck and the moves. It is played again by the same engine, and shown by the same views as live:
so nobody can see now what he could not see then.
"""

from collections import deque
from collections.abc import Iterator

from protocol.events import HandBegan, HandEnded
from protocol.games import AnyYou
from protocol.ids import Chips, Millis, PlayerId, Seat
from protocol.outbound import View
from protocol.play import Event
from protocol.views import Bank, SeatView, TableView, YouView
from protocol.web import HandLine, Moment
from server.cards.deck import arranged, pack
from server.rules.game import AnyGame, Step
from server.table.entries import HandFinished
from server.table.state import Hand, Table


class OtherRules(Exception):
    """The hand was played by rules that this server does not have any more: only what was told of it is left."""

    def __str__(self) -> str:
        return "this hand was played by an earlier version of the rules"


def finished(t: Table, hand: Hand) -> HandFinished:
    """The hand on the table, which is over."""
    result = t.game.result(hand.state)
    if result is None:
        raise ValueError("the hand is not over")
    names = {seat: "" if (one := t.people.get(player)) is None else one.name for seat, player in hand.players.items()}
    return HandFinished(
        at=t.now,
        hand=hand.number,
        game=t.game.sheet.game,
        parameters=t.game.sheet.fingerprint(),
        options=hand.options,
        players=dict(hand.players),
        names=names,
        stacks=hand.stacks,
        button=hand.button,
        began=hand.began,
        order=hand.order,
        moves=tuple(hand.moves),
        events=tuple(t.log.get(hand.number, ())),
        result=result,
    )


def moments(kept: HandFinished, game: AnyGame, viewer: PlayerId | None) -> list[Moment]:
    """The hand step by step, as ``viewer`` (None: somebody who was not dealt in) saw it. OtherRules.

    Complete views, numbered from 1, at the instants of the hand; nobody is asked anything in them.
    """
    seat = next((seat for seat, player in kept.players.items() if player == viewer), None)
    shown = []
    told = deque(kept.events)
    ended = False
    for number, (at, step) in enumerate(_steps(kept, game), start=1):
        over = game.result(step.state) is not None
        table = _table(kept, game, step, over=over)
        own = None if seat is None else game.you_view(step.state, seat)
        head: tuple[Event, ...] = (HandBegan(kept.hand, kept.button),) if number == 1 else ()
        tail: tuple[Event, ...] = (HandEnded(kept.hand, dict(kept.result.deltas)),) if over and not ended else ()
        ended = over
        events = _until(told, (*head, *step.events, *tail))
        shown.append(Moment(at, View(number, 0, table, events, _you(kept, seat, own))))
    return shown


def _until(told: deque[Event], events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What the game told in one step, and before it the table: whose time was up, who went away."""
    found = []
    for event in events:
        while event in told and (before := told.popleft()) != event:
            found.append(before)
        found.append(event)
    return tuple(found)


def _steps(kept: HandFinished, game: AnyGame) -> Iterator[tuple[Millis, Step[object]]]:
    if kept.parameters != game.sheet.fingerprint():
        raise OtherRules
    deck = arranged(pack(str(game.sheet.parameters["ranks"])), kept.order)
    step = game.deal(kept.options, kept.stacks, kept.button, deck)
    yield kept.began, step
    for move in kept.moves:
        if move.action is None:
            step = game.leave(step.state, move.seat)
        else:
            step = game.apply(step.state, move.seat, move.action)
        yield move.at, step


def _table(kept: HandFinished, game: AnyGame, step: Step[object], *, over: bool) -> TableView:
    count = max(kept.players) + 1
    return TableView(
        title="",
        game=kept.game,
        options=kept.options,
        later={},
        hand=kept.hand,
        phase="result" if over else "playing",
        waiting=None,
        seats=tuple(_seat(kept, Seat(number), over=over) for number in range(count)),
        host=None,
        locked=False,
        ask=False,
        requests=(),
        watchers=0,
        pause=None,
        starts=None,
        clocks=(),
        play=game.table_view(step.state),
        bank=Bank(kept.button) if game.has_banker else None,
    )


def _seat(kept: HandFinished, seat: Seat, *, over: bool) -> SeatView:
    player = kept.players.get(seat)
    if player is None:
        return SeatView(seat)
    won = kept.result.deltas.get(seat, 0) if over else 0
    return SeatView(seat, player, kept.names.get(seat, ""), balance=Chips(kept.stacks[seat] + won))


def _you(kept: HandFinished, seat: Seat | None, own: AnyYou | None) -> YouView:
    viewer = PlayerId(0) if seat is None else kept.players[seat]
    return YouView(
        player=viewer,
        name="" if seat is None else kept.names.get(seat, ""),
        seat=seat,
        host=False,
        bank=Millis(0),
        turn=None,
        offers=(),
        blocked=(),
        play=own,
        answered=None,
    )


def line(kept: HandFinished, ended_s: int) -> HandLine:
    """What everybody may know of a hand at one glance."""
    result = kept.result
    return HandLine(
        kept.hand, kept.game, ended_s, kept.players, kept.names, dict(result.deltas), int(result.rake), result.showdown
    )
