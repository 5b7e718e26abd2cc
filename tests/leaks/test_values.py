"""What holds a secret says nothing of it: not to print, not to the wire, not to a copy."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest

from protocol import inbound, outbound, play, web
from protocol.codec import BadMessage, decode_inbound, encode
from protocol.events import TABLE_EVENTS
from protocol.games import MODULES
from protocol.games.stud import Choose, StudYou, Theo, To, ToTat
from protocol.games.xi_dach import (
    Bet,
    Draw,
    DrawOffer,
    EndTurnOffer,
    Inspect,
    InspectOffer,
    ShowHand,
    Stand,
    StandOffer,
)  # fmt: skip
from protocol.ids import Chips, Millis, PlayerId, Ref, RoomCode, Seat, Turn
from protocol.views import YouView
from server.cards.card import Card, card
from server.cards.zone import Zone
from server.journal.store import Kept
from server.rules.game import RuleViolation
from server.table import effects, entries, messages, tokens
from server.table.effects import Kind
from server.table.messages import ConnId
from server.table.state import Question
from tests.leaks.plants import Chosen
from tests.leaks.scan import ACTION_FIELDS, CARD
from tests.leaks.world import GAMES, TEXTS, Decks, World

SECRET = "a-secret-of-many-characters"
GAME = GAMES["xi-to-28"]
OPTIONS = GAME.sheet.full({})
STACKS = {Seat(seat): Chips(100) for seat in range(4)}
PACK = len(TEXTS["xi-to-28"])


def begun(game: str) -> Any:
    """The state after the cards that come first."""
    engine, deck = GAMES[game], Zone([card(text) for text in TEXTS[game]])
    state = engine.deal(engine.sheet.full({}), {Seat(seat): Chips(1_000) for seat in range(4)}, Seat(3), deck).state
    for seat in sorted(engine.to_act(state)) if game == "xi-dach" else ():
        state = engine.apply(state, seat, Bet(Chips(10))).state
    return state


DECK = Zone([card(text) for text in TEXTS["xi-to-28"]])
STATE = GAME.deal(OPTIONS, STACKS, Seat(3), DECK).state
CHOICE = GAMES["xi-to-32"].apply(begun("xi-to-32"), Seat(1), Choose(0)).state
CONS = begun("xi-dach")
SHOWN = GAMES["xi-dach"].apply(CONS, Seat(1), ShowHand()).state
HOLE = TEXTS["xi-to-28"][0]
CLOSED: dict[str, Any] = {
    "a card": card(HOLE),
    "a zone": Zone([card(HOLE)], frozenset({Seat(0)})),
    "an open zone": Zone([card(HOLE)], public=True),
    "a state": STATE,
    "a holding": STATE.holdings[0],
    "a choice": CHOICE,
    "a holding with a choice": CHOICE.holdings[1],
    "cons and banker": CONS,
    "a con": CONS.cons[0],
    "a con who showed his cards": SHOWN.cons[1],
    "a banker": CONS.banker,
}
HOLDERS: dict[str, Any] = {
    "Hello": inbound.Hello(1, "K7Q2M9XDT4", token=SECRET, move=SECRET),
    "CreateRoom": inbound.CreateRoom("xi-to-28", key=SECRET),
    "RoomCreated": web.RoomCreated("K7Q2M9XDT4", "http://localhost", SECRET, "/s/K7/ws"),
    "Welcome": outbound.Welcome(1, "K7Q2M9XDT4", PlayerId(1), SECRET, Ref(1), Millis(0), 7, (), ()),
    "MoveCode": outbound.MoveCode(Ref(1), SECRET, Millis(0)),
    "Attach": messages.hello(ConnId(1), SECRET, SECRET, SECRET),
    "Told": messages.Told(ConnId(1), inbound.MoveSeat(Ref(1)), SECRET),
    "Frame": effects.Frame(ConnId(1), Kind.ANSWER, SECRET.encode()),
    "StudYou": GAME.you_view(STATE, Seat(0)),
    "StudYou with a choice": GAMES["xi-to-32"].you_view(CHOICE, Seat(1)),
    "XiDachYou": GAMES["xi-dach"].you_view(CONS, Seat(0)),
    "XiDachYou of the banker": GAMES["xi-dach"].you_view(CONS, Seat(3)),
    "XiDachYou with what was shown": GAMES["xi-dach"].you_view(SHOWN, Seat(0)),
    "Act": inbound.Act(Ref(1), Turn(1), To(k=17)),
    "Secret": tokens.Secret(SECRET),
    "Heard": entries.Heard(Millis(0), 1, messages.Told(ConnId(1), inbound.Act(Ref(1), Turn(1), To(k=17)))),
    "Dealt": entries.Dealt(1, tuple(range(4100, 4100 + PACK))),
    "Dealing": effects.Dealing(SECRET.encode(), tuple(range(4100, 4100 + PACK))),
    "Row": effects.Row(effects.RowKind.INPUT, Millis(0), SECRET.encode()),
    "Kept": Kept(RoomCode("K7Q2M9XDT4"), SECRET.encode(), (SECRET.encode(),)),
}  # fmt: skip


def silent(text: str) -> bool:
    """Says neither a card nor a secret."""
    return not CARD.search(text.encode()) and SECRET not in text


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize("say", [repr, str, format, ascii, lambda value: f"{value!r:>40}", lambda value: f"{[value]}"])
def test_what_holds_cards_shows_nothing(name: str, say: Callable[[Any], str]) -> None:
    # No card at all, up-cards included: cards become text through Zone.seen_by alone.
    assert silent(say(CLOSED[name]))


@pytest.mark.parametrize("name", HOLDERS)
@pytest.mark.parametrize("say", [repr, str, format, lambda value: f"{(value,)}"])
def test_what_holds_secrets_shows_nothing(name: str, say: Callable[[Any], str]) -> None:
    said = say(HOLDERS[name])
    assert silent(said)
    # Neither the payload of an action, nor the order of a deck.
    assert "17" not in said
    assert "4100" not in said


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize(
    "out",
    [
        msgspec.json.encode,
        msgspec.msgpack.encode,
        msgspec.to_builtins,
        encode,
        pickle.dumps,
        copy.deepcopy,
    ],
)
def test_no_encoder_takes_cards(name: str, out: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError) as refused:
        out(CLOSED[name])
    assert silent(str(refused.value))


@pytest.mark.parametrize("field", ["cards", "_eyes", "_public", "anything"])
def test_no_zone_is_opened_from_outside(field: str) -> None:
    for closed, name in ((Zone([card(HOLE)]), field), (card(HOLE), "rank")):
        with pytest.raises(AttributeError):
            setattr(closed, name, True)
        with pytest.raises((AttributeError, TypeError)):
            vars(closed)


def test_zones_show_their_cards_to_their_own_eyes_only() -> None:
    hole = STATE.holdings[2].hole
    assert [isinstance(hole.seen_by(viewer), type(StudYou().hole)) for viewer in (None, 0, 1, 2, 3)] == [
        True, True, True, False, True,
    ]  # fmt: skip
    with pytest.raises(PermissionError) as refused:
        hole.faces()
    assert silent(str(refused.value))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: card("Ax"),
        lambda: Card(99, 3),
        lambda: Zone([card(HOLE)]).drawn(2),
        lambda: GAME.apply(STATE, Seat(0), To(k=19)),
        lambda: GAME.deal(OPTIONS, {Seat(0): Chips(8)}, Seat(3), DECK),
        lambda: GAME.deal(OPTIONS, STACKS, Seat(3), Zone(DECK.cards[:3])),
        lambda: GAME.deal(OPTIONS, STACKS, Seat(3), Zone([card("2s")] * PACK)),
        lambda: decode_inbound('{"type":"hello","protocol":1,"room":"x","token":"short"}'),
        lambda: decode_inbound('{"type":"act","ref":1,"turn":1,"action":{"type":"to","k":"As"}}'),
    ],
)
def test_errors_hold_no_card_no_action_and_no_secret(wrong: Callable[[], Any]) -> None:
    with pytest.raises((ValueError, IndexError, RuleViolation, BadMessage)) as refused:
        wrong()
    for text in (str(refused.value), repr(refused.value), repr(refused.value.args)):
        assert not CARD.search(text.encode())
        assert "short" not in text
        assert "19" not in text


def fields_that_echo(event: type[msgspec.Struct]) -> list[str]:
    """Names of an event's fields that an action has too, or that hold an action, an offer or a turn."""

    def holds(annotation: Any) -> bool:
        kinds = (annotation, *get_args(annotation))
        return any(isinstance(kind, type) and issubclass(kind, play.Action | play.Offer) for kind in kinds)

    return [
        field.name
        for field in msgspec.structs.fields(event)
        if field.name in ACTION_FIELDS | {"action", "turn", "ref", "offers", "token"} or holds(field.type)
    ]


