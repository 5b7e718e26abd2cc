"""What comes back, main pot and side pots: S01-S11 of rules.md 5.7 on the engine, and against a second splitter."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.games.stud import Raked, Refunded, StudPot, Won
from protocol.ids import Chips, Seat
from server.cards.zone import Zone
from server.rules.stud.pots import layers, uncalled
from server.rules.stud.showdown import fold_win, showdown
from server.rules.stud.state import StudState
from tests.server.rules.stud.hand import Hand32
from tests.support.cards import cards
from tests.support.pots import divided

STRONG_FIRST = [
    "As Ah Ad Ac Ks",
    "Qs Qh Qd Qc Kh",
    "Js Jh Jd Jc Kd",
    "Ts Th Td Tc Kc",
    "9s 9h 9d 9c 8s",
    "7s 7h 7d 7c 8h",
]
"""Six hands without a common card, each stronger than the next."""

S: Mapping[str, tuple[Sequence[int], str, str, Sequence[int], dict[int, int], list[tuple[int, str, int, int]]]] = {
    # paid, folded, live seats from strong to weak, net result, refund, pots: amount, who can win it, rake, winner
    "S01": ([500, 300], "", "01", [270, -300], {0: 200}, [(600, "01", 30, 0)]),
    "S02": ([500, 300], "", "10", [-300, 270], {0: 200}, [(600, "01", 30, 1)]),
    "S03": ([100, 300, 500], "", "012", [185, 80, -300], {2: 200}, [(300, "012", 15, 0), (400, "12", 20, 1)]),
    "S04": ([100, 300, 500], "", "201", [-100, -300, 365], {2: 200}, [(300, "012", 15, 2), (400, "12", 20, 2)]),
    "S05": ([100, 300, 300, 250], "3", "102", [-100, 603, -300, -250], {}, [(400, "012", 20, 1), (550, "12", 27, 1)]),
    "S06": ([100, 100, 200, 100], "013", "2", [-100, -100, 280, -100], {2: 100}, [(400, "2", 20, 2)]),
    "S07": ([200, 100, 500, 100], "013", "2", [-200, -100, 370, -100], {2: 300}, [(600, "2", 30, 2)]),
    "S08": ([13, 13, 13], "", "201", [-13, -13, 25], {}, [(39, "012", 1, 2)]),
    "S09": ([400, 150, 150], "0", "12", [-400, 515, -150], {}, [(700, "12", 35, 1)]),
    "S10": ([100, 250, 250, 600, 600, 50], "5", "02431", [423, -250, 320, -600, 65, -50], {},
            [(550, "01234", 27, 0), (600, "1234", 30, 2), (700, "34", 35, 4)]),
    "S11": ([300, 100, 300], "2", "10", [80, 185, -300], {}, [(300, "01", 15, 1), (400, "0", 20, 0)]),
}  # fmt: skip


def before_the_end(paid: Sequence[int], folded: Sequence[int], order: Sequence[int], rake_bp: int = 500) -> StudState:
    """A hand in which all cards are dealt and this was paid; ``order`` are the live seats from strong to weak."""
    state = Hand32("", [1000] * len(paid), rake_bp=rake_bp).state
    rank = {seat: STRONG_FIRST[place] for place, seat in enumerate((*order, *folded))}
    holdings = tuple(
        replace(
            holding,
            total=Chips(paid[seat]),
            stack=Chips(1000 - paid[seat]),
            live=seat not in folded,
            hole=Zone(cards(rank[seat])[:1], frozenset((holding.seat,))),
            up=Zone(cards(rank[seat])[1:], public=True),
        )
        for seat, holding in enumerate(state.holdings)
    )
    return replace(state, holdings=holdings, round=4)


def ended(state: StudState) -> tuple[StudState, tuple[object, ...]]:
    return showdown(state) if len(state.live()) > 1 else fold_win(state)


@pytest.mark.rule("XT32-18")
@pytest.mark.rule("XT32-19")
@pytest.mark.rule("XT32-21")
@pytest.mark.rule("XT32-Q18")
@pytest.mark.rule("XT32-Q19")
@pytest.mark.rule("XT32-Q20")
@pytest.mark.rule("XT32-Q22")
@pytest.mark.rule("XT32-Q23")
@pytest.mark.rule("XT32-Q24")
@pytest.mark.case("B-XT-08")
@pytest.mark.parametrize("name", S)
def test_example(name: str) -> None:
    paid, folded, order, net, refund, pots = S[name]
    state, events = ended(before_the_end(paid, [int(seat) for seat in folded], [int(seat) for seat in order]))
    refunded = [event for event in events if isinstance(event, Refunded)]
    won = [event.payout for event in events if isinstance(event, Won)]
    raked = {event.pot: event.amount for event in events if isinstance(event, Raked)}
    assert {event.seat: event.amount for event in refunded} == refund
    assert [(payout.pot, payout.seat, payout.amount) for payout in won] == [
        (number, winner, amount - rake) for number, (amount, _, rake, winner) in enumerate(pots)
    ]
    assert raked == {number: rake for number, (_, _, rake, _) in enumerate(pots) if rake}
    assert [holding.stack - 1000 for holding in state.holdings] == list(net)
    assert state.rake == sum(rake for _, _, rake, _ in pots)
    assert sum(refund.values()) + sum(payout.amount for payout in won) + state.rake == sum(paid)


@pytest.mark.rule("XT32-Q19")
@pytest.mark.parametrize("name", S)
def test_who_can_win_which_pot(name: str) -> None:
    paid, folded, _, _, refund, pots = S[name]
    left = {Seat(seat): Chips(amount - refund.get(seat, 0)) for seat, amount in enumerate(paid)}
    found = layers(left, {seat: amount for seat, amount in left.items() if str(seat) not in folded})
    assert found == tuple(StudPot(Chips(amount), tuple(Seat(int(s)) for s in able)) for amount, able, _, _ in pots)


@pytest.mark.parametrize("name", S)
def test_the_oracle_agrees_with_the_examples(name: str) -> None:
    paid, _, order, net, refund, pots = S[name]
    live = [int(seat) for seat in order]
    oracle = divided(dict(enumerate(paid)), live, {seat: -place for place, seat in enumerate(live)}, 5)
    assert oracle.net(dict(enumerate(paid))) == dict(enumerate(net))
    assert oracle.refunds == refund
    assert oracle.pots == [(amount, frozenset(map(int, able)), rake, winner) for amount, able, rake, winner in pots]


@pytest.mark.rule("XT32-Q18")
@pytest.mark.rule("XT32-Q24")
@pytest.mark.parametrize(
    ("paid", "live", "back"),
    [
        ([500, 300], "01", (0, 200)),
        ([300, 300], "01", None),
        ([100, 300, 500], "012", (2, 200)),
        ([500, 300, 100], "12", None),
        ([400, 500], "1", (1, 100)),
        ([500, 500, 100], "2", None),
    ],
)
def test_what_comes_back(paid: Sequence[int], live: str, back: tuple[int, int] | None) -> None:
    given = {Seat(seat): Chips(amount) for seat, amount in enumerate(paid)}
    assert uncalled(given, frozenset(Seat(int(seat)) for seat in live)) == back


@pytest.mark.rule("XT32-Q19")
@pytest.mark.rule("XT32-Q23")
@given(
    st.lists(st.tuples(st.integers(1, 60), st.booleans()), min_size=2, max_size=6),
    st.permutations(range(6)),
    st.integers(0, 1000),
)
def test_any_payments_are_divided_as_the_oracle_does(
    seats: list[tuple[int, bool]], ranking: Sequence[int], rake_bp: int
) -> None:
    paid = {seat: amount for seat, (amount, _) in enumerate(seats)}
    live = [seat for seat in ranking if seat < len(seats) and (seats[seat][1] or seat == 0)]
    folded = [seat for seat in paid if seat not in live]
    state, events = ended(before_the_end(list(paid.values()), folded, live, rake_bp))
    oracle = divided(paid, live, {seat: -place for place, seat in enumerate(live)}, rake_bp / 100)
    assert {holding.seat: holding.stack - 1000 for holding in state.holdings} == oracle.net(paid)
    assert state.rake == oracle.rake
    assert {event.seat: event.amount for event in events if isinstance(event, Refunded)} == oracle.refunds
    assert [(p.seat, p.amount) for p in state.payouts] == [(winner, a - rake) for a, _, rake, winner in oracle.pots]
