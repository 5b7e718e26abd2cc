"""The terminal: whoever watches it is a player too. No card, token or action is told there, nor what depends on one."""

import asyncio
import gc
import json
import logging
from typing import Any

import msgspec
import pytest

from protocol.games.stud import Choose
from protocol.inbound import Act
from server.rooms.lobby import Lobby
from server.rules.stud import betting
from server.table.actor import TableActor
from server.table.messages import Told
from server.web.socket import SocketEndpoint
from tests.leaks.evenings import Evening, public_events
from tests.leaks.hand import NEVER
from tests.leaks.plants import face
from tests.leaks.scan import CARD, SECRET
from tests.leaks.twins import Server, differs
from tests.leaks.whole import LOG, Deed, Whole, replay
from tests.leaks.world import GAMES, Decks


def in_the_log(whole: Whole) -> list[bytes]:
    """Lines with a card, a token or a frame in them."""
    return [
        seen.data
        for seen in whole.seen
        if seen.where == LOG and (CARD.search(seen.data) or SECRET.search(seen.data) or b'{\\"type' in seen.data)
    ]


@pytest.mark.rule("XD-Q31")
@pytest.mark.case("B134")
@pytest.mark.parametrize("game", GAMES)
def test_no_secret_is_logged_or_linked(server: Server, game: str) -> None:
    whole = server(Decks(game, 3)).run(Evening(game, 3, 4, turns=150))
    lines = [json.loads(seen.data) for seen in whole.seen if seen.where == LOG]
    assert {"room opened", "hand finished"} <= {line["event"] for line in lines}
    assert in_the_log(whole) == []
    assert whole.secrets > 5
    for deed in whole.deeds:
        assert not SECRET.search(deed.where.encode()), "a secret in a URL"
    link = next(json.loads(seen.data)["link"] for seen in whole.seen if seen.data.startswith(b'{"code"'))
    assert link == "http://localhost:8000/r/K7-Q2M9-XDT4"


def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own bug, whose words hold a card."""

    def put_in(state: Any, place: int, amount: Any, **how: Any) -> Any:
        raise ValueError(f"what is a {face(state.holdings[place])}?")

    monkeypatch.setattr(betting, "_put_in", put_in)


@pytest.mark.case("B134")
def test_our_own_faults_are_told_without_their_words(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    whole = server(Decks("xi-to-28", 4)).run(Evening("xi-to-28", 4, 4, turns=30))
    assert any(b'"fault"' in seen.data and b"ValueError" in seen.data for seen in whole.seen if seen.where == LOG)
    assert in_the_log(whole) == []
    assert not [seen for seen in whole.seen if b"what is a" in seen.data]
    assert {event["cause"] for _, event in public_events(whole) if event["type"] == "hand_voided"} == {"fault"}


@pytest.mark.case("B134")
def test_a_task_that_fails_is_told_without_its_words(server: Server) -> None:
    async def story(whole: Whole) -> None:
        async def fail() -> None:
            raise ValueError("what is a Kh?")

        whole.loop.create_task(fail()).set_name("As")
        await asyncio.sleep(0.01)
        gc.collect()

    whole = server(Decks("xi-to-28", 1)).run(story)
    assert any(b"never retrieved" in seen.data and b"ValueError" in seen.data for seen in whole.seen)
    assert in_the_log(whole) == []


def test_a_hole_card_in_the_log_is_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Lobby.hand_finished

    def told(self: Lobby, actor: Any, hand: int) -> None:
        real(self, actor, hand)
        self._log.info("hand finished", hole=[face(one) for one in actor.core._t.hand.state.holdings])

    monkeypatch.setattr(Lobby, "hand_finished", told)
    assert in_the_log(server(Decks("xi-to-28", 3)).run(Evening("xi-to-28", 3, 4)))


def test_a_log_line_of_a_choice_is_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    real = TableActor.tell

    def tell(self: TableActor, message: Any) -> None:
        match message:
            case Told(command=Act(action=Choose(i=choice))):
                logging.getLogger("server").info("chose %d", choice)
            case _:
                pass
        real(self, message)

    monkeypatch.setattr(TableActor, "tell", tell)
    whole = server(Decks("xi-to-32", 3)).run(Evening("xi-to-32", 3, 4, turns=20))
    assert any(b"chose" in seen.data for seen in whole.seen if seen.where == LOG)
    other = server(Decks("xi-to-32", 3)).run(replay([_other_choice(deed) for deed in whole.deeds]))
    assert lines(other) != lines(whole)


@pytest.mark.rule("XT32-Q03")
def test_the_log_does_not_tell_what_was_chosen(server: Server) -> None:
    whole = server(Decks("xi-to-32", 3)).run(Evening("xi-to-32", 3, 4, turns=20))
    assert any('"choose"' in deed.text for deed in whole.deeds)
    other = server(Decks("xi-to-32", 3)).run(replay([_other_choice(deed) for deed in whole.deeds]))
    revealed = min(at for at, event in public_events(whole) if event["type"] == "dealt")
    assert lines(other, revealed) == lines(whole, revealed)


def _other_choice(deed: Deed) -> Deed:
    """The same, but for which card is turned up."""
    for mine, other in (('"i":0', '"i":1'), ('"i":1', '"i":0')):
        if '"choose"' in deed.text and mine in deed.text:
            return msgspec.structs.replace(deed, text=deed.text.replace(mine, other))
    return deed


def lines(whole: Whole, until: int = NEVER) -> list[bytes]:
    return [seen.data for seen in whole.seen if seen.where == LOG and seen.at < until]


def test_a_log_line_that_depends_on_a_card_is_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Lobby.hand_finished

    def told(self: Lobby, actor: Any, hand: int) -> None:
        if all(one.hole.cards[0].suit for one in actor.core._t.hand.state.holdings):
            real(self, actor, hand)

    monkeypatch.setattr(Lobby, "hand_finished", told)
    assert any(differs(server, "xi-to-28", seed, 4, None) for seed in range(20))


def test_a_frame_in_the_log_is_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    real = SocketEndpoint.heard

    def heard(self: SocketEndpoint, connection: Any, text: str | None) -> None:
        self._log.debug("read", text=text)
        real(self, connection, text)

    monkeypatch.setattr(SocketEndpoint, "heard", heard)
    assert in_the_log(server(Decks("xi-to-28", 3)).run(Evening("xi-to-28", 3, 4)))


def test_the_words_of_a_fault_in_the_log_are_found(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    monkeypatch.setattr(Lobby, "fault", lambda self, actor, where, error: self._log.error("fault", error=str(error)))
    assert in_the_log(server(Decks("xi-to-28", 4)).run(Evening("xi-to-28", 4, 4, turns=30)))
