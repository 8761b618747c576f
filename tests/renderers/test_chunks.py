"""Chunks: whole structures, every word once, and where each comes from.

Where sentences end: each is a chunk where a chunk holds no more than one.
"""

import itertools
import json
import random
import re
from collections import Counter
from typing import Any, ClassVar

import numpy as np
import pytest
from markdown_it import MarkdownIt

import weft
from tests.golden.remake import cases, kept
from tests.hostile_pages import make_hostile_page
from tests.records.forum_pages import thread
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from tests.soup import make_page
from weft import Chunk, Chunking, Document, RenderOptions, parse
from weft.content import Record
from weft.deadline import time_limit
from weft.errors import ConfigError, LimitError
from weft.renderers import render
from weft.renderers.kernel_formats import find_chunks

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
WORD = re.compile(r"\w+")
SENTENCE = "The weft runs from side to side. "


def cut(html: str, **how: Any) -> list[Chunk]:
    return weft.extract(html, method="whole_page").chunks(**how)


def texts(html: str, **how: Any) -> list[str]:
    return [chunk.text for chunk in cut(html, **how)]


def words(markdown: str) -> Counter[str]:
    page = parse(MARKDOWN.render(markdown))
    return Counter(WORD.findall(render(Document(page=page, keep=np.arange(len(page.blocks))))))


def count_words(text: str) -> int:
    return len(text.split())


def check_words(document: Document, **how: Any) -> None:
    """All chunks together say every word of the Markdown once."""
    shown = sum((words(chunk.text) for chunk in document.chunks(**how)), Counter[str]())
    assert shown == words(document.markdown)


@every_seed(30)
def test_random_pages_say_every_word_once(seed: int) -> None:
    random_page = [RandomPage(seed).html, lambda: make_hostile_page(seed), lambda: make_page(seed, size=60)]
    page = parse(random_page[seed % 3]())
    keep = np.flatnonzero(np.random.default_rng(seed).random(len(page.blocks)) < 0.8)
    document = Document(page=page, keep=keep, chosen_by="test")
    by = random.Random(seed).choice(["heading", "size"])
    for size in (1, 8, 30, 200):
        check_words(document, size=size, by=by)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_golden_pages_say_every_word_once(case: Any) -> None:
    page = parse((case / "page.html").read_bytes())
    document = Document(page=page, keep=kept(page), chosen_by="golden")
    for size, by in itertools.product((5, 40, 300), ("heading", "size")):
        check_words(document, size=size, by=by)
        check_words(document, size=size, by=by, count=count_words)


@every_seed(20)
def test_an_overlap_adds_words_and_loses_none(seed: int) -> None:
    page = parse(RandomPage(seed).html())
    document = Document(page=page, keep=np.arange(len(page.blocks)), chosen_by="test")
    shown = sum((words(chunk.text) for chunk in document.chunks(size=60, overlap=25, by="size")), Counter[str]())
    assert not words(document.markdown) - shown


