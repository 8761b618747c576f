"""Records in Markdown: what stands in them, beside them, and nothing twice."""

import re
from collections import Counter

import numpy as np
import pytest

import weft
from tests.records.forum_pages import LAYOUTS, POSTS, thread
from weft.content import Field, Record
from weft.document import Document
from weft.renderers import RenderOptions

OFF = RenderOptions(records=False)
POST = "<div class=post><a class=author href=/user/{0}>{0}</a> <i class=date>{1}</i><div class=content>{2}</div></div>"
CARD = (
    "<li class=card><a href=/p/{0}><img src=/{0}.jpg width=200 height=200 alt='Loom {0}'></a><h3><a href=/p/{0}>"
    "The table loom number {0}</a></h3><span class=price>€ {0}.50</span>{1}</li>"
)
ROW = (
    "<div class=thread><h4><a href=/thread-{0}.html>A thread about the loom number {0}</a></h4>"
    "<a class=author href=/u/{0}>{1}</a> <span class=date>2022-09-{0} 06:38</span> "
    "<span class=replies>{0} replies</span></div>"
)


NAMES = ("Ann", "Bob", "Cid", "Dora", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo")


def words(markdown: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", re.sub(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)", " ", markdown)))


def whole(html: str, page_type: str) -> Document:
    """A document of all blocks, with the records that are found on the page."""
    page = weft.parse(html, url="https://weft.example/looms/")
    document = weft.extract(page, method="whole_page")
    return Document(
        page=page, keep=np.arange(len(page.blocks)), chosen_by="", page_type=page_type, records=document.records
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_of_a_thread_is_written_post_by_post(layout: str) -> None:
    document = weft.extract(thread(layout))
    assert document.page_type == "forum"
    rest = document.markdown
    for post in POSTS:
        head, body, rest = rest.partition(post.body)
        assert f"### {post.author}, {post.time}\n\n" in head
        assert body
    plain = document.render("markdown", OFF)
    assert "###" not in plain
    lost = words(plain) - words(document.markdown)
    assert not [word for word in lost if not word.isdecimal()]  # the numbers of a list's items may go


def test_text_and_html_have_no_heads() -> None:
    document = weft.extract(thread("div"))
    for format in ("text", "html", "json", "tei"):
        assert document.render(format) == document.render(format, OFF)


def test_what_stands_beside_the_posts_stays_where_it_is() -> None:
    posts = "".join(
        POST.format(name, f"2022-09-0{n} 06:38", f"Answer of {name}.")
        for n, name in enumerate(["Ann", "Bob", "Cid"], 1)
    )
    start = "<a href=/forum>Forum</a><div class=thread><h1>Which loom?</h1><p>An introduction.</p>"
    assert whole(f"{start}{posts}<p>An end.</p></div>", "forum").markdown == (
        "[Forum](https://weft.example/forum)\n\n# Which loom?\n\nAn introduction.\n\n"
        "### Ann, 2022-09-01 06:38\n\nAnswer of Ann.\n\n### Bob, 2022-09-02 06:38\n\nAnswer of Bob.\n\n"
        "### Cid, 2022-09-03 06:38\n\nAnswer of Cid.\n\n---\n\nAn end."
    )


def shop(rest: str = "") -> str:
    cards = "".join(CARD.format(number, rest.format(number)) for number in range(10, 16))
    return f"<h1>Looms</h1><p>All that we sell.</p><ul>{cards}</ul><p>Ask us.</p>"


def test_a_shop_is_a_table_with_the_fields_of_its_cards() -> None:
    lines = whole(shop(), "collection").markdown.splitlines()
    assert lines[:6] == ["# Looms", "", "All that we sell.", "", "| title | price | image |", "| --- | --- | --- |"]
    assert lines[6] == (
        "| [The table loom number 10](https://weft.example/p/10) | € 10.50 | ![Loom 10](https://weft.example/10.jpg) |"
    )
    assert lines[-2:] == ["", "Ask us."]
    assert len(lines) == 14


def test_other_types_of_pages_are_not_about_their_cards() -> None:
    document = whole(shop(), "article")
    assert document.markdown == document.render("markdown", OFF)


def test_cards_that_were_not_kept_are_shown_in_a_shop_or_beside_little_and_posts_are_not() -> None:
    document = whole(shop(), "collection")
    keep = np.array([0, 1])
    bare = Document(page=document.page, keep=keep, chosen_by="", page_type="collection", records=document.records)
    assert bare.markdown.splitlines()[4:7] == [
        "| title | price |",
        "| --- | --- |",
        "| [The table loom number 10](https://weft.example/p/10) | € 10.50 |",
    ]
    prose = whole(shop().replace("All that we sell.", "All that we sell. " * 20), "collection")
    other = Document(page=prose.page, keep=keep, chosen_by="", page_type="collection", records=document.records)
    assert "| [The table loom number 10](https://weft.example/p/10) | € 10.50 |" in other.markdown
    assert "| title |" not in other.with_values(page_type="listing").markdown
    thread_page = weft.extract(thread("div"))
    beside = Document(
        page=thread_page.page, keep=keep[:1], chosen_by="", page_type="forum", records=thread_page.records
    )
    assert "###" not in beside.markdown


def test_what_a_card_says_besides_is_kept_and_labels_are_not() -> None:
    markdown = whole(shop("<p>Price: € {0}.50</p><p>Of maple</p><p>Item L{0}</p>"), "collection").markdown
    assert "| title | price | image |  |" in markdown
    assert markdown.count("Of maple<br>Item L10 |") == 1
    assert markdown.count("€ 10.50") == 1


def test_a_price_with_words_of_its_own_is_the_price() -> None:
    markdown = whole(shop().replace("</span>", " now, before € 99.00</span>", 1), "collection").markdown
    assert "| € 10.50 now, before € 99.00 |" in markdown
    assert "| € 11.50 |" in markdown
    glued = whole(shop().replace("€ 10.50</span>", "Was: € 10.50.Now: € 9.00.</span>", 1), "collection").markdown
    assert "| Was: € 10.50.Now: € 9.00. |" in glued


def test_a_formula_of_a_card_is_kept_and_a_rule_between_cards_is_not() -> None:
    markdown = whole(shop("<p><math><mi>x</mi><mo>=</mo><mn>{0}</mn></math></p><hr>"), "collection").markdown
    assert re.search(r"\| \$x ?= ?10\$ \|", markdown)
    assert "\n---" not in markdown


def test_long_cards_are_a_list() -> None:
    said = "It is made of maple, has two beams and eight shafts, and comes with a bench and with all its reeds. "
    markdown = whole(shop(f"<p>{said}No. {{0}}</p>"), "collection").markdown
    assert "- [**The table loom number 10**](https://weft.example/p/10), price: € 10.50\n\n  ![Loom 10]" in markdown
    assert markdown.count("It is made of maple") == 6


def test_tables_and_images_and_links_are_left_out_where_asked() -> None:
    document = whole(shop(), "collection")
    bare = document.render("markdown", RenderOptions(tables=False, images=False, links=False))
    assert "- **The table loom number 10**, price: € 10.50\n- **The table" in bare


def board() -> str:
    rows = "".join(ROW.format(number, NAMES[number - 10]) for number in range(10, 20))
    return f"<title>Weavers forum</title><a href=/forum/>Forum</a><h1>Weavers</h1><div class=threads>{rows}</div>"


def test_a_board_is_a_table_of_threads() -> None:
    document = whole(board(), "board")
    lines = document.markdown.splitlines()
    assert lines[4:7] == [
        "| title | author | replies | time |",
        "| --- | --- | --- | --- |",
        "| [A thread about the loom number 10](https://weft.example/thread-10.html) | Ann | 10 | 2022-09-10 06:38 |",
    ]
    assert "thread" in whole(board(), "listing").markdown
    assert "| --- |" not in whole(board(), "listing").markdown


def test_rows_of_a_table_stay_the_table_that_they_are() -> None:
    rows = "".join(
        f"<tr><td><a href=/thread-{n}>A thread about loom {n}</a></td><td><a href=/u/{n}>Ann{n}</a></td><td>{n}</td>"
        f"<td>2022-09-{n} 06:38</td></tr>"
        for n in range(10, 20)
    )
    document = whole(
        f"<a href=/forum/>Forum</a><table><tr><th>Thread<th>By<th>Replies<th>Last</tr>{rows}</table>", "board"
    )
    assert len(document.records) == 10
    assert document.markdown == document.render("markdown", OFF)


def test_records_of_any_rows_never_fail() -> None:
    """Records of one's own may overlap, nest or lie anywhere: whatever they are, all that is kept is written."""
    random = np.random.default_rng(7)
    page = weft.parse(thread("div") + shop())
    for _ in range(60):
        records = []
        for start in random.integers(0, len(page), 5).tolist():
            names = random.choice(["author", "time", "body", "price", "title", "number", "url"], 3)
            row = int(random.integers(-1, len(page)))
            fields = {str(name): Field(value=f"a{name}", row=row) for name in names}
            records.append(Record(start=start, end=int(random.integers(start + 1, len(page) + 1)), fields=fields))
        keep = np.flatnonzero(random.random(len(page.blocks)) < 0.7)
        for page_type in ("forum", "board", "collection"):
            document = Document(page=page, keep=keep, chosen_by="", page_type=page_type, records=records)
            plain = words(document.render("markdown", OFF))
            assert not [word for word in plain - words(document.markdown) if not word.isdecimal()]


def test_records_are_not_looked_for_where_they_are_not_shown() -> None:
    def fail() -> tuple[Record, ...]:
        raise AssertionError("records were looked for")

    from weft.lazy import Lazy

    page = weft.parse(shop())
    for page_type, options in (("article", RenderOptions()), ("forum", OFF)):
        document = Document(page=page, keep=np.arange(3), records=Lazy(fail), page_type=page_type)
        assert document.render("markdown", options)
