"""A refused command: was it wrong, or had the table gone on by itself while the command was on its way?

Told by what the sender was shown after the view that it decided on and before the refusal, and by nothing else; what
arrives later proves nothing. All players of a table under load are ours, and one command at a time is on its way, so
whatever changed in between was the table's own doing. It may be: where a clock runs out, and where a hand begins.
"""

from collections.abc import Sequence

from protocol.errors import ErrorCode
from protocol.events import BankPassed, HandVoided, TimedOut
from protocol.inbound import Act, Bank, Host, Inbound, Next, Start
from protocol.outbound import View


def went_on(command: Inbound, code: str, before: View, since: Sequence[View], *, timed: bool) -> bool:
    """Whether the table had shown, when it refused, that its clock had made this command void.

    ``before`` is what the command was decided on, ``since`` what its sender got from there to the refusal. ``timed``:
    in that hand the clock had played before, and goes on for that seat without another word.
    """
    if not since or any(isinstance(event, HandVoided) for view in since for event in view.events):
        return False
    match command:
        case Act():
            return _act_void(command, code, since, timed=timed)
        case Next() | Host(do=Start()):
            return code == ErrorCode.HAND_RUNNING and _began(before, since[-1])
        case Bank():
            return code == ErrorCode.NOT_OFFERED and _lapsed(before, since)
        case _:
            return False


def _act_void(command: Act, code: str, since: Sequence[View], *, timed: bool) -> bool:
    """The question is another, or none, since the clock played for somebody: for its seat, or for the last who staked
    while this one thought of another stake."""
    turn = since[-1].you.turn
    fits = {ErrorCode.NO_HAND, ErrorCode.NOT_YOUR_TURN} if turn is None else {ErrorCode.STALE_TURN}
    played = timed or any(isinstance(event, TimedOut) for view in since for event in view.events)
    return code in fits and turn != command.turn and (played or _withheld(since))


def _began(before: View, last: View) -> bool:
    """A hand has begun."""
    return last.table.phase == "playing" and last.table.hand > before.table.hand


def _lapsed(before: View, since: Sequence[View]) -> bool:
    """The offer of the bank ran out, and somebody else has it."""
    seat, bank = before.you.seat, since[-1].table.bank
    passed = any(isinstance(event, BankPassed) and event.seat == seat for view in since for event in view.events)
    return bank is not None and bank.asked not in {None, seat} and (passed or _withheld(since))


def _withheld(since: Sequence[View]) -> bool:
    """Views were left out, and what happened with them: what the newest shows is all there is."""
    return any(view.skipped for view in since)
