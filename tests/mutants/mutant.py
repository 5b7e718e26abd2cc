"""One planted fault."""

from pathlib import Path
from typing import Final

import msgspec

ROOT: Final = Path(__file__).resolve().parents[2]


class Mutant(msgspec.Struct, frozen=True):
    """``rule`` is broken when ``old`` stands as ``new`` in ``file`` (a path from the root)."""

    rule: str
    fault: str
    file: str
    old: str
    new: str

    def applied(self, root: Path) -> str:
        """The text of the broken file; ValueError unless ``old`` stands there exactly once."""
        text = (root / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.rule}: the text to break stands {text.count(self.old)} times in {self.file}")
        return text.replace(self.old, self.new)
