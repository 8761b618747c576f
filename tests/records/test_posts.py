"""What nobody said in the bodies of records, and the quotes in them, in the kernel: what it refuses.

Names, counts, titles, texts and words: the parts that records are read from.
"""

import pickle

import pytest

from tests.records.forum_pages import POSTS, board, thread
from weft import _native, extract, parse
from weft.content import Field, LazyFields
from weft.records.alignment import Slots, align_records
from weft.records.board_rows import read_count, read_rows, read_titles, reply_count_rows
from weft.records.bodies import body_text, find_bodies
from weft.records.evidence import Evidence, find_candidates, gather
from weft.records.features import Parts
from weft.records.find import find_main_records
from weft.records.item_fields import price_rows
from weft.records.model import default_model
from weft.records.names import clean_name, name_marks
from weft.records.words import AUTHOR, BODY, QUOTE, SIGNATURE, discussion_score, token_flags
from weft.records.words import POSTS as DISCUSSION

ROLES = ("buttons", "signatures", "quotes")


def test_trees_of_other_features_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    slots = align_records(evidence, [(3, 5), (5, 7)])
    parts = Parts(evidence=evidence, slots=slots, mains=[(3, 5), (5, 7)])
    trees = default_model().trees
    for known, names in ((parts.known, ("titles", *ROLES[1:])), (([(3, 99), (5, 7)], *parts.known[1:]), ROLES)):
        with pytest.raises(ValueError, match=r"parts|other features"):
            _native.said_parts(
                evidence.columns,
                slots.region,
                known,
                [trees[name] for name in names],
            )


def region(html: str) -> tuple[Evidence, Slots]:
    evidence = gather(parse(html))
    candidate = max(find_candidates(evidence.page, evidence.times.rows), key=lambda candidate: len(candidate.ranges))
    return evidence, align_records(evidence, candidate.ranges)


def test_the_body_is_the_likeliest_slot() -> None:
    evidence, slots = region(thread("div"))
    found = find_bodies(evidence, slots, default_model().bodies)
    bodies, odd = found.spans, found.odd
    assert [evidence.page.text(start) for start, _ in bodies] == [post.body for post in POSTS]
    assert odd == [False] * len(POSTS)


@pytest.mark.parametrize(
    ("html", "least"), [("<a href=/user/1>Ann</a>", 1.5), ("<b class=author>Ann</b>", 1.5), ("<i>by Ann</i>", 1.5)]
)
def test_marked_names(html: str, least: float) -> None:
    evidence = gather(parse(html))
    assert name_marks(evidence, len(evidence.page) - 1) >= least


def test_a_button_is_no_name() -> None:
    evidence = gather(parse("<div class=author><div class=buttons><a href=/find?user=1>Find</a>"))
    assert name_marks(evidence, len(evidence.page) - 1) < 1.5


@pytest.mark.parametrize(
    ("text", "name"), [("by Ann", "Ann"), ("作者: 织女", "织女"), ("Byron", "Byron"), ("Ann »", "Ann")]
)
def test_clean_names(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("text", "count"), [("12", 12), ("1,234", 1234), ("1.2k", 1200), ("(7 replies)", 7), ("回复 3", 3), ("3万", 30_000)]
)
def test_counts(text: str, count: int) -> None:
    assert read_count(text) == count


def test_reply_counts_of_boards_without_times() -> None:
    page = parse("<li>Looms (3 replies)<li>Warps <i>(0篇回复)</i><li>Chapter 4")
    assert [page.text(row).strip() for row in reply_count_rows(gather(page))] == ["Looms (3 replies)", "(0篇回复)"]


def test_titles_of_board_rows() -> None:
    evidence, slots = region(board())
    titles = read_titles(evidence, slots, default_model()).titles
    assert evidence.page.text(titles[0]) == "A question about warps 0"
    assert len(read_rows(evidence, slots, default_model()).rows) == 12


