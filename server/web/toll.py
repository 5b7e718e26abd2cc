"""What requests cost their address."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from server.clock import Clock
from server.hub.budgets import Budgets, Kind, Purse
from server.hub.tally import Tally

_WORDS = "Bạn thử nhiều quá rồi, đợi một phút nhé. / Too many tries from your address: wait a minute."
RETRY_S = 30


class Toll:
    """Budgets over HTTP. A code that fits nothing is paid for after the look; with nothing left there is no look."""

    def __init__(self, budgets: Budgets, clock: Clock, tally: Tally) -> None:
        self._budgets = budgets
        self._clock = clock
        self._tally = tally

    def take(self, request: Request, kind: Kind) -> bool:
        """Whether this may be done; it is paid with that."""
        return self._counted(kind, self._purse(request).take(kind, self._clock.now()))

    def may_look(self, request: Request) -> bool:
        """Whether this address may try a code."""
        return self._counted(Kind.CODES, self._purse(request).has(Kind.CODES, self._clock.now()))

    def wrong(self, request: Request) -> None:
        """The code fitted nothing."""
        self._tally.turned_away["wrong_code"] += 1
        self._purse(request).take(Kind.CODES, self._clock.now())

    def _purse(self, request: Request) -> Purse:
        return self._budgets.address(request.client.host if request.client is not None else "")

    def _counted(self, kind: Kind, granted: bool) -> bool:
        if not granted:
            self._tally.turned_away[f"budget_{kind.value}"] += 1
        return granted


def too_many() -> Response:
    """A page for people who tried too much."""
    return PlainTextResponse(_WORDS, 429, headers={"retry-after": str(RETRY_S), "cache-control": "no-store"})
