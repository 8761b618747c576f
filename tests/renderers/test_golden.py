"""Whole pages and single constructs, reviewed once and kept: see `tests/golden/remake.py`."""

import re
from pathlib import Path

import pyromark
import pytest

from tests.golden.remake import cases, constructs, rendered
from weft import Page, parse

GITHUB = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_MATH
)
ELEMENT = re.compile(r"(?P<tag>\w+)(?:\.(?P<name>[\w-]+)|\[(?P<attribute>\w+)\])?:(?P<count>\d+)")


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_golden(case: Path) -> None:
    for name, text in rendered(case).items():
        assert text == (case / name).read_text(encoding="utf-8"), f"{case.name}/{name}"


@pytest.mark.parametrize("case", constructs(), ids=lambda case: case.name)
def test_construct(case: Path) -> None:
    for name, text in rendered(case).items():
        assert text == (case / name).read_text(encoding="utf-8"), f"{case.name}/{name}"


@pytest.mark.parametrize("case", constructs(), ids=lambda case: case.name)
def test_construct_survives_a_parser_of_markdown(case: Path) -> None:
    page = parse((case / "page.html").read_bytes())
    survives = next(
        page.attribute(row, "content") for row in page.rows_of("meta").tolist() if page.attribute(row, "name")
    )
    read = parse(pyromark.html((case / "expected.md").read_text(encoding="utf-8"), options=GITHUB))
    elements = [ELEMENT.fullmatch(element) for element in (survives or "").split()]
    assert elements
    for element in elements:
        assert element
        assert count(read, element) == int(element["count"]), element.group()


def count(page: Page, element: re.Match[str]) -> int:
    """How many elements of a page have the tag, and the class or the attribute where one is named."""
    rows = page.rows_of(element["tag"]).tolist()
    if element["name"]:
        return sum(element["name"] in page.classes(row) for row in rows)
    if element["attribute"]:
        return sum(page.attribute(row, element["attribute"]) is not None for row in rows)
    return len(rows)


def test_every_construct_is_read() -> None:
    assert len(constructs()) >= 60