class TestNothingIsSplit:
    LINES = "\n".join(f"line {number} of the code" for number in range(30))
    ROWS = "".join(f"<tr><td>loom {number}<td>built in {1800 + number}" for number in range(30))
    STRUCTURES: ClassVar = {
        "table": f"<table><tr><th>name<th>year{ROWS}</table>",
        "code": f"<pre>{LINES}</pre>",
        "item": f"<ul><li>{SENTENCE * 20}</ul>",
        "item of paragraphs": f"<ul><li><p>{SENTENCE * 10}<p>{SENTENCE * 10}</ul>",
        "formula": "<math display=block><annotation encoding='application/x-tex'>" + "x + y + " * 40 + "z</math>",
        "definition": f"<dl><dt>weft<dd>{SENTENCE * 20}</dl>",
        "figure": f"<figure><img src=/a.png alt=loom><figcaption>{SENTENCE * 20}</figcaption></figure>",
    }

    @pytest.mark.parametrize("name", STRUCTURES)
    @pytest.mark.parametrize("by", ["heading", "size"])
    def test_a_structure_that_is_too_large_is_a_chunk_of_its_own(self, name: str, by: str) -> None:
        html = f"<p>Before it.</p>{self.STRUCTURES[name]}<p>After it.</p>"
        before, whole, after = texts(html, size=20, by=by)
        assert (before, after) == ("Before it.", "After it.")
        assert texts(html, size=100_000) == [f"{before}\n\n{whole}\n\n{after}"]

    def test_a_post_stays_whole(self) -> None:
        document = weft.extract(thread("table a post"))
        posts = [record for record in document.records if "body" in record.fields]
        assert len(posts) > 2
        chunks = document.chunks(size=5)
        for post in posts:
            own = [chunk for chunk in chunks if any(start < post.end and post.start < end for start, end in chunk.rows)]
            assert len(own) == 1

    def test_records_are_looked_for_only_where_they_are_the_matter(self) -> None:
        page = parse("<div><p>One is said.<p>Two is said.</div><p>Three.")
        records = (Record(start=int(page.rows_of("div")[0]), end=int(page.end[page.rows_of("div")[0]])),)
        counts = {
            page_type: len(
                find_chunks(
                    Document(page=page, keep=np.arange(3), page_type=page_type, records=records),
                    RenderOptions(),
                    Chunking(size=1, count=count_words),
                )
            )
            for page_type in ("forum", "article")
        }
        assert counts == {"forum": 2, "article": 3}

    def test_an_item_that_holds_a_list_is_split_between_its_items(self) -> None:
        inner = "".join(f"<li>kind {number} of loom" for number in range(1, 5))
        html = f"<ol><li>Looms<ol>{inner}</ol><li>Cloth</ol>"
        assert texts(html, size=100) == [
            "1. Looms\n   1. kind 1 of loom\n   2. kind 2 of loom\n   3. kind 3 of loom\n   4. kind 4 of loom\n2. Cloth"
        ]
        assert texts(html, size=18) == [
            "1. Looms\n   1. kind 1 of loom",
            "2. kind 2 of loom\n3. kind 3 of loom",
            "4. kind 4 of loom\n\n2) Cloth",  # two lists must not become one
        ]

    def test_a_quote_goes_on_as_a_quote(self) -> None:
        assert texts(f"<blockquote><p>{SENTENCE}<p>{SENTENCE}</blockquote>", size=10) == [f"> {SENTENCE.strip()}"] * 2


class TestParagraphs:
    def test_one_that_is_too_large_is_split_where_sentences_end(self) -> None:
        first, second = texts(f"<p>{SENTENCE * 4}", size=20)
        assert first == second == (SENTENCE * 2).strip()

    def test_one_that_fits_is_not(self) -> None:
        assert texts(f"<p>{SENTENCE}<p>{SENTENCE * 3}", size=24) == [SENTENCE.strip(), (SENTENCE * 3).strip()]

    def test_marks_go_on(self) -> None:
        html = f"<p><b>{SENTENCE * 2}</b> It is <a href=/x>woven. Twice</a> so."
        assert texts(html, size=10) == [
            f"**{SENTENCE.strip()}**",
            f"**{SENTENCE.strip()}**",
            "It is [woven.](/x)",
            "[Twice](/x) so.",
        ]

    def test_a_sentence_is_never_split(self) -> None:
        assert len(texts("<p>" + "weft " * 200, size=10)) == 1

    def test_chinese(self) -> None:
        chunks = cut("<p>" + "经线固定在织机上。" * 6, size=30)
        assert [chunk.text for chunk in chunks] == ["经线固定在织机上。" * 3] * 2
        assert [chunk.tokens for chunk in chunks] == [27, 27]


