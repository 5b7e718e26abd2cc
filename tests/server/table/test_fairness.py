"""A kick or a pause never changes who wins (promise 8; rules.md 7.2): the same deck and script with and without it."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.games.stud import Theo, To, Up
from protocol.ids import PlayerId
from protocol.inbound import Kick, PauseTable, ResumeTable, Transfer
from protocol.play import Action
from server.rules.game import Result
from server.table import entries
from tests.support.table import Bench
from tests.support.watched import Shuffled

CHOICES: st.SearchStrategy[Action] = st.sampled_from([Theo(), Theo(), To(), Up()])


@dataclass
class Play:
    """A deck, what each seat says when asked, and where something else happens."""

    seed: int
    script: dict[int, list[Action]] = field(default_factory=dict)

    def next_of(self, seat: int, asked: int) -> Action:
        said = self.script.get(seat, [])
        return said[asked] if asked < len(said) else Theo()


PLAYS = st.builds(
    Play, st.integers(0, 2**32), st.dictionaries(st.integers(0, 3), st.lists(CHOICES, max_size=8), max_size=4)
)


def lapse(bench: Bench) -> None:
    """Nobody says anything until the clock plays."""
    assert bench.core.next_deadline is not None
    bench.wait(bench.core.next_deadline - bench.now)


class Run:
    """One hand by a script; ``gone`` is the seat that says nothing from step ``since`` on."""

    def __init__(self, play: Play, gone: int | None = None, since: int = 0) -> None:
        self.play, self.gone, self.since = play, gone, since
        self.bench = Bench.begun(shuffler=Shuffled(play.seed))
        self.asked = dict.fromkeys(range(4), 0)
        self.step = 0

    def begins(self) -> None:
        """Called at step ``since``."""

    def before_each(self) -> None:
        """Called before each step."""

    def result(self) -> Result:
        viewer = 1 if self.gone != 0 else 2
        while self.bench.table(viewer).phase == "playing":
            if self.step == self.since:
                self.begins()
            self.before_each()
            if self.bench.table(viewer).phase != "playing":
                break
            seat = self.bench.play(viewer).to_act
            assert seat is not None
            if seat == self.gone and self.step >= self.since:
                lapse(self.bench)
            else:
                self._say(seat, viewer)
            self.step += 1
        (finished,) = [entry for entry in self.bench.entries if isinstance(entry, entries.HandFinished)]
        assert not self.bench.faults
        return finished.result

    def _say(self, seat: int, viewer: int) -> None:
        action = self.play.next_of(seat, self.asked[seat])
        self.asked[seat] += 1
        if isinstance(action, To) and self.bench.play(viewer).raises == 2:
            action = Theo()
        self.bench.act(seat + 1, action)


class Kicked(Run):
    """The seat is kicked instead of falling silent."""

    def begins(self) -> None:
        assert self.gone is not None
        host = 1 if self.gone != 0 else 2
        assert self.bench.do(host, Kick(PlayerId(self.gone + 1))) is None


class Paused(Run):
    """The table is paused and resumed, by its host or by itself, before some steps."""

    def __init__(self, play: Play, pauses: dict[int, int], gone: int | None = None, since: int = 0) -> None:
        super().__init__(play, gone, since)
        self.pauses = pauses

    def before_each(self) -> None:
        span = self.pauses.get(self.step)
        if span is None:
            return
        host = 2 if self.gone == 0 else 1
        assert self.bench.do(host, PauseTable()) is None
        self.bench.wait(span)
        if self.bench.table(host).pause is not None:
            assert self.bench.do(host, ResumeTable()) is None


def hand_over_host(run: Run) -> None:
    """Where the host is the one who is gone, another is host first."""
    if run.gone == 0:
        assert run.bench.do(1, Transfer(PlayerId(2))) is None


@pytest.mark.case("B157")
@settings(max_examples=60, deadline=None)
@given(play=PLAYS, gone=st.integers(0, 3), since=st.integers(0, 20))
def test_a_kick_never_changes_who_wins(play: Play, gone: int, since: int) -> None:
    """Against the run in which the same player just says nothing any more."""
    silent, kicked = Run(play, gone, since), Kicked(play, gone, since)
    for run in (silent, kicked):
        hand_over_host(run)
    assert kicked.result() == silent.result()


@settings(max_examples=60, deadline=None)
@given(
    play=PLAYS,
    pauses=st.dictionaries(st.integers(0, 20), st.sampled_from([0, 1, 5_000, 79_000, 599_999, 700_000]), max_size=4),
    gone=st.none() | st.integers(0, 3),
    since=st.integers(0, 20),
)
def test_a_pause_never_changes_who_wins(play: Play, pauses: dict[int, int], gone: int | None, since: int) -> None:
    """Whoever plays or falls silent; a pause at any point, of any length."""
    plain, paused = Run(play, gone, since), Paused(play, pauses, gone, since)
    for run in (plain, paused):
        hand_over_host(run)
    assert paused.result() == plain.result()


@settings(max_examples=30, deadline=None)
@given(play=PLAYS, order=st.permutations([1, 2, 3]), since=st.integers(0, 16))
def test_a_host_who_kicks_everybody_wins_by_the_cards_or_not_at_all(play: Play, order: list[int], since: int) -> None:
    """Kicking all others at any point ends as if they had all fallen silent there."""
    results = []
    for kick in (True, False):
        run = Run(play)
        gone: set[int] = set()
        while run.bench.table().phase == "playing":
            if run.step == since:
                gone = set(order)
                for seat in order if kick else []:
                    assert run.bench.do(1, Kick(PlayerId(seat + 1))) is None
            seat_on_turn = run.bench.play().to_act
            assert seat_on_turn is not None
            if seat_on_turn in gone:
                lapse(run.bench)
            else:
                run._say(seat_on_turn, 1)
            run.step += 1
        results.append((run.bench.play().payouts, [seat.up for seat in run.bench.play().seats]))
    assert results[0] == results[1]
