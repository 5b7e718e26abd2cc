"""Where the chance of a simulated world comes from: its seed, by name, so that nobody's draws disturb another's."""

from random import Random


def luck(seed: object, purpose: str = "") -> Random:
    """A source of its own for each purpose."""
    return Random(f"{seed} {purpose}")  # noqa: S311
