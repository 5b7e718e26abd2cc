"""The version of the wire."""

from typing import Final

PROTOCOL_VERSION: Final = 1
"""Raised when an old client can no longer be understood; new optional fields do not raise it."""
