"""The links that people pass on: they must lead here from the device that opens them."""

import ipaddress
import socket
from typing import Final

from starlette.requests import Request

from protocol.codes import show_code
from protocol.ids import RoomCode
from server.rooms.directory import Advert
from server.settings import Settings

_NOWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): asking for the way there sends nothing."""
_EVERYWHERE: Final = frozenset({"0.0.0.0", "::"})  # noqa: S104


class Links:
    """Links to rooms: under the public URL, else under the host that was asked; a browser on this very machine asks
    ``localhost``, which leads nobody else here, so its friends get the address in the network.
    """

    def __init__(self, settings: Settings) -> None:
        self._public = settings.public_base
        self._lan = lan_base(settings, settings.port)

    def room(self, request: Request, code: RoomCode) -> str:
        """What friends open to come to this room."""
        return self.to(request, f"/r/{show_code(code)}")

    def to(self, request: Request, path: str) -> str:
        """The address of a path of ours."""
        return self._base(request) + path

    def elsewhere(self, request: Request, code: RoomCode, owner: Advert) -> str:
        """The same link, of another node's room."""
        return f"{owner.address or self._base(request)}/r/{show_code(code)}"

    def ours(self, owner: Advert) -> bool:
        """Whether this node stands behind the same proxy."""
        return owner.address == self._public

    def owner_path(self, owner: Advert, path: str) -> str:
        """Where the owner answers for ``path``. Behind one proxy all nodes have one address; the shard tells which."""
        return f"{owner.address}/s/{owner.shard}{path}" if self.ours(owner) else f"{owner.address}{path}"

    def owner_socket(self, owner: Advert) -> str:
        """The whole URL of the owner's socket."""
        return f"{owner.address.replace('http', 'ws', 1)}/s/{owner.shard}/ws"

    def _base(self, request: Request) -> str:
        if self._public is not None:
            return self._public
        if self._lan is not None and _is_loopback(request.url.hostname or ""):
            return self._lan
        return f"{request.url.scheme}://{request.headers['host']}"


def lan_base(settings: Settings, port: int) -> str | None:
    """This server's base URL in the network; None where it does not listen there, or has none."""
    address = lan_address() if settings.host in _EVERYWHERE and port else None
    return None if address is None else f"http://{address}:{port}"


def lan_address() -> str | None:
    """This machine's address in its own network, as the kernel would choose it; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if found.startswith("127.") else found


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