def test_no_event_has_a_field_of_an_action() -> None:
    everything = (*TABLE_EVENTS, *(event for module in MODULES for event in module.EVENTS))
    assert {event.__name__: fields for event in everything if (fields := fields_that_echo(event))} == {}
    assert fields_that_echo(Chosen) == ["action"]
    assert ACTION_FIELDS


def test_a_table_shows_nothing_of_itself() -> None:
    world = World({}, Decks("xi-to-28", 1))
    table = world.core._t
    for holder in (table, world.core, table.people, *table.people):
        assert silent(repr(holder))
        assert "host-token" not in repr(holder)


ACTIONS = (
    Theo(), To(k=17), Choose(1), ToTat(), Stand(confirm_non=True), Draw(), Inspect(Seat(17)), Bet(Chips(17)),
)  # fmt: skip


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_says_which_it_is_and_no_more(action: play.Action) -> None:
    assert repr(action) == f"<{type(action).__name__}>"
    assert repr(inbound.Act(Ref(1), Turn(1), action)).count(repr(action)) == 1


OFFERS = (DrawOffer(penalty=True), StandOffer(needs_confirm=True), InspectOffer((Seat(17),)), EndTurnOffer((Seat(17),)))


@pytest.mark.rule("XD-Q20b")
@pytest.mark.parametrize("offer", OFFERS)
def test_an_offer_that_tells_of_cards_is_not_printed(offer: play.Offer) -> None:
    """Whether a con is over 21 or under age, and whether the banker is of age, is as secret as their cards."""
    other = {DrawOffer: DrawOffer(penalty=False), StandOffer: StandOffer(needs_confirm=False)}
    assert repr(offer) == repr(other.get(type(offer), type(offer)(())))
    assert "17" not in repr(Question(Turn(1), (offer,)))


def test_a_question_says_neither_what_is_offered_nor_what_is_blocked() -> None:
    """To stand, to inspect, or only to draw: which of them is offered depends on cards."""
    you = YouView(
        player=PlayerId(1), name="Lan", seat=Seat(0), host=False, bank=Millis(0), turn=Turn(1),
        offers=OFFERS, blocked=(play.Blocked("draw", "XD-Q22"),), play=None, answered=None,
    )  # fmt: skip
    refused = outbound.Rejected(Ref(1), "illegal_action", "XD-Q21", None, Turn(1), OFFERS)
    violation = RuleViolation("XD-26", Seat(0), OFFERS)
    for holder in (Question(Turn(1), OFFERS), you, refused, violation, *OFFERS):
        said = repr(holder).removeprefix(f"<{type(holder).__name__}")
        assert not [tell for tell in ("StandOffer", "InspectOffer", "XD-Q22", "confirm", "penalty") if tell in said]
