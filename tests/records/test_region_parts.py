"""Bodies, authors and columns of a region: what the kernel refuses."""

import random

import numpy as np
import pytest

from weft import _native, parse
from weft.records.alignment import align_records
from weft.records.evidence import gather
from weft.records.model import default_model
from weft.records.names import name_arrays, says_nothing


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


def test_the_deadline_is_asked() -> None:
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
