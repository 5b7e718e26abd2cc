"""Every hand ends when nobody ever says a word again, whatever lies on the table (rules.md 7.5, invariant 12).

All sets of options in which any two values meet, random decks, and a point from which on all are silent.
"""

import pytest

from protocol.inbound import Act, Bank, Host, Kick, Leave, Start
from server.table import entries, timing
from tests.server.table.strategies import rows
from tests.support.legal import some_action
from tests.support.table import GAMES
from tests.support.watched import Shuffled, Watched

SETS = [(game, number) for game in sorted(GAMES) for number in range(len(rows(game)))]
SILENCES = (0, 1, 2, 3, 5, 8, 12, 20)
"""After so many words nobody says anything more."""


def begun(game: str, number: int, seed: int) -> Watched:
    """A full table, and a hand that has begun."""
    bench = Watched(game=game, options=rows(game)[number], shuffler=Shuffled(seed))
    bench.friends(len(bench.state.seating))
    if bench.state.game.has_banker:
        assert bench.say(1, Bank(bench.next_ref(1), True)) is None
    if bench.state.running is None:
        assert bench.say(1, Host(bench.next_ref(1), Start())) is None
    return bench


def speak(bench: Watched, words: int, seed: int) -> None:
    """So many times one of the seats that are asked answers with something legal."""
    for word in range(words):
        hand = bench.state.running
        if hand is None:
            return
        pick = seed * 7_919 + word * 104_729
        seat = sorted(hand.clocks)[pick % len(hand.clocks)]
        question, conn = hand.questions[seat], seat + 1
        assert bench.say(conn, Act(bench.next_ref(conn), question.turn, some_action(question.offers, pick))) is None


def longest(bench: Watched) -> int:
    """No silent hand lasts longer, in ms: five rounds of every seat's whole time, and a second a step."""
    options = bench.state.options
    thinking = max(int(value) for name, value in options.items() if name.endswith("_timeout_s")) * 1000
    seats, decisions = len(bench.state.seating), 40
    return seats * (thinking + timing.BANK_MS + timing.GRACE_MS) * 5 + decisions * timing.AUTOMATIC_MS


@pytest.mark.parametrize(("game", "number"), SETS)
def test_a_hand_ends_though_all_time_out_for_ever(game: str, number: int) -> None:
    for words in SILENCES:
        bench = begun(game, number, seed=words + 100 * number)
        speak(bench, words, seed=number)
        bench.wait(longest(bench))
        ended = [entry for entry in bench.entries if isinstance(entry, entries.HandFinished)]
        assert ended
        assert ended[0].hand == 1
        bench.wait(4 * longest(bench))
        assert (bench.state.running, bench.state.phase) == (None, "waiting"), "who never acts is dealt in no more"
        assert bench.core.next_deadline is None


@pytest.mark.parametrize(("game", "number"), SETS[::3])
def test_a_hand_ends_though_all_leave_or_are_thrown_out_in_it(game: str, number: int) -> None:
    for words in SILENCES[:5]:
        bench = begun(game, number, seed=words + 1_000 * number)
        speak(bench, words, seed=number)
        for conn in range(2, len(bench.state.seating) + 1):
            player = bench.player(conn)
            assert player is not None
            if conn % 2:
                assert bench.say(1, Host(bench.next_ref(1), Kick(player))) is None
            else:
                assert bench.say(conn, Leave(bench.next_ref(conn))) is None
        bench.wait(longest(bench))
        assert bench.state.running is None
        assert [chair.seat for chair in bench.state.seating.taken] == [0]
        assert bench.state.ledger.sum == 0
