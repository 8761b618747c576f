"""Slots: the aligned elements of the pages of one template."""

import json

import pytest

from tests.seeds import every_seed
from tests.site_pages import blog_page, hashed_page, list_pages, pages_of, redesigned_page, table_page
from tests.sites.oracle_alignment import plain_align
from tests.soup import make_page
from weft import Limits, Page, parse
from weft.sites import slots as slots_module
from weft.sites.sample import Sample
from weft.sites.slot_learner import SlotLearner
from weft.sites.slots import MAX_DEPTH, MAX_MARKS, MAX_SLOTS, align, to_outline
from weft.sites.templates import Outline

DESIGNS = (blog_page, hashed_page, table_page, redesigned_page)


def parse_all(pages: list[tuple[str, bytes]]) -> list[Page]:
    return [parse(data, url=url) for url, data in pages]


def paths(*html: str) -> list[str]:
    return [slot.path for slot in align([parse(page) for page in html]).slots]


SETS = {
    **{design.__name__: parse_all(pages_of(design, range(10))) for design in DESIGNS},
    "lists": parse_all(list_pages(range(1, 7))),
    "empty": [parse("")] * 3,
    "one": [parse(make_page(3, 200))],
}


def random_pages(seed: int) -> list[Page]:
    return [parse(make_page(seed * 100 + number, 200)) for number in range(5)]


@pytest.mark.parametrize("name", SETS)
def test_a_page_is_walked_as_it_was_aligned(name: str) -> None:
    check_walk(SETS[name])


@every_seed(8)
def test_a_page_is_walked_as_it_was_aligned_on_random_pages(seed: int) -> None:
    check_walk(random_pages(seed))


@pytest.mark.parametrize("name", SETS)
def test_pages_are_aligned_the_plain_way(name: str) -> None:
    check_alignment(SETS[name])


@every_seed(30)
def test_random_pages_are_aligned_the_plain_way(seed: int) -> None:
    check_alignment(random_pages(seed))
    check_alignment([*random_pages(seed), *SETS["table_page"], *SETS["hashed_page"], *SETS["lists"]])


def check_alignment(pages: list[Page]) -> None:
    aligned = align(pages)
    plain = plain_align(pages)
    assert [(slot.path, slot.depth, slot.instances) for slot in aligned.slots] == plain
    for slot in aligned.slots:
        assert all(aligned.slot_of_row[page][row] == slot.number for page, row in slot.instances)
    assert sum((rows >= 0).sum() for rows in aligned.slot_of_row) == sum(slot.size for slot in aligned.slots)


def check_walk(pages: list[Page]) -> None:
    slots = align(pages).slots
    outline = to_outline(slots, len(pages), needed=[slot.path for slot in slots])
    found = [outline.walk(page) for page in pages]
    for slot in slots:
        for page, row in slot.instances:
            assert outline.paths[found[page][row]] == slot.path


@pytest.mark.parametrize("name", SETS)
def test_every_element_is_in_one_slot_and_parents_come_first(name: str) -> None:
    check_slots(SETS[name])


@every_seed(8)
def test_every_element_is_in_one_slot_and_parents_come_first_on_random_pages(seed: int) -> None:
    check_slots(random_pages(seed))


def check_slots(pages: list[Page]) -> None:
    slots = align(pages).slots
    instances = [instance for slot in slots for instance in slot.instances]
    assert len(instances) == len(set(instances)) == sum(int((page.tag > 0).sum()) for page in pages)
    assert [slot.number for slot in slots] == list(range(len(slots)))
    assert all(slot.parent is None or slot.parent.number < slot.number for slot in slots)
    assert len({slot.path for slot in slots}) == len(slots)
    assert (slots[0].path, slots[0].pages) == ("html", len(pages))


@pytest.mark.parametrize("name", SETS)
def test_an_outline_survives_its_json(name: str) -> None:
    check_json(SETS[name])


@every_seed(8)
def test_an_outline_survives_its_json_on_random_pages(seed: int) -> None:
    check_json(random_pages(seed))


def check_json(pages: list[Page]) -> None:
    outline = to_outline(align(pages).slots, len(pages))
    again = Outline.from_json(json.loads(json.dumps(outline.to_json())))
    for page in pages:
        found, found_again = outline.walk(page).tolist(), again.walk(page).tolist()
        assert [outline.paths[k] if k >= 0 else "" for k in found] == [
            again.paths[k] if k >= 0 else "" for k in found_again
        ]


