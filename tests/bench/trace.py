"""A browser's own record of its work: how long its tasks are, and which layouts were forced."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from playwright.async_api import CDPSession

_CATEGORIES: Final = (
    "devtools.timeline,disabled-by-default-devtools.timeline,disabled-by-default-devtools.timeline.stack"
)
_FOCUS: Final = {"keyed", "keepFocus"}
"""They take a control away that has the focus, and hand that on: a browser lays out before it lets go."""
_LAYOUT: Final = {"Layout", "UpdateLayoutTree"}
Event = dict[str, Any]


class Trace:
    """Of one page, from ``start`` to ``stop``."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._done = asyncio.Event()
        self.events: list[Event] = []
        self.focused = 0
        """Layouts in ``forced`` that were for the keyboard's focus; they follow a tap of one's own."""
        session.on("Tracing.dataCollected", lambda data: self.events.extend(data["value"]))
        session.on("Tracing.tracingComplete", lambda _: self._done.set())

    async def start(self) -> None:
        await self._session.send("Tracing.start", {"categories": _CATEGORIES, "transferMode": "ReportEvents"})

    async def stop(self) -> None:
        await self._session.send("Tracing.end")
        await self._done.wait()

    def tasks_ms(self) -> list[float]:
        """Every task of the page's main thread, by the clock of that thread: another process is not its fault."""
        return [float(event.get("tdur") or event["dur"]) / 1000 for event in self._own() if event["name"] == "RunTask"]

    def longest_ms(self) -> float:
        """The longest of them by the clock on the wall."""
        return max(float(event["dur"]) for event in self._own() if event["name"] == "RunTask") / 1000

    def forced(self) -> dict[str, int]:
        """Layouts that a script of the page did not wait for, by the line that asked."""
        found: Counter[str] = Counter()
        for event in self._own():
            args = event.get("args", {})
            stack = args.get("beginData", args).get("stackTrace") or []
            asked = next((frame for frame in stack if "/static/" in frame["url"]), None)
            if event["name"] in _LAYOUT and asked and _did_something(event):
                if asked["functionName"] in _FOCUS:
                    self.focused += 1
                    continue
                line = f"{asked['url'].rpartition('/js/')[2]}:{asked['lineNumber'] + 1}"
                found[f"{event['name']} in {asked['functionName']} {line}"] += 1
        return dict(found)

    def _own(self) -> Iterator[Event]:
        """What the thread did that draws the page: the one with the most layouts."""
        layouts = Counter(
            (event["pid"], event["tid"]) for event in self.events if event["name"] == "Layout" and event["ph"] == "X"
        )
        thread = layouts.most_common(1)[0][0]
        return (event for event in self.events if event["ph"] == "X" and (event["pid"], event["tid"]) == thread)


def _did_something(event: Event) -> bool:
    """A question that found everything in place costs nothing."""
    return event["name"] == "Layout" or int(event.get("args", {}).get("elementCount", 0)) > 0
