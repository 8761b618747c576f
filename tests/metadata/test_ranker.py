"""The ranked fields: what is chosen where rules would make a reader laugh, how sure it is, and that it stays quick."""

import time
from datetime import datetime

import pytest

from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata
from weft.metadata.ranker import RANKED, runners_up

TEXT = "<p>" + "It rained for days and nobody left the house before noon, for the roads were wet. " * 8 + "</p>"
TITLE = "Rain in the North"
HEAD = f"<html lang=en><title>{TITLE} | The Loom</title><meta property=og:site_name content='The Loom'>"
DATED = "<meta property=article:published_time content=2022-05-04T08:00:00Z>"


def read(body: str, head: str = "", url: str = "https://theloom.example/rain-in-the-north") -> Metadata:
    return find_metadata(parse(f"{HEAD}{head}<body><article><h1>{TITLE}</h1>{body}{TEXT}</article>", url=url))


@pytest.mark.parametrize(
    "body",
    [
        "<p class=byline>By <a href=/authors/ann-lee rel=author>Ann Lee</a></p>",
        "<div class=author><span>Written by</span> <a href=/author/ann-lee>Ann Lee</a></div><button>Share</button>",
        "<span class=author-name itemprop=author>Ann Lee</span> <time datetime=2022-05-04>4 May 2022</time>",
    ],
)
def test_authors(body: str) -> None:
    assert read(body).author.value == "Ann Lee"


def test_several_authors_of_one_list() -> None:
    found = read(
        "",
        """<script type=application/ld+json>{"@type": "NewsArticle", "headline": "Rain in the North", "author":
        [{"@type": "Person", "name": "Ann Lee", "url": "/ann"}, {"@type": "Person", "name": "Bo Chu"}]}</script>""",
    )
    assert found.author.value == "Ann Lee; Bo Chu"
    assert [(one.value, one.url, one.kind) for one in found.authors] == [
        ("Ann Lee", "https://theloom.example/ann", "person"),
        ("Bo Chu", "", "person"),
    ]


@pytest.mark.parametrize(
    "label", ["Home", "Share", "Read more", "Monday", "January", "reset-author", "theloom.example"]
)
def test_no_label_button_day_or_host_is_an_author(label: str) -> None:
    assert read(f"<p><a href=/x>{label}</a></p>").author.value != label


def test_who_comments_is_not_the_author() -> None:
    comment = (
        "<li class=comment><b class=comment-author>Cy Day</b> <time datetime=2022-05-09>9 May</time><p>Fine rain.</li>"
    )
    head = f"{HEAD}{DATED}<meta name=author content='Ann Lee'><h1>{TITLE}</h1>"
    found = find_metadata(parse(f"{head}{TEXT}<ol class=comments>{comment * 3}</ol>"))
    assert (found.author.value, found.date.value[:10]) == ("Ann Lee", "2022-05-04")


def test_a_joining_day_and_an_event_are_not_the_date() -> None:
    user = "<div class=user>Cy Day<br>Joined: 3 March 2009</div>"
    found = read(f"<time datetime=2022-05-04>4 May 2022</time>{user}<p>The fair opens on 12 June 2022.</p>")
    assert found.date.value == "2022-05-04"


def test_a_day_is_more_than_a_month() -> None:
    found = read("<p class=date>4 May 2022</p>", url="https://theloom.example/2022/05/rain-in-the-north")
    assert found.date.value == "2022-05-04"


def test_a_change_is_after_the_date() -> None:
    found = read("", DATED + "<meta property=article:modified_time content=2022-05-06T09:00:00Z>")
    assert (found.date.value, found.modified.value) == ("2022-05-04T08:00:00Z", "2022-05-06T09:00:00Z")
    before = read("", DATED + "<meta property=article:modified_time content=2021-05-06T09:00:00Z>")
    assert before.modified.value == ""


def test_a_title_has_no_signs_of_a_font() -> None:
    found = find_metadata(parse(f"<title>{TITLE}</title><h1>\uf0c1 {TITLE} \ue001</h1>{TEXT}"))
    assert found.title.value == TITLE


