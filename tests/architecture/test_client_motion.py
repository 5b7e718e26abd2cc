"""What moves in the client moves by transform and opacity, which need no layout."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.architecture.tree import ROOT

CLIENT: Final = ROOT / "client_web"
MAY_MOVE: Final = {"transform", "translate", "rotate", "scale", "opacity", "none"}
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_KEYFRAMES: Final = re.compile(r"@keyframes\s+([\w-]+)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}")
_BLOCK: Final = re.compile(r"\{([^{}]*)\}")
_TRANSITION: Final = re.compile(r"(?<![\w-])transition(?:-property)?\s*:\s*([^;}]+)")
_ANIMATION: Final = re.compile(r"(?<![\w-])animation(?:-name)?\s*:\s*([^;}]+)")


def styles() -> str:
    """All sheets, without comments."""
    return "\n".join(
        _COMMENT.sub("", path.read_text(encoding="utf-8")) for path in sorted((CLIENT / "css").glob("*.css"))
    )


def moved(css: str) -> Iterator[tuple[str, str]]:
    """Where something is animated, and which property."""
    for name, frames in _KEYFRAMES.findall(css):
        for block in _BLOCK.findall(frames):
            yield from ((f"@keyframes {name}", part.split(":")[0].strip()) for part in block.split(";") if part.strip())
    for value in _TRANSITION.findall(css):
        for part in re.sub(r"\([^()]*\)", "", value).split(","):
            yield f"transition: {value.strip()}", part.split()[0]


def wrong(css: str) -> list[tuple[str, str]]:
    return [found for found in moved(css) if found[1] not in MAY_MOVE]


def test_only_transform_and_opacity_move() -> None:
    assert len(set(moved(styles()))) > 8
    assert wrong(styles()) == []


@pytest.mark.parametrize(
    "css",
    [
        "@keyframes x { from { left: 0; } to { opacity: 1 } }",
        ".a { transition: width 1s }",
        ".a { transition: opacity 1s, box-shadow 2s cubic-bezier(.2, .7, .2, 1); }",
        ".a { transition: all 1s }",
        ".a { transition-property: top }",
    ],
)
def test_what_needs_a_layout_or_a_paint_is_found(css: str) -> None:
    assert len(wrong(css)) == 1


def test_scripts_move_nothing_by_themselves() -> None:
    """All motion stands in the sheets, where reduced motion ends it."""
    scripts = {path.name: path.read_text(encoding="utf-8") for path in (CLIENT / "js").rglob("*.js")}
    moving = re.compile(r"\.animate\(|style\.(left|top|right|bottom)")
    assert [name for name, text in scripts.items() if moving.search(text)] == []


def test_every_animation_has_its_frames() -> None:
    css = styles()
    frames = {name for name, _ in _KEYFRAMES.findall(css)}
    named = {value.split()[0] for value in _ANIMATION.findall(css)} - {"none"}
    assert named == frames
