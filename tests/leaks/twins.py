"""Twin servers: one evening, played twice over decks that differ in what a viewer may not see."""

from collections.abc import Callable
from random import Random
from typing import Final

from tests.leaks.evenings import EYE, SEATS, Evening, public_events, public_views
from tests.leaks.hand import NEVER, Hand
from tests.leaks.oracle import HANDS
from tests.leaks.whole import HTTP, LOG, Seen, Whole, replay
from tests.leaks.world import Decks

Server = Callable[[Decks], Whole]
NAMES: Final = ("lan", "tu", "ha", "minh")
ACTS: Final = frozenset({"called", "raised", "folded", "chose", "drew", "stood"})


def dealt(whole: Whole) -> list[Hand]:
    """The hands of this evening, by what the public was told."""
    hands: list[Hand] = []
    for at, view in public_views(whole):
        for event in view["events"]:
            if event["type"] == "hand_began":
                game, number = whole.decks.game, event["hand"]
                order = whole.decks.of_hand(number)
                hands.append(HANDS[game](game, number, order, at, view["table"], event["button"]))
                hands[-1].trusting = True
            if hands:
                hands[-1].learn(event, at, None)
    return hands


def other_deck(whole: Whole, known: set[int], seed: int) -> tuple[dict[int, tuple[int, ...]], int]:
    """Orders that agree on all that ``known`` seats see, and when they see a first card that is another.

    In one hand all changes that they have not seen up to some moment; in the others what they never see.
    """
    chance = Random(seed)  # noqa: S311
    hands = dealt(whole)
    picked = chance.choice(hands)
    changed, until = {}, NEVER
    for hand in hands:
        moment = chance.choice(hand.moments(known)) if hand is picked else NEVER - 1
        places, ends = hand.known(known, moment)
        changed[hand.number] = hand.elsewhere(places, ends, known, chance).order
        # What belongs to one moment may lie on both sides of a millisecond's end.
        until = min(until, ends - 2)
    return changed, until


def differs(server: Server, game: str, seed: int, people: int, viewer: int | None) -> str | None:
    """What this seat (None: no seat) and whoever watches the terminal see of cards that they may not see."""
    one = server(Decks(game, seed)).run(Evening(game, seed, people))
    known = set(range(people, SEATS)) | ({viewer} if viewer is not None else set())
    changed, until = other_deck(one, known, seed)
    other = server(one.decks.fresh(changed)).run(replay(one.deeds))
    eyes = (EYE, HTTP, LOG) if viewer is None else (EYE, HTTP, LOG, NAMES[viewer])

    def shown(whole: Whole) -> list[Seen]:
        return [seen for seen in whole.seen if seen.at < until and seen.where.startswith(eyes)]

    for left, right in zip(shown(one), shown(other), strict=False):
        if left != right:
            return f"{left.at} {left.where}: {left.data!r}\n{right.at} {right.where}: {right.data!r}"
    return None if len(shown(one)) == len(shown(other)) else "more or less than before"


def first_thoughts(server: Server, game: str, seed: int) -> list[tuple[int, int] | None]:
    """When a bot first acts on its cards, and which, in two worlds in which all bots hold other cards."""
    one = server(Decks(game, seed)).run(Evening(game, seed, 1, turns=12))
    first, hand = _first_act(one), dealt(one)[0]
    if first is None:
        return [None]
    hand.trusting = False
    known, _ = hand.known(set(), first[0] - 1)
    changed = hand.elsewhere(known, first[0], set(), Random(seed)).order  # noqa: S311
    return [first, _first_act(server(one.decks.fresh({hand.number: changed})).run(replay(one.deeds)))]


def _first_act(whole: Whole) -> tuple[int, int] | None:
    acted = ((at, event["seat"]) for at, event in public_events(whole) if event["type"] in ACTS)
    return next(((at, seat) for at, seat in acted if seat > 0), None)
