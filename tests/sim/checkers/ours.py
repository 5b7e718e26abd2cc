"""No fault of ours: nothing raises where it is not expected, no hand is given up, no room is lost."""

from typing import Any, Final

from server.table.effects import Fault, Record
from server.table.entries import HandVoided
from tests.sim.watch import Checker, Step

EXPECTED: Final = frozenset({"cannot write: tables wait for the disk", "the end was not written"})
"""What the log may say of a disk that fails."""


class Ours(Checker):
    """Our own bugs have no other sign than these."""

    def told(self, step: Step) -> None:
        for effect in step.effects:
            if isinstance(effect, Fault):
                self.wrong(f"a fault at {step.room}: {effect.error!r}")
            elif isinstance(effect, Record) and isinstance(effect.entry, HandVoided) and effect.entry.cause != "closed":
                self.wrong(f"a hand of {step.room} is void: {effect.entry.cause}")

    def logged(self, event: dict[str, Any]) -> None:
        if event["log_level"] in {"warning", "error"} and event["event"] not in EXPECTED:
            self.wrong(f"the log says: {event}")

    def looked(self) -> None:
        for error in self.scene.loop.errors:
            self.wrong(f"nobody caught {error!r}")
        self.scene.loop.errors.clear()