class TestHeadings:
    HTML = (
        "<p>Before.<h1>Cloth</h1><p>It is woven.<h2>Looms</h2><h3>Floor <i>looms</i></h3><p>They stand."
        "<h3>Others</h3><p>They hang.<h2>Dyes</h2><p>They colour it."
    )

    def test_each_begins_a_chunk_and_a_bare_one_stays_with_the_next(self) -> None:
        chunks = cut(self.HTML)
        assert [chunk.headings for chunk in chunks] == [
            (),
            ("Cloth",),
            ("Cloth", "Looms", "Floor looms"),
            ("Cloth", "Looms", "Others"),
            ("Cloth", "Dyes"),
        ]
        assert chunks[2].text == "## Looms\n\n### Floor *looms*\n\nThey stand."
        assert [chunk.index for chunk in chunks] == [0, 1, 2, 3, 4]

    def test_by_size_sections_are_packed(self) -> None:
        assert len(texts(self.HTML, by="size")) == 1
        chunks = cut(self.HTML, by="size", size=22)
        assert [chunk.headings for chunk in chunks] == [(), ("Cloth", "Looms", "Floor looms"), ("Cloth", "Dyes")]
        assert all(chunk.tokens <= 22 for chunk in chunks)

    def test_what_goes_on_has_the_headings_above_it(self) -> None:
        chunks = cut(f"<h2>Cloth</h2><p>{SENTENCE}<p>{SENTENCE}<h2>Empty</h2>", size=14)
        assert [chunk.headings for chunk in chunks] == [("Cloth",), ("Cloth",), ("Empty",)]

    def test_a_heading_is_not_the_end_of_a_chunk(self) -> None:
        html = f"<p>{SENTENCE}<h2>Cloth</h2><p>{SENTENCE * 3}"
        assert texts(html, by="size", size=24)[1].startswith("## Cloth\n\nThe weft")

    def test_a_heading_in_an_item_begins_no_section(self) -> None:
        assert [chunk.headings for chunk in cut("<ul><li><h3>Warp</h3><p>It is fixed.<li><h3>Weft</h3></ul>")] == [()]

    def test_a_rule_stands_at_no_end(self) -> None:
        assert texts("<p>One.<hr><h2>Two</h2><p>Three.<hr>") == ["One.", "## Two\n\nThree."]


class TestOverlap:
    def test_whole_structures_are_repeated(self) -> None:
        html = "".join(f"<li>loom number {number}" for number in range(6))
        assert texts(f"<ul>{html}</ul>", size=18, overlap=7) == [
            "- loom number 0\n- loom number 1\n- loom number 2",
            "- loom number 2\n- loom number 3\n- loom number 4",
            "- loom number 4\n- loom number 5",
        ]

    def test_or_sentences_of_a_paragraph(self) -> None:
        html = f"<p>{SENTENCE} It is new. It is old.<p>{SENTENCE}"
        assert texts(html, size=14, overlap=4) == [
            f"{SENTENCE}It is new. It is old.",
            f"It is old.\n\n{SENTENCE.strip()}",
        ]

    def test_and_of_one_that_goes_on(self) -> None:
        chunks = texts("<p>" + " ".join(f"Loom {number} is here." for number in range(8)), size=16, overlap=6)
        assert chunks[0].endswith("Loom 2 is here.")
        assert chunks[1].startswith("Loom 2 is here. Loom 3 is here.")

    def test_by_heading_not_from_another_section(self) -> None:
        html = f"<h2>A</h2><p>{SENTENCE}<h2>B</h2><p>{SENTENCE}"
        assert texts(html, size=30, overlap=20) == [f"## A\n\n{SENTENCE.strip()}", f"## B\n\n{SENTENCE.strip()}"]

    def test_the_size_holds(self) -> None:
        html = "".join(f"<p>{SENTENCE}" for _ in range(9))
        for overlap in (0, 9, 18, 29):
            assert max(chunk.tokens for chunk in cut(html, size=30, overlap=overlap)) <= 30