def test_half_a_surrogate_is_replaced() -> None:
    data = r'{"@type": "Article", "headline": "Rain \ud83d", "description": "x\udc00y"}'
    found = find_metadata(parse(f"<h1>Rain</h1><script type=application/ld+json>{data}</script>{TEXT}"))
    assert found.description.value == "x\ufffdy"
    found.title.value.encode()


def test_json_that_is_mended_is_read() -> None:
    data = '/*<![CDATA[*/{"@type": "Article", // one\n"datePublished": "2022-05-04",}/*]]>*/'
    assert read("", f"<script type=application/ld+json>{data}</script>").date.value == "2022-05-04"


def test_a_relative_date_needs_a_reference() -> None:
    page = parse(f"{HEAD}<h1>{TITLE}</h1><p class=date>Published 3 hours ago</p>{TEXT}")
    assert find_metadata(page).date.value == ""
    noon = datetime.fromisoformat("2022-05-04T12:00:00")
    assert find_metadata(page, reference=noon).date.value in ("2022-05-04T09:00:00", "")


def test_how_sure_an_answer_is() -> None:
    found = read("<p class=byline>By Ann Lee</p>", DATED)
    for name in RANKED[:3]:
        confidence = getattr(found, name).confidence
        assert confidence is not None
        assert 0 < confidence <= 1
    assert found.language.confidence is None


@pytest.mark.parametrize("name", RANKED[:3])
def test_runners_up(name: str) -> None:
    page = parse(f"{HEAD}{DATED}<h1>{TITLE}</h1><p class=byline>By Ann Lee</p><p>6 May 2022</p>{TEXT}")
    found = runners_up(page, name)
    confidences = [one.field.confidence or 0 for one in found]
    assert found[0].words
    assert confidences == sorted(confidences, reverse=True)
    value = getattr(find_metadata(page), name).value
    assert [one.field.value for one in found if one.chosen] == ([value] if value else [])


PIECES = (
    "<p>4 May 2022</p>",
    "<p>By Ann Lee</p>",
    "<time datetime=2022-05-04>x</time>",
    "<meta name=author content='Ann Lee'>",
    "<h2>Rain | Hail - Snow</h2>",
    "<p>4 May 2022 ",
    "<a rel=author>Ann Lee, Bo Chu; Cy Day</a>",
)


@pytest.mark.parametrize("piece", PIECES)
def test_very_many_candidates_are_quick(piece: str) -> None:
    def seconds(count: int) -> float:
        page = parse(piece * count)
        started = time.thread_time()
        find_metadata(page).date  # noqa: B018 - all fields are found at once
        return time.thread_time() - started

    seconds(100)
    short, long = min(seconds(2_000) for _ in range(3)), min(seconds(20_000) for _ in range(3))
    assert long < 30 * max(short, 0.002)


@pytest.mark.parametrize(
    ("href", "next_page"),
    [
        ("?page=2", "https://theloom.example/rain-in-the-north?page=2"),
        ("/rain-in-the-north/2/", "https://theloom.example/rain-in-the-north/2/"),
        ("/hail-in-the-south", ""),
    ],
)
def test_the_next_page_is_of_this_piece(href: str, next_page: str) -> None:
    assert read("", f"<link rel=next href='{href}'>").next_page.value == next_page


@pytest.mark.parametrize(
    ("heading", "listed"),
    [
        ("<ruby>漢<rt>かん</rt></ruby>の話", "漢の話"),
        ("<span>Rain</span><span>in May</span>", "Rain in May"),
        ("Rain in May<small>Weather</small>", "Rain in May Weather"),
    ],
)
def test_parts_of_a_heading_are_not_glued(heading: str, listed: str) -> None:
    page = parse(f"<title>x</title><h1>{heading}</h1>{TEXT}")
    assert listed in [one.field.value for one in runners_up(page, "title")]


def test_a_whole_name_is_told_from_its_last_word() -> None:
    data = '{"@type": "Article", "author": {"@type": "Person", "name": "Ann van der Lee"}}'
    assert read("", f"<script type=application/ld+json>{data}</script>").author.value == "Ann van der Lee"
