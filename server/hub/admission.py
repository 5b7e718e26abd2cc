"""What one connection may still ask for: its address's budgets, and from the moment it is somebody, that person's."""

from typing import Final

from protocol.ids import Millis, PlayerId, RoomCode
from protocol.inbound import AnyCommand, React, Say
from server.hub.budgets import PERSON, Budgets, Kind, Purse
from server.hub.limits import Bucket
from server.hub.tally import Tally

_TALK: Final = (Say, React)


class Admission:
    """Of one connection from ``host``."""

    __slots__ = ("_budgets", "_host", "_messages", "_person", "tally")

    def __init__(self, budgets: Budgets, tally: Tally, host: str) -> None:
        self.tally = tally
        self._budgets = budgets
        self._host = budgets.address(host)
        self._person = Purse(PERSON)
        self._messages: tuple[Bucket, ...] | None = None
        """What each frame is taken from: looked up once."""

    def is_person(self, room: RoomCode, player: PlayerId) -> None:
        """A table took it: who comes back finds what was left."""
        self._person = self._budgets.person(room, player)
        self._messages = None

    def may_join(self, now: Millis) -> bool:
        """Whether a visitor who was not here before may come."""
        return self._counted(Kind.JOINS, self._host.take(Kind.JOINS, now))

    def may_try(self, now: Millis) -> bool:
        """Whether a code or token may be looked up that may fit nothing."""
        return self._counted(Kind.CODES, self._host.has(Kind.CODES, now))

    def wrong(self, what: str, now: Millis) -> None:
        """It fitted nothing."""
        self.tally.turned_away[what] += 1
        self._host.take(Kind.CODES, now)

    def may_beat(self, now: Millis) -> bool:
        """Whether one more frame may come."""
        buckets = self._messages
        if buckets is None:
            found = [purse.bucket(Kind.MESSAGES, now) for purse in (self._person, self._host)]
            buckets = self._messages = tuple([bucket for bucket in found if bucket is not None])
        for bucket in buckets:  # noqa: SIM110 - for each frame, and a generator takes twice as long
            if not bucket.take(now):
                return False
        return True

    def may_say(self, command: AnyCommand, now: Millis) -> bool:
        """Whether this command may be heard."""
        if not self.may_beat(now):
            return False
        if not isinstance(command, _TALK):
            return True
        return self._person.take(Kind.TALK, now) and self._host.take(Kind.TALK, now)

    def _counted(self, kind: Kind, granted: bool) -> bool:
        if not granted:
            self.tally.turned_away[f"budget_{kind.value}"] += 1
        return granted
