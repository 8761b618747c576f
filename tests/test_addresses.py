"""One function judges every address; it is judged by what a browser would do, and by payloads for sanitisers."""

import random
from html import escape
from urllib.parse import urljoin

import pytest

from tests.active_content import is_active
from tests.hostile_pages import ADDRESSES
from tests.seeds import every_seed
from weft import parse
from weft.addresses import WEB_SCHEMES, own_address, safe_address, without_user
from weft.kernel.renderers import page_addresses

MAX_ADDRESS, MAX_BASE = 8_192, 1_024  # characters
BASE = "https://weft.example/a/b.html"
PARTS = [
    "javascript", "data", "vbscript", ":", "/", "./", "../", "\\", "?", "#", "//", "http", "https", "@", "x", "\t",
    "\n", "\x00", "\x0b", " ", "\xa0", "\xad", "\u200b", "\u2028", "\ufffe", "&colon;", "&#58;", "&amp;", "%3a",
]  # fmt: skip


def base_of(address: str | None, url: str | None) -> str:
    """What a page with such a `base` joins relative addresses with."""
    return page_addresses(parse("" if address is None else f'<base href="{escape(address)}">').table, url)[0]


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("c.html", "https://weft.example/a/c.html"),
        ("  /c d ", "https://weft.example/c d"),
        ("//x.example/c", "https://x.example/c"),
        ("?q=1", "https://weft.example/a/b.html?q=1"),
        ("HTTP://X.example/", "HTTP://X.example/"),
        ("mailto:me@x.example", "mailto:me@x.example"),
        ("tel:+49-30-1", "tel:+49-30-1"),
        ("./Category:Looms", "https://weft.example/a/Category:Looms"),
        ("http://[::1]/", "http://[::1]/"),
        ("http://münchen.example:8080/ü", "http://münchen.example:8080/ü"),
        ("https://x.example/a@b:c", "https://x.example/a@b:c"),
        ("http:/x.example/", "http:/x.example/"),
    ],
)
def test_honest_addresses_are_written(address: str, expected: str) -> None:
    assert safe_address(address, BASE) == expected


@pytest.mark.parametrize(
    "address",
    [
        "http://[", "http://", "http://a b/", "http://x:65536/", "http://1.2.3.4.5/", "http://%00/",
        "http://a\u2100b/", "//[",
    ],
)  # fmt: skip
def test_an_address_that_leads_nowhere_is_none(address: str) -> None:
    assert safe_address(address, BASE) == safe_address(address) == ""


@every_seed(2_000)
def test_addresses_are_joined_as_python_joins_them(seed: int) -> None:
    rng = random.Random(seed)
    address = rng.choice(["", "/", "//", "a/", "../"]) + "".join(
        rng.choices("/.?#;:&%ab1-A~!'()é", k=rng.randint(0, 8))
    )
    base = rng.choice([BASE, "https://weft.example/a/?b", "/b/", "HTTP://weft.example/a;b?c#d"])
    if address and ":" not in address:
        assert safe_address(address, base) in ("", urljoin(base, address))


def test_a_scheme_is_judged_after_the_base_was_joined() -> None:
    assert base_of("x", None) == base_of("./", "") == base_of("javascript:/", None) == ""
    assert base_of("javascript:/", BASE) == base_of("file:///x", BASE) == BASE
    assert safe_address("./javascript:alert(1)", base_of("x", None)) == "./javascript:alert(1)"
    assert safe_address("./javascript:alert(1)", base_of("/x/", None)) == "/x/javascript:alert(1)"
    assert base_of("../c/", BASE) == "https://weft.example/c/"
    assert base_of(None, "file:///saved/a.html") == ""


def test_lengths_are_bounded() -> None:
    assert safe_address("a" * MAX_ADDRESS)
    assert not safe_address("a" * (MAX_ADDRESS + 1))
    assert not safe_address("a" * MAX_ADDRESS, BASE)
    assert base_of("/" + "a/" * MAX_BASE, BASE) == BASE


def test_names_and_passwords_are_removed() -> None:
    for address in (
        "https://me:secret@x.example/",
        "//me:secret@x.example/",
        "http:\\\\me:secret@x.example\\",
        "ftp://me@x/",
    ):
        assert "me" not in safe_address(address)
        assert safe_address(address)
        assert "me" not in own_address(address)
    assert base_of("https://me:secret@x.example/a/", None) == "https://x.example/a/"
    assert without_user("https://a@b@x.example/") == "https://x.example/"


def test_only_the_web() -> None:
    assert safe_address("mailto:me@x.example", schemes=WEB_SCHEMES) == ""


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_payload_is_written(address: str) -> None:
    for base in ("", BASE, base_of("/x/", None), base_of("x", None)):
        assert not is_active(safe_address(address, base))
    assert not own_address(address).lower().startswith(("javascript:", "vbscript:", "data:", "view-source:"))


@every_seed(3_000)
def test_whatever_is_written_runs_nothing(seed: int) -> None:
    rng = random.Random(seed)
    address, base = "".join(rng.choices(PARTS, k=rng.randint(1, 8))), "".join(rng.choices(PARTS, k=rng.randint(0, 5)))
    for url in (None, BASE):
        written = safe_address(address, base_of(base, url))
        assert not is_active(written)
        assert not is_active(urljoin("https://reader.example/x/", written))
        assert safe_address(written) == written  # nothing is left to judge


@every_seed(500)
def test_any_text_is_judged(seed: int) -> None:
    rng = random.Random(seed)
    text = "".join(
        chr(rng.choice([rng.randrange(0x80), rng.randrange(0x3000), rng.randrange(0x110000)])) for _ in range(12)
    )
    assert not is_active(safe_address(text, BASE))
    assert not is_active(safe_address(text, base_of(text, text)))
