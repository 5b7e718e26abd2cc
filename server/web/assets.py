"""The client's files as browsers get them: without comments and gaps, in memory, under an address that names all."""

import gzip
import os
import re
from collections.abc import AsyncIterator, Iterator
from hashlib import blake2b
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

import msgspec
from msgspec import json
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

_ROOT: Final = "/static/"
_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
_FRESH: Final = "no-cache"
"""Ask each time, so that an upgrade shows at once; what is unchanged is answered with 304."""
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_LEAST_ZIPPED: Final = 1_000
_PIECE: Final = 65_536
_ZIPPED: Final = frozenset({".css", ".js", ".json", ".svg"})
_VERSION: Final = re.compile(r"v-[0-9a-f]{8}/")
_TEXT: Final = r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"""
_PATTERN: Final = r"[(,=:\[!&|?{};+]\s*/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/"
_JS: Final = re.compile(rf"(?P<kept>{_TEXT}|{_PATTERN})|[ \t]*//[^\n]*|[ \t]*/\*.*?\*/[ \t]*|(?<=\n)[ \t]+", re.DOTALL)
_SIGN: Final = r"[=(){}\[\],:?&|<>;!*]"
_GAP: Final = re.compile(rf"(?P<kept>{_TEXT}|{_PATTERN})|[ \t]+(?={_SIGN})|(?<={_SIGN})[ \t]+")
"""Spaces beside a sign that parts words by itself. Not + and -, which must not meet; not /, a pattern's head."""
_SVG: Final = re.compile(rb"<!--.*?-->|\n", re.DOTALL)
_CSS: Final = re.compile(rf"(?P<kept>{_TEXT})|/\*.*?\*/", re.DOTALL)
_CSS_GAP: Final = re.compile(rf"(?P<kept>{_TEXT})|\s*(?:;\s*(?=}}))?(?P<sign>[{{}};,])\s*(?:(?P<name>[\w-]+):\s+)?")
_IMPORT: Final = re.compile(r"""^(?:import|export)\b[^;"'(]*?["'](\.[^"']+)["']""", re.MULTILINE)
_ENTRY: Final = re.compile(rf'<script type="module" src="{_ROOT}([^"]+)">')
_STYLES: Final = re.compile(rf'(?:<link rel="stylesheet" href="{_ROOT}css/[^"]+\.css">\n)+')
_STYLE: Final = re.compile(r"css/([^\"]+)\.css")
_MOST_JOINED: Final = 16


class File(msgspec.Struct, frozen=True):
    """One file, ready to be sent."""

    stamp: tuple[int, int]
    """Time of change and size, by which a change on disk is noticed."""
    body: bytes
    zipped: bytes
    etag: str
    media_type: str


