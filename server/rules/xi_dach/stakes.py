"""Before the deal: stakes are laid in the open (XD-04), within what con and banker can pay (XD-06, XD-Q04, XD-Q05)."""

from collections.abc import Mapping

from msgspec.structs import replace

from protocol.games.xi_dach import BetOffer, SatThisOut, SkipBetOffer, Staked, StakesOpened
from protocol.ids import Chips, Seat
from protocol.play import Event, Offer
from server.cards.zone import Zone
from server.rules.xi_dach import turns
from server.rules.xi_dach.settlement import Moved
from server.rules.xi_dach.state import Banker, Con, Terms, XiDachState, deal_order, with_con


def opened(terms: Terms, stacks: Mapping[Seat, Chips], banker: Seat, deck: Zone) -> Moved:
    """Ask all but the banker for a stake; over at once where nobody can lay one."""
    cons = tuple(Con(seat, stacks[seat], Zone((), frozenset((seat,)))) for seat in deal_order(stacks, banker))
    state = XiDachState(terms, Banker(banker, stacks[banker], Zone((), frozenset((banker,)))), cons, deck)
    event = StakesOpened(banker, tuple(con.seat for con in cons), terms.min_bet, terms.max_bet)
    return _closed_if_decided(state, event)


def asked(state: XiDachState) -> frozenset[Seat]:
    """Who has to decide and can stake; nobody waits for one whom the banker can cover no more."""
    # By the rules, by the table's clocks, and by the view.
    kept: frozenset[Seat] | None = state.__dict__.get("_asked")
    if kept is None:
        least = state.terms.min_bet
        kept = frozenset([con.seat for con in state.cons if not con.decided and _most(state, con) >= least])
        state.__dict__["_asked"] = kept
    return kept


def offers(state: XiDachState, place: int) -> tuple[Offer, ...]:
    """A stake, or another one, until the last has decided."""
    con = state.cons[place]
    if con.gone:
        return ()
    skip = (SkipBetOffer(con.stake),) if con.stake or not con.decided else ()
    most = _most(state, con)
    if most < state.terms.min_bet:
        return skip
    return (BetOffer(state.terms.min_bet, most, state.terms.reserve, con.stake), *skip)


def bet(state: XiDachState, place: int, amount: Chips) -> Moved:
    """Lay a stake, or put it in the place of the last."""
    con = replace(state.cons[place], stake=amount, decided=True)
    return _closed_if_decided(with_con(state, place, con), Staked(con.seat, amount))


def skip(state: XiDachState, place: int, *, gone: bool = False) -> Moved:
    """Sit this hand out; ``gone`` for good. A stake comes back (XD-Q06)."""
    con = replace(state.cons[place], stake=Chips(0), decided=True, gone=gone)
    return _closed_if_decided(with_con(state, place, con), SatThisOut(con.seat))


def refusal(state: XiDachState, place: int, amount: Chips) -> str:
    """The clause that a stake of so many points breaks."""
    con = state.cons[place]
    if amount >= state.terms.min_bet and amount <= min(state.terms.max_bet, _own(state, con)):
        return "XD-Q04"
    return "XD-Q05"


def _own(state: XiDachState, con: Con) -> int:
    return con.stack // state.terms.reserve


def _most(state: XiDachState, con: Con) -> Chips:
    """By the table, by the con's own points, and by what the banker can still cover."""
    others = state.reserved() - state.terms.reserve * con.stake
    cover = (state.banker.stack - others) // state.terms.reserve
    return Chips(min(state.terms.max_bet, _own(state, con), cover))


def _closed_if_decided(state: XiDachState, event: Event) -> Moved:
    """Deal when nobody is waited for; where nobody staked the hand is over, and nothing was dealt."""
    if asked(state):
        return state, (event,)
    late = tuple(SatThisOut(con.seat) for con in state.cons if not con.decided)
    staked = tuple(con for con in state.cons if con.stake)
    out = tuple(con.seat for con in state.cons if not con.stake)
    closed = replace(state, cons=staked, sat_out=out)
    after, events = turns.dealt(closed) if staked else (replace(closed, phase="result"), ())
    return after, (event, *late, *events)
