"""Bots see what their seats see, and how long they think tells nothing."""

from typing import Any

import pytest

from protocol.cards import Open
from protocol.games.stud import Theo, Up
from server.bots import policy
from server.bots.house import House
from tests.leaks.twins import Server, differs, first_thoughts
from tests.leaks.world import GAMES


@pytest.mark.case("B124")
@pytest.mark.parametrize("game", GAMES)
def test_bots_play_by_what_their_seats_see(server: Server, game: str) -> None:
    """Bots do the same while the cards change that lie before others, or in the deck."""
    for seed in range(3):
        assert differs(server, game, seed, 1, None) is None


def peeking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that look at somebody else's card, behind the table."""
    actors: list[Any] = []
    real = House.play

    def play(self: House, actor: Any, player: Any) -> None:
        actors.append(actor)
        real(self, actor, player)

    def decide(view: Any, chance: Any) -> Any:
        return Up() if actors[-1].core._t.hand.state.holdings[0].hole.cards[0].rank > 11 else Theo()

    monkeypatch.setattr(House, "play", play)
    monkeypatch.setattr(policy, "decide", decide)


def test_a_bot_that_peeks_is_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    peeking(monkeypatch)
    assert any(differs(server, "xi-to-28", seed, 1, None) for seed in range(8))


@pytest.mark.parametrize("game", GAMES)
def test_how_long_a_bot_thinks_tells_nothing(server: Server, game: str) -> None:
    thoughts = [first_thoughts(server, game, seed) for seed in range(5)]
    assert all(found[0] == found[-1] for found in thoughts)
    assert sum(found[0] is not None for found in thoughts) > 3


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_ponders_over_high_cards_is_found(
    server: Server, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    real = House.think

    def think(self: House, call: Any) -> Any:
        play = call.__self__._view.you.play
        own = getattr(play, "hole", getattr(play, "cards", None))
        high = isinstance(own, Open) and own.cards[0][0] in "QKA"
        self._pause = lambda: 0.9 if high else 0.1
        return real(self, call)

    monkeypatch.setattr(House, "think", think)
    thoughts = (first_thoughts(server, game, seed) for seed in range(12))
    assert any(found[0] != found[-1] for found in thoughts)
