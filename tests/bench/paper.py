"""What a run leaves behind: its figures as JSON, and as a page with a plot."""

import time
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

import msgspec

from server.loadtest import machine
from tests.bench.figures import Figure
from tests.bench.target import ROOT

_WIDTH: Final = 460
_STYLE: Final = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:62em;margin:2em auto;padding:0 1em}"
    "td,th{padding:.1em .8em .1em 0;text-align:left;font-variant-numeric:tabular-nums}"
    "rect{fill:#5b7c99}.stock rect{fill:#b0b7bd}.bad{color:#b00020;font-weight:600}"
)


class Report(msgspec.Struct, frozen=True):
    """One run of ``make bench``."""

    at: str
    machine: str
    figures: tuple[Figure, ...]


def folder() -> Path:
    """Of this run; git does not see it."""
    found = ROOT / "test-results" / time.strftime("bench-%Y-%m-%d-%H%M%S", time.gmtime())
    found.mkdir(parents=True, exist_ok=True)
    return found


def write(at: Path, figures: Sequence[Figure]) -> None:
    """Both files."""
    report = Report(machine.stamp(), machine.described(), tuple(figures))
    (at / "bench.json").write_bytes(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    (at / "bench.html").write_text(page(report), encoding="utf-8")


def page(report: Report) -> str:
    """A table of all figures, each with its median as a bar beside those of its unit and part."""
    rows = "".join(_row(figure, report.figures) for figure in report.figures)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench {escape(report.at)}</title>'
        f"<style>{_STYLE}</style><h1>Bench</h1><p>{escape(report.at)}, {escape(report.machine)}. Medians; the black "
        f"line goes from the smallest to the largest round.</p><table>{rows}</table></html>\n"
    )


def _row(figure: Figure, all_: Sequence[Figure]) -> str:
    part = figure.name.partition(":")[0]
    alike = [max(one.values) for one in all_ if one.unit == figure.unit and one.name.startswith(part)]
    scale = _WIDTH / (max(alike) or 1)
    low, high = (round(scale * value, 1) for value in (min(figure.values), max(figure.values)))
    css = "stock" if figure.name.endswith("stock") else "ours"
    bar = (
        f'<svg width="{_WIDTH}" height="16" class="{css}" role="img" aria-label="{figure.median:.3g}">'
        f'<rect y="3" height="10" width="{figure.median * scale:.1f}"/>'
        f'<line x1="{low}" x2="{high}" y1="8" y2="8" stroke="#000"/></svg>'
    )
    bound = "" if figure.most is None else f"at most {figure.most:.3g}"
    mark = "" if figure.held else ' class="bad"'
    return (
        f"<tr{mark}><td>{escape(figure.name)}</td><td>{figure.median:.3g} {escape(figure.unit)}</td>"
        f"<td>{bar}</td><td>{bound}</td></tr>"
    )
