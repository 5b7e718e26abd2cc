"""The whole server in one process on a loop that never waits: sockets, HTTP and log lines in one record, in order."""

import asyncio
import json
import selectors
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from starlette.applications import Starlette

from protocol.ids import Millis
from server.rooms.lobby import Chances
from server.settings import Settings
from server.web.app import create_app
from tests.leaks.world import Decks

HOST: Final = b"localhost:8000"
LOG: Final = "log"
HTTP: Final = "http"
_BEGAN_S: Final = 1_000.0


class Seen(msgspec.Struct, frozen=True):
    """Something that left the server: over a socket (by its name), over HTTP, or into the log."""

    at: Millis
    where: str
    data: bytes


class Deed(msgspec.Struct, frozen=True):
    """Something that reached it, ``after`` so many milliseconds: ``open``, ``say``, ``cut``, ``GET`` or ``POST``."""

    after: int
    kind: str
    where: str
    text: str = ""


class _Hurry(selectors.DefaultSelector):
    """What is waited for is over at once."""

    passed = _BEGAN_S

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        if not found:
            if timeout is None:
                raise RuntimeError("nothing will ever happen")
            self.passed += timeout
        return found


class HurriedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only while nothing is left to do."""

    def __init__(self) -> None:
        self._hurry = _Hurry()
        super().__init__(self._hurry)

    def time(self) -> float:
        return self._hurry.passed

    def now(self) -> Millis:
        """The same time as a table's clock."""
        return Millis(round(self.time() * 1000))


@dataclass
class Whole:
    """One run of a server: what was done to it, and what it let out."""

    decks: Decks
    loop: HurriedLoop = field(default_factory=HurriedLoop)
    deeds: list[Deed] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    secrets: int = 0
    _app: Starlette | None = None
    _inboxes: dict[str, asyncio.Queue[dict[str, Any]]] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def run(self, story: Callable[["Whole"], Any]) -> "Whole":
        """Start, let the story happen, stop."""
        try:
            self.loop.run_until_complete(self._live(story))
        finally:
            self.loop.close()
        return self

    async def do(self, deed: Deed) -> None:
        """Wait as the deed says, do it, and let what follows at once follow."""
        self.deeds.append(deed)
        await asyncio.sleep(deed.after / 1000)
        match deed.kind:
            case "open":
                self._start(self._socket(deed.where, deed.text))
            case "say":
                await self._inboxes[deed.where].put({"type": "websocket.receive", "text": deed.text})
            case "cut":
                await self._inboxes[deed.where].put({"type": "websocket.disconnect", "code": 1006})
            case method:
                await self._request(method, deed.where, deed.text.encode())
        await asyncio.sleep(0.001)

    def latest(self, where: str, kind: str) -> dict[str, Any] | None:
        """The newest message of a kind that came here."""
        head = b'{"type":"%b"' % kind.encode()
        found = next((s.data for s in reversed(self.seen) if s.where == where and s.data.startswith(head)), None)
        return None if found is None else msgspec.json.decode(found)

    def log(self, text: str) -> int:
        """Standard error, for the logging: each line without its time of day, which is the machine's."""
        for line in text.splitlines() if self.loop.is_running() else ():
            told = json.loads(line)
            told.pop("timestamp", None)
            self._see(LOG, json.dumps(told, sort_keys=True).encode())
        return len(text)

    def _see(self, where: str, data: bytes) -> None:
        self.seen.append(Seen(self.loop.now(), where, data))

    def _secret(self) -> str:
        self.secrets += 1
        return f"secret{self.secrets:06d}{'x' * 20}"

    async def _live(self, story: Callable[["Whole"], Any]) -> None:
        chances = Chances(self.decks, _characters, self._secret)
        self._app = create_app(Settings(host="127.0.0.1"), clock=self.loop, chances=chances)
        async with self._app.router.lifespan_context(self._app):
            await story(self)
            for inbox in self._inboxes.values():
                inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.gather(*self._tasks)

    def _start(self, talk: Any) -> None:
        task = self.loop.create_task(talk)
        self._tasks.add(task)

    async def _socket(self, name: str, path: str) -> None:
        inbox = self._inboxes[name] = asyncio.Queue()
        inbox.put_nowait({"type": "websocket.connect"})

        async def send(message: dict[str, Any]) -> None:
            match message["type"]:
                case "websocket.send":
                    self._see(name, message["text"].encode())
                case kind:
                    self._see(name, f"{kind} {message.get('code', '')}".encode())

        await self._call({"type": "websocket", "scheme": "ws", "path": path, "subprotocols": []}, inbox.get, send)

    async def _request(self, method: str, path: str, body: bytes) -> None:
        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = sorted((bytes(name), bytes(value)) for name, value in message["headers"])
                self._see(HTTP, repr((message["status"], headers)).encode())
            else:
                self._see(HTTP, message["body"])

        await self._call({"type": "http", "scheme": "http", "method": method, "path": path}, receive, send)

    async def _call(self, about: dict[str, Any], receive: Any, send: Any) -> None:
        assert self._app is not None
        scope = {
            "asgi": {"version": "3.0"}, "http_version": "1.1", "headers": [(b"host", HOST)], "query_string": b"",
            "root_path": "", "raw_path": about["path"].encode(), "server": ("localhost", 8000),
            "client": ("127.0.0.1", 5), "extensions": {}, **about,
        }  # fmt: skip
        await self._app(scope, receive, send)


def replay(deeds: Sequence[Deed]) -> Callable[[Whole], Any]:
    """The story in which the same things are done at the same times, whatever comes of them."""

    async def story(whole: Whole) -> None:
        for deed in deeds:
            await whole.do(deed)

    return story


def _characters(count: int) -> str:
    """Of the only room's code."""
    return "K7Q2M9XDT4"[:2] if count == 2 else ("Q2M9XDT4" * 2)[:count]
