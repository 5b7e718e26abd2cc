"""The xì dách engine as the table knows it."""

from collections.abc import Callable, Mapping
from typing import Final

from protocol.games.xi_dach import Draw, EndTurn, SkipBet, Stand, XiDachView, XiDachYou
from protocol.ids import Chips, Seat
from protocol.play import Action, Blocked, Offer
from server.cards.zone import Zone
from server.rules.game import Game, Options, Pace, Result, Step
from server.rules.kept import Kept
from server.rules.sheet import OptionsInvalid, RuleSheet
from server.rules.xi_dach import moves, stakes, view
from server.rules.xi_dach.state import Terms, XiDachState, banker_label, con_label, deltas, of_age, payouts, terms


class XiDach:
    """Xì dách by its sheet; implements :class:`server.rules.game.Game`."""

    def __init__(self, sheet: RuleSheet) -> None:
        self.sheet = sheet
        self._fewest = sheet.number("fewest_seats")
        self.terms: Final = Kept[Terms](lambda options: terms(sheet, options))
        """What holds in a hand under these options."""
        self.check_options(sheet.full({}))

    @property
    def has_banker(self) -> bool:
        """One seat is nhà cái (XD-03)."""
        return True

    def check_options(self, options: Options) -> None:
        """OptionsInvalid where no stake fits the bounds, or a new player's points do not fit the stakes."""
        if int(options["min_bet"]) > int(options["max_bet"]):
            raise OptionsInvalid("min_bet", "must be at most max_bet")
        if self.grant(options) < int(options["max_bet"]):
            raise OptionsInvalid("buy_in", "must be at least max_bet")
        least = self.least_stack(options)
        if self.grant(options) < least:
            raise OptionsInvalid("buy_in", f"must be at least {least}: min_bet times the largest multiplier")

    def needs(self, options: Options) -> tuple[int, int]:
        """The banker and one con, up to all seats (XD-02)."""
        return self._fewest, self.seats(options)

    def seats(self, options: Options) -> int:
        """How many seats the table has (XD-Q01)."""
        return int(options["max_seats"])

    def grant(self, options: Options) -> Chips:
        """Points that a new player gets."""
        return Chips(int(options["buy_in"]))

    def least_stack(self, options: Options) -> Chips:
        """What the smallest stake may come to cost (XD-Q05)."""
        return Chips(int(options["min_bet"]) * self.terms(options).reserve)

    def deal(self, options: Options, stacks: Mapping[Seat, Chips], button: Seat, deck: Zone) -> Step[XiDachState]:
        """Open the stakes against the banker at ``button``; ValueError for too few or too many seats, or no banker."""
        fewest, most = self.needs(options)
        if not fewest <= len(stacks) <= most:
            raise ValueError(f"{len(stacks)} seats, needs {fewest} to {most} (XD-02)")
        if button not in stacks:
            raise ValueError(f"the banker's seat {button} is not dealt in (XD-03)")
        return Step(*stakes.opened(self.terms(options), stacks, button, deck))

    def to_act(self, state: XiDachState) -> frozenset[Seat]:
        """All who have to stake, then one con after another, then the banker."""
        return moves.to_act(state)

    def pace(self, state: XiDachState, seat: Seat) -> Pace:
        """One deadline for all stakes (XD-Q05); then each card, or con inspected, is a decision (XD-Q32, XD-Q33)."""
        if state.phase == "betting":
            return Pace("bet_timeout_s", personal=False)
        place = state.place(seat)
        if place is not None:
            return Pace("turn_timeout_s", turn=1, step=len(state.cons[place].cards))
        settled = len(state.cons) - len(state.unsettled())
        return Pace("banker_timeout_s", turn=1, step=len(state.banker.cards) + settled)

    def offers(self, state: XiDachState, seat: Seat) -> tuple[Offer, ...]:
        """All that this seat may do now."""
        return moves.offers(state, seat)

    def blocked(self, state: XiDachState, seat: Seat) -> tuple[Blocked, ...]:
        """What the seat on turn might look for and may not do."""
        return moves.blocked(state, seat)

    def apply(self, state: XiDachState, seat: Seat, action: Action) -> Step[XiDachState]:
        """Carry out what is offered; RuleViolation with the clause for the rest."""
        return moves.apply(state, seat, action)

    def fallback(self, state: XiDachState, seat: Seat) -> Action:
        """No stake; a con draws under age and stands else; the banker draws until of age and ends (rules.md 7.3)."""
        if state.phase == "betting":
            return SkipBet()
        if seat == state.banker.seat:
            return EndTurn() if of_age(banker_label(state)) else Draw()
        return Draw() if con_label(state, state.cons[state.actor]).kind == "non" else Stand()

    def leave(self, state: XiDachState, seat: Seat) -> Step[XiDachState]:
        """While stakes are laid a con's comes back (XD-Q06); later the clock plays his hand out (XD-Q35)."""
        place = state.place(seat)
        if state.phase != "betting" or place is None or state.cons[place].gone:
            return Step(state, ())
        return Step(*stakes.skip(state, place, gone=True))

    def table_view(self, state: XiDachState) -> XiDachView:
        """What everybody sees."""
        return view.table_view(state)

    def you_view(self, state: XiDachState, seat: Seat) -> XiDachYou:
        """What this seat alone sees."""
        return view.you_view(state, seat)

    def result(self, state: XiDachState) -> Result | None:
        """None while the hand runs; nothing played where nobody staked."""
        if state.phase != "result":
            return None
        played = bool(state.cons)
        return Result(deltas(state), Chips(0), payouts(state), showdown=played, played=played)


GAMES: Final[Mapping[str, Callable[[RuleSheet], Game[XiDachState]]]] = {"xi-dach": XiDach}
