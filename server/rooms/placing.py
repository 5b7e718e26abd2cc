"""Which of several nodes makes a room."""

from collections.abc import Iterable
from hashlib import blake2b


def place(key: str, shards: Iterable[str]) -> str:
    """The shard for a client's key: the same on every node that knows the same shards, so that a request that is sent
    again through another node makes no second room. A shard that comes or goes moves its own share of the keys only.

    ValueError where there are no shards.
    """
    return max(shards, key=lambda shard: (blake2b(f"{shard}:{key}".encode(), digest_size=8).digest(), shard))
