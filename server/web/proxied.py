"""Who really asks, where a proxy stands in front."""

import ipaddress
from collections.abc import Iterable
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from server.settings import Network

_SECURE: Final = {"http": "https", "ws": "wss", "https": "https", "wss": "wss"}


class Proxied:
    """Puts the client's own address and scheme into the scope where a trusted proxy names them.

    Everybody else's ``X-Forwarded-...`` is ignored: it says what its sender likes.
    """

    def __init__(self, app: ASGIApp, trusted: Iterable[Network]) -> None:
        self._app = app
        self._trusted = tuple(trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client is not None and self._trusted and self._trusts(client[0]):
            self._look_through(scope, client[0])
        await self._app(scope, receive, send)

    def _look_through(self, scope: Scope, peer: str) -> None:
        headers = scope["headers"]
        scope["client"] = (self._client(b",".join(_all(headers, b"x-forwarded-for")).decode("latin-1"), peer), 0)
        if _all(headers, b"x-forwarded-proto")[-1:] == [b"https"]:
            scope["scheme"] = _SECURE[scope["scheme"]]

    def _client(self, forwarded: str, peer: str) -> str:
        """Each proxy adds who asked it at the end: the last one that is not ours is the client."""
        client = peer
        for part in reversed(forwarded.split(",")):
            address = _parsed(part.strip())
            if address is None:
                break
            client = address
            if not self._trusts(address):
                break
        return client

    def _trusts(self, host: str) -> bool:
        address = _parsed(host)
        return address is not None and any(ipaddress.ip_address(address) in network for network in self._trusted)


def _parsed(text: str) -> str | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address)


def _all(headers: Iterable[tuple[bytes, bytes]], wanted: bytes) -> list[bytes]:
    return [value for name, value in headers if name.lower() == wanted]
