"""Persons, tokens, names and kept answers."""

from hypothesis import given
from hypothesis import strategies as st

from protocol.ids import Millis, Ref
from protocol.outbound import Answer, Done, Rejected
from protocol.texts import NAME_LENGTH, same_name
from protocol.views import Outcome
from server.table.messages import ConnId
from server.table.people import ANSWERS_KEPT, People
from server.table.tokens import digest


def test_a_token_is_kept_as_its_digest_only() -> None:
    people = People()
    person = people.add(digest("a-secret-a-secret-a-secret"))
    assert person.token_hash == digest("a-secret-a-secret-a-secret")
    assert "a-secret" not in repr(person)
    assert people.of_token(digest("a-secret-a-secret-a-secret")) is person
    assert people.of_token("another") is None


def test_a_replaced_token_is_remembered_as_revoked() -> None:
    people = People()
    person = people.add(digest("old"))
    person.move_hash = digest("code")
    people.give_token(person, digest("new"))
    assert people.of_token(digest("new")) is person
    assert people.of_token(digest("old")) is None
    assert people.was_revoked(digest("old"))
    assert not people.was_revoked(digest("new"))
    assert person.move_hash is None


def test_a_connection_belongs_to_one_person_and_a_person_has_one() -> None:
    people = People()
    person = people.add("one")
    assert people.connect(person, ConnId(1)) is None
    assert people.connect(person, ConnId(1)) is None
    assert people.connect(person, ConnId(2)) == 1
    assert people.of_conn(ConnId(1)) is None
    assert people.of_conn(ConnId(2)) is person
    people.disconnect(person, Millis(5))
    assert (person.conn, person.away_since, people.connected) == (None, 5, {})


def test_a_forgotten_person_leaves_no_trace() -> None:
    people = People()
    person = people.add("one")
    people.connect(person, ConnId(1))
    people.forget(person)
    assert people.get(person.id) is None
    assert people.of_token("one") is None
    assert people.of_conn(ConnId(1)) is None
    assert people.add("two").id == person.id + 1


def test_numbers_of_people_are_never_used_again() -> None:
    people = People()
    seen = set()
    for number in range(5):
        person = people.add(None, bot=True)
        assert person.id not in seen
        seen.add(person.id)
        if number % 2:
            people.forget(person)


@given(st.lists(st.tuples(st.integers(1, 3), st.booleans()), max_size=3 * ANSWERS_KEPT))
def test_the_newest_answers_are_kept(said: list[tuple[int, bool]]) -> None:
    """Of those commands that were heard: a number that was passed over has no answer."""
    person = People().add("one")
    ref, told = Ref(0), dict[Ref, Answer]()
    for step, refused in said:
        ref = Ref(ref + step)
        told[ref] = Rejected(ref, "not_allowed") if refused else Done(ref)
        person.remember(told[ref] if refused else None, Outcome(ref, "not_allowed" if refused else None))
    kept = dict([*told.items()][-ANSWERS_KEPT:])
    assert person.last_ref == ref
    assert {number: person.answer_to(Ref(number)) for number in range(ref + 2)} == {
        number: kept.get(Ref(number)) for number in range(ref + 2)
    }


@given(st.lists(st.sampled_from(["An", "an", "Lan Anh", "N" * NAME_LENGTH, "Nguyễn Thị Minh Khai"]), max_size=14))
def test_names_given_at_a_table_differ_and_fit(wanted: list[str]) -> None:
    people = People()
    given_names: list[str] = []
    for name in wanted:
        person = people.add(None)
        person.name, person.trusted = people.free_name(name, person), True
        assert len(person.name) <= NAME_LENGTH
        assert not any(same_name(person.name, other) for other in given_names)
        given_names.append(person.name)


def test_bots_are_not_among_those_who_are_present() -> None:
    people = People()
    people.connect(people.add(digest("an")), ConnId(1))
    people.connect(people.add(None, bot=True), ConnId(2))
    people.add(digest("away"))
    assert people.present == 1
