"""Token buckets."""

from hypothesis import given
from hypothesis import strategies as st

from protocol.ids import Millis
from server.hub.limits import Bucket


def test_it_gives_what_it_holds_and_refills() -> None:
    bucket = Bucket(3, 0.5, Millis(0))
    assert [bucket.take(Millis(0)) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(Millis(1_999))
    assert bucket.take(Millis(2_000))
    assert not bucket.take(Millis(2_000))


def test_it_never_holds_more_than_its_size() -> None:
    bucket = Bucket(2, 100, Millis(0))
    assert [bucket.take(Millis(10**9)) for _ in range(3)] == [True, True, False]


@given(st.lists(st.integers(0, 5_000), max_size=100))
def test_it_never_gives_more_than_size_and_refill(gaps: list[int]) -> None:
    now = 0
    bucket = Bucket(5, 2, Millis(now))
    given_out = 0
    for gap in gaps:
        now += gap
        given_out += bucket.take(Millis(now))
        assert given_out <= 5 + now * 2 / 1000
