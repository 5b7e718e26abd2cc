"""Where the rule sheets lie."""

from pathlib import Path

SEEDS = Path(__file__).resolve().parents[2] / "seeds"
