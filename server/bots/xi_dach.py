"""A sober xì dách player: stakes a little, draws by what its cards make, inspects those who probably went over."""

from collections.abc import Callable
from typing import Final, TypeVar

from protocol.cards import FaceUp, Open, Seen
from protocol.games.xi_dach import (
    Bet,
    BetOffer,
    Draw,
    EndTurn,
    EndTurnOffer,
    Inspect,
    InspectOffer,
    SkipBet,
    SkipBetOffer,
    Stand,
    StandOffer,
    XiDachView,
    XiDachYou,
)  # fmt: skip
from protocol.ids import Chips
from protocol.outbound import View
from protocol.play import Action, Offer

_ACE: Final = "A"
_HARD: Final = 16
_SOFT: Final = 18
"""It draws again up to these totals: exact enumeration against a banker who stops at 16."""
_ALONE: Final = 2
"""With 16 the banker had better draw against a con who stood on so few cards, and settle with who holds more."""
_PART: Final = 0.04
"""Of its points it stakes up to this part, and not less than the table wants."""

Kind = TypeVar("Kind", bound=Offer)


def decide(view: View, chance: Callable[[], float]) -> Action | None:
    """Stake, draw, stand, inspect or end for this seat; None where nothing is asked of it. Costs about 10 us."""
    play, you, seat = view.table.play, view.you.play, view.you.seat
    if not isinstance(play, XiDachView) or not isinstance(you, XiDachYou) or seat not in play.to_act:
        return None
    if play.phase == "betting":
        return _stake(view, chance)
    cards = you.cards.cards if isinstance(you.cards, Open) else ()
    again = you.label is not None and you.label.total <= _draws_to(cards, view.table.options.get("ace_mode"))
    if seat == play.banker:
        return _as_banker(view, play, again=again, hard=_ACE not in [card[0] for card in cards])
    stand = _offer(view, StandOffer)
    return Draw() if stand is None or stand.needs_confirm or again else Stand()


def _stake(view: View, chance: Callable[[], float]) -> Action | None:
    bet = _offer(view, BetOffer)
    if bet is None:
        return SkipBet() if _offer(view, SkipBetOffer) else None
    balance = next((chair.balance for chair in view.table.seats if chair.seat == view.you.seat), 0)
    most = min(bet.most, max(bet.least, int(balance * _PART)))
    return Bet(Chips(bet.least + int(chance() * (most - bet.least + 1))))


def _as_banker(view: View, play: XiDachView, *, again: bool, hard: bool) -> Action:
    if _offer(view, EndTurnOffer) is None:
        return Draw()
    if not again:
        return EndTurn()
    inspect = _offer(view, InspectOffer)
    if inspect is not None and hard:
        held = {place.seat: _count(place.cards) for place in play.seats}
        over = [seat for seat in inspect.seats if held[seat] > _ALONE]
        if over:
            return Inspect(over[0])
    return Draw()


def _offer(view: View, kind: type[Kind]) -> Kind | None:
    return next((offer for offer in view.you.offers if isinstance(offer, kind)), None)


def _count(seen: Seen) -> int:
    return len(seen.cards) if isinstance(seen, Open) else seen.count


def _draws_to(cards: tuple[FaceUp, ...], ace_mode: object) -> int:
    """Aces that may still count 1 make another card safe."""
    aces = sum(card[0] == _ACE for card in cards)
    return _SOFT if ace_mode == "free" and aces >= len(cards) - 1 else _HARD
