"""axe-core for the browser tests: a pinned package of npm, fetched into .venv/node, which is not in version control."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

WITHOUT: Final = "npm is not here: what axe-core says of the pages (marked axe) is left out."
_ROOT: Final = Path(__file__).resolve().parents[2]
_PINS: Final = _ROOT / "client_web" / "tests"
_HERE: Final = _ROOT / ".venv" / "node"
_AXE: Final = "node_modules/axe-core"


def is_missing() -> bool:
    """Whether it is neither here nor to be had. Where CI is set it is never given up."""
    return not _is_pinned() and shutil.which("npm") is None and not os.environ.get("CI")


def get() -> Path:
    """The script, fetched now if need be; OSError or CalledProcessError where that fails."""
    if not _is_pinned():
        _HERE.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy2(_PINS / name, _HERE / name)
        npm = shutil.which("npm") or "npm"
        subprocess.run([npm, "ci", "--silent", "--no-audit", "--no-fund"], cwd=_HERE, check=True)
    return _HERE / _AXE / "axe.min.js"


def _is_pinned() -> bool:
    """Whether the version of the lock file is here."""
    wanted = json.loads((_PINS / "package-lock.json").read_text(encoding="utf-8"))["packages"][_AXE]["version"]
    here = _HERE / _AXE / "package.json"
    return here.is_file() and json.loads(here.read_text(encoding="utf-8"))["version"] == wanted
