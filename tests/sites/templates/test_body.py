"""Body rules by slots.

Several whole articles on one page: which are other pages'.
"""

import json
import random

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.sites.templates.test_outline import plain_walk, random_outline
from tests.soup import make_page
from weft import Page, parse
from weft.sites.templates import Outline, SlotBody, Step
from weft.sites.templates.body import other_articles
from weft.sites.templates.fields import squeeze

HTML = """<div class=top>Menu</div><div class=text><h1>Title</h1><p>One.</p><div class=box><p>Box.</p></div>
<blockquote>New.</blockquote><p>Share this</p><h1>Second</h1></div>"""
OUTLINE = Outline.from_json({"html": {"body": {"div.top": {}, "div.text": {"h1": {}, "p": {}, "div.box": {"p": {}}}}}})
TEXT = "html > body > div.text"


def texts(body: SlotBody, page: Page) -> list[str]:
    return [page.blocks.text(block).strip() for block in body.choose(page).tolist()]


def plain_choose(body: SlotBody, page: Page) -> list[int]:
    """A block is body if the nearest element above it with a rule is."""
    slots = plain_walk(body.outline, page)
    path = ["" if slot < 0 else body.outline.paths[slot] for slot in slots]
    first_titles = {path.index(title) for title in body.titles if title in path}
    kept = []
    for block, first in enumerate(page.blocks.first.tolist()):
        row, rule = first, 0
        while row >= 0 and not rule:
            parent = int(page.parent[row])
            if row in first_titles or path[row] in body.drop:
                rule = -1
            elif path[row] in body.keep or (
                page.tag[row] and not path[row] and parent >= 0 and path[parent] in body.around
            ):
                rule = 1
            row = parent
        if rule > 0 and not page.blocks.hidden[block] and squeeze(page.blocks.text(block)) not in body.texts:
            kept.append(block)
    return kept


@every_seed(30)
def test_choice_is_the_plain_choice(seed: int) -> None:
    rng = random.Random(seed)
    page = parse(make_page(seed, 300))
    outline = random_outline(page, rng)
    keep, drop, around, titles = (tuple(rng.sample(outline.paths, len(outline) // 4)) for _ in range(4))
    shown = [squeeze(block.text) for block in page.blocks]
    body = SlotBody(
        outline=outline,
        keep=keep,
        drop=drop,
        around=around,
        titles=titles,
        texts=frozenset(shown[:: rng.choice([2, 5])]),
    )
    assert body.choose(page).tolist() == plain_choose(body, page)


def test_keeps_a_slot_and_all_in_it() -> None:
    page = parse(HTML)
    body = SlotBody(outline=OUTLINE, keep=(TEXT,))
    assert texts(body, page) == ["Title", "One.", "Box.", "New.", "Share this", "Second"]


def test_exclusions_titles_and_texts() -> None:
    page = parse(HTML)
    body = SlotBody(
        outline=OUTLINE,
        keep=(TEXT,),
        drop=(f"{TEXT} > div.box",),
        titles=(f"{TEXT} > h1",),
        texts=frozenset({"Share this"}),
    )
    assert texts(body, page) == ["One.", "New.", "Second"]


def test_a_slot_kept_inside_of_one_that_is_dropped() -> None:
    body = SlotBody(outline=OUTLINE, keep=(TEXT, f"{TEXT} > div.box > p"), drop=(f"{TEXT} > div.box",))
    page = parse("<div class=text>Out<div class=box>Lost<p>Kept</p></div></div>")
    assert texts(body, page) == ["Out", "Kept"]


def test_what_is_new_beside_loose_paragraphs_is_body() -> None:
    page = parse(HTML)
    body = SlotBody(outline=OUTLINE, keep=(f"{TEXT} > p",), around=(TEXT,))
    assert texts(body, page) == ["One.", "New.", "Share this"]
    assert texts(SlotBody(outline=OUTLINE, keep=(f"{TEXT} > p",)), page) == ["One.", "Share this"]


def test_hidden_blocks_are_no_body() -> None:
    page = parse("<div class=text><p>Seen</p><p hidden>Unseen</p></div>")
    assert texts(SlotBody(outline=OUTLINE, keep=(TEXT,)), page) == ["Seen"]


def test_no_rules_choose_nothing() -> None:
    assert SlotBody(outline=OUTLINE).choose(parse(HTML)).tolist() == []
    assert SlotBody(outline=OUTLINE, keep=(TEXT,)).choose(parse("")).tolist() == []


def test_json_round_trip() -> None:
    body = SlotBody(
        outline=OUTLINE,
        keep=(TEXT,),
        drop=(f"{TEXT} > div.box",),
        around=("html > body",),
        titles=(f"{TEXT} > h1",),
        texts=frozenset({"Share this", "A"}),
    )
    data = json.loads(json.dumps(body.to_json()))
    again = SlotBody.from_json(data, OUTLINE)
    assert data["texts"] == ["A", "Share this"]
    assert again.to_json() == body.to_json()
    assert again.describe() == body.describe()
    assert np.array_equal(again.choose(parse(HTML)), body.choose(parse(HTML)))


@pytest.mark.parametrize("name", ["keep", "drop", "around", "titles"])
def test_an_edited_rule_with_an_unknown_path_is_refused(name: str) -> None:
    data = SlotBody(outline=OUTLINE, keep=(TEXT,)).to_json()
    data[name] = ["html > body > div.nowhere"]
    with pytest.raises(ValueError, match=r"no slot 'html > body > div\.nowhere'"):
        SlotBody.from_json(data, OUTLINE)


def test_rules_in_words() -> None:
    body = SlotBody(outline=OUTLINE, keep=(TEXT,), drop=(f"{TEXT} > div.box",), texts=frozenset({"Share this"}))
    assert body.describe() == ["keep div.text", "but not div.box", "but not the text “Share this”"]


def test_a_tag_that_only_marks_can_tell_apart() -> None:
    outline = Outline(
        (-1, 0, 1, 1), (Step(tag="html"), Step(tag="body"), Step.of("td", "[2]"), Step(tag="td")), (1.0,) * 4
    )
    assert outline.paths[2:] == ("html > body > td[2]", "html > body > td")


def others(html: str) -> list[str]:
    page = parse(html)
    return [page.text(row) for row in other_articles(page, page.rows_of("div")).tolist()]


def test_what_has_another_heading_than_the_title_is_another_article() -> None:
    html = "<title>The warp of old - S</title><div><h2>The warp of old</h2>A</div><div><h2>The weft</h2>B</div>"
    assert others(html) == ["The weftB"]


def test_an_element_without_a_heading_goes_on_with_the_article() -> None:
    assert others("<title>The warp</title><div><h2>The warp</h2>A</div><div>B</div><div><h3>Looms</h3>C</div>") == [
        "LoomsC"
    ]


def test_where_the_title_names_none_or_several_nothing_is_said() -> None:
    assert others("<title>A page</title><div><h2>The warp</h2>A</div><div><h2>The weft</h2>B</div>") == []
    assert others("<title>The warp, the weft</title><div><h2>The warp</h2>A</div><div><h2>The weft</h2>B</div>") == []
    assert others("<div><h2>The warp</h2>A</div><div><h2>The weft</h2>B</div>") == []


def test_any_page_has_an_answer() -> None:
    for seed in range(20):
        page = parse(make_page(seed))
        rows = page.rows_of("div")
        assert set(other_articles(page, rows).tolist()) <= set(rows.tolist())