def test_tokens_that_name_a_page_are_no_marks() -> None:
    pages = [f"<div id=post-{k} class='post-{k} news-{k}'><p>x</div><div class=side>y</div>" for k in range(4)]
    found = paths(*pages)
    assert r"html > body > div#post-\d+" in found
    assert "html > body > div.side" in found
    assert not any("post-1" in path for path in found)


def test_a_token_of_some_pages_does_not_part_the_element_that_all_have() -> None:
    pages = [
        f"<body class='single {'news' if k % 2 else 'craft'}'><main class={'a' if k % 2 else 'b'}>x" for k in range(6)
    ]
    assert paths(*pages) == ["html", "html > head", "html > body.single", "html > body.single > main"]


def test_siblings_are_told_apart_by_what_is_most_particular() -> None:
    pages = ["<div class='columns large-8'>a</div><div class='columns large-4'>b</div>"] * 4
    assert paths(*pages)[3:] == ["html > body > div.large-4", "html > body > div.large-8"]


def test_cells_of_a_layout_are_told_apart_by_ordinal_and_items_of_a_list_are_not() -> None:
    layout = ["<table><tr><td>a<td>b<td>c</table>"] * 4
    assert paths(*layout)[-3:] == [f"html > body > table > tbody > tr > td[{k}]" for k in (1, 2, 3)]
    items = ["<ul>" + "<li>x" * k + "</ul>" for k in (3, 5, 7, 9)]
    assert paths(*items)[-1] == "html > body > ul > li"


def test_rare_slots_are_not_saved_unless_they_are_needed() -> None:
    pages = [parse(f"<p>text</p>{'<section><b>x</b></section>' if k == 0 else ''}") for k in range(30)]
    slots = align(pages).slots
    rare = "html > body > section > b"
    assert rare in [slot.path for slot in slots]
    assert rare not in to_outline(slots, len(pages)).paths
    needed = to_outline(slots, len(pages), needed=[rare])
    assert rare in needed.paths
    assert needed.presence[needed.slots[rare]] == 0.03


def test_hostile_pages_are_bounded() -> None:
    deep = [parse("<div>" * 1_900, limits=Limits(depth=2_000))] * 3
    assert len(align(deep).slots) <= MAX_DEPTH + 3
    assert json.loads(json.dumps(to_outline(align(deep).slots, 3).to_json()))
    assert align(deep).slots[-1].path.count(" > ") == align(deep).slots[-1].depth
    wide = "".join(
        f"<p class=c{'abcdefghij'[k % 10]}{'abcdefghij'[k // 10 % 10]}{'abcdefghij'[k // 100]}>" for k in range(1_000)
    )
    many = [parse(f"<{tag}>{wide}</{tag}>" * 2) for tag in ("div", "div", "div")]
    assert len(align(many).slots) <= 2 * MAX_SLOTS


def test_rows_beyond_the_bound_are_in_no_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots_module, "MAX_ROWS", 50)
    pages = [parse(f"<div class=a>{'<i>x</i>' * 40}</div><div class=b id=b{k}><p>late</p></div>") for k in range(3)]
    slots = align(pages).slots
    assert [slot.path for slot in slots][-2:] == ["html > body > div.a", "html > body > div.a > i"]
    assert all(row < 50 for slot in slots for _, row in slot.instances)
    assert len(SlotLearner().learn(Sample(pages)).outline) <= len(slots)


def test_tokens_with_odd_spaces_can_be_saved() -> None:
    pages = [parse(f"<div class='a\u00a0b'>{k}</div><div class=c>x</div><x\u00a0y>z</x\u00a0y>") for k in range(4)]
    outline = to_outline(align(pages).slots, len(pages))
    again = Outline.from_json(outline.to_json())
    assert sorted(again.paths) == sorted(outline.paths)
    assert "html > body > div.a\\\u00a0b" in again.paths


def test_marks_that_tell_siblings_apart_are_bounded() -> None:
    divs = "".join(f"<div class=kind-{chr(97 + k % 26)}{chr(97 + k // 26)}><p>{k}</p></div>" for k in range(200))
    slots = align([parse(f"<main>{divs}</main>") for _ in range(4)]).slots
    marked = [slot for slot in slots if slot.step.tag == "div" and slot.step.mark]
    assert len(marked) == MAX_MARKS
    assert sum(len(slot.instances) for slot in slots if slot.step.tag == "div") == 4 * 200
