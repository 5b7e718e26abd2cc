"""The xì tố engine as the table knows it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from protocol.games.stud import StudView, StudYou, Theo, TheoOffer, Up
from protocol.ids import Chips, Seat
from protocol.play import Action, Blocked, Offer
from server.cards.zone import Zone
from server.rules.game import Game, Options, Pace, Result, RuleViolation, Step
from server.rules.sheet import OptionsInvalid, RuleSheet
from server.rules.stud import moves, view
from server.rules.stud.state import Cites, StudState, terms

XT28: Final = Cites(
    turn="XT28-10",
    cap="XT28-12",
    bounds="XT28-14",
    folded="XT28-15",
    show="XT28-Q15",
    stacks="XT28-Q11",
    seats="XT28-03",
    best="XT28-18",
    split="XT28-19",
    fold_win="XT28-21",
)


class Stud:
    """A xì tố game by its sheet; implements :class:`server.rules.game.Game`."""

    def __init__(self, sheet: RuleSheet, cites: Cites) -> None:
        self.sheet = sheet
        self._cites = cites
        self._seats = sheet.number("seats")
        self.check_options(sheet.full({}))

    @property
    def has_banker(self) -> bool:
        """All play against all."""
        return False

    def check_options(self, options: Options) -> None:
        """OptionsInvalid where a new player could not be dealt in (XT28-Q12), or no player outlast a hand."""
        if self.grant(options) < self.least_stack(options):
            raise OptionsInvalid("start_points", "must be at least topup_below")
        exposure = terms(self.sheet, options, self._cites).exposure
        if self.least_stack(options) < exposure:
            raise OptionsInvalid("topup_below", f"must be at least {exposure}")

    def needs(self, options: Options) -> tuple[int, int]:
        """XT28-03: exactly as many as there are seats."""
        return self._seats, self._seats

    def seats(self, options: Options) -> int:
        """How many seats the table has."""
        return self._seats

    def grant(self, options: Options) -> Chips:
        """Points that a new player gets, and a top-up restores (XT28-Q12)."""
        return Chips(int(options["start_points"]))

    def least_stack(self, options: Options) -> Chips:
        """Below this a player is topped up before being dealt in (XT28-Q12)."""
        return Chips(int(options["topup_below"]))

    def deal(self, options: Options, stacks: Mapping[Seat, Chips], button: Seat, deck: Zone) -> Step[StudState]:
        """Begin a hand; ValueError for the wrong number of seats or a stack that could run out."""
        if len(stacks) != self._seats:
            raise ValueError(f"{len(stacks)} seats, needs {self._seats} ({self._cites.seats})")
        return moves.deal(terms(self.sheet, options, self._cites), stacks, button, deck)

    def to_act(self, state: StudState) -> frozenset[Seat]:
        """The one seat whose clock runs."""
        return frozenset((state.holdings[state.actor].seat,)) if state.phase == "bet" else frozenset()

    def pace(self, state: StudState, seat: Seat) -> Pace:
        """A turn of its own for each decision."""
        return Pace("turn_timeout_s", turn=state.round)

    def offers(self, state: StudState, seat: Seat) -> tuple[Offer, ...]:
        """All that this seat may do now."""
        place = state.place(seat)
        return () if place is None else moves.offers(state, place)

    def blocked(self, state: StudState, seat: Seat) -> tuple[Blocked, ...]:
        """The tố that the cap of the round forbids (XT28-12)."""
        capped = state.phase == "bet" and state.raises >= state.terms.most_raises
        if capped and state.holdings[state.actor].seat == seat:
            return (Blocked("to", self._cites.cap),)
        return ()

    def apply(self, state: StudState, seat: Seat, action: Action) -> Step[StudState]:
        """Carry out what is offered; RuleViolation with the clause for the rest."""
        place = state.place(seat)
        if place is None:
            raise RuleViolation(self._cites.turn, seat)
        return moves.apply(state, place, action)

    def fallback(self, state: StudState, seat: Seat) -> Action:
        """Theo where it is free, else Úp (XT28-Q17)."""
        free = any(isinstance(offer, TheoOffer) and offer.cost == 0 for offer in self.offers(state, seat))
        return Theo() if free else Up()

    def leave(self, state: StudState, seat: Seat) -> Step[StudState]:
        """An immediate Úp, out of turn too (XT28-Q16)."""
        place = state.place(seat)
        return Step(state, ()) if place is None else moves.leave(state, place)

    def table_view(self, state: StudState) -> StudView:
        """What everybody sees."""
        return view.table_view(state)

    def you_view(self, state: StudState, seat: Seat) -> StudYou:
        """What this seat alone sees; nothing, if it was not dealt in."""
        place = state.place(seat)
        return StudYou() if place is None else view.you_view(state.holdings[place])

    def result(self, state: StudState) -> Result | None:
        """None while the hand runs."""
        if state.phase == "bet":
            return None
        deltas = {holding.seat: -int(holding.total) for holding in state.holdings}
        for payout in state.payouts:
            deltas[payout.seat] += payout.amount
        return Result(deltas, state.rake, state.payouts, state.phase == "showdown")


GAMES: Final[Mapping[str, Callable[[RuleSheet], Game[StudState]]]] = {"xi-to-28": partial(Stud, cites=XT28)}
