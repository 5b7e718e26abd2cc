"""What an operator can choose, and where the data that comes with the server lies."""

import ipaddress
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec

from server.journal.store import Durability

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Preset = Literal["home", "public"]

PORT: Final = 8000
MEMORY: Final = "memory"
_REDIS: Final = ("redis://", "rediss://", "unix://")
MOST_ROOMS: Final = 2_000
MOST_CONNECTIONS: Final = 8_000
_HERE: Final = Path(__file__).parent


class PublicUrlInvalid(ValueError):
    """``url`` is not the address of a site."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url

    def __str__(self) -> str:
        return f"{self.url!r} is not an address such as https://cards.example.org"


class DirectoryInvalid(ValueError):
    """``why`` says what is wrong. The address itself may hold a password."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return self.why


class ProxyInvalid(ValueError):
    """``why`` names what is no address and no network."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return self.why


def networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks, with commas between them; ValueError where one is neither."""
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


def shipped(name: str) -> Path:
    """A folder of data: beside the packages in a checkout, inside the package where it is installed."""
    beside = _HERE.parent / name
    return beside if beside.is_dir() else _HERE / "_data" / name


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a server is told when it starts."""

    host: str = "0.0.0.0"  # noqa: S104
    """All interfaces: friends come over the LAN."""
    port: int = PORT
    data: Path | None = None
    """What must outlive the process; None keeps nothing."""
    durability: Durability = "process"
    """What an acknowledged action survives: the end of the process, or (``full``) of the machine's power."""
    public_url: str | None = None
    """How friends reach this server from outside, without a path."""
    shard: str | None = None
    """The two characters that all codes of this server's rooms begin with; None: drawn once by the data folder."""
    directory: str = MEMORY
    """Where several nodes find each other: ``memory`` for one alone, else the address of a Redis."""
    limits: Preset = "home"
    """How much one address may ask for."""
    trusted_proxies: str = ""
    """Addresses and networks, with commas between them, whose word on their clients' addresses counts."""
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = None
    """Where ``/metrics`` answers; None: nowhere."""
    most_rooms: int = MOST_ROOMS
    most_connections: int = MOST_CONNECTIONS
    bot_least_ms: int = 900
    bot_most_ms: int = 2_200
    """How long a bot thinks."""
    client_web: Path = msgspec.field(default_factory=lambda: shipped("client_web"))
    seeds: Path = msgspec.field(default_factory=lambda: shipped("seeds"))

    def __post_init__(self) -> None:
        if self.public_url is not None:
            parts = urlsplit(self.public_url)
            if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path.strip("/") or parts.query:
                raise PublicUrlInvalid(self.public_url)
        try:
            networks(self.trusted_proxies)
        except ValueError as error:
            raise ProxyInvalid(str(error)) from None
        if self.directory != MEMORY:
            if not self.directory.startswith(_REDIS):
                raise DirectoryInvalid(f"is {MEMORY}, or the address of a Redis such as redis://localhost:6379")
            if self.public_url is None:
                raise DirectoryInvalid("several nodes need --public-url: it is how their links lead to each other")

    def __repr__(self) -> str:
        # The directory's address may hold a password.
        return f"<Settings for {self.host}:{self.port}>"

    @property
    def public_base(self) -> str | None:
        """The public URL without a slash at its end."""
        return None if self.public_url is None else self.public_url.rstrip("/")

    @property
    def public_host(self) -> str | None:
        """The public URL's host, without its port."""
        return None if self.public_url is None else urlsplit(self.public_url).hostname
