import random

import pytest

from tests.records.forum_pages import LAYOUTS, thread
from tests.records.plain_alignment import plain_alignment
from tests.records.plain_slots import slot_of, under
from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.page import Page
from weft.records.alignment import align_records
from weft.records.evidence import gather
from weft.records.regions import find_candidates

Ranges = list[tuple[int, int]]


def ranges_of(page: Page) -> Ranges:
    """The children of the node with the most of them, as records."""
    rows = [page.children(row) for row in range(len(page))]
    most = max(rows, key=len)
    return [(row, int(page.end[row])) for row in most if page.tag[row]]


def assert_as_twin(page: Page, ranges: Ranges) -> None:
    evidence = gather(page)
    slots = align_records(evidence, ranges)
    rows = [slots.rows[slots.slot == slot].tolist() for slot in range(slots.count)]
    assert rows == plain_alignment(evidence, ranges)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_aligns_the_regions_of_a_thread_in_the_same_way(layout: str) -> None:
    page = parse(thread(layout))
    evidence = gather(page)
    assert_as_twin(page, ranges_of(page))
    for candidate in find_candidates(page, evidence.times.rows):
        assert_as_twin(page, list(candidate.ranges))


@every_seed(25)
def test_the_twin_aligns_random_pages_in_the_same_way(seed: int) -> None:
    page = parse(make_page(seed, 150))
    assert_as_twin(page, ranges_of(page))


@every_seed(25)
def test_the_twin_aligns_random_stretches_in_the_same_way(seed: int) -> None:
    page = parse(make_page(seed, 120))
    edges = sorted(random.Random(seed).choices(range(len(page) + 1), k=8))
    assert_as_twin(page, list(zip(edges[::2], edges[1::2], strict=True)))


@every_seed(25)
def test_the_twin_aligns_random_records_of_boxes_in_the_same_way(seed: int) -> None:
    chance = random.Random(seed)
    page = parse("".join(f"<div class=record>{boxes(chance, 3)}</div>" for _ in range(6)))
    assert_as_twin(
        page, [(int(row), int(page.end[row])) for row in page.rows_of("div") if "record" in page.classes(row)]
    )


def boxes(chance: random.Random, depth: int) -> str:
    """Some boxes with or without names, each with a text or further boxes."""
    parts = []
    for _ in range(chance.randrange(60 if chance.random() < 0.02 else 5)):
        tag = chance.choice(("div", "div", "section", "ul", "article", "p", "b"))
        name = chance.choice(("", "", "", " class=a", " class='b c'", " class=signature"))
        text = chance.choice(("Posts: 3", "12", "Ann", "2024-05-04 12:30", "word " * 20, "<a href=/x>more</a>", ""))
        items = "".join(f"<li>{chance.choice(('Ann', '7', 'Reply'))}</li>" for _ in range(chance.randrange(4)))
        inside = items if tag == "ul" else boxes(chance, depth - 1) if depth and tag not in "pb" else text
        parts.append(f"<{tag}{name}>{inside}</{tag}>")
    return "".join(parts)


def slots_by_text(html: str, tag: str = "article") -> dict[str, int]:
    """The slot of the element around each text."""
    page = parse(html)
    slots = align_records(gather(page), [(int(row), int(page.end[row])) for row in page.rows_of(tag)])
    slot = slot_of(slots)
    return {
        page.text(row): int(slot[page.parent[row]])
        for row in slots.rows.tolist()
        if page.chars[row] and not page.tag[row]
    }


def test_a_record_with_a_row_more_is_not_one_off() -> None:
    rows = "<div>{0}: 2024-05-04 12:30</div><div><a href=/u>By {0}</a></div><div>{0} says a few words.</div>"
    extra = "<div><button>Pin</button></div>"
    html = "".join(f"<article>{extra * (name == 'Ann')}{rows.format(name)}</article>" for name in ("Ann", "Bob", "Cy"))
    slots = slots_by_text(html)
    for said in ("{}: 2024-05-04 12:30", "By {}", "{} says a few words."):
        assert len({slots[said.format(name)] for name in ("Ann", "Bob", "Cy")}) == 1, said
    assert list(slots.values()).count(slots["Pin"]) == 1


