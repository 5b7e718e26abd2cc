"""What people at a random table say, sense and nonsense."""

from functools import cache

from hypothesis import strategies as st

from protocol.games.stud import Choose, Show, Theo, To, ToTat, Up
from protocol.games.xi_dach import Bet, Draw, EndTurn, Inspect, ShowHand, SkipBet, Stand
from protocol.ids import Chips, PlayerId, Seat
from protocol.inbound import (
    AddBot,
    AnyDo,
    Approve,
    Ask,
    Bank,
    Claim,
    Host,
    Kick,
    Leave,
    Lock,
    Log,
    MoveSeat,
    Next,
    PauseTable,
    React,
    Rebuy,
    RemoveBot,
    ResumeTable,
    Say,
    SetOptions,
    SetTitle,
    Sit,
    SitIn,
    SitOut,
    Start,
    Transfer,
    Unkick,
)  # fmt: skip
from protocol.play import Action
from tests.support.pairwise import Options, Pairwise, values
from tests.support.table import GAMES

MOST_DEVICES = 7
WHO = st.integers(0, MOST_DEVICES - 1)
PICKS = st.integers(0, 10_000)
SEATS = st.integers(0, 6).map(Seat)
PLAYERS = st.integers(1, 12).map(PlayerId)
NAMES = st.sampled_from(["Lan", "lan", "Tú", "Hà", "Minh"])
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([Theo(), Up(), Show(), ToTat(), SkipBet(), Draw(), EndTurn(), ShowHand()]),
    st.builds(To, st.sampled_from([1, 2, 20])),
    st.builds(Choose, st.integers(0, 1)),
    st.builds(Bet, st.sampled_from([1, 10, 100, 1_000_000]).map(Chips)),
    st.builds(Stand, st.booleans()),
    st.builds(Inspect, SEATS),
)
SPANS = st.sampled_from([0, 1, 499, 1_000, 5_000, 8_000, 20_000, 29_999, 60_000, 80_500, 110_500, 600_000])
ASKS: st.SearchStrategy[object] = st.one_of(
    *(st.just(kind) for kind in (Leave, SitOut, SitIn, Next, Rebuy, MoveSeat)),
    st.builds(lambda take: lambda ref: Bank(ref, take), st.booleans()),
    st.builds(lambda text: lambda ref: Say(ref, text), NAMES),
    st.builds(lambda kind: lambda ref: React(ref, kind), st.sampled_from(["clap", "hurry"])),
    st.builds(lambda hand: lambda ref: Log(ref, hand), st.integers(0, 3)),
    st.builds(lambda seat, name: lambda ref: Sit(ref, seat, name), SEATS, NAMES),
    st.builds(lambda seat, name: lambda ref: Claim(ref, seat, name), SEATS, NAMES),
)


@cache
def rows(game: str) -> tuple[Options, ...]:
    """Sets of options in which every two values meet; the defaults first."""
    return GAMES[game].sheet.full({}), *Pairwise(GAMES[game]).rows


def option_changes(game: str) -> st.SearchStrategy[Options]:
    """A few options with other values: some together forbidden, some beyond their bounds."""
    pairs = [(option.name, value) for option in GAMES[game].sheet.options for value in (*values(option), -1)]
    return st.lists(st.sampled_from(pairs), min_size=1, max_size=3).map(dict)


def dos(game: str) -> st.SearchStrategy[AnyDo]:
    """What only a host may."""
    return st.one_of(
        st.builds(Start), st.builds(AddBot, st.none() | SEATS), st.builds(RemoveBot, SEATS), st.builds(Kick, PLAYERS),
        st.builds(Unkick, PLAYERS), st.builds(PauseTable), st.builds(ResumeTable), st.builds(Lock, st.booleans()),
        st.builds(Ask, st.booleans()), st.builds(Approve, PLAYERS, st.booleans()), st.builds(Transfer, PLAYERS),
        st.builds(SetOptions, option_changes(game)), st.builds(SetTitle, NAMES),
    )  # fmt: skip


def hosts_command(do: AnyDo) -> object:
    """The command that carries it."""
    return lambda ref: Host(ref, do)
