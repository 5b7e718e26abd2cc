"""What is shipped for operators holds together: compose file, image, unit, proxies. No Docker engine is needed."""

import inspect
import json
import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from ruamel.yaml import YAML

from server.options import chosen
from server.settings import networks

ROOT = Path(__file__).parents[1]
VARIABLES = {f"XIBAN_{name.upper()}" for name in inspect.signature(chosen).parameters}
COMPOSE: dict[str, Any] = YAML(typ="safe").load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
NGINX = (ROOT / "deploy" / "nginx" / "xiban.conf").read_text(encoding="utf-8")


def test_the_compose_file_keeps_to_the_schema_of_compose() -> None:
    schema = json.loads((files("check_jsonschema") / "builtin_schemas/vendor/compose-spec.json").read_text("utf-8"))
    assert list(Draft202012Validator(schema).iter_errors(COMPOSE)) == []
    broken = {**COMPOSE, "services": {"xiban": {"prots": ["8000:8000"]}}}
    assert list(Draft202012Validator(schema).iter_errors(broken)) != []


def test_by_default_there_is_one_node_one_volume_and_no_redis() -> None:
    plain = {name for name, service in SERVICES.items() if "profiles" not in service}
    assert plain == {"xiban"}
    assert SERVICES["xiban"]["environment"]["XIBAN_DIRECTORY"] == "${XIBAN_DIRECTORY:-memory}"
    assert SERVICES["xiban"]["volumes"] == ["data:/data"]
    assert "depends_on" not in SERVICES["xiban"]


def test_the_fleet_is_two_nodes_redis_that_keeps_nothing_and_one_proxy() -> None:
    fleet = {name for name, service in SERVICES.items() if service.get("profiles") == ["fleet"]}
    assert fleet == {"xiban-b", "redis", "proxy"}
    assert "volumes" not in SERVICES["redis"]
    command = " ".join(SERVICES["redis"]["command"])
    assert '--save "" --appendonly no' in command.replace("--save  ", '--save "" ')
    assert "ports" not in SERVICES["redis"]
    assert SERVICES["proxy"]["ports"] == ["443:443"]
    assert SERVICES["xiban-b"]["environment"]["XIBAN_SHARD"] == "BB"
    assert "~*^/s/bb/" in NGINX
    for host in ("xiban:8000", "xiban-b:8000"):
        assert host.partition(":")[0] in SERVICES
        assert f"server {host}" in NGINX


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_confined(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == "unless-stopped"
    if name != "proxy":  # nginx begins as root, to bind its port and read its key
        assert service["cap_drop"] == ["ALL"]


@pytest.mark.parametrize("name", ["xiban", "xiban-b"])
def test_nodes_have_options_that_exist_and_trust_the_proxy_alone(name: str) -> None:
    environment = SERVICES[name]["environment"]
    assert set(environment) <= VARIABLES
    assert [str(network) for network in networks(environment["XIBAN_TRUSTED_PROXY"])] == [
        f"{SERVICES['proxy']['networks']['xiban']['ipv4_address']}/32"
    ]


def test_what_is_mounted_is_there() -> None:
    for mount in SERVICES["proxy"]["volumes"]:
        assert (ROOT / mount.split(":")[0]).exists()


def test_the_image_runs_as_nobody_in_particular_and_looks_after_itself() -> None:
    assert re.search(r"^FROM python:3\.\d+-slim$", DOCKERFILE, re.MULTILINE)
    lines = DOCKERFILE.splitlines()
    user, start = lines.index("USER xiban"), next(n for n, line in enumerate(lines) if line.startswith("ENTRYPOINT"))
    assert user < start
    assert not any(line.startswith("RUN") for line in lines[user:])
    assert "--require-hashes" in DOCKERFILE
    assert "HEALTHCHECK" in DOCKERFILE
    assert "/healthz" in DOCKERFILE
    for source in re.findall(r"^COPY (\S+) ", DOCKERFILE, re.MULTILINE):
        assert (ROOT / source).exists()


def test_the_image_is_compiled_by_somebody_who_may_write() -> None:
    lines = DOCKERFILE.splitlines()
    imported = re.findall(r'python -c "import ([^"]+)"', DOCKERFILE)
    assert "server.cli" in imported[0].split(", ")
    for module in imported[0].split(", "):
        assert find_spec(module) is not None, module
    compiled = next(number for number, line in enumerate(lines) if "python -c" in line)
    assert compiled < lines.index("USER xiban") < next(n for n, line in enumerate(lines) if "DONTWRITEBYTECODE" in line)


def test_the_image_gets_what_it_copies() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[0] == "*"
    assert {f"!{source}" for source in re.findall(r"^COPY (\S+) ", DOCKERFILE, re.MULTILINE)} <= set(ignored)


def test_the_unit_has_options_that_exist_and_ends_in_good_order() -> None:
    unit = (ROOT / "deploy" / "xiban.service").read_text()
    assert set(re.findall(r"^Environment=(\w+)=", unit, re.MULTILINE)) <= VARIABLES
    assert "KillSignal=SIGTERM" in unit
    assert int(re.findall(r"TimeoutStopSec=(\d+)", unit)[0]) > 10
    assert "ExecStart=/opt/xiban/.venv/bin/python -m server serve" in unit


def test_no_proxy_passes_on_what_a_client_says_of_its_address() -> None:
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in NGINX
    assert "proxy_add_x_forwarded_for" not in NGINX
    assert "header_up X-Forwarded-For {remote_host}" in (ROOT / "deploy" / "Caddyfile").read_text()
