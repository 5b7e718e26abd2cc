"""What many rooms cost: memory while nobody does anything, and CPU an action over few tables and over many."""

from collections.abc import Callable
from typing import Final

from tests.bench.against import told
from tests.bench.figures import Figure, ratios
from tests.bench.generator import Load, Memory
from tests.bench.servers import PROCESS, STOCK, load, memory, server

IDLE_ROOMS: Final = 250
MOST_KIB_CONNECTION: Final = 32
MOST_KIB_ROOM: Final = 150
TABLES: Final = (10, 100, 1_000)
RATE: Final = 300
"""Actions a second over all tables, at least: many tables act once a second each. What one person may say a second
bounds it for few."""
MOST_AT_1000: Final = 1.3
MANY: Final = 2_500
"""Tables that one core must bear, at one action a second each, at most MOST_BUSY of it used."""
MOST_BUSY: Final = 0.6


def idle(rounds: int, say: Callable[[str], None]) -> list[Figure]:
    """Memory of idle connections and rooms, above the empty server."""
    found: dict[str, list[Memory]] = {PROCESS: [], STOCK: []}
    for number in range(rounds):
        for variant in found:
            with server(variant, 2_600) as on:
                one = memory(on, variant, IDLE_ROOMS)
            found[variant].append(one)
            kib = f"{_connection(one):.1f} KiB a connection, {_room(one):.1f} a room"
            say(f"round {number + 1} memory {variant:15} {kib}")
    ours = found[PROCESS]
    return [
        Figure("idle: a connection", "KiB", tuple(map(_connection, ours)), MOST_KIB_CONNECTION),
        Figure("idle: a room of four", "KiB", tuple(map(_room, ours)), MOST_KIB_ROOM),
        Figure("idle: a connection, stock", "KiB", tuple(map(_connection, found[STOCK]))),
        Figure("idle: the empty server", "MiB", tuple(one.empty for one in ours)),
    ]


def _connection(found: Memory) -> float:
    return (found.four - found.one) * 1024 / (3 * found.rooms)


def _room(found: Memory) -> float:
    return (found.four - found.empty) * 1024 / found.rooms


def scale(rounds: int, seconds: float, say: Callable[[str], None]) -> list[Figure]:
    """CPU an action over few tables and many, with what connections cost that only sit there."""
    found: dict[int, list[Load]] = {tables: [] for tables in TABLES}
    for number in range(rounds):
        for tables in TABLES if number % 2 else reversed(TABLES):
            with server(PROCESS, 0) as on:
                one = load(on, PROCESS, tables, seconds=seconds, rate=max(RATE, tables))
            found[tables].append(one)
            say(told(f"round {number + 1} {tables:5} tables", PROCESS, one))
    cost = {tables: [1e6 * (one.user + one.system) / one.actions for one in runs] for tables, runs in found.items()}
    few, many = TABLES[0], TABLES[-1]
    return [
        *(Figure(f"scale: CPU an action, {tables} tables", "us", tuple(cost[tables])) for tables in TABLES),
        ratios(f"scale: CPU an action, {many} tables / {few}", cost[many], cost[few], MOST_AT_1000),
    ]


def many(tables: int, seconds: float, say: Callable[[str], None]) -> list[Figure]:
    """So many tables at one action a second each: how busy is the core?"""
    with server(PROCESS, 0) as on:
        one = load(on, PROCESS, tables, seconds=seconds, rate=tables, warm=5)
    say(told(f"{tables} tables", PROCESS, one))
    return [
        Figure(f"many: core used by {tables} tables at 1/s each", "x", (one.busy,), MOST_BUSY),
        Figure(f"many: p99 with {tables} tables", "ms", (one.p99,)),
        Figure("many: errors", "", (sum(one.errors.values()),), 0),
    ]
