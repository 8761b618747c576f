"""Footnotes of Markdown: the kinds that pages have, each with its links back gone."""

import pytest

from tests.renderers.showing import show
from weft import parse


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        (
            '<p>One<sup id=r1><a href="#fn1">1</a></sup> two.</p>'
            '<ol><li id=fn1><p>A note. <a href="#r1">↩</a></p></li></ol>',
            "One[^1] two.\n\n[^1]: A note.",
        ),
        (
            '<p>One<a class=footnote-ref id=fnref1 href="#fn1"><sup>1</sup></a>, '
            'two<a class=footnote-ref id=fnref2 href="#fn2"><sup>2</sup></a>.</p><hr>'
            '<ol><li id=fn1>First <b>note</b>.<a href="#fnref1">↩</a><li id=fn2>Second.<a href="#fnref2">↩</a></ol>',
            "One[^1], two[^2].\n\n---\n\n[^1]: First **note**.\n\n[^2]: Second.",
        ),
        (
            '<p>Fact.<sup class=reference id=cite_ref-3><a href="#cite_note-3">[3]</a></sup></p>'
            '<ol><li id=cite_note-3><b><a href="#cite_ref-3">^</a></b> Source.</li></ol>',
            "Fact.[^3]\n\n[^3]: Source.",
        ),
        (
            '<p>Text<sup><a name=b1 id=b1 href="#n1">1</a></sup>.</p>'
            '<p><a id=n1 href="#b1">1</a> The note.</p><p>After.</p>',
            "Text[^1].\n\n[^1]: The note.\n\nAfter.",
        ),
    ],
)
def test_footnotes(html: str, markdown: str) -> None:
    assert show(html) == markdown


def test_a_note_of_several_paragraphs_is_indented() -> None:
    html = '<p>a<sup><a href="#n">1</a></sup></p><div id=n><p>b</p><p>c</p></div>'
    assert show(html) == "a[^1]\n\n[^1]: b\n\n    c"


def test_a_reference_whose_note_is_not_kept_stays_a_number() -> None:
    html = '<p>a<sup><a href="#n">1</a></sup></p><p id=n>note</p>'
    assert show(html, keep=[0]) == "a<sup>1</sup>"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p id=r>a<p>b <a href='#r'>↩︎</a>", "b"),
        ("<p>a<sup id=r><a href='#n'>1</a></sup><ol><li id=n>b <a href='#r'>↑</a><li>c</ol>", "1. b\n2. c"),
        (
            "<p>a<sup id=r><a href='#n'>1</a></sup><p>b<p id=n><span class=cite-backlink>^ <a href='#r'>a</a></span> c",
            "b\n\nc",
        ),
        ("<p id=r>a<p>b <a href='/up'>↑</a>", "b [↑](https://example.org/up)"),
    ],
)
def test_a_link_back_to_what_is_not_kept_is_gone_as_well(html: str, markdown: str) -> None:
    blocks = len(parse(html).blocks)
    assert show(html, keep=list(range(1, blocks))) == markdown


def test_links_within_the_page_that_are_no_notes_are_text() -> None:
    assert show('<p><a href="#part">Part 1</a></p><h2 id=part>Part</h2>') == "Part 1\n\n## Part"


def test_other_formats_keep_numbers_and_lists() -> None:
    html = '<p>a<sup><a href="#n">1</a></sup></p><ol><li id=n>note<li>x</ol>'
    assert show(html, "html") == "<p>a<sup>1</sup></p>\n<ol><li>note</li>\n<li>x</li>\n</ol>"


@pytest.mark.parametrize(
    ("note", "written"),
    [
        ("https://weft.example/a b", "https://weft.example/a b"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("http://[::1]:80/ and http://1.2.3.4", "http://[::1]:80/ and http://1.2.3.4"),
        ("see a: b", "see a: b"),
        ("Note: see", "Note:  see"),
        ("javascript:alert(1)", "javascript: alert(1)"),
        ("http://1.2.3", "http: //1.2.3"),
        ("http://a:99999/", "http: //a:99999/"),
    ],
)
def test_a_note_is_no_address_where_markdown_knows_no_notes(note: str, written: str) -> None:
    html = f'<p>a<sup id=r><a href="#n">1</a></sup></p><ol><li id=n>{note} <a href="#r">↩</a></ol>'
    assert show(html) == f"a[^1]\n\n[^1]: {written}"
