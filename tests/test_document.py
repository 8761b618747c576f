"""A document: what it says of itself, and that it looks for metadata and comments once and only when asked."""

import gc
import weakref
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

import weft
from weft import Document, RenderOptions, parse
from weft.content import Field, Metadata, Reason, Record
from weft.page import Page

URL = "https://example.org/looms"
PAGE = parse("<nav>Menu</nav><p>Warp <a href=/b>and</a> <b>weft</b></p>", url=URL)
KEEP = np.array([1])


class Search:
    """Finds what it was given, and counts how often it was asked."""

    def __init__(self, answer: object) -> None:
        self.answer, self.pages = answer, list[Page]()

    def __call__(self, page: Page) -> object:
        self.pages.append(page)
        return self.answer


def make(**values: object) -> Document:
    return Document(page=PAGE, keep=KEEP, chosen_by="test", **values)  # type: ignore[arg-type]


def test_a_document_of_nothing_but_a_choice() -> None:
    document = make()
    assert (document.page_type, document.page_type_probability, document.confidence) == ("other", 0.0, 0.0)
    assert (document.reason, document.title, document.author) == (Reason("chosen"), "", "")
    assert (document.date, document.language) == ("", "")
    assert (dict(document.fields), document.records, document.regions, document.comments) == ({}, (), (), ())
    assert document.metadata == Metadata()


def test_metadata_and_comments_are_found_once_and_only_when_asked() -> None:
    metadata = Search(Metadata(title=Field(value="Looms")))
    comments = Search((Record(start=1, end=2),))
    document = make(find_metadata=metadata, find_comments=comments)
    assert (document.text, document.markdown) == ("Warp and weft", "Warp [and](https://example.org/b) **weft**")
    assert not metadata.pages + comments.pages
    assert document.title == document.metadata.title.value == document.to_dict()["title"] == "Looms"
    assert document.comments == document.comments == comments.answer
    assert metadata.pages == comments.pages == [PAGE]


def test_a_document_that_nobody_holds_is_let_go_at_once() -> None:
    """No part of it holds the whole: a page takes much memory, and Python looks for circles late."""
    html = "<html lang=en><title>Looms</title><article><h1>Looms</h1><p>By Ann Lee, 4 May 2020<p>A loom holds the warp."
    gc.disable()
    try:
        for ask in (
            lambda found: found.metadata.title,
            lambda found: found.metadata.date,
            lambda found: found.to_dict(),
        ):
            document = weft.extract(html)
            page = weakref.ref(document.page)
            ask(document)
            del document
            assert page() is None
    finally:
        gc.enable()


def test_short_names_of_metadata() -> None:
    title, author, date, language = (Field(value=f"the {name}") for name in ("title", "author", "date", "language"))
    document = make(find_metadata=Search(Metadata(title=title, author=author, date=date, language=language)))
    assert (document.title, document.author) == ("the title", "the author")
    assert (document.date, document.language) == ("the date", "the language")


def test_what_was_found_reaches_the_formats() -> None:
    document = make(
        page_type="article", page_type_probability=0.7, confidence=0.9,
        fields={"price": Field(value="5")}, records=[Record(start=1, end=2, fields={"a": Field(value="b")})],
    )  # fmt: skip
    found = document.to_dict()
    assert {name: found[name] for name in ("chosen_by", "page_type", "page_type_probability")} == {
        "chosen_by": "test",
        "page_type": "article",
        "page_type_probability": 0.7,
    }
    assert (found["confidence"], found["fields"], found["records"]) == (0.9, {"price": "5"}, [{"a": "b"}])
    assert "blocks" not in found
    assert document.to_dict(RenderOptions(blocks=True))["blocks"]


def test_formats_and_their_options() -> None:
    document = make()
    assert (
        document.html
        == document.render("html")
        == '<p>Warp <a href="https://example.org/b">and</a> <strong>weft</strong></p>'
    )
    assert document.render("markdown", RenderOptions(links=False)) == "Warp and **weft**"
    assert document.text == document.render("text")


def test_it_says_what_it_is() -> None:
    assert repr(make()) == f"<Document {URL}: 1 of 2 blocks by test>"
    assert (
        repr(Document(page=parse("<p>x"), keep=KEEP[:0], chosen_by="a")) == "<Document without URL: 0 of 1 blocks by a>"
    )


def test_it_is_frozen_and_is_itself_alone() -> None:
    document = make()
    with pytest.raises(FrozenInstanceError):
        document.page_type = "x"  # type: ignore[misc]
    assert document == document
    assert document != make()


def test_second_copies_of_passages_are_shown_where_asked_for() -> None:
    page = parse("<p>One two three.</p><p>Four five six.</p><div>One two three.</div>")
    document = Document(page=page, keep=np.array([0, 1]), repeats=np.array([2]), chosen_by="a test")
    assert document.text == "One two three.\n\nFour five six."
    shown = document.render("text", RenderOptions(repeats=True))
    assert shown == "One two three.\n\nFour five six.\n\nOne two three."
    assert document.to_dict(RenderOptions(repeats=True))["text"] == shown


def test_a_document_with_other_values_is_as_replaced() -> None:
    document = weft.extract("<title>Looms</title><p>A loom holds the warp while the weft is woven in.")
    assert document.metadata.title.value == "Looms", "what was found late is looked for again"
    changed, replaced = document.with_values(chosen_by="me", fields={}), replace(document, chosen_by="me", fields={})
    assert vars(changed).keys() == vars(replaced).keys()
    assert all(vars(changed)[name] is value for name, value in vars(replaced).items() if name != "fields")
    assert (changed.text, changed.title) == (document.text, document.title)
    with pytest.raises(TypeError, match="a document has no colour"):
        document.with_values(colour="red")
