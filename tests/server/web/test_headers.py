"""What a browser may do with our answers."""

import httpx
import pytest

from server.web.headers import security_headers
from tests.support.server import Server


@pytest.mark.case("B180")
def test_answers_forbid_inline_scripts_frames_and_referrers(server: Server) -> None:
    headers = httpx.get(server.base).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["connect-src"] == f"'self' ws://127.0.0.1:{server.port} wss://127.0.0.1:{server.port}"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    "path", ["/", "/r/0000000000", "/api/games", "/api/rooms/nope", "/static/js/main.js", "/healthz"]
)
def test_every_answer_has_them(server: Server, path: str) -> None:
    host = f"127.0.0.1:{server.port}".encode()
    headers = httpx.get(server.base + path).headers
    for name, value in security_headers(host):
        assert headers[name.decode()] == value.decode()
