"""Beyond the table: sockets, HTTP and the terminal tell nobody of a hidden card."""

from typing import Any

import pytest

from server.table.core import TableCore
from tests.leaks.twins import Server, differs
from tests.leaks.world import GAMES


@pytest.mark.rule("XT28-07")
@pytest.mark.rule("XT32-Q28")
@pytest.mark.rule("XD-Q31")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_friends(server: Server, game: str, viewer: int | None) -> None:
    for seed in range(2):
        assert differs(server, game, 10 * seed + (viewer or 0), 4, viewer) is None


def test_a_card_over_http_is_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    real: Any = vars(TableCore)["summary"].fget

    def summary(self: TableCore) -> Any:
        about, hand = real(self), self._t.hand
        about.options["start_points"] = 100 if hand is None else hand.state.holdings[1].hole.cards[0].rank
        return about

    monkeypatch.setattr(TableCore, "summary", property(summary))
    assert any(differs(server, "xi-to-28", seed, 4, None) for seed in range(10))