def test_a_signature_that_some_records_lack_is_a_slot_of_its_own() -> None:
    html = "".join(
        f"<article><div>{body}</div>{f'<div>{name} signs</div>' * (name != 'Bob')}</article>"
        for name, body in (
            ("Ann", "Long ago. " * 30),
            ("Bob", "Yes"),
            ("Cy", "<p>One</p><p>Two</p>"),
            ("Di", "<b>No</b>"),
        )
    )
    slots = slots_by_text(html)
    assert slots["Yes"] == slots["Long ago. " * 30] != slots["Ann signs"]
    assert len({slots[f"{name} signs"] for name in ("Ann", "Cy", "Di")}) == 1


@pytest.mark.parametrize("tags", [("td", "th"), ("div", "section"), ("li", "div"), ("dd", "dt")])
def test_tags_exchanged_between_records_align(tags: tuple[str, str]) -> None:
    one, other = tags
    around = "<table><tr>{}</table>" if one == "td" else "<div>{}</div>"
    html = "".join(
        "<article>" + around.format(f"<{tag}>{name}</{tag}><{tag}>{number}</{tag}>") + "</article>"
        for name, number, tag in (("Ann", 1, one), ("Bob", 2, other), ("Cy", 3, one))
    )
    slots = slots_by_text(html)
    assert slots["Ann"] == slots["Bob"] == slots["Cy"] != slots["1"] == slots["2"] == slots["3"]


def test_items_that_people_list_share_a_slot() -> None:
    lists = [3, 1, 5, 2, 4]
    page = parse("".join(f"<article><ul>{'<li>x</li>' * count}</ul></article>" for count in lists))
    slots = align_records(gather(page), [(int(row), int(page.end[row])) for row in page.rows_of("article")])
    assert len(set(slot_of(slots)[page.rows_of("li")].tolist())) == 1


def test_many_boxes_are_told_by_their_ordinal_in_linear_work() -> None:
    page = parse(f"<article>{'<div>a</div>' * 3_000}</article>" * 2)
    slots = align_records(gather(page), [(int(row), int(page.end[row])) for row in page.rows_of("article")])
    assert slots.presence.tolist() == [2] * (1 + 2 * 3_000)


@every_seed(10)
def test_sums_and_presence(seed: int) -> None:
    page = parse(make_page(seed, 120))
    ranges = ranges_of(page)
    slots = align_records(gather(page), ranges)
    below = under(slots, page.chars)
    for place, row in enumerate(slots.rows.tolist()):
        assert below[place] == page.chars[row : page.end[row]].sum()
    for slot in range(slots.count):
        assert slots.presence[slot] == len(set(slots.record[slots.slot == slot].tolist()))
        assert slots.sums(below)[slot] == below[slots.slot == slot].sum()


def test_a_record_cut_short_ends_its_subtrees() -> None:
    page = parse("<div class=a>one<div class=b>two</div></div>")
    slots = align_records(gather(page), [(3, 5), (5, 7)])
    assert under(slots, page.chars).tolist() == [3, 3, 3, 3]


def test_classes_of_few_records_do_not_part_slots() -> None:
    page = parse("".join(f"<li><b class='name n{n}'>A</b>" for n in range(5)))
    slots = align_records(gather(page), ranges_of(page))
    assert slots.presence.tolist() == [5, 5, 5]


def test_dressed_texts_share_a_column() -> None:
    page = parse("<li><p>Ann</p><li><p><b>Bob</b></p><li><p>Cy</p>")
    slots = align_records(gather(page), ranges_of(page))
    picked = page.tag[slots.rows] == 0
    assert [[page.text(row) for row in column.values()] for column in slots.columns(picked).values()] == [
        ["Ann", "Bob", "Cy"]
    ]