class TestFootnotes:
    HTML = (
        "<h2>A</h2><p>Cloth<sup><a href=#n1>1</a></sup> is woven.<h2>B</h2><p>Wool<sup><a href=#n2>2</a></sup> is spun"
        "<sup><a href=#n1>1</a></sup>.<ol><li id=n1>As said.<li id=n2>Of sheep.</ol>"
    )

    def test_a_note_stands_where_it_is_first_referred_to(self) -> None:
        first, second = cut(self.HTML)
        assert first.text == "## A\n\nCloth[^1] is woven.\n\n[^1]: As said."
        assert second.text == "## B\n\nWool[^2] is spun[^1].\n\n[^2]: Of sheep."
        assert len(first.rows) == len(second.rows) == 2

    def test_its_tokens_count(self) -> None:
        first, second = cut(self.HTML, count=count_words)
        assert (first.tokens, second.tokens) == (count_words(first.text), count_words(second.text))


class TestTables:
    ROWS = "".join(f"<tr><td>loom {number}<td>{1800 + number}" for number in range(8))
    HTML = f"<table><caption>Looms</caption><tr><th>name<th>year{ROWS}</table>"

    def test_rows_are_split_where_that_is_asked_for(self) -> None:
        chunks = cut(self.HTML, size=40, split_tables=True)
        tables = [chunk.text for chunk in chunks]
        assert tables[0].startswith("Looms\n\n| name | year |\n| --- | --- |\n| loom 0 | 1800 |")
        assert all(table.startswith("| name | year |\n| --- | --- |\n| loom ") for table in tables[1:])
        assert Counter(re.findall(r"loom \d", "\n".join(tables))) == {f"loom {number}": 1 for number in range(8)}
        assert all(chunk.tokens <= 40 for chunk in chunks)
        assert all(one.rows[0][1] <= other.rows[0][0] for one, other in itertools.pairwise(chunks))

    def test_and_not_otherwise(self) -> None:
        assert len(texts(self.HTML, size=40)) == 1


class TestOrigins:
    def test_rows_and_blocks_are_of_the_text(self) -> None:
        page = parse("<nav>Home</nav><h2>Looms</h2><p>They <b>stand</b>.<aside>Buy!</aside><p>Twice.")
        (chunk,) = Document(page=page, keep=np.array([1, 2, 4]), chosen_by="test").chunks()
        assert chunk.blocks == (1, 2, 4)
        ((start, end),) = chunk.rows
        assert (page.text(start), page.text(end - 1)) == ("Looms", "Twice.")


class TestTokens:
    def test_a_tokenizer_decides(self) -> None:
        html = "".join(f"<p>{SENTENCE}" for _ in range(6))
        assert [chunk.tokens for chunk in cut(html, size=14, count=count_words)] == [14, 14, 14]


@every_seed(40)
def test_every_kept_block_is_named(seed: int) -> None:
    page = parse(RandomPage(seed).html())
    keep = np.flatnonzero(np.random.default_rng(seed).random(len(page.blocks)) < 0.7)
    chunks = Document(page=page, keep=keep, chosen_by="test").chunks(size=20)
    assert {block for chunk in chunks for block in chunk.blocks} == set(keep.tolist())
    for chunk in chunks:
        assert all(0 <= start < end <= len(page) for start, end in chunk.rows)


@every_seed(30)
def test_no_chunk_of_structures_that_fit_is_too_large(seed: int) -> None:
    rng = random.Random(seed)
    small = ["<p>{}", "<ul><li>{}<li>{}</ul>", "<pre>{}</pre>", "<blockquote><p>{}<p>{}</blockquote>", "<h2>{}</h2>"]
    html = "".join(rng.choice(small).replace("{}", "weft *runs* 12 " * rng.randint(1, 3)) + "\n" for _ in range(40))
    for count, by in itertools.product((None, count_words), ("heading", "size")):
        for chunk in cut(html, size=150, overlap=rng.choice([0, 20, 60]), by=by, count=count):
            assert chunk.tokens <= 150
            assert count is None or chunk.tokens == count(chunk.text)


