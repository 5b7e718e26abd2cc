"""The numbers on docs/behaviour.md are those of the code."""

import re
from pathlib import Path
from typing import Final

from protocol.inbound import FRAME_LIMIT
from server import settings
from server.hub import connection, limits, outbox, sessions, transport
from server.journal import sqlite, store
from server.rooms import keys, lobby
from server.table import actor, banking, core, people, play, returning, state, timing
from server.web import node

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs" / "behaviour.md").read_text(encoding="utf-8")
PROSE: Final = " ".join(PAGE.split())


def in_page(file: str, name: str) -> float:
    """A constant of the browser's part."""
    text = (ROOT / "client_web" / "js" / file).read_text(encoding="utf-8")
    found = re.search(rf"^(?:export )?const {name} = ([\d_./ ]+)$", text, re.MULTILINE)
    assert found is not None, name
    over, _, under = found[1].replace("_", "").partition("/")
    return float(over) / float(under or 1)


def s(ms: float) -> str:
    """``0.5 s``, ``10 minutes``, ``1 hour``."""
    if ms % 3_600_000 == 0:
        return f"{ms / 3_600_000:.0f} hour"
    return f"{ms / 60_000:.0f} minutes" if ms > 60_000 else f"{ms / 1000:g} s"


TRY_MS: Final = in_page("lib/backoff.js", "START_MS")
BEAT: Final = s(connection.BEAT_MS)
FIRST_TRY: Final = f"{TRY_MS * in_page('lib/backoff.js', 'LEAST') / 1000:g} to {s(TRY_MS)}"
LAST_TRY: Final = s(in_page("lib/backoff.js", "CAP_MS"))
TABLE: Final = {
    "the server's beat": BEAT,
    "silence after which the server closes": s(connection.SILENCE_MS),
    "silence after which the page reconnects; after it was hidden": (
        f"{s(in_page('connection.js', 'SILENCE_MS'))}; {s(in_page('connection.js', 'WAKE_SILENCE_MS'))}"
    ),
    "Hello after the socket opened, or after a refused Hello": s(connection.HELLO_MS),
    "a try that nobody answers": s(in_page("connection.js", "CONNECT_MS")),
    "pauses between tries": f"{FIRST_TRY}, growing by half, at most {LAST_TRY}",
    "a client that takes nothing": s(outbox.STALL_MS),
    "a closing socket that takes nothing": s(transport.FLUSH_S * 1000),
    "unanswered commands of a connection": f"{connection.UNANSWERED}",
    "answers that are kept for repeats, a player": f"{people.ANSWERS_KEPT}",
    "waiting for one connection: views, answers, bytes": (
        f"{outbox.HELD_VIEWS}, {outbox.HELD_ANSWERS}, {outbox.HELD_BYTES // 1024} KiB"
    ),
    "one frame from a client": f"{FRAME_LIMIT:,} bytes",
    "commands of a person": f"{limits.COMMANDS} at once, {limits.COMMANDS_PER_S} a second",
    "chat and signs of a person": f"{limits.TALK} at once, one in {1 / limits.TALK_PER_S:g} s",
    "unreadable frames of a connection, before it is closed": (
        f"{limits.NONSENSE}, one more in {1 / limits.NONSENSE_PER_S:g} s"
    ),
    "refused for haste, before it is closed": f"{limits.EXCESS}, {limits.EXCESS_PER_S} more a second",
    "waiting for somebody who dropped, a drop; a hand": (f"{s(timing.AWAY_PER_DROP_MS)}; {s(timing.AWAY_PER_HAND_MS)}"),
    "after a restart": s(returning.RETURN_MS),
    "time bank; a hand brings": f"{s(timing.BANK_MS)}; {s(timing.BANK_PER_HAND_MS)}",
    "grace after a deadline": s(timing.GRACE_MS),
    "steps of a seat that is played by the clock": s(timing.AUTOMATIC_MS),
    "timeouts in a row, then the seat sits out": f"{timing.TIMEOUTS_TO_SIT_OUT}",
    "sitting out, then a bot may come": s(timing.BOT_AFTER_MS),
    "the bank is offered for": s(banking.OFFER_MS),
    "absent host keeps the role": s(timing.HOST_GONE_MS),
    "pause": s(timing.PAUSE_MS),
    "first hand; next; after a showdown": (
        f"{s(timing.FIRST_HAND_MS)}; {s(timing.NEXT_HAND_MS)}; {s(timing.AFTER_SHOWDOWN_MS)}"
    ),
    "countdown begins anew": f"{timing.RESTARTS} times",
    "hands without a stake, then the table waits": f"{core.IDLE_HANDS}",
    "voided hands in a row, then the room closes": f"{play.VOIDS_TO_CLOSE}",
    "after a fault a table's timer rests": f"{actor.RESTS_MS} ms",
    "one-time code of a seat": s(people.MOVE_CODE_MS),
    "people a room knows; who watch at a time": f"{people.MOST_PEOPLE}; {people.MOST_WATCHERS}",
    "lines of chat that are kept": f"{state.CHAT_KEPT}",
    "a write that is late": f"{sqlite.LATE_MS} ms",
    "the next attempt": f"{sqlite.RETRY_MS} ms",
    "sockets at the end; requests": f"{s(sessions.CLOSING_S * 1000)}; {s(node.GRACE_S * 1000)}",
    "a room that nobody joined": s(lobby.NEVER_JOINED_MS),
    "a room that nobody is in, in memory": s(lobby.EMPTY_MS),
    "its record": f"{store.RECORD_S // 86_400} days",
    "a client's key for a new room": s(keys.KEY_MS),
    "rooms; connections (options)": f"{settings.MOST_ROOMS:,}; {settings.MOST_CONNECTIONS:,}",
    "places kept for those who were here before": f"one in {sessions.HEADROOM}",
}
SAID: Final = (
    f"the server, which speaks every {BEAT}, was silent for {s(in_page('connection.js', 'SILENCE_MS'))}",
    f"({s(in_page('connection.js', 'WAKE_SILENCE_MS'))}, when you come back",
    f"the first time after {FIRST_TRY}, later after up to {LAST_TRY}",
    f"A try that nobody answers within {s(in_page('connection.js', 'CONNECT_MS'))} is given up",
    f"up to {in_page('lib/pending.js', 'MOST'):g} such taps",
    f"after {s(connection.SILENCE_MS)} of silence",
    f"stands for up to {s(timing.AWAY_PER_DROP_MS)} a drop and {s(timing.AWAY_PER_HAND_MS)} a hand",
    f"bank of {s(timing.BANK_MS)} (each hand brings {s(timing.BANK_PER_HAND_MS)}, up to {timing.BANK_MS // 1000})",
    f"then {s(timing.GRACE_MS)} of grace",
    f"After {s(timing.BOT_AFTER_MS)} of sitting out",
    f"good for {s(people.MOVE_CODE_MS)}",
    f"after {s(timing.HOST_GONE_MS)} the role passes",
    f"no pause lasts longer than {s(timing.PAUSE_MS)}",
    f"less than {s(play.RELOAD_MS)} still counts",
    f"At most {outbox.HELD_VIEWS} views and {outbox.HELD_BYTES // 1024} KiB wait for it",
    f"and {outbox.HELD_ANSWERS} answers",
    f"took nothing for {s(outbox.STALL_MS)}",
    f"Sockets have {s(sessions.CLOSING_S * 1000)} to close, requests {s(node.GRACE_S * 1000)} to end",
    f"no longer than {s(returning.RETURN_MS)}",
    f"takes longer than {sqlite.LATE_MS} ms",
    f"tried again every {sqlite.RETRY_MS} ms",
    f"stood still for more than {s(sessions.SLEPT_MS)} every clock has",
    f"missed by more than {s(timing.SLEPT_MS)} moves",
    f"nobody joined goes after {s(lobby.NEVER_JOINED_MS)}",
    f"goes to the disk after {s(lobby.EMPTY_MS)}",
    f"stays for {store.RECORD_S // 86_400} days",
    f"begins in {s(timing.FIRST_HAND_MS)}, later ones {s(timing.NEXT_HAND_MS)} after a result",
    f"{s(timing.AFTER_SHOWDOWN_MS)} after a showdown",
)


