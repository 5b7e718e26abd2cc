"""What a scripted player says: what a bot of its game would, and what sets a table going that its clock has stopped."""

from protocol.ids import Ref
from protocol.inbound import AnyCommand, Bank, Host, SitIn, Start
from protocol.outbound import View
from server.bots import policy


def wanted(view: View, ref: Ref, chance: policy.Chance) -> AnyCommand | None:
    """What the seat that sees this does now. None: nothing."""
    table, you = view.table, view.you
    mine = next((seat for seat in table.seats if seat.seat == you.seat), None)
    if mine is not None and mine.status == "out" and not policy.asked(view):
        # The clock played for it twice, and it is dealt in no more.
        return SitIn(ref)
    command = policy.command(view, ref, chance)
    if command is not None:
        return command
    if you.host and (table.phase == "starting" or table.waiting == "host"):
        return Host(ref, Start())
    if table.waiting == "bank" and table.bank is not None and table.bank.asked is None and mine is not None:
        # The offer ran out with everybody.
        return Bank(ref, take=True)
    return None
