from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

import pytest

from tests.records.forum_pages import FOOT, HEAD, LAYOUTS, POSTS, Post, board, thread
from tests.seeds import every_seed
from tests.soup import make_page
from weft import extract, parse
from weft.content import Record, Region
from weft.errors import LimitError
from weft.records.evidence import Evidence, gather
from weft.records.find import RecordSearch, find_main_records, find_records
from weft.records.kernel_draft import Search, begin_search
from weft.records.kinds.others import OtherRegions


def said(html: str) -> tuple[Post, ...]:
    """What the posts of a page say: author, time as displayed, body."""
    records = [record.fields for record in find_main_records(parse(html))]
    return tuple(
        Post(*(f[name].value if name in f else "" for name in ("author", "time_text", "body"))) for f in records
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_posts_of_every_layout_are_found_whole(layout: str) -> None:
    assert said(thread(layout)) == POSTS


@pytest.mark.parametrize("layout", ["div", "li", "article", "table a post", "loose text", "noscript"])
def test_two_posts_are_enough(layout: str) -> None:
    assert said(thread(layout, POSTS[:2])) == POSTS[:2]


def test_the_records_are_the_rows_of_the_posts() -> None:
    page = parse(thread("li"))
    records = find_main_records(page)
    assert [page.classes(record.start) for record in records] == [["post"]] * len(POSTS)
    assert all(record.end == page.end[record.start] for record in records)


def test_times_are_iso_8601() -> None:
    fields = find_main_records(parse(thread()))[0].fields
    assert fields["time"].value == "2022-09-04T06:38"


def test_relative_times_need_a_reference() -> None:
    posts = tuple(Post(post.author, f"{n + 2} hours ago", post.body) for n, post in enumerate(POSTS))
    page = parse(thread("div", posts))
    assert [record.fields["time"].value for record in find_main_records(page)][:2] == ["2 hours ago", "3 hours ago"]
    reference = datetime(2026, 11, 15, 12, tzinfo=UTC)
    times = [record.fields["time"].value for record in find_main_records(page, reference=reference)]
    assert times[0].startswith("2026-11-15T10")


def test_an_attribute_tells_the_time_where_the_text_does_not() -> None:
    posts = tuple(Post(post.author, f"{n + 2} hours ago", post.body) for n, post in enumerate(POSTS))
    html = thread("article", posts).replace("<time>", "<time datetime=2022-09-04T06:38:48+0200>")
    fields = find_main_records(parse(html))[0].fields
    assert (fields["time"].value[:16], fields["time_text"].value) == ("2022-09-04T06:38", "2 hours ago")


def test_main_post_built_differently() -> None:
    main = (
        "<div class=question><h2>Which loom?</h2><p class=meta>asked by <a class=author href=/user/9>Zoe</a> on "
        "2022-09-01 10:00</p><div class=text>I have a small room and want to weave scarves for my family.</div></div>"
    )
    html = HEAD + main + "<h3>4 answers</h3>" + thread().removeprefix(HEAD)
    assert said(html) == (
        Post("Zoe", "2022-09-01 10:00", "I have a small room and want to weave scarves for my family."),
        *POSTS,
    )


def test_a_title_card_without_a_post_is_no_main_post() -> None:
    card = "<div class=card><h2>Which loom?</h2>Started by <a class=author href=/user/1>Ann</a>, 2022-09-04 06:38</div>"
    assert said(HEAD + card + thread().removeprefix(HEAD)) == POSTS


@pytest.mark.parametrize("layout", ["div", "li", "article", "table a post", "loose text"])
def test_a_single_post_is_found(layout: str) -> None:
    assert said(thread(layout, POSTS[:1])) == POSTS[:1]


def test_a_question_and_its_one_answer() -> None:
    each = (
        "<div class={kind}><div class='content text'>{body}</div><p class=by>{kind} by "
        "<a class=author href=/user/1>{author}</a> {time}</p></div>"
    )
    question, answer = (
        each.format(kind=kind, author=post.author, time=post.time, body=post.body)
        for kind, post in (("question", POSTS[0]), ("answer", POSTS[1]))
    )
    asked = f"<h1>Which loom should a beginner buy?</h1>{question}"
    html = HEAD + f"<main>{asked}<h2>1 answer</h2><section><div>{answer}</div></section></main>" + FOOT
    assert said(html) == POSTS[:2]


def test_a_single_post_without_author() -> None:
    html = HEAD + f"<div class=post><i>{POSTS[0].time}</i><div class=content>{POSTS[0].body}</div></div>" + FOOT
    assert [record.fields["body"].value for record in find_main_records(parse(html))] == [POSTS[0].body]


def test_a_single_post_beside_a_list_of_threads() -> None:
    rows = "".join(
        f"<li><a href=/thread/{n}>Another thread, number {n}</a> 2022-08-0{n} 10:00</li>" for n in range(1, 7)
    )
    html = thread("div", POSTS[:1]) + f"<h3>Similar threads</h3><ul>{rows}</ul>"
    assert said(html) == POSTS[:1]
    regions = find_records(parse(html))
    assert [len(region.records) for region in regions] == [1, 6]


def test_posts_inside_posts() -> None:
    def post(n: int, inner: str = "") -> str:
        said = POSTS[n]
        return (
            f"<div class='comment depth-{n % 2}'><div class=head><a class=author href=/user/{n}>{said.author}</a> "
            f"<time>{said.time}</time></div><div class=text>{said.body}</div>{inner}</div>"
        )

    html = HEAD + "<div>" + post(0, post(1, post(2))) + post(3) + "</div>" + FOOT
    assert said(html) == POSTS


def test_quotes_are_marked_and_signatures_left_out() -> None:
    body = "<blockquote>Which loom?</blockquote>Mine.<div class=signature>Weave on, 2020</div><button>Like</button>"
    html = thread("div", (*POSTS, Post("Cy", "2022-09-08 10:00", body)))
    assert said(html)[-1].body == "> Which loom?\nMine."


def test_an_advertisement_between_posts_is_no_post() -> None:
    html = thread().replace("<div class=post>", "<div class=ad>Buy yarn, cheap</div><div class=post>", 1)
    assert said(html) == POSTS


def test_numbers_titles_and_columns_of_their_own() -> None:
    each = (
        "<div class=post><span class=floor>#{n}</span><h3>Re: looms {n}</h3><b class=author>{a}</b>"
        "<i>2022-09-0{n} 06:38</i><u class=town>{town}</u><p class=text>{said}</p></div>"
    )
    bodies = ("Which loom is it?", "A table loom.", "The one from Ely has a broken reed.", "Thank you, I shall look.")
    towns = ("Leeds", "Bath", "York", "Ely")
    parts = zip(towns, bodies, strict=True)
    posts = (each.format(n=n, a=f"Ann{n}", town=town, said=body) for n, (town, body) in enumerate(parts, 1))
    html = HEAD + "".join(posts) + FOOT
    fields = [record.fields for record in find_main_records(parse(html))]
    assert [f["number"].value for f in fields] == ["1", "2", "3", "4"]
    assert [f["title"].value for f in fields] == ["Re: looms 1", "Re: looms 2", "Re: looms 3", "Re: looms 4"]
    assert [f["town"].value for f in fields] == list(towns)


def test_five_thousand_records() -> None:
    texts = ("Answer {}: " + "the reed was never replaced, I would look there first. " * (n % 4) for n in range(5_000))
    posts = tuple(
        Post(f"Ann{n % 90}", f"2022-09-04 06:{n % 60:02}", text.format(n).strip()) for n, text in enumerate(texts)
    )
    assert said(thread("div", posts)) == posts


def test_board_rows() -> None:
    records = find_main_records(parse(board(), url="https://example.org/forum/"))
    assert len(records) == 12
    assert {name: field.value for name, field in records[3].fields.items()} == {
        "title": "A question about shuttles 3",
        "url": "https://example.org/forum/showthread.php?tid=3",
        "author": "Ann3",
        "time": "2022-09-04T06:38",
        "time_text": "2022-09-04 06:38",
        "replies": "3",
        "views": "103",
        "last_author": "Bob3",
        "last_time": "2022-10-04T09:00",
        "last_time_text": "2022-10-04 09:00",
    }


def test_a_board_without_times() -> None:
    rows = "".join(f"<li><a href=?tid-{n}.html>About loom {n}, a long story</a> ({n} replies)</li>" for n in range(9))
    records = find_main_records(parse(f"<title>Forum</title><a href=/forum/>Forum</a><ul>{rows}</ul>"))
    assert [record.fields["replies"].value for record in records] == [str(n) for n in range(9)]
    assert records[4].fields["title"].value == "About loom 4, a long story"


def test_cards() -> None:
    card = "<li><img src=/{n}.jpg><h3><a href=/item/{n}>Shuttle number {n}</a></h3><b>${n}.50</b> 4.{n} out of 5</li>"
    html = "<title>Shop</title><ul>" + "".join(card.format(n=n) for n in range(1, 7)) + "</ul>"
    records = find_main_records(parse(html, url="https://shop.example/"))
    assert {name: field.value for name, field in records[1].fields.items()} == {
        "title": "Shuttle number 2",
        "price": "$2.50",
        "rating": "4.2",
        "url": "https://shop.example/item/2",
        "image": "https://shop.example/2.jpg",
    }


CARD = "<li><h3><a href=/item/{n}>Shuttle number {n}</a></h3><p>{said}</p><b>£{n}.50</b><a href=?add={n}>Add</a></li>"


def cards(said: str = "Quick.", around: str = "{}") -> str:
    return around.format("<ul>" + "".join(CARD.format(n=n, said=said) for n in range(1, 7)) + "</ul>")


def test_what_frames_a_page_does_not_hide_its_cards() -> None:
    frame = "<nav>{0}</nav>{{}}<aside>{0}</aside><footer>{0}</footer><p hidden>{0}</p>".format("Warp and weft. " * 40)
    records = find_main_records(parse(cards(around=frame)))
    assert [record.fields["price"].value for record in records] == [f"£{n}.50" for n in range(1, 7)]
    assert find_main_records(parse(cards(around="<div>{}</div><p>" + "Warp and weft. " * 400))) == ()


def test_sections_of_an_article_are_no_cards() -> None:
    assert len(find_main_records(parse(cards()))) == 6
    assert find_main_records(parse(cards("It is turned from windfall timber and never gets wet. " * 20))) == ()


def test_a_card_leads_to_what_it_offers() -> None:
    unlinked = cards().replace("<h3><a ", "<h3><i ").replace("</a></h3>", "</i></h3>")
    assert find_main_records(parse(unlinked)) == ()


def test_cells_of_one_class_are_told_by_their_order() -> None:
    html = board().replace("<td>", "<td class=num>")
    records = find_main_records(parse(html))
    assert [(record.fields["replies"].value, record.fields["views"].value) for record in records[:3]] == [
        ("0", "100"),
        ("1", "101"),
        ("2", "102"),
    ]


def test_when_somebody_joined_labels_no_time() -> None:
    joined = "</div><i>Joined: Mar 2019</i><div class=date>"
    assert said(thread("div").replace("</div><div class=date>", joined)) == POSTS


NAVIGATION = "".join(f"<li><a href=/c/{n}>Category {n}</a></li>" for n in range(20))
CALENDAR = "".join(
    f"<tr>{''.join(f'<td><a href=/2022/09/{d}>2022-09-{d:02}</a></td>' for d in range(1, 8))}</tr>" for _ in "12345"
)
SHEET = "".join(
    f"<tr><td>2022-09-{n:02}</td><td>{n * 7}</td><td>{n * 13}.50</td><td>ok</td></tr>" for n in range(1, 29)
)
LAYOUT = (
    "<table><tr><td><ul><li>Home<li>News</ul></td><td><p>Some text, 2022-09-04</p></td><td>Weather</td></tr></table>"
)
MEMBERS = "".join(
    f"<tr><td><a href=/user/{n}>Ann{n}</a></td><td>{('Member', 'Guest')[n % 2]}</td><td>2022-09-{n:02}</td></tr>"
    for n in range(1, 20)
)
BOARDS = "".join(
    f"<tr><td><a href=/forum/board-{n}>{name} and weavers</a></td><td>{n}</td><td>{n * 9}</td>"
    f"<td><a href=/thread/{n}>Last thread of it {n}</a> 2022-09-0{n} 10:00 by <a href=/user/{n}>{who}</a></td></tr>"
    for n, (name, who) in enumerate(
        zip(
            ("Looms", "Yarn", "Market", "Help", "Dyes", "Talk"), ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo"), strict=True
        ),
        1,
    )
)
ARTICLE = (
    "<title>Looms</title><article><h1>Looms</h1><p class=byline>By <a href=/author/ann>Ann</a>, 2022-09-04</p>"
    "<div class=content>"
    + "<p>A loom holds the warp while the weft runs through it, and so a cloth is made.</p>" * 5
    + "</div></article>"
)


@pytest.mark.parametrize(
    "html",
    ["", "<p>One", f"<ul>{NAVIGATION}</ul>", f"<table>{CALENDAR}</table>", f"<table>{SHEET}</table>", LAYOUT,
     f"<table>{MEMBERS}</table>", f"<table>{BOARDS}</table>"],
    ids=["empty", "text", "navigation", "calendar", "spreadsheet", "layout table", "members", "boards"],
)  # fmt: skip
def test_what_is_no_record_gives_none(html: str) -> None:
    assert find_main_records(parse(html)) == ()
    assert find_main_records(parse(HEAD + html + FOOT)) == ()


def test_an_article_is_no_post() -> None:
    assert find_main_records(parse(ARTICLE)) == ()


def test_comments_under_an_article_are_not_its_records() -> None:
    comments = "".join(
        f"<li class=comment><b class=fn>{post.author}</b> <time>{post.time}</time><p>{post.body}</p></li>"
        for post in POSTS
    )
    assert find_main_records(parse(ARTICLE + f"<ol class=commentlist>{comments}</ol>")) == ()


@every_seed(30)
def test_random_pages_are_read_without_harm(seed: int) -> None:
    html = make_page(seed, 200)
    page = parse(html + thread() + html)
    assert find_records(page) == find_records(parse(html + thread() + html))
    for region in find_records(page):
        for record in region.records:
            assert 0 <= record.start < record.end <= len(page)


def test_deep_pages() -> None:
    html = "<div>" * 400 + thread() + "</div>" * 400
    assert said(html) == POSTS


def test_a_discussion_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[dict[str, Any]] = []

    def count(**given: Any) -> Search:
        searches.append(given)
        return begin_search(**given)

    for module in ("weft.records.kernel_draft", "weft.records.find"):
        monkeypatch.setattr(f"{module}.begin_search", count)
    page = files("weft").joinpath("demo", "pages", "thread-snapping-warp.html").read_bytes()
    document = extract(page)
    assert (document.chosen_by, len(document.records), len(searches)) == ("records", 8, 1)


def test_the_main_records_are_those_of_the_first_region() -> None:
    faq = "<details><summary>Is it {0}?</summary><p>It is {0}, always and for ever.</details>"
    questions = "".join(faq.format(word) for word in ("wool", "silk", "hemp"))
    for html in (thread("div", POSTS), board(), board() + questions, questions, "<p>Nothing repeats"):
        search, other = RecordSearch(parse(html)), RecordSearch(parse(html))
        records = search.main_records
        assert records == (search.regions()[0].records if search.regions() else ())
        first = [record.start for region in other.regions()[:1] for record in region.records]
        assert first == [record.start for record in other.main_records] == [record.start for record in records]


def test_a_search_for_other_regions_that_a_limit_ended_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(evidence: Evidence) -> Iterator[Region]:
        yield Region(row=3, kind="tables", records=(Record(start=3, end=4),))
        raise LimitError("seconds", 1.0)

    regions = OtherRegions(gather(parse("<p>One<p>Two")))
    with monkeypatch.context() as patch:
        patch.setattr("weft.records.kinds.others.READERS", ((read, "any"),))
        patch.setattr("weft.records.kinds.others.find_signs", lambda page: {"any"})
        for _ in range(2):
            assert next(iter(regions)).kind == "tables"
            with pytest.raises(LimitError):
                list(regions)
    assert not list(regions)