def test_the_table_of_limits_is_whole_and_true() -> None:
    rows = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", PAGE, re.MULTILINE))
    assert rows == TABLE


def test_what_the_prose_says_is_true() -> None:
    assert [phrase for phrase in SAID if phrase not in PROSE] == []


def test_every_number_of_the_prose_is_compared() -> None:
    """A number that no phrase above covers would grow old unnoticed."""
    prose = PROSE.partition("## Every timeout and limit")[0]
    for phrase in SAID:
        prose = prose.replace(phrase, "")
    left = re.findall(r"(?<![\w.])\d[\d,.]*(?: (?:s|ms|minutes|hours?|days|KiB))?\b", prose)
    # A close code, a status, and what the exit promises as a whole (tests of the process hold it).
    assert left == ["503", "1012", "0", "10 s"]
    spelt = {2: "two", 3: "three"}
    assert f"After {spelt[timing.TIMEOUTS_TO_SIT_OUT]} timeouts in a row" in PROSE
    assert f"voids {spelt[play.VOIDS_TO_CLOSE]} hands in a row" in PROSE
    assert f"After {spelt[core.IDLE_HANDS]} hands in a row" in PROSE
    assert timing.RESTARTS == 2
    assert "begins anew at most twice" in PROSE
    assert keys.KEY_MS == 3_600_000
    assert "makes one, for an hour" in PROSE


def test_the_clients_bounds_are_within_the_servers() -> None:
    """Else one side would give the other up while it is there."""
    silence = in_page("connection.js", "SILENCE_MS")
    assert 2 * connection.BEAT_MS < silence < connection.SILENCE_MS
    assert connection.BEAT_MS < in_page("connection.js", "WAKE_SILENCE_MS") < silence
    assert in_page("lib/pending.js", "MOST") == connection.UNANSWERED
    assert connection.UNANSWERED <= people.ANSWERS_KEPT
    assert in_page("lib/backoff.js", "CAP_MS") < returning.RETURN_MS
    assert in_page("lib/backoff.js", "CAP_MS") + silence + in_page("connection.js", "CONNECT_MS") < (
        timing.AWAY_PER_HAND_MS
    )
    assert sessions.CLOSING_S + node.GRACE_S < 10
