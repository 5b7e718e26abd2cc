"""The operator's doors of a whole server."""

from pathlib import Path

import httpx
import pytest

from server.web.admin import FILE
from server.web.node import PortTaken, listen
from tests.support.redis import free_port
from tests.support.server import serving


def test_administration_is_in_the_data_folder_and_goes_with_the_server(folder: Path, tmp_path: Path) -> None:
    with serving(folder, data=tmp_path):
        transport = httpx.HTTPTransport(uds=str(tmp_path / FILE))
        with httpx.Client(transport=transport, base_url="http://localhost") as operator:
            assert operator.get("/rooms").json()["rooms"] == []
            assert operator.get("/metrics").status_code == 404
    assert not (tmp_path / FILE).exists()


def test_a_path_too_long_for_a_socket_costs_the_administration_alone(folder: Path, tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    with serving(folder, data=deep) as server:
        server.create()
        assert not (deep / FILE).exists()


def test_without_a_port_there_are_no_metrics_and_with_one_nobody_else_has_it(folder: Path) -> None:
    with serving(folder) as server:
        assert server.get("/healthz").text == "ok"
    port = free_port()
    with serving(folder, metrics_port=port), pytest.raises(PortTaken, match=f"port {port} is in use"):
        listen("127.0.0.1", port)
