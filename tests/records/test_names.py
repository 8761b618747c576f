"""Names of pages: the kernel tells those of ASCII as the patterns do.

Bodies, authors and columns of a region: what the kernel refuses.
"""

import random

import numpy as np
import pytest

from weft import _native, parse
from weft.records.alignment import align_records
from weft.records.evidence import gather
from weft.records.model import default_model
from weft.records.names import name_arrays, name_kind, says_nothing
from weft.text.words import words_of

NAMES = ["", "Ann", "van Gogh", "Byron", "12", "_", "x y", "0.5", "Ann:", "a" * 21 + ":", "a_b c: 1,2", ":", "- Ann |"]
SPACES = [" ", "", "  ", "\t", "\n ", "\x1f", " : ", ":", ": ", ", "]


def test_the_kernel_tells_names_of_ascii_as_the_patterns_do() -> None:
    words = [word for word in words_of("by", "reply", "guest", "last", "login", "posts") if word.isascii()]
    befores = ["", "posted ", "Written ", "asked  ", "answered "]
    rng = random.Random(4)
    texts = [word.title() for word in words]
    for _ in range(4_000):
        parts = rng.choice(befores), rng.choice([*words, ""]), rng.choice(SPACES), rng.choice([*NAMES, *words])
        text = rng.choice(SPACES) + "".join(parts) + rng.choice(SPACES)
        texts.append(rng.choice([text, text.upper(), text.title()]))
    page = parse("".join(f"<p>{text}" for text in texts))
    rows, kinds, asked, _, _ = _native.name_texts(page.table, gather(page).columns)
    assert not asked
    assert len(rows) > 3_000
    assert [page.text(row) for row, kind in zip(rows, kinds, strict=True) if kind != name_kind(page.text(row))] == []
    assert set(kinds.tolist()) == {0, 1, 2, 6, 7}


def test_evidence_of_another_page_is_refused() -> None:
    table, other = parse("<p>One").table, gather(parse("<p>One<p>Two"))
    none, kinds = np.zeros(0, np.int64), other.link_kind_column
    for call in (
        lambda: _native.name_texts(table, other.columns),
        lambda: _native.name_marks(table, other.columns, kinds, none),
        lambda: _native.name_marks(other.page.table, other.columns, kinds[1:], none),
        lambda: _native.page_sums(table, other.columns),
    ):
        with pytest.raises(ValueError, match="another page"):
            call()


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<p>One" * 5_000))
    table, columns = evidence.page.table, evidence.columns
    for call in (
        lambda: _native.name_texts(table, columns, seconds=0.0),
        lambda: _native.name_marks(table, columns, evidence.link_kind_column, np.zeros(0, np.int64), seconds=0.0),
        lambda: _native.page_sums(table, columns, seconds=0.0),
    ):
        with pytest.raises(_native.LimitTripped):
            call()


def make_posts(rng: random.Random) -> str:
    """Records with dressed names, odd bodies, loose texts and times."""

    def part(kind: str) -> str:
        name = rng.choice(["Ann", "bob 2", "Éva", "Reply", "by Cy", "12", "x²"])
        text = "word " * rng.randrange(1, 30)
        dress = rng.choice(["b", "span", "i", "a href=/user/1", "h3", "time"])
        parts = {
            "name": f"<{dress} class={rng.choice(['author', 'x', 'rank'])}>{name}</{dress.split()[0]}>",
            "time": f"<i>2022-09-{rng.randrange(10, 28)} 06:38</i>",
            "body": f"<{rng.choice(['div', 'p'])} class={rng.choice(['body', 'text', 'sig'])}>{text}</div>",
            "loose": f"{text}<br>",
            "pager": "<div class=pagination>1</div>",
            "twice": "<div>Quote</div>",
        }
        return parts[kind]

    kinds = [rng.choice(["name", "time", "body", "loose", "pager", "twice"]) for _ in range(6)]
    tag = rng.choice(["li", "div", "tr><td"])
    posts = (
        f"<{tag}>" + "".join(part(kind) for kind in kinds if rng.random() < 0.9) + f"</{tag.split('>')[0]}>"
        for _ in range(rng.randrange(1, 9))
    )
    return "<table>" * tag.startswith("tr") + "".join(posts)


def test_parts_of_another_page_are_refused() -> None:
    evidence, other = gather(parse("<li>One<li>Two")), gather(parse("<p>One<p>Two<p>Three"))
    slots, trees = align_records(evidence, [(3, 5), (5, 7)]), default_model().trees
    table, columns, none = evidence.page.table, evidence.columns, np.zeros(0, np.int64)
    quiet, names, taken = says_nothing(evidence), name_arrays(evidence), np.zeros(len(evidence.page), np.bool_)
    region = (slots.ranges, slots.slot)
    for call in (
        lambda: _native.find_bodies(table, columns, says_nothing(other), none, *region, trees["bodies"]),
        lambda: _native.find_bodies(table, columns, quiet, none, [(3, 99)], slots.slot, trees["bodies"]),
        lambda: _native.find_bodies(table, columns, quiet, none, *region, trees["authors"]),
        lambda: _native.own_weights(table, columns, quiet[1:], none, *region),
        lambda: _native.author_columns(table, columns, name_arrays(other), taken, none, *region),
        lambda: _native.author_columns(table, columns, names, taken, np.array([99, 99]), *region),
        lambda: _native.find_authors(table, columns, names, taken, np.array([-1, -1]), *region, trees["bodies"]),
        lambda: _native.text_columns(table, *region, np.zeros(1, np.bool_), 0.5),
    ):
        with pytest.raises(ValueError, match=r"are not those|other features"):
            call()


def test_the_deadline_is_asked_in_a_region() -> None:
    evidence = gather(parse("<li>One" * 5_000))
    slots, trees = align_records(evidence, [(3, len(evidence.page))]), default_model().trees
    table, columns, none = evidence.page.table, evidence.columns, np.zeros(0, np.int64)
    quiet, names, taken = says_nothing(evidence), name_arrays(evidence), np.zeros(len(evidence.page), np.bool_)
    region, picked = (slots.ranges, slots.slot), np.ones(len(slots.rows), np.bool_)
    for call in (
        lambda: _native.find_bodies(table, columns, quiet, none, *region, trees["bodies"], seconds=0.0),
        lambda: _native.author_columns(table, columns, names, taken, np.array([-1]), *region, seconds=0.0),
        lambda: _native.text_columns(table, *region, picked, 0.5, seconds=0.0),
    ):
        with pytest.raises(_native.LimitTripped):
            call()
