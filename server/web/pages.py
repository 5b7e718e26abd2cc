"""The pages, and the files they are made of."""

import os
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from protocol.codes import parse_code, shard_of, show_code
from server.rooms.directory import RoomDirectory
from server.rooms.lobby import Lobby
from server.web.preview import Previews

_FRESH: Final = {"cache-control": "no-cache"}
"""Ask each time, so that an upgrade shows at once; unchanged files are answered with 304."""


class Assets(StaticFiles):
    """Files of the client, revalidated on each use."""

    def file_response(
        self, full_path: "str | os.PathLike[str]", stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(_FRESH)
        return response


class Pages:
    """The first page, a table's page, pages to read, and the one page for links that lead nowhere."""

    def __init__(self, folder: Path, lobby: Lobby, directory: RoomDirectory, previews: Previews) -> None:
        self._folder = folder
        self._lobby = lobby
        self._directory = directory
        self._previews = previews

    async def first(self, request: Request) -> Response:
        """``GET /``"""
        return _html(self._previews.first(self._text("index.html"), request))

    async def table(self, request: Request) -> Response:
        """``GET /r/{code}``. Opening a link never makes a room; another node's room is sent there."""
        code = parse_code(request.path_params["code"])
        if code is None:
            return self.gone()
        if (actor := self._lobby.find(code)) is not None:
            about = actor.core.summary
            name = self._lobby.games[about.game].sheet.name
            page = self._text("table.html")
            return _html(self._previews.table(page, request, code=show_code(code), title=about.title, game=name))
        advert = None if shard_of(code) == self._lobby.shard else await self._directory.find(shard_of(code))
        return self.gone() if advert is None else RedirectResponse(f"{advert.address}/r/{code}", 307)

    async def rules(self, request: Request) -> Response:
        """``GET /rules/{game}``: its sheet in words; with ``?room=CODE`` as that table plays it."""
        known = request.path_params["game"] in self._lobby.games
        return self._page("rules.html") if known else self.gone()

    async def hands(self, request: Request) -> Response:
        """``GET /hands``: the order of hands, with an example of each."""
        return self._page("hands.html")

    def gone(self) -> Response:
        """Says that there is nothing here, with a way forward."""
        return self._page("gone.html", 404)

    async def missing(self, request: Request, error: Exception) -> Response:
        """For every path that is not ours."""
        if isinstance(error, HTTPException) and error.status_code != 404:
            return Response(status_code=error.status_code, headers=error.headers)
        return self.gone()

    def _page(self, name: str, status: int = 200) -> Response:
        return _html(self._text(name), status)

    def _text(self, name: str) -> str:
        return (self._folder / name).read_text(encoding="utf-8")


def _html(text: str, status: int = 200) -> Response:
    return Response(text, status, media_type="text/html", headers=_FRESH)
