"""The pinned versions install wherever the product says it runs, not only where they were pinned."""

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PYTHONS: Final = ("3.11.0", "3.11.2", "3.11.14", "3.12.0", "3.13.0", "3.14.0")
"""3.11.2 is what Debian 12 brings. Where a library stands in for what a later Python has, it asks for it by marker."""
SYSTEMS: Final = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"))
PINNED: Final = re.compile(r"^(?P<line>[A-Za-z0-9][^\\\n]*)", re.MULTILINE)


def _pins(file: str) -> dict[str, Requirement]:
    lines = PINNED.findall(Path(file).read_text(encoding="utf-8"))
    return {canonicalize_name(pin.name): pin for pin in map(Requirement, lines)}


def _environments() -> Iterator[dict[str, str]]:
    for python in PYTHONS:
        for sys_platform, system, os_name in SYSTEMS:
            yield {
                "python_version": python.rpartition(".")[0],
                "python_full_version": python,
                "implementation_version": python,
                "sys_platform": sys_platform,
                "platform_system": system,
                "os_name": os_name,
                "extra": "",
            }


def _holds(wanted: Requirement, environment: dict[str, str]) -> bool:
    return wanted.marker is None or wanted.marker.evaluate(environment)


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_whatever_a_pinned_library_needs_is_pinned_for_every_python(file: str) -> None:
    pins = _pins(file)
    missing = set()
    for environment in _environments():
        for name, pin in pins.items():
            if not _holds(pin, environment):
                continue
            try:
                needs = distribution(name).requires or ()
            except PackageNotFoundError:
                # Pinned for other Pythons than this one.
                continue
            for wanted in map(Requirement, needs):
                needed = pins.get(canonicalize_name(wanted.name))
                if _holds(wanted, environment) and (needed is None or not _holds(needed, environment)):
                    missing.add(f"{wanted.name}, which {name} wants on Python {environment['python_full_version']}")
    assert not missing
