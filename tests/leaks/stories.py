"""A story played once, with all that is needed to look for leaks in it."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

import msgspec

from server.table.messages import ConnId
from tests.leaks.author import Author
from tests.leaks.interference import differences
from tests.leaks.oracle import Record
from tests.leaks.scan import leaks
from tests.leaks.world import Decks, Script, World

LENGTH: Final = 400
"""Bytes of tape that make some two hundred steps and three hands."""
INTERFERENCE: Final = "another deck, another picture"


class Story(msgspec.Struct, frozen=True):
    script: Script
    world: World
    record: Record
    secrets: Mapping[str, ConnId]


def told(game: str, tape: bytes, seed: int) -> Story:
    """The story of this tape, over the decks of this seed."""
    decks = Decks(game, seed)
    author = Author(tape, decks)
    script = author.write()
    return Story(script, author.world, Record(script, author.world, decks), author.secrets)


def fixed(game: str, seed: int) -> Story:
    """The same story each time."""
    return told(game, Random(seed).randbytes(LENGTH), seed)  # noqa: S311


def interference(story: Story, seed: int) -> Iterator[str]:
    """What a viewer sees that depends on a card which he may not see."""
    for found in differences(story.script, story.world, story.record, seed):
        yield f"{INTERFERENCE}: {found}"


def seen(story: Story) -> Iterator[str]:
    """What a viewer got and should not have."""
    for leak in leaks(story.world, story.record, story.secrets):
        yield leak.what


def findings(story: Story, seed: int) -> Iterator[str]:
    """Everything that either way of looking finds."""
    yield from seen(story)
    yield from interference(story, seed)
