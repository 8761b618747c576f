"""The title and the front matter above the content in Markdown."""

from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import weft
from weft.content import Field, Link, Metadata
from weft.document import Document
from weft.extractors import EXTRACTORS
from weft.renderers import RenderOptions
from weft.renderers.kernel_formats import front_matter, quote

TITLED = RenderOptions(title=True)
PROSE = "<p>The warp is fixed on the loom, and the weft runs through it."


def titled(body: str, title: str = "Which loom?") -> str:
    """The Markdown of all blocks of a page, with that title."""
    page = weft.parse(body)
    metadata = Metadata(title=Field(value=title))
    document = EXTRACTORS["whole_page"].extract(page).with_values(find_metadata=lambda page: metadata)
    return document.render("markdown", TITLED)


def read(text: str) -> dict[str, Any]:
    _, matter, _ = text.split("---\n", 2)
    return yaml.safe_load(matter)


@pytest.mark.parametrize(
    ("body", "start"),
    [
        (PROSE, "# Which loom?\n\nThe warp"),
        (f"<h1>Which loom?</h1>{PROSE}", "# Which loom?\n\nThe warp"),
        (f"<h1>Which <i>loom</i>?</h1>{PROSE}", "# Which *loom*?\n\nThe warp"),
        (f"<h2>Which loom?</h2>{PROSE}", "# Which loom?\n\nThe warp"),
        (f"<p>which loom</p>{PROSE}", "# which loom\n\nThe warp"),
        (f"<p>Weaving</p><h1>Which loom?</h1>{PROSE}", "Weaving\n\n# Which loom?\n\nThe warp"),
        (f"<p>Weaving</p><h3>Which loom?</h3>{PROSE}", "Weaving\n\n# Which loom?\n\nThe warp"),
        (f"<h1>Which loom? A guide</h1>{PROSE}", "# Which loom? A guide\n\nThe warp"),
        (f"<h1>Parts</h1>{PROSE}", "# Which loom?\n\n# Parts\n\nThe warp"),
        (f"{PROSE}<h2>Parts</h2><p>Which loom?</p>", "# Which loom?\n\nThe warp"),
        ("<ul><li>Which loom?<li>A reed</ul>", "# Which loom?\n\n- Which loom?\n- A reed"),
    ],
)
def test_the_title_is_the_heading_once(body: str, start: str) -> None:
    shown = titled(body)
    assert shown.startswith(start)
    assert shown.count("\n# ") + shown.startswith("# ") == start.count("# ")


def test_the_title_is_escaped() -> None:
    assert titled(PROSE, "a *star* #").startswith("# a \\*star\\* \\#\n")
    assert titled(PROSE, " ").startswith("The warp")
    assert titled("", "Which\n loom?") == "# Which loom?"


def test_without_the_option_there_is_none() -> None:
    page = f"<title>Looms</title><article>{PROSE * 3}</article>"
    document = weft.extract(page, method="whole_page")
    assert document.markdown.startswith("The warp")
    assert document.render("markdown", TITLED) == f"# Looms\n\n{document.markdown}"
    assert document.render("text", TITLED) == document.text


def document_of(metadata: Metadata, **values: Any) -> Document:
    page = weft.parse(PROSE, url="https://me:secret@weft.example/looms")
    keep = EXTRACTORS["whole_page"].extract(page).keep
    return Document(page=page, keep=keep, chosen_by="", find_metadata=lambda _: metadata, **values)


def test_front_matter_has_what_is_known() -> None:
    metadata = Metadata(
        title=Field(value='He said: "no" # 1'),
        author=Field(value="Ann Lee; Bob"),
        date=Field(value="2024-05-01"),
        language=Field(value="no"),
        section=Field(value="Weather: rain"),
        tags=(Link(value="a, b"), Link(value="no")),
        licence=Link(value="CC BY 4.0"),
        access=Field(value="free"),
    )
    document = document_of(metadata, page_type="article", confidence=0.9312)
    shown = document.render("markdown", RenderOptions(front_matter=True))
    assert read(shown) == {
        "title": 'He said: "no" # 1',
        "author": "Ann Lee; Bob",
        "date": "2024-05-01",
        "url": "https://weft.example/looms",
        "language": "no",
        "section": "Weather: rain",
        "licence": "CC BY 4.0",
        "access": "free",
        "page_type": "article",
        "tags": ["a, b", "no"],
        "word_count": 13,
        "confidence": 0.93,
    }
    assert shown.endswith(f"---\n\n{document.markdown}")


def test_front_matter_leaves_out_what_is_not_known() -> None:
    assert read(document_of(Metadata()).render("markdown", RenderOptions(front_matter=True))) == {
        "url": "https://weft.example/looms",
        "word_count": 13,
    }
    assert front_matter(Document(page=weft.parse(PROSE), keep=np.arange(1))) == ""


def test_front_matter_has_the_canonical_url_where_none_is_given() -> None:
    page = f"<link rel=canonical href=https://weft.example/a><article>{PROSE * 3}"
    shown = weft.extract(page, method="whole_page").render("markdown", RenderOptions(front_matter=True))
    assert read(shown)["url"] == "https://weft.example/a"


@given(
    st.text()
    | st.sampled_from(
        ["null", "~", "2024-05-01", "1e3", "- a", "a: b", "\ud800", "\u2028", "\x85", "\ufeff", "\U0001f9f6"]
    )
)
def test_any_text_is_read_back(text: str) -> None:
    whole = "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in text)
    assert yaml.safe_load(f"title: {quote(text)}\n") == {"title": whole}
