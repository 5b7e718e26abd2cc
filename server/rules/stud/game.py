"""The xì tố engine as the table knows it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from protocol.games.stud import StudView, StudYou, Theo, TheoOffer, Up
from protocol.ids import Chips, Seat
from protocol.play import Action, Blocked, Offer
from server.cards.zone import Zone
from server.rules.game import Game, Options, Pace, Result, RuleViolation, Step
from server.rules.kept import Kept
from server.rules.sheet import RuleSheet
from server.rules.stud import betting, moves, opening, view
from server.rules.stud.state import StudState, Terms
from server.rules.stud.variants import XT28, XT32, Variant

_ALONE: Final = tuple(frozenset((Seat(seat),)) for seat in range(10))
"""One seat, by its number (protocol/ids.py, SeatIn)."""


class Stud:
    """A xì tố game by its sheet; implements :class:`server.rules.game.Game`."""

    def __init__(self, sheet: RuleSheet, variant: Variant) -> None:
        self.sheet = sheet
        self._variant = variant
        self._seats = sheet.number("seats")
        self._fewest = sheet.number(variant.fewest)
        self.terms: Final = Kept[Terms](lambda options: variant.terms(sheet, options))
        """What holds in a hand under these options."""
        self.check_options(sheet.full({}))

    @property
    def has_banker(self) -> bool:
        """All play against all."""
        return False

    def check_options(self, options: Options) -> None:
        """OptionsInvalid where values do not go together (XT28-Q12, XT32-Q17b)."""
        self._variant.check(self.sheet, options, self.terms(options))

    def needs(self, options: Options) -> tuple[int, int]:
        """XT28-03: as many as there are seats. XT32-01: two to six."""
        return self._fewest, self._seats

    def seats(self, options: Options) -> int:
        """How many seats the table has."""
        return self._seats

    def grant(self, options: Options) -> Chips:
        """Points that a new player gets, and a top-up restores."""
        return Chips(int(options[self._variant.grant]))

    def least_stack(self, options: Options) -> Chips:
        """With less a player is not dealt in (XT28-Q12, XT32-Q17)."""
        return Chips(int(options[self._variant.least]))

    def deal(self, options: Options, stacks: Mapping[Seat, Chips], button: Seat, deck: Zone) -> Step[StudState]:
        """Begin a hand; ValueError for a wrong number of seats or a stack that is too short."""
        terms = self.terms(options)
        if not self._fewest <= len(stacks) <= self._seats:
            raise ValueError(f"{len(stacks)} seats, needs {self._fewest} to {self._seats} ({terms.cites.seats})")
        return opening.deal(terms, stacks, button, deck)

    def to_act(self, state: StudState) -> frozenset[Seat]:
        """The one seat whose clock runs; all that have not chosen, while cards are chosen."""
        if state.phase == "bet":
            return _ALONE[state.holdings[state.actor].seat]
        return frozenset(holding.seat for holding in opening.choosing(state))

    def pace(self, state: StudState, seat: Seat) -> Pace:
        """A turn of its own for each decision; one deadline for all who choose (XT32-Q26)."""
        if state.phase == "choose":
            return Pace("choice_timeout_s", personal=False)
        return Pace("turn_timeout_s", turn=state.questions)

    def offers(self, state: StudState, seat: Seat) -> tuple[Offer, ...]:
        """All that this seat may do now."""
        if state.phase == "bet":
            # The table asks all seats after each action.
            actor = state.actor
            return betting.bet_offers(state, actor) if state.holdings[actor].seat == seat else ()
        place = state.place(seat)
        return () if place is None else moves.offers(state, place)

    def blocked(self, state: StudState, seat: Seat) -> tuple[Blocked, ...]:
        """What the seat on turn may not do, with the clause (XT28-12, XT32-Q13, XT32-Q14)."""
        place = state.place(seat)
        return () if place is None else moves.blocked(state, place)

    def apply(self, state: StudState, seat: Seat, action: Action) -> Step[StudState]:
        """Carry out what is offered; RuleViolation with the clause for the rest."""
        place = state.place(seat)
        if place is None:
            raise RuleViolation(state.terms.cites.turn, seat)
        return moves.apply(state, place, action)

    def fallback(self, state: StudState, seat: Seat) -> Action:
        """Theo where it is free, else Úp (XT28-Q17, XT32-Q26); the card of XT32-Q04."""
        place = state.place(seat)
        if state.phase == "choose" and place is not None:
            return opening.default_choice(state, place)
        free = any(isinstance(offer, TheoOffer) and offer.cost == 0 for offer in self.offers(state, seat))
        return Theo() if free else Up()

    def leave(self, state: StudState, seat: Seat) -> Step[StudState]:
        """An immediate Úp, out of turn and all-in too (XT28-Q16, XT32-20)."""
        place = state.place(seat)
        return Step(state, ()) if place is None else moves.leave(state, place)

    def table_view(self, state: StudState) -> StudView:
        """What everybody sees."""
        return view.table_view(state)

    def you_view(self, state: StudState, seat: Seat) -> StudYou:
        """What this seat alone sees; nothing, if it was not dealt in."""
        # For every viewer of every view.
        for holding in state.holdings:
            if holding.seat == seat:
                return holding.__dict__.get("_you") or view.you_view(holding)
        return StudYou()

    def result(self, state: StudState) -> Result | None:
        """None while the hand runs."""
        if state.phase in {"choose", "bet"}:
            return None
        deltas = {holding.seat: -int(holding.total) for holding in state.holdings}
        for payout in state.payouts:
            deltas[payout.seat] += payout.amount
        return Result(deltas, state.rake, state.payouts, state.phase == "showdown")


GAMES: Final[Mapping[str, Callable[[RuleSheet], Game[StudState]]]] = {
    "xi-to-28": partial(Stud, variant=XT28),
    "xi-to-32": partial(Stud, variant=XT32),
}
