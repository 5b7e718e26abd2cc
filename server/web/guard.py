"""Who may talk to this server from a browser."""

import ipaddress
import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.hub.tally import Tally
from server.web.headers import security_headers

_HOST: Final = re.compile(rb"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,253})(:[0-9]{1,5})?")
_SAFE: Final = frozenset({"GET", "HEAD"})


class Guard:
    """Refuses foreign hosts and origins with 403, before anything else is looked at.

    Host must be an IP literal, localhost, a .local name or the public URL's: a page that had its own name point here
    (DNS rebinding) sends another. A browser's Origin must be this same host, for sockets and for whatever changes
    something. Scripts send no Origin and pass.
    """

    def __init__(self, app: ASGIApp, public_host: str | None, tally: Tally) -> None:
        self._app = app
        self._public_host = public_host
        self._tally = tally

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        host = _only(scope["headers"], b"host")
        if host is None or not self._known(host):
            self._tally.turned_away["host"] += 1
            await _refuse(scope, receive, send)
            return
        if not _own_origin(scope, host):
            self._tally.turned_away["origin"] += 1
            await _refuse(scope, receive, send)
            return

        async def secured(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                message["headers"] = [*message.get("headers", ()), *security_headers(host)]
            await send(message)

        await self._app(scope, receive, secured)

    def _known(self, host: bytes) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].decode().lower()
        if name in {"localhost", self._public_host} or name.endswith(".local"):
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True


def _only(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> bytes | None:
    """The header's value where it stands once; None otherwise."""
    found = [value for name, value in headers if name.lower() == wanted]
    return found[0] if len(found) == 1 else None


def _own_origin(scope: Scope, host: bytes) -> bool:
    if scope["type"] == "http" and scope["method"] in _SAFE:
        return True
    if all(name.lower() != b"origin" for name, _ in scope["headers"]):
        return True
    origin = _only(scope["headers"], b"origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin.decode("ascii")).netloc.lower() == host.decode("ascii").lower()
    except ValueError:
        return False


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        # Closing before accepting is answered with 403.
        await send({"type": "websocket.close"})
        return
    await PlainTextResponse("foreign host or origin", status_code=403)(scope, receive, send)
