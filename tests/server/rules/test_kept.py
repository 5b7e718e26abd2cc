"""What was made of options is made once, and no more of it is kept than is bounded."""

import pytest

from server.rules import kept
from server.rules.game import Options
from server.rules.kept import Kept


def test_each_set_of_options_is_made_once_and_a_bounded_number_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_KEPT", 2)
    asked: list[Options] = []

    def make(options: Options) -> int:
        asked.append(options)
        return len(asked)

    once: Kept[int] = Kept(make)
    assert [once({"ante": 1}), once({"ante": 2}), once({"ante": 1})] == [1, 2, 1]
    assert once({"ante": 3}) == 3
    assert once({"ante": 1}) == 4, "the third made room for itself"
    assert len(asked) == 4
