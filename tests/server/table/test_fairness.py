"""A kick or a pause never changes who wins (promise 8; rules.md 7.2): the same deck and script with and without it."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.ids import PlayerId, Ref
from protocol.inbound import Act, Bank, Host, Kick, PauseTable, ResumeTable, Start, Transfer
from server.rules.game import Result
from server.table import entries
from tests.server.table.strategies import PICKS, rows
from tests.support.legal import some_action
from tests.support.table import GAMES, Bench
from tests.support.watched import Shuffled, Watched


@dataclass
class Play:
    """A table, a deck, what each seat says when it is asked, and who has the bank where there is one."""

    game: str
    number: int
    seed: int
    people: int
    banker: int
    script: dict[int, list[int]] = field(default_factory=dict)

    def pick(self, seat: int, asked: int) -> int:
        said = self.script.get(seat, [])
        return said[asked] if asked < len(said) else 1 + seat + asked


def plays(game: str) -> st.SearchStrategy[Play]:
    return st.builds(
        Play,
        st.just(game),
        st.integers(0, len(rows(game)) - 1),
        st.integers(0, 2**32),
        st.integers(2, 6),
        st.integers(0, 5),
        st.dictionaries(st.integers(0, 5), st.lists(PICKS, max_size=8), max_size=6),
    )


GONE = st.integers(0, 5)
SINCE = st.integers(0, 20)
ALL_GAMES = pytest.mark.parametrize("game", sorted(GAMES))


class Run:
    """One hand by a script; ``gone`` is the seat that says nothing from step ``since`` on."""

    def __init__(self, play: Play, gone: int | None = None, since: int = 0) -> None:
        self.play, self.since = play, since
        self.bench = Watched(game=play.game, options=rows(play.game)[play.number], shuffler=Shuffled(play.seed))
        fewest, most = GAMES[play.game].needs(self.bench.state.options)
        self.people = max(fewest, min(play.people, most))
        self.bench.friends(self.people)
        self.gone = None if gone is None else {gone % self.people}
        self.host = 1
        if self.gone == {0}:
            self.host = 2
            self._host_says(1, Transfer(PlayerId(2)))
        self._take_the_bank(play.banker % self.people)
        if self.bench.state.running is None:
            self._host_says(self.host, Start())
        self.asked = dict.fromkeys(range(self.people), 0)
        self.step = 0

    def begins(self) -> None:
        """Called at step ``since``."""

    def before_each(self) -> None:
        """Called before each step."""

    def result(self) -> Result:
        state = self.bench.state
        while state.running is not None:
            if self.step == self.since:
                self.begins()
            self.before_each()
            self._one_step()
            self.step += 1
        (finished,) = [entry for entry in self.bench.entries if isinstance(entry, entries.HandFinished)]
        return finished.result

    def _one_step(self) -> None:
        """One of those who are asked speaks, the banker now and then in between; if only the gone are asked, nobody."""
        hand = self.bench.state.running
        if hand is None:
            return
        silent = self.gone if self.gone is not None and self.step >= self.since else set()
        asked = sorted(set(hand.questions) - silent)
        on_turn = [seat for seat in asked if seat in hand.clocks]
        between = [seat for seat in asked if seat not in hand.clocks and hand.button == seat]
        speakers = between if between and self.play.pick(between[0], self.step) % 4 == 0 else on_turn
        if not speakers:
            lapse(self.bench)
            return
        seat = speakers[0]
        question = hand.questions[seat]
        action = some_action(question.offers, self.play.pick(seat, self.asked[seat]))
        self.asked[seat] += 1
        self._say(seat + 1, Act(self._ref(seat + 1), question.turn, action))

    def _take_the_bank(self, seat: int) -> None:
        if not self.bench.state.game.has_banker:
            return
        while (asked := self.bench.state.bank.asked) != seat:
            assert asked is not None
            self._say(asked + 1, Bank(self._ref(asked + 1), False))
        self._say(seat + 1, Bank(self._ref(seat + 1), True))

    def _host_says(self, conn: int, do: Transfer | Start | Kick | PauseTable | ResumeTable) -> None:
        self._say(conn, Host(self._ref(conn), do))

    def _say(self, conn: int, command: Act | Bank | Host) -> None:
        assert self.bench.say(conn, command) is None

    def _ref(self, conn: int) -> Ref:
        return self.bench.next_ref(conn)


def lapse(bench: Bench) -> None:
    """Nobody says anything until the clock plays."""
    assert bench.core.next_deadline is not None
    bench.wait(bench.core.next_deadline - bench.now)


class Kicked(Run):
    """The seats are kicked instead of falling silent."""

    def begins(self) -> None:
        for seat in sorted(self.gone or ()):
            self._host_says(self.host, Kick(PlayerId(seat + 1)))


class Paused(Run):
    """The table is paused and resumed, by its host or by itself, before some steps."""

    def __init__(self, play: Play, pauses: dict[int, int], gone: int | None = None, since: int = 0) -> None:
        super().__init__(play, gone, since)
        self.pauses = pauses

    def before_each(self) -> None:
        span = self.pauses.get(self.step)
        if span is None or self.bench.state.running is None:
            return
        self._host_says(self.host, PauseTable())
        self.bench.wait(span)
        if self.bench.state.pause is not None:
            self._host_says(self.host, ResumeTable())


@ALL_GAMES
@pytest.mark.case("B157")
@settings(max_examples=40, deadline=None)
@given(data=st.data(), gone=GONE, since=SINCE)
def test_a_kick_never_changes_who_wins(game: str, data: st.DataObject, gone: int, since: int) -> None:
    """Against the run in which the same player just says nothing any more."""
    play = data.draw(plays(game))
    assert Kicked(play, gone, since).result() == Run(play, gone, since).result()


@ALL_GAMES
@settings(max_examples=40, deadline=None)
@given(
    data=st.data(),
    # A pause that ends by itself after ten minutes leaves the last second to the shortest of clocks.
    pauses=st.dictionaries(SINCE, st.sampled_from([0, 1, 5_000, 79_000, 599_999, 601_000]), max_size=4),
    gone=st.none() | GONE,
    since=SINCE,
)
def test_a_pause_never_changes_who_wins(
    game: str, data: st.DataObject, pauses: dict[int, int], gone: int | None, since: int
) -> None:
    """Whoever plays or falls silent; a pause at any point, of any length."""
    play = data.draw(plays(game))
    assert Paused(play, pauses, gone, since).result() == Run(play, gone, since).result()


@ALL_GAMES
@settings(max_examples=25, deadline=None)
@given(data=st.data(), since=SINCE)
def test_a_host_who_kicks_everybody_wins_by_the_cards_or_not_at_all(game: str, data: st.DataObject, since: int) -> None:
    """Kicking all others at any point ends as if they had all fallen silent there."""
    play = data.draw(plays(game))
    results = []
    for kind in (Kicked, Run):
        run = kind(play, None, since)
        run.gone = set(range(1, run.people))
        results.append(run.result())
    assert results[0] == results[1]
