"""Who really asks."""

from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from server.settings import networks
from server.web.proxied import Proxied

PROXY = "10.0.0.2"


async def seen(
    peer: str | None, forwarded: list[str], proto: str = "", trusted: str = "10.0.0.0/24", **more: Any
) -> Any:
    """What the application sees: client and scheme."""
    found: list[Scope] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        found.append(scope)

    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    headers += [(b"x-forwarded-proto", proto.encode())] if proto else []
    scope = {"type": "http", "scheme": "http", "client": (peer, 40_000) if peer else None, "headers": headers, **more}

    async def never() -> Any:
        raise AssertionError

    async def nothing(_message: Any) -> None:
        raise AssertionError

    await Proxied(app, networks(trusted))(scope, never, nothing)
    client = found[0]["client"]
    return client and client[0], found[0]["scheme"]


@pytest.mark.case("B223")
async def test_a_trusted_proxy_names_its_client() -> None:
    assert await seen(PROXY, ["203.0.113.7"], "https") == ("203.0.113.7", "https")
    assert await seen(PROXY, ["203.0.113.7"], "https", scheme="ws") == ("203.0.113.7", "wss")
    assert await seen(PROXY, ["2001:db8::7"]) == ("2001:db8::7", "http")


async def test_everybody_else_is_who_they_are() -> None:
    assert await seen("203.0.113.9", ["1.2.3.4"], "https") == ("203.0.113.9", "http")
    assert await seen(PROXY, ["1.2.3.4"], "https", trusted="") == (PROXY, "http")
    assert await seen(None, ["1.2.3.4"]) == (None, "http")


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        # What a client claims stands before what our proxies add.
        (["6.6.6.6, 203.0.113.7"], "203.0.113.7"),
        (["6.6.6.6", "203.0.113.7"], "203.0.113.7"),
        (["6.6.6.6, 203.0.113.7, 10.0.0.3"], "203.0.113.7"),
        (["10.0.0.9, 10.0.0.3"], "10.0.0.9"),
        (["6.6.6.6, evil\r\n, 10.0.0.3"], "10.0.0.3"),
        (["unknown"], PROXY),
        (["203.0.113.7:5000"], PROXY),
        (["\xff"], PROXY),
        ([""], PROXY),
        ([], PROXY),
        ([", ".join(["10.0.0.3"] * 500)], "10.0.0.3"),
        (["::ffff:203.0.113.7"], "203.0.113.7"),
    ],
)
async def test_only_what_our_own_proxies_saw_counts(forwarded: list[str], client: str) -> None:
    assert (await seen(PROXY, forwarded))[0] == client


async def test_a_scheme_is_taken_from_the_last_word_alone() -> None:
    assert await seen(PROXY, [], "http") == (PROXY, "http")
    assert await seen(PROXY, [], "javascript") == (PROXY, "http")
