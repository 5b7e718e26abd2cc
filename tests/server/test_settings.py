"""What an operator can choose."""

from pathlib import Path

import pytest

from server import settings as module
from server.settings import DirectoryInvalid, ProxyInvalid, PublicUrlInvalid, Settings, networks, shipped


@pytest.mark.parametrize("url", ["https://cards.example", "http://192.168.1.5:8000/", "https://cards.example:8443"])
def test_a_public_url_is_the_address_of_a_site(url: str) -> None:
    assert Settings(public_url=url).public_base == url.rstrip("/")


@pytest.mark.parametrize(
    "url", ["", "cards.example", "ftp://cards.example", "https://", "https://a/b", "https://a?b=c"]
)
def test_anything_else_is_refused(url: str) -> None:
    with pytest.raises(PublicUrlInvalid, match="is not an address"):
        Settings(public_url=url)


def test_the_public_host_has_no_port() -> None:
    assert Settings(public_url="https://Cards.Example:8443").public_host == "cards.example"
    assert (Settings().public_base, Settings().public_host) == (None, None)


def test_the_data_that_comes_along_is_there() -> None:
    assert (Settings().seeds / "xi-to-28.toml").is_file()
    assert Settings().client_web.is_dir()


def test_an_installed_package_brings_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed = tmp_path / "server"
    monkeypatch.setattr(module, "_HERE", installed)
    assert shipped("seeds") == installed / "_data" / "seeds"


@pytest.mark.parametrize("url", ["redis://box:6379/1", "rediss://user:hush@box", "unix:///run/redis.sock"])
def test_several_nodes_find_each_other_in_a_redis(url: str) -> None:
    settings = Settings(directory=url, public_url="https://cards.example")
    assert settings.directory == url
    assert "hush" not in repr(settings)


@pytest.mark.parametrize("url", ["", "box:6379", "http://user:hush@box"])
def test_another_directory_is_refused(url: str) -> None:
    with pytest.raises(DirectoryInvalid, match="is memory, or the address of a Redis") as refused:
        Settings(directory=url, public_url="https://cards.example")
    assert "hush" not in str(refused.value)


def test_several_nodes_need_a_public_address() -> None:
    with pytest.raises(DirectoryInvalid, match="need --public-url"):
        Settings(directory="redis://box")


def test_addresses_and_networks() -> None:
    found = [str(network) for network in networks(" 127.0.0.1, 10.0.0.0/8 ,::1,")]
    assert found == ["127.0.0.1/32", "10.0.0.0/8", "::1/128"]
    with pytest.raises(ValueError, match="proxy"):
        networks("proxy")
    with pytest.raises(ProxyInvalid, match="proxy"):
        Settings(trusted_proxies="10.0.0.1, proxy")
