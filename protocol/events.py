"""What happens at a table outside the game: people, host, pauses, chat."""

from typing import TYPE_CHECKING, Any, Literal, Union

from protocol.games import MODULES
from protocol.ids import Chips, Millis, PlayerId, Seat
from protocol.play import Event

HostCause = Literal["created", "left", "away", "transfer", "first"]
LeaveCause = Literal["left", "kicked", "replaced", "away"]
AskKind = Literal["sit", "rebuy", "claim"]
VoidCause = Literal["fault", "closed", "rules_changed"]


class SatDown(Event, frozen=True, tag="sat_down"):
    player: PlayerId
    seat: Seat
    name: str
    bot: bool = False


class StoodUp(Event, frozen=True, tag="stood_up"):
    player: PlayerId
    seat: Seat
    name: str
    cause: LeaveCause


class Leaving(Event, frozen=True, tag="leaving"):
    """The seat is given up and is free after this hand."""

    player: PlayerId
    seat: Seat
    cause: LeaveCause


class WentAway(Event, frozen=True, tag="went_away"):
    player: PlayerId
    seat: Seat


class CameBack(Event, frozen=True, tag="came_back"):
    player: PlayerId
    seat: Seat


class SitsOut(Event, frozen=True, tag="sits_out"):
    player: PlayerId
    seat: Seat
    cause: Literal["asked", "timeouts", "broke"]


class SitsIn(Event, frozen=True, tag="sits_in"):
    player: PlayerId
    seat: Seat


class TimedOut(Event, frozen=True, tag="timed_out"):
    """The clock played for this seat."""

    seat: Seat


class HostChanged(Event, frozen=True, tag="host_changed"):
    player: PlayerId
    cause: HostCause


class Asked(Event, frozen=True, tag="asked"):
    """Somebody asks the host for something; see TableView.requests."""

    player: PlayerId
    name: str
    kind: AskKind


class Answered(Event, frozen=True, tag="answered"):
    player: PlayerId
    kind: AskKind
    granted: bool


class SeatMoved(Event, frozen=True, tag="seat_moved"):
    """A seat goes on from another device: by its owner's own code, or given by the host."""

    player: PlayerId
    seat: Seat | None
    by_host: bool


class PauseBegan(Event, frozen=True, tag="pause_began"):
    player: PlayerId


class PauseEnded(Event, frozen=True, tag="pause_ended"):
    cause: Literal["resumed", "too_long", "host_gone"]


class Locked(Event, frozen=True, tag="locked"):
    on: bool


class OptionsSet(Event, frozen=True, tag="options_set"):
    """The table's rules changed; ``later``: from the next hand."""

    options: dict[str, bool | int | str]
    later: bool


class ToppedUp(Event, frozen=True, tag="topped_up"):
    """Points from the house up to the starting level (XT28-25); not a win."""

    player: PlayerId
    amount: Chips


class BankOffered(Event, frozen=True, tag="bank_offered"):
    """Asked to be the banker."""

    player: PlayerId
    seat: Seat


class BankTaken(Event, frozen=True, tag="bank_taken"):
    """The banker from now on."""

    player: PlayerId
    seat: Seat


class BankPassed(Event, frozen=True, tag="bank_passed"):
    """Said no, gave the bank up, or let the time pass (``asked``: was only offered it)."""

    player: PlayerId
    seat: Seat
    asked: bool


class HandBegan(Event, frozen=True, tag="hand_began"):
    hand: int
    button: Seat


class HandEnded(Event, frozen=True, tag="hand_ended"):
    hand: int
    results: dict[Seat, int]
    """Points won or lost in the hand, by seat."""


class HandVoided(Event, frozen=True, tag="hand_voided"):
    """Nothing of this hand counts; what was put in went back."""

    hand: int
    cause: VoidCause


class Said(Event, frozen=True, tag="said"):
    player: PlayerId
    name: str
    text: str
    at: Millis


Reaction = Literal["clap", "laugh", "wow", "cry", "hurry", "thanks"]


class Reacted(Event, frozen=True, tag="reacted"):
    player: PlayerId
    name: str
    kind: Reaction


TABLE_EVENTS = (
    SatDown, StoodUp, Leaving, WentAway, CameBack, SitsOut, SitsIn, TimedOut, HostChanged, Asked, Answered,
    SeatMoved, PauseBegan, PauseEnded, Locked, OptionsSet, ToppedUp, BankOffered, BankTaken, BankPassed, HandBegan,
    HandEnded, HandVoided, Said, Reacted,
)  # fmt: skip

if TYPE_CHECKING:
    AnyEvent = Event
else:
    _games: Any = tuple(struct for module in MODULES for struct in module.EVENTS)
    AnyEvent = Union[TABLE_EVENTS + _games]  # noqa: UP007