@pytest.mark.parametrize("how", [{"size": 0}, {"size": 10, "overlap": 10}, {"overlap": -1}, {"by": "page"}])
def test_what_makes_no_sense_is_said(how: Any) -> None:
    with pytest.raises(ConfigError):
        cut("<p>x", **how)


def test_a_count_that_fails_is_the_callers() -> None:
    def count(text: str) -> int:
        raise KeyError(text[:4])

    with pytest.raises(KeyError, match="Loom"):
        cut("<p>Looms", count=count)


def test_a_page_without_content_has_no_chunks() -> None:
    assert cut("") == []
    assert weft.extract("", method="whole_page").render("chunks") == ""


def test_the_deadline_is_observed() -> None:
    document = weft.extract("<p>" + SENTENCE * 100, method="whole_page")
    with time_limit(0), pytest.raises(LimitError, match="seconds"):
        document.chunks(size=20)


def test_options_are_observed() -> None:
    html = "<p>A <a href=/x>link</a>.<table><tr><th>a<th>b<tr><td>c<td>d</table>"
    (chunk,) = weft.extract(html, method="whole_page").chunks(options=RenderOptions(links=False, tables=False))
    assert chunk.text == "A link."


def test_lines() -> None:
    html = "<title>Weaving</title><h2>Looms</h2><p>They stand.<h2>纺织</h2><p>Cloth."
    document = weft.extract(html, method="whole_page", url="https://weft.example/a")
    lines = [json.loads(line) for line in document.render("chunks").split("\n")]
    assert lines == [
        {
            "url": "https://weft.example/a",
            "title": "Weaving",
            "index": chunk.index,
            "headings": list(chunk.headings),
            "text": chunk.text,
            "tokens": chunk.tokens,
            "rows": [list(rows) for rows in chunk.rows],
            "blocks": list(chunk.blocks),
        }
        for chunk in document.chunks()
    ]
    assert len(lines) == 2


def sentences(html: str) -> list[str]:
    return [chunk.text for chunk in weft.extract(f"<p>{html}", method="whole_page").chunks(size=1)]


@pytest.mark.parametrize(
    "expected",
    [
        ["It is woven.", "Is it?", "It is!", "Yes…", "No."],
        ['He said "no."', "She said (yes!)", "Both did."],
        ["It costs 3.50 today.", "It is e.g. cheap, or approx. so."],
        ["J. Loom and A. B. Weft came.", "They left."],
        ["Это ткань.", "Она новая."],
        ["यह कपड़ा है।", "वह नया है।"],
        ["هل هو جديد؟", "نعم هو."],
    ],
)
def test_with_spaces(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


@pytest.mark.parametrize("expected", [["布织成了。", "是吗？", "“是的！”", "他说。"], ["織機は動く。", "布ができる。"]])
def test_without_spaces(expected: list[str]) -> None:
    assert sentences("".join(expected)) == expected


def test_an_end_between_marks_and_at_a_break() -> None:
    html = "<b>One is bold. </b>Two<b>.</b><img src=/a.png alt=a width=400 height=300> Three<br>four"
    assert sentences(html) == ["**One is bold.**", "Two.![a](/a.png)", "Three", "four"]


def test_sentences_that_follow_each_other_are_written_as_in_their_paragraph() -> None:
    html = "<p><b>One is bold. Two is.</b> Three is &lt;b>. Four<br>Five. 织机。布。"
    document = weft.extract(html, method="whole_page")
    chunks = [chunk.text for chunk in document.chunks(size=20)]
    assert chunks == ["**One is bold. Two is.** Three is \\<b>.", "Four  \nFive. 织机。布。"]
