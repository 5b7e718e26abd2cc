"""The pages."""

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from protocol.codes import parse_code, shard_of, show_code
from server.rooms.lobby import Lobby, RoomBusy
from server.rooms.presence import Presence
from server.web.assets import Assets
from server.web.links import Links
from server.web.preview import Previews
from server.web.toll import Toll, too_many

_AWAY_S: Final = 5
"""When to ask again for a table whose server is away."""


class Pages:
    """The first page, a table's page, pages to read, and the one page for links that lead nowhere."""

    def __init__(
        self, assets: Assets, lobby: Lobby, presence: Presence, links: Links, previews: Previews, toll: Toll
    ) -> None:
        self._assets = assets
        self._lobby = lobby
        self._presence = presence
        self._links = links
        self._previews = previews
        self._toll = toll

    async def first(self, request: Request) -> Response:
        """``GET /``"""
        return _html(self._previews.first(self._assets.page("index.html"), request))

    async def table(self, request: Request) -> Response:
        """``GET /r/{code}``, and ``/s/{shard}/r/{code}`` at a shard's owner. Opening a link never makes a room.

        Another node's room is sent there, once: who was sent here as to the owner, and is not at the owner, waits.
        """
        if not self._toll.may_look(request):
            return too_many()
        code = parse_code(request.path_params["code"])
        if code is None:
            self._toll.wrong(request)
            return self.gone()
        try:
            core = self._lobby.read(code)
        except RoomBusy:
            return self._away()
        if core is not None:
            about = core.summary
            name = self._lobby.games[about.game].sheet.name
            page = self._assets.page("table.html")
            return _html(self._previews.table(page, request, code=show_code(code), title=about.title, game=name))
        shard = shard_of(code)
        owner = self._presence.find(shard)
        if shard == self._lobby.shard or (owner is None and not self._presence.may_return(shard)):
            self._toll.wrong(request)
            return self.gone()
        if owner is None or "shard" in request.path_params:
            return self._away()
        return RedirectResponse(self._links.owner_path(owner, f"/r/{show_code(code)}"), 307)

    async def away(self, request: Request) -> Response:
        """``GET /away``: what a proxy shows where the owner of a shard does not answer."""
        return self._away()

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

    def _away(self) -> Response:
        response = self._page("away.html", 503)
        response.headers["retry-after"] = str(_AWAY_S)
        return response

    async def missing(self, request: Request, error: Exception) -> Response:
        """For every path that is not ours."""
        if isinstance(error, HTTPException) and error.status_code != 404:
            return Response(status_code=error.status_code, headers=error.headers)
        return self.gone()

    def _page(self, name: str, status: int = 200) -> Response:
        return _html(self._assets.page(name), status)


def _html(text: str, status: int = 200) -> Response:
    return Response(text, status, media_type="text/html", headers={"cache-control": "no-cache"})
