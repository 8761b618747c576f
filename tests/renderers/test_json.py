import json

import numpy as np

from weft.content import NUMBER, Field, Image, Link, Metadata, Reason, Record
from weft.document import Document
from weft.errors import LimitError
from weft.lazy import Lazy
from weft.page import parse
from weft.renderers import RenderOptions, render, to_dict

PAGE = parse("<body><nav>menu</nav><p>One <b>two</b></p>", url="https://example.org/")
KEEP = np.array([1])
COUNTED = {"word_count": "counted", "reading_time": "counted"}
DOCUMENT = Document(
    page=PAGE,
    keep=KEEP,
    find_metadata=lambda page: Metadata(
        title=Field(value="标题", row=1, source="opengraph"),
        tags=(Link(value="a", source="html"), Link(value="b", source="html")),
    ),
    fields={"price": Field(value="5", row=3, source="template")},
    records=(Record(start=1, end=4, fields={"author": Field(value="Ann", row=2)}),),
    page_type="article",
    confidence=0.75,
    chosen_by="classifier",
    cluster="articles",
    reason=Reason("chosen", "one long block"),
)


def test_object_has_every_key_in_order() -> None:
    found = to_dict(DOCUMENT, RenderOptions())
    assert list(found) == [
        "title", "author", "authors", "date", "modified", "language", "direction", "site_name", "description",
        "section", "categories", "tags", "url", "alternates", "amp", "feeds", "next_page", "previous_page", "image",
        "image_width", "image_height", "licence", "access", "word_count", "reading_time",
        "sources", "page_type", "page_type_probability",
        "confidence", "chosen_by", "cluster", "reason", "text", "fields", "records",
    ]  # fmt: skip
    assert list(to_dict(Document(page=PAGE, keep=KEEP), RenderOptions())) == list(found)


def test_values_and_their_sources() -> None:
    found = to_dict(DOCUMENT, RenderOptions())
    assert (found["title"], found["tags"], found["author"]) == ("标题", ["a", "b"], "")
    assert found["sources"] == {"title": "opengraph", "tags": "html", **COUNTED}
    assert (found["url"], found["page_type"], found["confidence"]) == ("https://example.org/", "article", 0.75)
    assert (found["chosen_by"], found["cluster"]) == ("classifier", "articles")
    assert found["reason"] == {"code": "chosen", "detail": "one long block"}
    assert (found["text"], found["fields"], found["records"]) == ("One two", {"price": "5"}, [{"author": "Ann"}])


def test_links_are_objects_and_numbers_are_numbers() -> None:
    metadata = Metadata(
        authors=(Link(value="Ann", url="https://example.org/ann", kind="person", source="json-ld"),),
        alternates=(Link(url="https://example.org/de", kind="de", source="link"),),
        licence=Link(value="CC0 1.0", source="a"),
        image=Image(value="https://example.org/a.png", width=30, height=20),
        word_count=Field(value="12", type=NUMBER, typed=12, source="counted"),
    )
    found = to_dict(Document(page=PAGE, keep=KEEP, find_metadata=lambda page: metadata), RenderOptions())
    assert found["authors"] == [{"value": "Ann", "url": "https://example.org/ann", "kind": "person"}]
    assert found["alternates"] == [{"value": "", "url": "https://example.org/de", "kind": "de"}]
    assert found["licence"] == {"value": "CC0 1.0", "url": "", "kind": ""}
    assert (found["image"], found["image_width"], found["image_height"]) == ("https://example.org/a.png", 30, 20)
    assert (found["word_count"], found["reading_time"]) == (12, 1)
    assert found["sources"] == {"authors": "json-ld", "alternates": "link", "licence": "a", **COUNTED}


def test_sources_are_those_of_values_each_once() -> None:
    metadata = Metadata(
        title=Field(value="x"), author=Field(value="", source="meta"), date=Field(value="2022", source="url"),
        tags=(Link(value="a", source="meta"), Link(value="b", source="json-ld"), Link(value="c", source="meta")),
    )  # fmt: skip
    found = to_dict(Document(page=PAGE, keep=KEEP, find_metadata=lambda page: metadata), RenderOptions())
    assert found["sources"] == {"date": "url", "tags": "meta, json-ld", **COUNTED}


def test_canonical_address_stands_in_for_a_missing_one() -> None:
    metadata = Metadata(url=Field(value="https://example.org/canonical"))
    document = Document(page=parse("<p>x"), keep=np.array([0]), find_metadata=lambda page: metadata)
    assert to_dict(document, RenderOptions())["url"] == "https://example.org/canonical"


def test_blocks_say_where_they_stand_when_asked_for() -> None:
    found = to_dict(DOCUMENT, RenderOptions(blocks=True))
    assert found["blocks"] == [{"row": 5, "xpath": "/html[1]/body[1]/p[1]", "text": "One two"}]


def test_format_is_the_object_in_readable_json() -> None:
    text = render(DOCUMENT, format="json")
    assert json.loads(text) == to_dict(DOCUMENT, RenderOptions())
    assert "标题" in text
    assert "\n" not in text


def test_a_limit_that_trips_in_records_costs_the_records_and_says_so() -> None:
    def trip() -> tuple[Record, ...]:
        raise LimitError("seconds", 10)

    document = DOCUMENT.with_values(records=Lazy(trip), page_type="listing")
    values = document.to_dict()
    assert (values["text"], values["records"]) == ("One two", [])
    detail = "one long block; no records: over the limit of 10 seconds; allow more with Limits(seconds=…)"
    assert values["reason"] == {"code": "chosen", "detail": detail}
    assert document.markdown == DOCUMENT.markdown
