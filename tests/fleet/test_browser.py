"""Four friends through the shipped nginx, with TLS: four browsers, three nodes, one link."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from tests.browser.conftest import House, chromium
from tests.browser.decks import fixed
from tests.browser.test_four_friends import FOLDS, SHOWDOWN, two_hands
from tests.support.fleet import SHARDS, Nginx, until
from tests.support.redis import free_port, redis_server
from tests.support.server import Server, serving

__all__ = ["chromium"]
pytestmark = [pytest.mark.alone, pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[tuple[Nginx, list[Server]]]:
    """The proxy, and three nodes that all deal the same known decks."""
    proxy = Nginx(tmp_path, free_port())
    with contextlib.ExitStack() as stack:
        redis = stack.enter_context(redis_server(tmp_path))
        about: dict[str, Any] = {"directory": redis.url, "public_url": proxy.base, "trusted_proxies": "127.0.0.1"}
        nodes = [stack.enter_context(serving(shard=shard, chances=fixed(SHOWDOWN, FOLDS), **about)) for shard in SHARDS]
        stack.callback(proxy.stop)
        proxy.start(nodes)
        for node, own in zip(nodes, SHARDS, strict=True):
            for shard in SHARDS:
                until(lambda: shard == own or node.get(f"/r/{shard}00000000").status_code == 307)  # noqa: B023
        yield proxy, nodes


async def test_the_evening_of_four_friends_through_the_proxy(
    chromium: Browser, behind: tuple[Nginx, list[Server]]
) -> None:
    proxy, nodes = behind
    house = House(chromium, nodes[0])
    house.base = proxy.base
    house.context = {"ignore_https_errors": True}
    await two_hands(house)
    complaints = house.complaints()
    for context in {person.context for person in house.people}:
        await context.close()
    assert complaints == []
    log = proxy.log()
    assert "307" in log
    assert len(set(re.findall(r"GET /s/(\w\w)/ws 101", log))) == 1, "all sockets lead to the owner"
