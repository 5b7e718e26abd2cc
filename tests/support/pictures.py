"""What every viewer of a table would see now, to the byte; and what no viewer sees but what decides what follows."""

from server.table import snapshot, views
from server.table.core import TableCore


def pictures(core: TableCore) -> dict[str, bytes | int | None]:
    """By viewer; and the state without the hand, the next deadline."""
    t = core.table
    public = views.public_bytes(t)
    found: dict[str, bytes | int | None] = {str(one.id): views.frame_for(t, public, one, {}) for one in t.people}
    return {**found, "public": public, "state": snapshot.taken(t), "deadline": core.next_deadline}
