"""Finds the Chromium that the browser tests drive, and gets one where there is none. Never calls sudo."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_NEED: Final = (
    "The browser tests need Chromium: install it (on Debian: apt-get install chromium) or set XIBAN_CHROMIUM."
)


def find() -> str | None:
    """The path of a Chromium: XIBAN_CHROMIUM, the system's, or playwright's own; None where there is none."""
    chosen = os.environ.get("XIBAN_CHROMIUM")
    if chosen:
        return chosen if Path(chosen).is_file() else None
    for name in _NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    return _playwrights_own()


def get() -> str:
    """The path of a Chromium, installed now if need be; SystemExit says what is missing."""
    if found := find():
        return found
    # Debian's package where we may install it, else playwright's own build.
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        sys.stderr.write("Installing Chromium from Debian ...\n")
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        _run(["apt-get", "update", "-qq"], environment)
        _run(["apt-get", "install", "-qq", "--no-install-recommends", "-y", "chromium", "fonts-noto-core"], environment)
    if found := find():
        return found
    sys.stderr.write("Installing playwright's Chromium ...\n")
    _run([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ))
    if found := find():
        return found
    raise SystemExit(_NEED)


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def _run(command: list[str], environment: dict[str, str]) -> None:
    """Whether it worked shows in whether a Chromium is found afterwards."""
    subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    get()
