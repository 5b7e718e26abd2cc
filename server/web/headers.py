"""What a browser may do with our answers."""

from typing import Final

_ALWAYS: Final = [
    # A room's code opens the room: no other site learns it from our links.
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]


def security_headers(host: bytes) -> list[tuple[bytes, bytes]]:
    """For every answer to a request for ``host``, which is a name or address of ours."""
    # No inline script, no eval, nothing from elsewhere. Older browsers do not count a socket as 'self'.
    policy = (
        b"default-src 'self'; connect-src 'self' ws://%b wss://%b; img-src 'self' data: blob:; object-src 'none'; "
        b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'" % (host, host)
    )
    return [(b"content-security-policy", policy), *_ALWAYS]
