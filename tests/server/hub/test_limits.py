"""Token buckets."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from protocol.ids import Millis
from server.hub.limits import Bucket, Rate


def test_it_gives_what_it_holds_and_refills() -> None:
    bucket = Bucket(Rate(3, 0.5), Millis(0))
    assert [bucket.take(Millis(0)) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(Millis(1_999))
    assert bucket.take(Millis(2_000))
    assert not bucket.take(Millis(2_000))


def test_it_never_holds_more_than_its_size() -> None:
    bucket = Bucket(Rate(2, 100), Millis(0))
    assert [bucket.take(Millis(10**9)) for _ in range(3)] == [True, True, False]


@given(st.lists(st.integers(0, 5_000), max_size=100))
def test_it_never_gives_more_than_size_and_refill(gaps: list[int]) -> None:
    now = 0
    bucket = Bucket(Rate(5, 2), Millis(now))
    given_out = 0
    for gap in gaps:
        now += gap
        given_out += bucket.take(Millis(now))
        assert given_out <= 5 + now * 2 / 1000


class Plain:
    """So many left, counted."""

    def __init__(self, size: int, per_s: Fraction) -> None:
        self.size, self.per_ms = size, per_s / 1000
        self.left, self.then = Fraction(size), 0

    def has(self, now: int) -> bool:
        self.left = min(Fraction(self.size), self.left + (now - self.then) * self.per_ms)
        self.then = now
        return self.left >= 1

    def take(self, now: int) -> bool:
        if not self.has(now):
            return False
        self.left -= 1
        return True


RATES = [
    Fraction(1, 60),
    Fraction(1, 10),
    Fraction(1, 5),
    Fraction(1, 2),
    *map(Fraction, (1, 2, 4, 5, 10, 20, 200, 400)),
]
"""All that budgets and limits use."""
STEPS = st.lists(st.tuples(st.integers(0, 20_000), st.booleans(), st.integers(1, 8)), max_size=60)


@given(st.integers(1, 40), st.sampled_from(RATES), STEPS)
def test_it_grants_what_counting_would_grant(size: int, per_s: Fraction, steps: list[tuple[int, bool, int]]) -> None:
    bucket, plain, now = Bucket(Rate(size, float(per_s)), Millis(0)), Plain(size, per_s), 0
    for gap, takes, times in steps:
        now += gap
        for _ in range(times):
            if takes:
                assert bucket.take(Millis(now)) == plain.take(now)
            else:
                assert bucket.has(Millis(now)) == plain.has(now)
