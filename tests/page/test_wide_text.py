"""UTF-16 that nothing tells but the text."""

import random

import pytest

from weft import parse, parse_many

TEXTS = [
    "The weaver put the last threads on the loom.",
    "织工在天黑之前把最后几根经线穿上了织机。",
    "Ткач ткёт полотно на станке.",
    "وضع النساج آخر الخيوط على النول.",
    "Größe, naïve, Ελλάδα, 베틀",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_read(text: str, encoding: str) -> None:
    data = f"<title>x</title><p>{text}</p>".encode(encoding)
    page, many = parse(data), parse_many([data, b"<p>One"])
    assert page.text(len(page) - 1) == text
    assert page.encoding.lower() == encoding.replace("-le", "le").replace("-be", "be")
    assert [entry.text(len(entry) - 1) for entry in many if not isinstance(entry, Exception)] == [text, "One"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"<p>a\0b",
        b"<p>" + b"\0" * 400 + b"text of a page that was padded with zeros </p>",
        "<p>Größe".encode("latin-1"),
        "<p>织机".encode("gb18030"),
        random.Random(3).randbytes(4000),
        bytes(4000),
    ],
)
def test_other_bytes_are_read_as_ever(data: bytes) -> None:
    assert not parse(data).encoding.startswith("UTF-16")


def test_clear_bytes_overrule_a_header() -> None:
    page = parse("<p>One</p>".encode("utf-16-le"), encoding="windows-1252")
    assert (page.encoding, page.encoding_source) == ("UTF-16LE", "bytes")
    page = parse("<p>One</p>".encode("utf-16"))
    assert (page.encoding, page.encoding_source) == ("UTF-16LE", "mark")
