"""Joining pages of one article."""

import re

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import EXTRACTORS, Document, Field, Metadata, Record, parse
from weft.content import Reason
from weft.sites.join import Part, describe_part, find_series, join_documents, split_number


def part(url: str, *, title: str = "the loom", cluster: int = 0, following: str = "", is_list: bool = False) -> Part:
    return Part(url=url, title=title, cluster=cluster, next=(following,) if following else (), is_list=is_list)


@pytest.mark.parametrize(
    ("url", "stem", "number"),
    [
        ("http://w.example/a_2.html", "http://w.example/a.html", 2),
        ("http://w.example/a/page/12/", "http://w.example/a", 12),
        ("http://w.example/a/page-3", "http://w.example/a", 3),
        ("http://w.example/a?id=7&page=2#top", "http://w.example/a?id=7", 2),
        ("http://w.example/a?p=2", "http://w.example/a?p=2", 0),
        ("http://w.example/archive_2020.html", "http://w.example/archive_2020.html", 0),
        ("http://w.example/archive_02.html", "http://w.example/archive_02.html", 0),
        ("saved/a_2.html", "saved/a.html", 2),
        ("http://[broken/a_2.html", "http://[broken/a_2.html", 0),
    ],
)
def test_split_number(url: str, stem: str, number: int) -> None:
    assert split_number(url) == (stem, number)


def test_numbers_in_urls_in_any_order() -> None:
    urls = [
        "/a_3.html",
        "/b.html",
        "/a.html",
        "/a_2.html",
        "/a_5.html",
        "/c?page=1",
        "/c?page=2",
        "/d.html",
        "/d_1.html",
    ]
    assert find_series([part(url) for url in urls]) == [[2, 3, 0], [5, 6], [7, 8]]


def test_links() -> None:
    parts = [part("/x", following="/y"), part("/y", following="/z"), part("/z"), part("/w")]
    assert find_series(parts) == [[0, 1, 2]]


def test_circles_and_forks_end() -> None:
    assert find_series([part("/x", following="/y"), part("/y", following="/x")]) == []
    assert find_series([part("/x", following="/x")]) == []
    fork = [part("/x", following="/z"), part("/y", following="/z"), part("/z", following="/x")]
    series = find_series(fork)
    assert sorted(place for chain in series for place in chain) == sorted({p for chain in series for p in chain})


@pytest.mark.parametrize(
    "other",
    [
        part("/a_2.html", title="the shuttle"),
        part("/a_2.html", cluster=1),
        part("/a_2.html", is_list=True),
        part("/a_3.html"),
    ],
)
def test_what_does_not_belong_together(other: Part) -> None:
    assert find_series([part("/a.html"), part("/a_2.html")]) == [[0, 1]]
    assert find_series([part("/a.html"), other]) == []
    assert find_series([part("/x", following="/a_2.html"), other]) == []


def test_pages_of_no_cluster_and_links_without_a_title_are_left_apart() -> None:
    assert find_series([part("/a.html", cluster=-1), part("/a_2.html", cluster=-1)]) == []
    assert find_series([part("/x", title="", following="/y"), part("/y", title="")]) == []


def document(html: str, *, url: str | None = "http://w.example/a.html", title: str = "The Loom") -> Document:
    page = parse(html, url=url)
    return Document(
        page=page,
        keep=np.flatnonzero(~page.blocks.hidden),
        chosen_by="template",
        reason=Reason("template", "template x"),
        fields={"title": Field(value=title, row=1)},
        records=(Record(start=1, end=2, fields={"a": Field(value=title, row=1)}),),
        page_type="article",
        find_metadata=lambda _: Metadata(title=Field(value=title)),
    )


def test_describe() -> None:
    html = "<link rel='prev' href=x><link rel='Next nofollow' href='a_2.html#top'><p>One"
    found = describe_part("id", document(html, title="The Loom (1/3)"), cluster=4)
    assert found == Part(
        url="http://w.example/a.html", next=("http://w.example/a_2.html",), title="the loom", cluster=4
    )
    saved = describe_part("archive/a.html", document(html, url=None), cluster=0)
    assert saved.next == ("archive/a_2.html",)
    assert not saved.is_list  # what the folder of saved pages is called says nothing
    assert describe_part("x", document(html, url="http://w.example/tag/a_2.html"), cluster=0).is_list
    assert describe_part("x", document("<a rel=next href='http://[x'>y</a>"), cluster=0).next == ()


def test_joined_bodies_have_no_block_twice() -> None:
    first = document("<h2>Part one</h2><p>Warp &lt;b&gt; <a href=/x>link</a></p><p>Read on below</p>")
    second = document("<p>Read  on below</p><ul><li>Weft<li>Weft</ul>", title="The Loom (2)")
    joined = join_documents([first, second], names=["a", "b"])
    assert joined.text == "Part one\n\nWarp <b> link\n\nRead on below\n\nWeft\nWeft"
    assert "http://w.example/x" in joined.markdown
    assert joined.title == "The Loom"
    assert joined.fields["title"] == Field(value="The Loom")
    assert [record.fields["a"].value for record in joined.records] == ["The Loom", "The Loom (2)"]
    assert joined.reason == Reason("template", "template x; joined from 2 pages: a, b")
    assert joined.page_type == "article"


@every_seed(40)
def test_joining_keeps_the_text_of_any_page(seed: int) -> None:
    page = parse(make_page(seed))
    alone = EXTRACTORS["whole_page"].extract(page)
    joined = join_documents([alone, alone], names=["a", "b"])
    assert letters(joined) == letters(alone)


def letters(document: Document) -> str:
    """The text without white space; clean HTML, through which bodies are joined, writes a formula between marks."""
    return re.sub(r"\\[()\[\]]|\s", "", document.text)


def test_an_address_that_is_none() -> None:
    document = EXTRACTORS["whole_page"].extract(parse("<p>One", url="http://[x/#a"))
    assert describe_part("a", document, cluster=0).url == "http://[x"
