"""Plots: sound SVG, points where they belong."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.loadtest.plots import HEIGHT, MOST_POINTS, WIDTH, Curve, bars, lines

SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)
VALUES = st.floats(min_value=0, max_value=1e7)


def drawn(svg: str) -> list[list[tuple[float, float]]]:
    """The points of each polyline, which must lie inside."""
    root = ElementTree.fromstring(svg)  # noqa: S314
    found = []
    for line in root.iter("polyline"):
        points = [tuple(map(float, pair.split(","))) for pair in line.attrib["points"].split()]
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
        found.append([(x, y) for x, y in points])
    return found


@given(st.lists(VALUES, min_size=1, max_size=30), st.booleans())
def test_any_figures_make_a_sound_plot_inside_its_frame(values: list[float], log: bool) -> None:
    (points,) = drawn(lines([Curve("x", "a", list(enumerate(values)))], x="s", y="ms", log=log))
    assert len(points) == len(values)


def test_higher_is_higher_and_later_is_further_right() -> None:
    (points,) = drawn(lines([Curve("x", "a", [(0, 1.0), (1, 10.0), (2, 100.0)])], x="s", y="ms", log=True))
    (x0, y0), (x1, y1), (x2, y2) = points
    assert x0 < x1 < x2
    assert y0 > y1 > y2
    # Equal factors are equal steps.
    assert y0 - y1 == pytest.approx(y1 - y2, abs=0.2)


def test_a_long_run_keeps_its_peaks() -> None:
    points = [(float(at), 1.0) for at in range(3_000)]
    points[1_234] = (1_234.0, 500.0)
    (kept,) = drawn(lines([Curve("x", "a", points)], x="s", y="ms"))
    assert len(kept) <= MOST_POINTS
    assert min(y for _, y in kept) < 30


@given(st.lists(st.tuples(st.floats(min_value=0.001, max_value=1e6), st.integers(1, 10**6)), min_size=1, max_size=40))
def test_bars_lose_nobody(steps: list[tuple[float, int]]) -> None:
    steps.sort()
    root = ElementTree.fromstring(bars(steps, x="ms", y="actions"))  # noqa: S314
    titles = ["".join(bar.itertext()) for bar in root.iter("rect")]
    assert sum(int(title.rpartition(" ")[2]) for title in titles) == sum(count for _, count in steps)


def test_nothing_measured_is_said() -> None:
    assert "nothing was measured" in lines([Curve("x", "a", [])], x="s", y="ms")
    assert "nothing was measured" in bars([], x="ms", y="actions")


def test_names_are_escaped() -> None:
    assert "<b>" not in lines([Curve("<b>", "a", [(0, 1)])], x="s", y="ms")
