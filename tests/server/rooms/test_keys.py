"""Keys under which rooms were asked for."""

from protocol.ids import Millis, RoomCode
from protocol.inbound import CreateRoom
from server.rooms.keys import KEY_MS, KEYS_KEPT, Created, Keys, Made, asked, digest_of

ASKED = CreateRoom("xi-to-28", key="k" * 16)


def made(at: int) -> Made:
    return Made(ASKED, Created(RoomCode("K7Q2M9XDT4"), "token"), Millis(at))


def test_a_key_is_known_for_an_hour() -> None:
    keys = Keys()
    keys.remember("k", made(0))
    keys.forget_old(Millis(KEY_MS - 1))
    assert keys.get("k") == made(0)
    keys.forget_old(Millis(KEY_MS))
    assert keys.get("k") is None
    assert keys.get(None) is None


def test_of_too_many_the_oldest_is_forgotten() -> None:
    keys = Keys()
    for number in range(KEYS_KEPT + 1):
        keys.remember(f"{number}", made(number))
    assert keys.get("0") is None
    assert keys.get("1") is not None
    assert keys.get(f"{KEYS_KEPT}") is not None


def test_neither_key_nor_token_is_shown() -> None:
    assert b"k" * 16 not in digest_of("k" * 16)
    assert "token" not in repr(made(0).created)
    assert asked(ASKED) != asked(CreateRoom("xi-to-32", key="k" * 16))
