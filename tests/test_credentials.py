"""No user and no password is written."""

import time

import pytest

from weft.document import Failure
from weft.errors import SourceError, without_credentials
from weft.io import RawPage, find_sources


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("http://ann:secret@weft.example/", "http://weft.example/"),
        ("https://ann@weft.example", "https://weft.example"),
        ("http://ann:p@ss:w@rd@weft.example:8080/a?b=c@d#e@f", "http://weft.example:8080/a?b=c@d#e@f"),
        ("http:\\\\ann:secret@weft.example\\a", "http:\\\\weft.example\\a"),
        ("s3://key:secret@bucket/a.html", "s3://bucket/a.html"),
        ("x leads to http://a:b@c/ and ftp://d:e@f/", "x leads to http://c/ and ftp://f/"),
        ("http://weft.example/@ann", "http://weft.example/@ann"),
        ("http://weft.example?a@b", "http://weft.example?a@b"),
        ("mail to ann@weft.example", "mail to ann@weft.example"),
        ("http://@weft.example/", "http://weft.example/"),
    ],
)
def test_addresses(text: str, clean: str) -> None:
    assert without_credentials(text) == clean


def test_pages_sources_and_errors() -> None:
    url = "http://ann:secret@weft.example/"
    raw = RawPage(id=url, url=url, data=b"")
    assert (raw.id, raw.url) == ("http://weft.example/", "http://weft.example/")
    (source,) = find_sources([url])
    assert (source.id, source.url) == ("http://weft.example/", "http://weft.example/")
    error = SourceError(f"leads to {url}", page=url)
    assert "secret" not in f"{error} {error!r} {error.args} {Failure.of(error).message} {SourceError('x').on(url)}"


def test_long_texts_take_no_longer_than_their_length() -> None:
    start = time.process_time()
    for text in ("://a" * 250_000 + "@", "://" + "a" * 1_000_000 + " @", "@" * 1_000_000, "a:" * 500_000 + "@"):
        without_credentials(text)
    assert time.process_time() - start < 5
