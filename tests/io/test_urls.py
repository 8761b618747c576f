"""Fetching from a server that misbehaves."""

from dataclasses import replace

import pytest

from tests.conftest import PAGE
from weft.errors import LimitError, SourceError
from weft.io import Fetcher

LOCAL = Fetcher(allow_private=True, max_bytes=1_000_000)


def test_a_page_comes_with_its_charset(server: str) -> None:
    raw = LOCAL.fetch(f"{server}/page?q=织")
    assert raw.data.decode(raw.charset or "") == PAGE
    assert raw.url == raw.id == f"{server}/page?q=织"


def test_gzip_is_unpacked(server: str) -> None:
    assert LOCAL.fetch(f"{server}/gzip").data.decode() == PAGE


def test_redirects_are_followed(server: str) -> None:
    raw = LOCAL.fetch(f"{server}/moved")
    assert (raw.id, raw.url) == (f"{server}/moved", f"{server}/page")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/circle", "more than 5 redirects"),
        ("/file", "leads to file:///etc/hostname: only http"),
        ("/no-such-page", "404"),
    ],
)
def test_what_goes_wrong_is_said(server: str, path: str, message: str) -> None:
    with pytest.raises(SourceError, match=message) as raised:
        LOCAL.fetch(server + path)
    assert raised.value.page == server + path


def test_a_page_that_unpacks_to_too_much_is_over_the_limit(server: str) -> None:
    with pytest.raises(LimitError, match="over the limit of 1000000 bytes") as raised:
        LOCAL.fetch(f"{server}/bomb")
    assert (raised.value.limit, raised.value.page) == ("bytes", f"{server}/bomb")


def test_a_slow_server_is_given_up(server: str) -> None:
    with pytest.raises(SourceError, match="time"):
        replace(LOCAL, seconds=1.0).fetch(server + "/slow")


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://10.0.0.1/", "http://169.254.169.254/"],
)
def test_private_addresses_are_refused(address: str) -> None:
    with pytest.raises(SourceError, match=r"allow it with Fetcher\(allow_private=True\)") as raised:
        Fetcher(seconds=1.0).fetch(address)
    assert (raised.value.page, raised.value.detail) == (address, "private")


@pytest.mark.parametrize("address", ["ftp://example.org/", "http://", "http://[broken", "https://127.0.0.1:1/"])
def test_bad_addresses(address: str) -> None:
    with pytest.raises(SourceError):
        LOCAL.fetch(address)