class Assets:
    """What a browser loads from us. ``page`` looks for changes on disk; ``serve`` sends what was there then."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, File] = {}
        self._pages: dict[str, str] = {}
        self._joins: dict[str, File] = {}
        self._version = ""

    def page(self, name: str) -> str:
        """An HTML page, with the addresses of its files and the modules that it will ask for."""
        self._look()
        if name not in self._pages:
            self._pages[name] = self._addressed(self._files[name].body.decode())
        return self._pages[name]

    async def serve(self, request: Request) -> Response:
        """``GET /static/...``; HTTPException 404 where there is no such file."""
        if not self._version:
            self._look()
        asked: str = request.path_params["path"]
        version = _VERSION.match(asked)
        name = asked[version.end() :] if version else asked
        file = self._files.get(name) or self._joined(name)
        if file is None or name.endswith(".html"):
            raise HTTPException(404)
        headers = {
            # A page of before an upgrade still gets its files, but nobody keeps them under a name that is not theirs.
            "cache-control": _FOR_EVER if version and version[0] == self._version else _FRESH,
            "etag": file.etag,
            "vary": "accept-encoding",
        }
        if request.headers.get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        body = file.body
        if file.zipped and "gzip" in request.headers.get("accept-encoding", ""):
            body = file.zipped
            headers["content-encoding"] = "gzip"
        if len(body) <= _PIECE:
            return Response(body, 200, headers, file.media_type)
        headers["content-length"] = str(len(body))
        return StreamingResponse(_pieces(body), 200, headers, file.media_type)

    def _look(self) -> None:
        """Take in what changed on disk."""
        found = dict(self._found())
        if found == self._files:
            return
        self._files = found
        self._pages, self._joins = {}, {}
        held = "".join(f"{name} {found[name].etag}" for name in sorted(found))
        self._version = f"v-{blake2b(held.encode(), digest_size=4).hexdigest()}/"

    def _found(self) -> Iterator[tuple[str, File]]:
        for name, entry in _walk(self._folder):
            state = entry.stat()
            stamp = (state.st_mtime_ns, state.st_size)
            known = self._files.get(name)
            yield name, known if known and known.stamp == stamp else _read(Path(entry.path), stamp)

    def _joined(self, name: str) -> File | None:
        """``css/a+b.css`` is a.css, then b.css: one request for the styles of a page. None where a part is missing."""
        stems = name.removeprefix("css/").removesuffix(".css").split("+")
        parts = [self._files.get(f"css/{stem}.css") for stem in stems[: _MOST_JOINED + 1]]
        if not 1 < len(parts) <= _MOST_JOINED or None in parts:
            return None
        if name not in self._joins:
            if len(self._joins) >= _MOST_JOINED:
                self._joins.clear()
            self._joins[name] = _file((0, 0), b"\n".join(part.body for part in parts if part), ".css")
        return self._joins[name]

    def _addressed(self, html: str) -> str:
        """Addresses that may be kept for ever, one for all styles; all modules that the page's own one leads to."""
        base = f"{_ROOT}{self._version}"
        html = _STYLES.sub(_join, html)
        if entry := _ENTRY.search(html):
            links = [f'<link rel="modulepreload" href="{_ROOT}{name}">' for name in self._needed(entry[1])]
            html = html.replace(entry[0], "\n".join([*links, entry[0]]))
        return html.replace(f'"{_ROOT}', f'"{base}')

    def _needed(self, entry: str) -> list[str]:
        """The modules that an entry leads to by static imports, the nearest first."""
        needed = [entry]
        for name in needed:
            file = self._files.get(name)
            asked = _IMPORT.findall(file.body.decode()) if file else []
            needed += dict.fromkeys(
                path for path in (normpath(join(dirname(name), part)) for part in asked) if path not in needed
            )
        return needed[1:]


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    """In pieces, so that a client that does not read is seen to do so."""
    for start in range(0, len(body), _PIECE):
        yield body[start : start + _PIECE]


def _walk(folder: Path, under: str = "") -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The files that browsers may have, by their names; tests and their tools are not among them."""
    with os.scandir(folder) as entries:
        for entry in entries:
            name = under + entry.name
            if entry.is_dir():
                if name != "tests":
                    yield from _walk(Path(entry.path), f"{name}/")
            elif os.path.splitext(name)[1] in _TYPES:  # noqa: PTH122
                yield name, entry


def _read(path: Path, stamp: tuple[int, int]) -> File:
    body = path.read_bytes()
    if path.suffix in {".js", ".css"}:
        body = stripped(body.decode(), path.suffix).encode()
    elif path.suffix == ".svg":
        body = _SVG.sub(b"", body)
    elif path.suffix == ".json":
        body = json.encode(json.decode(body))
    return _file(stamp, body, path.suffix)


def _file(stamp: tuple[int, int], body: bytes, suffix: str) -> File:
    zipped = gzip.compress(body, mtime=0) if len(body) >= _LEAST_ZIPPED and suffix in _ZIPPED else b""
    return File(stamp, body, zipped, f'"{blake2b(body, digest_size=12).hexdigest()}"', _TYPES[suffix])


def _join(links: re.Match[str]) -> str:
    return f'<link rel="stylesheet" href="{_ROOT}css/{"+".join(_STYLE.findall(links[0]))}.css">\n'


def stripped(text: str, suffix: str) -> str:
    """A ``.js`` or ``.css`` text without comments, indentation and gaps; the lines of a module keep their numbers."""
    if suffix == ".js":
        return _GAP.sub(_kept, _JS.sub(_module, text))
    return _CSS_GAP.sub(_closed, _CSS.sub(_kept, text).strip())


def _module(found: re.Match[str]) -> str:
    return found["kept"] or "\n" * found[0].count("\n")


def _kept(found: re.Match[str]) -> str:
    return found["kept"] or ""


def _closed(found: re.Match[str]) -> str:
    return found["kept"] or found["sign"] + (f"{found['name']}:" if found["name"] else "")
