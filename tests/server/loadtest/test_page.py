"""The report opens anywhere and says what was measured."""

import re
from html.parser import HTMLParser

from msgspec.structs import replace

from server.loadtest.metrics import Series
from server.loadtest.page import page
from server.loadtest.report import Report, report
from tests.server.loadtest.test_verdict import measured, outcome

OPEN_ENDED = {"meta", "tr", "td", "th"}
"""HTML needs no end of these."""


class Balanced(HTMLParser):
    """Fails where an element ends that did not begin."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in OPEN_ENDED:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """Nothing stays open."""

    def handle_endtag(self, tag: str) -> None:
        if tag not in OPEN_ENDED:
            assert self.open.pop() == tag


def whole() -> Report:
    stats = measured(latency=0.02)
    stats.error("check: <points> & more", "K7")
    stats.refused["HTTP 503"] += 2
    for at in range(30):
        stats.second_over(at, 5, 20)
    return report(outcome(stats))


def test_it_is_one_sound_file_that_asks_for_nothing() -> None:
    html = page(replace(whole(), server=(Series("xiban_rooms", "Open rooms.", [(0.0, 1.0), (2.0, 5.0)]),)))
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    assert not re.search(r"<script|<link|<img|src=|@import|url\(", html)
    assert html.count("<svg") == 5


def test_it_shows_verdict_findings_and_causes() -> None:
    html = page(whole())
    assert "failed" in html
    assert "check: &lt;points&gt; &amp; more: 1 (rooms K7)" in html
    assert "HTTP 503: 2" in html
    assert "20.0 ms" in html
    assert '<span class="pass">passed' in page(report(outcome()))


def test_a_run_that_measured_nothing_has_a_page_too() -> None:
    empty = measured()
    empty.__init__()  # type: ignore[misc]
    assert "nothing was measured" in page(report(outcome(empty)))
