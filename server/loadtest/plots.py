"""Plots as inline SVG: lines over time and bars, on a linear or a logarithmic scale. No script, no network."""

import math
from collections.abc import Sequence
from html import escape
from typing import Final

import msgspec

WIDTH: Final = 720
HEIGHT: Final = 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 12, 10, 26
MOST_POINTS: Final = 600
"""Of one line: more than pixels tell nothing. The highest of those that fall together is drawn."""

Point = tuple[float, float]


class Curve(msgspec.Struct, frozen=True):
    """One line: ``css`` names its colour."""

    name: str
    css: str
    points: Sequence[Point]


class _Scale:
    """From values to pixels."""

    def __init__(self, least: float, most: float, start: float, stop: float, *, log: bool) -> None:
        self._log = log
        self._least = self._on(least)
        span = self._on(most) - self._least
        self._factor = (stop - start) / span if span else 0.0
        self._start = start

    def __call__(self, value: float) -> float:
        return round(self._start + (self._on(value) - self._least) * self._factor, 1)

    def _on(self, value: float) -> float:
        return math.log10(max(value, 1e-6)) if self._log else value


def lines(curves: Sequence[Curve], *, x: str, y: str, log: bool = False) -> str:
    """Curves over one axis; nothing to see where none has a point."""
    points = [point for curve in curves for point in curve.points]
    if not points:
        return _empty()
    xs = [at for at, _ in points]
    # On a logarithmic scale nothing is below a tenth of a unit.
    ys = [max(value, 0.1) if log else value for _, value in points]
    bottom, top = _bounds(min(ys), max(ys), log=log)
    across = _Scale(min(xs), max(xs), _LEFT, WIDTH - _RIGHT, log=False)
    up = _Scale(bottom, top, HEIGHT - _BOTTOM, _TOP, log=log)
    parts = [_axes(across, up, _ticks(min(xs), max(xs), log=False), _ticks(bottom, top, log=log), x, y)]
    for curve in curves:
        drawn = " ".join(f"{across(at)},{up(max(value, bottom))}" for at, value in _thinned(curve.points))
        parts.append(
            f'<polyline class="curve {curve.css}" points="{drawn}"><title>{escape(curve.name)}</title></polyline>'
        )
    return _svg("".join(parts), ", ".join(curve.name for curve in curves))


def bars(steps: Sequence[tuple[float, int]], *, x: str, y: str) -> str:
    """Counts by size, both on a logarithmic scale: rare and slow is what one looks for."""
    if not steps:
        return _empty()
    least, most = max(0.01, steps[0][0]), max(steps[-1][0], 0.02)
    columns = _columns(steps, least, most)
    across = _Scale(least, most, _LEFT, WIDTH - _RIGHT, log=True)
    up = _Scale(0.5, max(count for _, _, count in columns) * 1.5, HEIGHT - _BOTTOM, _TOP, log=True)
    parts = [
        _axes(across, up, _ticks(least, most, log=True), _ticks(1, max(count for *_, count in columns), log=True), x, y)
    ]
    for start, stop, count in columns:
        left, right = across(start), across(stop)
        width, height = max(1.0, round(right - left - 0.5, 1)), round(HEIGHT - _BOTTOM - up(count), 1)
        parts.append(
            f'<rect class="bar" x="{left}" y="{up(count)}" width="{width}" height="{height}">'
            f"<title>{start:.3g} to {stop:.3g}: {count}</title></rect>"
        )
    return _svg("".join(parts), y)


def _columns(steps: Sequence[tuple[float, int]], least: float, most: float) -> list[tuple[float, float, int]]:
    """Fewer, equally wide ones: start, end and count of those that are not empty."""
    wide = 80
    ratio = (most / least) ** (1 / wide) if most > least else 2.0
    counts = [0] * wide
    for upper, count in steps:
        place = int(math.log(max(upper, least) / least) / math.log(ratio) - 1e-9)
        counts[min(wide - 1, max(0, place))] += count
    return [(least * ratio**place, least * ratio ** (place + 1), count) for place, count in enumerate(counts) if count]


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    step = math.ceil(len(points) / MOST_POINTS)
    if step <= 1:
        return points
    return [max(points[start : start + step], key=lambda point: point[1]) for start in range(0, len(points), step)]


def _bounds(least: float, most: float, *, log: bool) -> tuple[float, float]:
    if not log:
        return 0.0, most * 1.05 or 1.0
    return 10 ** math.floor(math.log10(least)), 10 ** math.ceil(math.log10(most) + 1e-9)


def _ticks(least: float, most: float, *, log: bool) -> list[float]:
    if log:
        return [10.0**power for power in range(math.ceil(math.log10(least)), math.floor(math.log10(most)) + 1)]
    span = most - least
    if span <= 0:
        return [least]
    step = 10 ** math.floor(math.log10(span / 4))
    step *= next((factor for factor in (1, 2, 5) if span / (step * factor) <= 6), 10)
    return [step * number for number in range(math.ceil(least / step), math.floor(most / step) + 1)]


def _axes(across: _Scale, up: _Scale, xs: Sequence[float], ys: Sequence[float], x: str, y: str) -> str:
    floor = HEIGHT - _BOTTOM
    parts = [f'<line class="axis" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{floor}" y2="{floor}"/>']
    for value in ys:
        at = up(value)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{at}" y2="{at}"/>')
        parts.append(f'<text class="tick" x="{_LEFT - 6}" y="{at + 4}" text-anchor="end">{_short(value)}</text>')
    parts.extend(
        f'<text class="tick" x="{across(value)}" y="{floor + 14}" text-anchor="middle">{_short(value)}</text>'
        for value in xs
    )
    parts.append(f'<text class="tick" x="{WIDTH - _RIGHT}" y="{HEIGHT - 1}" text-anchor="end">{escape(x)}</text>')
    parts.append(f'<text class="tick" x="4" y="{HEIGHT - 1}">{escape(y)}</text>')
    return "".join(parts)


def _short(value: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def _svg(inner: str, label: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">{inner}</svg>'


def _empty() -> str:
    return '<p class="none">nothing was measured</p>'
