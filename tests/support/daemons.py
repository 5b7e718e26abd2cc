"""Programs that the tests start beside the server; a missing one is installed from Debian. Never calls sudo."""

import os
import shutil
import subprocess
import sys
from typing import Final

_PACKAGES: Final = {"redis-server": "redis-server", "nginx": "nginx-light", "openssl": "openssl"}
_PLACES: Final = ("/usr/sbin", "/sbin", "/usr/local/sbin")


def find(name: str) -> str | None:
    """The path of a program; None where it is not here."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(_PLACES))


def get(name: str) -> str:
    """The path of a program, installed now if need be; SystemExit says what is missing."""
    if found := find(name):
        return found
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        sys.stderr.write(f"Installing {name} from Debian ...\n")
        # Installed, not started: each test starts its own, on a port of its own.
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        for command in (["update", "-qq"], ["install", "-qq", "--no-install-recommends", "-y", _PACKAGES[name]]):
            subprocess.run(["apt-get", *command], env=environment, check=False, stdout=subprocess.DEVNULL)
    if found := find(name):
        return found
    raise SystemExit(
        f"The tests of several nodes need {name}: install it (on Debian: apt-get install {_PACKAGES[name]})."
    )


if __name__ == "__main__":
    for program in _PACKAGES:
        get(program)
