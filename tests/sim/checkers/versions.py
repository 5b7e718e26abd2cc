"""Versions grow by one at a table, everybody gets each of them, and on a socket they never fall."""

import re
from collections.abc import Container
from typing import Any, Final

from protocol.codec import encode
from protocol.ids import RoomCode
from server.journal.store import Batch
from server.table import snapshot, views, writing
from server.table.effects import Drop, Frame, Kind, RowKind
from server.table.messages import Attach, AttachBot, ConnId
from tests.sim.watch import Checker, Step

VIEW: Final = re.compile(rb'\{"type":"view","v":(\d+),"epoch":(\d+),"table":')
SKIPPED: Final = re.compile(rb',"skipped":(\d+)\}$')


class Versions(Checker):
    """At the table, and from the table to each of its connections."""

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._on_disk: dict[RoomCode, int] = {}
        self._last: dict[RoomCode, int] = {}
        self._epoch = 0

    def started(self, server: Any) -> None:
        if server.epoch <= self._epoch:
            self.wrong("an epoch comes twice")
        self._epoch = server.epoch
        self._last = {}

    def written(self, batch: Batch) -> None:
        for room, rows in batch:
            for row in rows:
                if row.kind is RowKind.SNAPSHOT:
                    self._on_disk[room] = snapshot.read(row.data).version
                elif row.kind is RowKind.INPUT:
                    self._on_disk[room] = writing.read_input(row.data).v

    def told(self, step: Step) -> None:
        t, room = step.table, step.room
        if any(row.kind is RowKind.LIVE for row in step.rows) and t.version != self._on_disk.get(room):
            self.wrong(f"{room} comes back at {t.version}, {self._on_disk.get(room)} is written")
        if step.message is not None:
            shown = [effect for effect in step.effects if isinstance(effect, Frame) and effect.kind is Kind.VIEW]
            grown = t.version - step.before.version
            if grown not in {0, 1} or self._last.get(room, step.before.version) != step.before.version:
                self.wrong(f"{room} goes from {self._last.get(room)} to {t.version}")
            if bool(shown) > bool(grown):
                self.wrong(f"{room} shows {t.version} again")
            self._shown(step, shown, grown)
        self._last[room] = t.version

    def _shown(self, step: Step, shown: list[Frame], grown: int) -> None:
        t = step.table
        dropped = {effect.to for effect in step.effects if isinstance(effect, Drop)}
        viewers = set(t.people.connected) if grown else set()
        if {frame.to for frame in shown} - dropped != viewers - dropped or len({f.to for f in shown}) != len(shown):
            self.wrong(f"{step.room} at {t.version} is not shown to everybody once")
        if not shown:
            return
        table = encode(views.table_view(t))
        for frame in shown:
            match = VIEW.match(frame.data)
            if match is None or int(match[1]) != t.version or int(match[2]) != t.epoch:
                self.wrong(f"{step.room} at {t.version} shows another version")
            elif not t.closed and not frame.data.startswith(table, match.end()):
                self.wrong(f"{step.room} at {t.version} shows another picture")
        if isinstance(step.message, Attach | AttachBot) and (person := t.people.of_conn(step.message.conn)) is not None:
            you = b',"you":' + encode(views.you_view(t, person)) + b"}"
            if not any(frame.to == step.message.conn and frame.data.endswith(you) for frame in shown):
                self.wrong(f"{step.room} at {t.version} shows who comes something else")


class OnTheWire(Checker):
    """What a socket gets is what its table said, in that order, when it is written; views left out are counted.

    What the hub says itself, it says at any time: beats, that it is saving, and refusals.
    """

    def __init__(self, scene: Any) -> None:
        super().__init__(scene)
        self._said: dict[ConnId, list[tuple[Frame, int]]] = {}
        self._version: dict[ConnId, int] = {}
        self._written = 0

    def started(self, server: Any) -> None:
        self._said, self._version, self._written = {}, {}, 0

    def written(self, batch: Batch) -> None:
        self._written += sum(len(rows) for _, rows in batch)

    def told(self, step: Step) -> None:
        for effect in step.effects:
            if isinstance(effect, Frame) and effect.to > 0:
                self._said.setdefault(effect.to, []).append((effect, step.position))

    def left(self, conn: ConnId, data: bytes) -> None:
        skipped = SKIPPED.search(data)
        plain = data[: skipped.start()] + b"}" if skipped else data
        said = self._said.get(conn, [])
        for number, (frame, position) in enumerate(said):
            if frame.data == plain:
                if position > self._written:
                    self.wrong(f"connection {conn} gets {position}, {self._written} are written")
                self._in_order(conn, frame, said[:number], int(skipped[1]) if skipped else 0)
                # A view that is replaced vanishes, and is counted by the one that replaces it.
                del said[number if frame.kind is Kind.ANSWER else 0 : number + 1]
                return
        if not data.startswith((b'{"type":"beat"', b'{"type":"saving"', b'{"type":"rejected"')):
            self.wrong(f"connection {conn} gets what no table said: {data[:20]!r}")

    def _in_order(self, conn: ConnId, frame: Frame, passed: list[tuple[Frame, int]], skipped: int) -> None:
        views_passed = sum(one.kind is Kind.VIEW for one, _ in passed)
        if views_passed != len(passed):
            self.wrong(f"connection {conn} gets something before an answer that was given earlier")
        if frame.kind is Kind.ANSWER:
            return
        if views_passed != skipped:
            self.wrong(f"connection {conn} is told of {skipped} views left out, not {views_passed}")
        match = VIEW.match(frame.data)
        if match is not None:
            v = int(match[1])
            if v <= self._version.get(conn, -1):
                self.wrong(f"connection {conn} gets {v} after {self._version[conn]}")
            self._version[conn] = v

    def closed(self, conn: ConnId) -> None:
        self._said.pop(conn, None)
        self._version.pop(conn, None)

    def rested(self) -> None:
        server = self.scene.server
        for room, core in ({} if server is None else server.tables).items():
            gone = [conn for conn in core.table.people.connected if conn > 0 and conn not in self._open()]
            if gone:
                self.wrong(f"{room} takes {gone} for connections that are there")
        for conn, said in self._said.items():
            if len(said) > 1 and conn in self._open():
                self.wrong(f"connection {conn} waits for {len(said)} frames")

    def _open(self) -> Container[ConnId]:
        return {} if self.scene.server is None else self.scene.server.sessions._open
