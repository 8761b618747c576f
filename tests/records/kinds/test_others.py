"""Regions of further kinds beside the main records, and in their place."""

import pytest

from tests.records.kinds.reading import regions
from weft import extract, parse
from weft.content import SHOWN_KINDS
from weft.records import find_records
from weft.records.kinds import KINDS

QUESTIONS = "".join(
    f"<details><summary>Is it {word}?</summary><p>It is {word}, always.</p></details>"
    for word in ("wool", "silk", "hemp")
)
COMMENT = (
    "<li class=comment id=comment-{0}><b class=comment-author>{1}</b> <time datetime=2024-05-0{0}>{0} May</time>"
    "<div class=comment-text>{2}</div>{3}</li>"
)
COMMENTS = "<ol class=comment-list>{}{}</ol>".format(
    COMMENT.format(1, "Ann", "Well said.", "<ol>" + COMMENT.format(2, "Bob", "I doubt it.", "") + "</ol>"),
    COMMENT.format(3, "Cleo", "So do I.", ""),
)
BODY = "".join(f"<p>{'A loom holds the warp under tension while it is woven. ' * 4}{number}</p>" for number in range(8))


def test_a_page_about_questions_has_them_as_its_records() -> None:
    found = find_records(parse(f"<main>{QUESTIONS}</main>"))
    assert [(region.kind, len(region.records)) for region in found] == [("faq", 3)]


def test_beside_an_article_they_are_a_region() -> None:
    main, faq = find_records(parse(f"<article>{BODY}</article>{QUESTIONS}"))
    assert (main.records, faq.kind) == ((), "faq")


def test_comments_below_an_article_are_a_region_and_never_lead() -> None:
    html = f"<article><h1>Looms</h1>{BODY}</article>{COMMENTS}"
    [comments] = [one for one in find_records(parse(html, url="https://looms.example/a")) if one.kind == "comments"]
    assert [record.fields["body"].value for record in comments.records] == ["Well said.", "I doubt it.", "So do I."]
    assert [record.parent for record in comments.records] == [-1, 0, -1]
    assert [record.id for record in comments.records] == ["comment-1", "comment-2", "comment-3"]
    assert comments.records[0].url == "https://looms.example/a#comment-1"
    assert comments.records[0].fields["author"].type == "person"
    alone = find_records(parse(COMMENTS))
    assert all(region.kind != "comments" or not region.records for region in alone[:1])


def test_json_has_the_regions_and_markdown_stays() -> None:
    html = f"<title>Looms</title><article><h1>Looms</h1>{BODY}</article>{QUESTIONS}"
    document = extract(html, method="whole_page")
    shown = document.to_dict()
    assert shown["records"] == []
    assert "region" not in shown
    [region] = shown["regions"]  # type: ignore[misc]
    assert (region["kind"], region["records"][0]["question"]) == ("faq", "Is it wool?")  # type: ignore[has-type]
    assert "| question" not in document.markdown


def test_a_table_with_prices_is_written_as_it_stands() -> None:
    line = "<tr><td>Loom {0}</td><td>£{0}4.00</td></tr>"
    html = f"<table><tr><th>Title<th>Price</tr>{''.join(line.format(n) for n in range(1, 6))}</table>"
    document = extract(html, method="whole_page")
    assert (document.region.kind, len(document.records)) == ("table", 5)
    assert document.markdown.startswith("| Title | Price |")


@pytest.mark.parametrize("html", ["", "<p>One", f"<article>{BODY}</article>", "<table><tr><td>x</table>", "<dl></dl>"])
def test_a_page_without_signs_has_none(html: str) -> None:
    assert regions(html) == ()


def test_what_lies_in_another_region_is_not_told_twice() -> None:
    line = "<tr><td>{0}</td><td>{0} of it</td></tr>"
    table = f"<table><tr><th>A<th>B</tr>{line.format('one')}{line.format('two')}</table>"
    html = QUESTIONS.replace("It is silk, always.", f"It is. {table}")
    assert [region.kind for region in regions(html)] == ["faq"]


def test_every_kind_has_words() -> None:
    assert set(KINDS) >= SHOWN_KINDS
    assert all(KINDS.values())
