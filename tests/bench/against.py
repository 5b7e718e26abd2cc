"""Xiban against the stock app: CPU per action at saturation and at half load, and how soon the last seat sees it."""

from collections.abc import Callable
from typing import Final

from tests.bench.figures import Figure, ratios
from tests.bench.generator import Load
from tests.bench.servers import PROCESS, STOCK, VARIANTS, load, server

ROOMS: Final = 100
FIRST_GUESS: Final = 2_600
"""Bytes of a view, until it was measured."""
MOST: Final = {"saturation": 1.0, "half": 1.2}
MOST_P50: Final = 1.5
"""Against the stock app, at half load."""

Rounds = dict[str, list[Load]]
"""By variant."""


def measure(rounds: int, seconds: float, say: Callable[[str], None]) -> list[Figure]:
    """Run all variants in turns, each on a server of its own, saturated and at half of what the slowest takes."""
    found: dict[str, Rounds] = {kind: {variant: [] for variant in VARIANTS} for kind in MOST}
    frame_bytes = _frame_bytes()
    say(f"a view has {frame_bytes} bytes")
    for number in range(rounds):
        # Who goes first in a round has nothing of it in the next.
        turn = number % len(VARIANTS)
        for variant in (*VARIANTS[turn:], *VARIANTS[:turn]):
            with server(variant, frame_bytes) as on:
                full = load(on, variant, ROOMS, seconds=seconds)
                found["saturation"][variant].append(full)
                say(told(f"round {number + 1} saturation", variant, full))
        # One rate for all, which the slowest of them bears.
        half = min(runs[-1].rate for runs in found["saturation"].values()) / 2
        for variant in (*VARIANTS[turn:], *VARIANTS[:turn]):
            with server(variant, frame_bytes) as on:
                part = load(on, variant, ROOMS, seconds=seconds, rate=half)
                found["half"][variant].append(part)
                say(told(f"round {number + 1} half load ", variant, part))
    return [figure for kind, by_variant in found.items() for figure in _figures(kind, by_variant)]


def _frame_bytes() -> int:
    with server(PROCESS, 0) as on:
        return round(load(on, PROCESS, ROOMS, seconds=2).frame_bytes) or FIRST_GUESS


def told(what: str, variant: str, found: Load) -> str:
    """One run in one line."""
    user, system = (1e6 * part / max(found.actions, 1) for part in (found.user, found.system))
    return (
        f"{what} {variant:15} {found.rate:6.0f}/s  {user + system:5.0f} us ({user:.0f} + {system:.0f})  busy "
        f"{found.busy:.2f}, generator {found.generator:.2f}  p50 {found.p50:.2f} p99 {found.p99:.2f} ms"
        f"{f'  {found.crossed} crossed' if found.crossed else ''}{'  ' + str(found.errors) if found.errors else ''}"
    )


def _figures(kind: str, found: Rounds) -> list[Figure]:
    cost = {variant: [1e6 * (one.user + one.system) / one.actions for one in runs] for variant, runs in found.items()}
    figures: list[Figure] = []
    for variant, runs in found.items():
        figures += [
            Figure(f"{kind}: CPU an action, {variant}", "us", tuple(cost[variant])),
            Figure(f"{kind}: of it user, {variant}", "us", tuple(1e6 * one.user / one.actions for one in runs)),
            Figure(f"{kind}: of it system, {variant}", "us", tuple(1e6 * one.system / one.actions for one in runs)),
            Figure(f"{kind}: p50, {variant}", "ms", tuple(one.p50 for one in runs)),
        ]
    for variant in found:
        if variant != STOCK:
            most = MOST[kind] if variant == PROCESS else None
            figures.append(ratios(f"{kind}: CPU an action, {variant} / stock", cost[variant], cost[STOCK], most))
    if kind == "half":
        for variant in found:
            if variant != STOCK:
                ours, theirs = ([one.p50 for one in found[name]] for name in (variant, STOCK))
                most = MOST_P50 if variant == PROCESS else None
                figures.append(ratios(f"half: p50, {variant} / stock", ours, theirs, most))
    return figures
