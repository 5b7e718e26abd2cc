"""Secrets: what is kept of them, and that one in the clear goes nowhere."""

import msgspec
import pytest

from server.table.tokens import Secret, digest


def test_a_digest_is_the_same_each_time_and_tells_nothing() -> None:
    assert digest("a-secret") == digest("a-secret") != digest("another")
    assert "a-secret" not in digest("a-secret")


def test_a_secret_is_never_printed_and_no_encoder_takes_it() -> None:
    secret = Secret("a-secret")
    assert secret.text == "a-secret"
    assert "a-secret" not in f"{secret} {secret!r}"
    with pytest.raises(TypeError):
        msgspec.json.encode(secret)
