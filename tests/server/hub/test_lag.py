"""Nothing that a client can ask for holds up the loop."""

import time
from collections.abc import Callable

import pytest

from protocol.codec import BadMessage, decode_inbound
from protocol.texts import CHAT_LENGTH, clean

LONGEST_S = 0.05
"""Case B194: no block above 50 ms. What is measured here takes a hundredth of it."""


def quickest(call: Callable[[], object]) -> float:
    """Seconds that a call takes when nothing else gets in its way."""
    times = []
    for _ in range(5):
        before = time.perf_counter()
        call()
        times.append(time.perf_counter() - before)
    return min(times)


def refused(frame: str) -> None:
    with pytest.raises(BadMessage):
        decode_inbound(frame)


FRAMES = {
    "a long text of marks": '{"type":"say","ref":1,"text":"' + "e\u0301" * 390 + '"}',
    "a long number": '{"type":"leave","ref":' + "9" * 4000 + "}",
    "a long exponent": '{"type":"leave","ref":1e' + "9" * 4000 + "}",
    "depth": "[" * 4000,
    "many keys": "{" + ",".join(f'"{number}":1' for number in range(500)) + "}",
    "many options": '{"type":"host","ref":1,"do":{"type":"set_options","options":{'
    + ",".join(f'"{number}":1' for number in range(400))
    + "}}}",
}


@pytest.mark.case("B194")
@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_reading_the_worst_frame_is_quick(frame: str) -> None:
    assert quickest(lambda: refused(frame)) < LONGEST_S


@pytest.mark.case("B194")
def test_cleaning_a_long_text_is_quick() -> None:
    def cleaned() -> None:
        with pytest.raises(ValueError, match="characters"):
            clean("Ằ" * 10_000, CHAT_LENGTH)

    assert quickest(cleaned) < LONGEST_S