def test_sticky_rows_built_otherwise_have_their_titles() -> None:
    html = board().replace("<td class=title><a", "<td class=sticky><em>Sticky:</em> <b><a", 1)
    titles = [record.fields["title"].value for record in find_main_records(parse(html))]
    assert titles[:2] == ["A question about warps 0", "A question about wefts 1"]


def test_replies_of_one_thread_are_no_board() -> None:
    rows = "".join(f"<li><a href=?id={n}>Re: Which loom?</a> Ann{n}, 2022-09-0{n} 10:00</li>" for n in range(1, 8))
    assert find_main_records(parse(f"<ul>{rows}</ul>")) == ()


def test_prices() -> None:
    page = parse("<b>$12</b><b>12,50 €</b><b>free</b><b>¥ 1,200</b><b>12 looms</b>")
    assert [page.text(row) for row in price_rows(gather(page))] == ["$12", "12,50 €", "¥ 1,200"]


def test_body_text_keeps_lines_and_marks_quotes() -> None:
    html = "<div><div class=quote>Who?<br>You?</div><p>One <b>two</b>, three.<br>Four</p><ul><li>a<li>b</ul></div>"
    page = parse(html)
    assert body_text(gather(page), 3, len(page)).split("\n") == [
        "> Who?",
        "> You?",
        "One two, three.",
        "Four",
        "a",
        "b",
    ]


def test_body_text_leaves_out_what_nobody_says() -> None:
    notes = "<span hidden>jam</span><i class=edited>edited by Ann</i><p class=signature>Ann</p><button>x</button>"
    page = parse(f"<div>Yes{notes}</div>")
    assert body_text(gather(page), 3, len(page)) == "Yes"


@pytest.mark.parametrize(
    ("token", "flag"),
    [("post_author", AUTHOR), ("postbody", BODY), ("bbcode-quote", QUOTE), ("user-signature", SIGNATURE)],
)
def test_words_in_classes(token: str, flag: int) -> None:
    assert token_flags(token) & flag
    assert not token_flags(f"js-{token}")


def test_discussions_and_articles() -> None:
    assert discussion_score(parse(thread())) >= DISCUSSION
    shop = "<title>Shop</title><div class='product price'><a href=/cart>Cart</a><a href=/products/1>Loom</a></div>"
    assert discussion_score(parse(shop)) < 0


def test_lazy_fields_are_looked_for_once_and_travel_as_a_dict() -> None:
    asked = []

    def find() -> dict[str, Field]:
        asked.append("asked")
        return {"author": Field(value="Ann")}

    fields = LazyFields(find)
    assert not asked
    assert (list(fields), len(fields), fields["author"].value) == (["author"], 1, "Ann")
    assert pickle.loads(pickle.dumps(fields)) == {"author": Field(value="Ann")} == fields
    assert asked == ["asked"]


@pytest.mark.parametrize("html", [thread(), board()])
def test_records_travel_to_a_worker(html: str) -> None:
    records = find_main_records(parse(html))
    assert pickle.loads(pickle.dumps(records)) == records
    document = extract(html)
    assert document.records
    assert pickle.loads(pickle.dumps(document.records)) == document.records


def test_numbers_that_rise_by_one_go_before_numbers_that_rise():
    post = (
        "<div class=post><b class=author>{0}</b><i class=posts>{1}</i><a class=link href=#p{2}>#{2}</a>"
        "<span class=date>2022-09-0{2} 06:38</span><p class=content>{0} says that number {2} is right.</p></div>"
    )
    posts = "".join(
        post.format(name, count, k) for k, (name, count) in enumerate([("Ann", 57), ("Bob", 1502), ("Cy", 2817)], 1)
    )
    page = parse(f"<a href=/forum>Forum</a> <a href=/register>Register</a>{posts}<a href=/reply>Reply</a>")
    assert [record.fields["number"].value for record in find_main_records(page)] == ["1", "2", "3"]
