"""Authors as pages print them."""

import pytest

from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata
from weft.metadata.bylines import name_in


def read(body: str) -> Metadata:
    page = parse(
        f"<title>Rain in May</title><h1>Rain in May</h1>{body}<p>It rained for days.", url="https://example.com/rain"
    )
    return find_metadata(page)


@pytest.mark.parametrize(
    ("body", "author"),
    [
        ("<p>By Ann Lee</p>", "Ann Lee"),
        ("<p>Posted by Ann Lee on May 4, 2022</p>", "Ann Lee"),
        ("<p>May 4, 2022 | By Ann Lee</p>", "Ann Lee"),
        ("<div class=byline>By <a href=/a>Ann Lee</a> and <a href=/b>Bo Chu</a></div>", "Ann Lee; Bo Chu"),
        ("<div class=byline><span>Written by</span><b>Ann Lee</b><i>Editor</i></div>", "Ann Lee"),
        ("<span class=entry-author-name>Ann Lee</span>", "Ann Lee"),
        ("<span class=_authorName_1x2>Ann Lee</span>", "Ann Lee"),
        ("<a rel=author href=/x>Ann Lee</a>", "Ann Lee"),
        ("<a href=/author/ann-lee/>Ann Lee</a>", "Ann Lee"),
        ("<p>作者：张三 来源：新华网</p>", "张三"),
        ("<p>Von Ann Lee</p>", "Ann Lee"),
        ("<p>Ein Beitrag von Ann Lee</p>", "Ann Lee"),
        ("<p>par Ann Lee, 21 juin 2018</p>", "Ann Lee"),
        ("<p>Autorin: Ann Lee</p>", "Ann Lee"),
        ("<p>Text: Ann Lee</p>", "Ann Lee"),
        ("<p>投稿者：山田太郎</p>", "山田太郎"),
        ("<div><span>By</span><a href=/x>Ann Lee</a></div>", "Ann Lee"),
        ("<div class=article-author>Von <strong><a href=/x>Ann Lee</a></strong></div>", "Ann Lee"),
        ("<h4 class=author>vom <span>Ann Lee</span></h4>", "Ann Lee"),
        ("<span class=auteurs>Ann Lee</span>", "Ann Lee"),
        ("<span class=author>Von</span>", ""),
        ("<p>Bild von Ann Lee</p>", ""),
        ("<p>Von der Rolle gelaufen</p>", ""),
        ("<p>文/李四</p>", "李四"),
        ("<p>Text: Ann Lee, Fotos: Bo Chu</p>", "Ann Lee"),
        ("<p>Words: Ann Lee. Photographs: Bo Chu</p>", "Ann Lee"),
        ("<p>Text und Fotos: Ann Lee</p>", "Ann Lee"),
        ("<p>文：张三 图：李四</p>", "张三"),
        ("<p class=byline>By <span>Ann</span><span>Lee</span></p>", "Ann Lee"),
        ("<p class=author>Mittwoch</p>", ""),
        ("<p class=author>Sat 4 May</p>", ""),
        ("<p>By Ann Lee and AFP</p>", "Ann Lee"),
        ("<p class=author>Bluesky</p>", ""),
        ("<p>By the time it rained we were gone.</p>", ""),
        ("<div class=comments><span class=author>Some Body</span></div>", ""),
        ("<span class=author>admin</span>", ""),
        ("<span class=authorized>Dealer Name</span>", ""),
    ],
)
def test_author(body: str, author: str) -> None:
    field = read(body).author
    assert field.value == author
    assert field.source == ("byline" if author else "")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann Lee", "Ann Lee"),
        ("By\nAnn Lee\non\nMay 4, 2022", "Ann Lee"),
        ("By\nAnn Lee\nand\nBo Chu", "Ann Lee; Bo Chu"),
        ("by\nann_lee\n» Tue Aug 27, 2019 1:47 am", "ann_lee"),
        ("Author\nAnn Lee\nSenior editor", "Ann Lee"),
        ("Joined\nAnn Lee", "Ann Lee"),
        ("May 4, 2022", ""),
        ("We do not know who wrote this text at all", ""),
        ("", ""),
        ("Ann Lee " * 50, ""),
    ],
)
def test_name_in(text: str, name: str) -> None:
    assert name_in(text) == name


ORGANISATION = """<script type="application/ld+json">{"@type": "Article",
    "author": {"@type": "NewsMediaOrganization", "name": "The Daily Loom"}}</script>"""


@pytest.mark.parametrize("label", ["发表于", "發表於", "最后更新于", "发布于", "编辑于", "投稿日", "작성일"])
def test_what_stands_before_a_date_is_no_name(label: str) -> None:
    assert name_in(f"{label} 2022-9-4 06:38") == ""
    assert read(f"<div class=author><em>{label} 2022-9-4 06:38</em></div>").author.value == ""


def test_who_made_the_program_is_no_author_of_its_pages() -> None:
    generator = "<meta name=generator content='Discuz! X3.4'>"
    assert read(f"{generator}<meta name=author content='Discuz! Team and Comsenz UI Team'>").author.value == ""
    assert read(f"{generator}<meta name=author content='The Loom Team'>").author.value == "The Loom Team"


def test_an_organisation_is_the_author_only_where_no_person_is_named() -> None:
    assert read(ORGANISATION).author.value == "The Daily Loom"
    assert read(ORGANISATION + "<p>By Ann Lee</p>").author.value == "Ann Lee"


def test_the_name_of_the_host_is_no_person() -> None:
    head = "<meta name=author content='{}'><h1>Rain</h1><p>By Bo Chu</p>"
    for name, author in (
        ("Furche", "Bo Chu"),
        ("Die Furche", "Bo Chu"),
        ("furche.at", "Bo Chu"),
        ("Ann Ray", "Ann Ray"),
    ):
        page = parse(head.format(name), url="https://www.furche.at/rain")
        assert find_metadata(page).author.value == author
    own = parse(head.format("Ann Ray"), url="https://annray.example/rain")  # a person's own site
    assert find_metadata(own).author.value == "Ann Ray"


def test_the_affiliation_of_an_author_is_no_author() -> None:
    html = (
        "<div itemprop=author><b itemprop=name>Ann Lee</b><i itemprop=affiliation><b itemprop=name>School</b></i></div>"
    )
    assert read(html).author.value == "Ann Lee"
