"""Twin servers: one evening, played twice over decks that differ in what a viewer may not see."""

from collections.abc import Callable
from random import Random
from typing import Final

from tests.leaks.evenings import EYE, Evening, public_events
from tests.leaks.whole import HTTP, LOG, Seen, Whole, replay
from tests.leaks.world import PACK, Decks

Server = Callable[[Decks], Whole]
NAMES: Final = ("lan", "tu", "ha", "minh")


def other_deck(whole: Whole, known: set[int], seed: int) -> tuple[dict[int, tuple[int, ...]], int]:
    """Orders that agree on all up-cards and on the hole cards of ``known`` seats, and when a first card is shown."""
    chance = Random(seed)  # noqa: S311
    dealt: dict[int, int] = {}
    until = 10**12
    for at, event in public_events(whole):
        if event["type"] == "hand_began":
            dealt[event["hand"]] = 0
        elif event["type"] == "dealt":
            dealt[max(dealt)] += 1
        elif event["type"] == "shown" and event["seat"] not in known:
            # What belongs to one moment may lie on both sides of a millisecond's end.
            until = min(until, at - 2)
    changed = {}
    for hand, count in dealt.items():
        order = list(whole.decks.of_hand(hand))
        places = [seat for seat in range(4) if seat not in known] + list(range(4 + count, PACK))
        shuffled = chance.sample(places, len(places))
        for place, source in zip(shuffled, shuffled[1:] + shuffled[:1], strict=True):
            order[place] = whole.decks.of_hand(hand)[source]
        changed[hand] = tuple(order)
    return changed, until


def differs(server: Server, seed: int, people: int, viewer: int | None) -> str | None:
    """What this seat (None: no seat) and whoever watches the terminal see of cards that they may not see."""
    one = server(Decks(seed)).run(Evening(seed, people))
    known = set(range(people, 4)) | ({viewer} if viewer is not None else set())
    changed, until = other_deck(one, known, seed)
    other = server(one.decks.fresh(changed)).run(replay(one.deeds))
    eyes = (EYE, HTTP, LOG) if viewer is None else (EYE, HTTP, LOG, NAMES[viewer])

    def shown(whole: Whole) -> list[Seen]:
        return [seen for seen in whole.seen if seen.at < until and seen.where.startswith(eyes)]

    for left, right in zip(shown(one), shown(other), strict=False):
        if left != right:
            return f"{left.at} {left.where}: {left.data!r}\n{right.at} {right.where}: {right.data!r}"
    return None if len(shown(one)) == len(shown(other)) else "more or less than before"


def first_thoughts(server: Server, seed: int) -> list[int | None]:
    """When a bot acts first, in two worlds in which all bots hold other cards."""
    one = server(Decks(seed)).run(Evening(seed, 1, turns=12))
    changed, _ = other_deck(one, set(), seed)
    other = server(one.decks.fresh(changed)).run(replay(one.deeds))
    acts = {"called", "raised", "folded"}
    return [
        next((at for at, event in public_events(whole) if event["type"] in acts and event["seat"] != 0), None)
        for whole in (one, other)
    ]
