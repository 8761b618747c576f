from collections import defaultdict

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, thread
from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.page import Page
from weft.records.alignment import align_records
from weft.records.evidence import Evidence, gather

Ranges = list[tuple[int, int]]
Step = tuple[str, tuple[str, ...], int]

COMMON = 0.7  # share of the records, as in the kernel
BOXES = ("div", "td", "th", "tr", "table", "section")


def plain_steps(evidence: Evidence, ranges: Ranges) -> dict[int, Step]:
    """The step of every row of the records, read off one by one: tag, common classes, ordinal of a bare box."""
    page = evidence.page
    spread: dict[str, set[int]] = defaultdict(set)
    for record, (start, end) in enumerate(ranges):
        for row in range(start, end):
            for token in page.classes(row):
                spread[token].add(record)
    telling = {page.tokens[number] for number in np.flatnonzero(evidence.telling)}
    steps = {}
    for start, end in ranges:
        for row in range(start, end):
            classes = [t for t in page.classes(row) if len(spread[t]) >= COMMON * len(ranges) or t in telling]
            tag = page.tag_name(row)
            bare = not classes and tag in BOXES and page.depth[row] > page.depth[start]
            steps[row] = (tag, tuple(sorted(classes)), int(page.nth[row]) if bare else 0)
    return steps


def plain_slots(evidence: Evidence, ranges: Ranges) -> list[list[int]]:
    """The rows of the records by their path of steps from the record's root."""
    page, steps = evidence.page, plain_steps(evidence, ranges)
    slots: dict[tuple[Step, ...], list[int]] = defaultdict(list)
    for start, end in ranges:
        whole = page.end[start] >= end
        for row in range(start, end):
            path, place = list[Step](), row
            while place in steps and start <= place and not (whole and place == start):
                path.append(steps[place])
                place = int(page.parent[place])
            slots[tuple(path)].append(row)
    return sorted(slots.values())


def ranges_of(page: Page) -> Ranges:
    """The children of the node with the most of them, as records."""
    rows = [page.children(row) for row in range(len(page))]
    most = max(rows, key=len)
    return [(row, int(page.end[row])) for row in most if page.tag[row]]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_slots_of_a_thread_are_paths_of_steps(layout: str) -> None:
    check_slots(parse(thread(layout)))


@every_seed(25)
def test_slots_of_random_pages_are_paths_of_steps(seed: int) -> None:
    check_slots(parse(make_page(seed, 150)))


def check_slots(page: Page) -> None:
    evidence = gather(page)
    ranges = ranges_of(page)
    slots = align_records(evidence, ranges)
    found = sorted(slots.rows[slots.slot == slot].tolist() for slot in range(slots.count))
    assert found == plain_slots(evidence, ranges)


@every_seed(10)
def test_sums_and_presence(seed: int) -> None:
    page = parse(make_page(seed, 120))
    ranges = ranges_of(page)
    slots = align_records(gather(page), ranges)
    under = slots.under(page.chars)
    for place, row in enumerate(slots.rows.tolist()):
        assert under[place] == page.chars[row : page.end[row]].sum()
    for slot in range(slots.count):
        assert slots.presence[slot] == len(set(slots.record[slots.slot == slot].tolist()))
        assert slots.sums(under)[slot] == under[slots.slot == slot].sum()


def test_a_record_cut_short_ends_its_subtrees() -> None:
    page = parse("<div class=a>one<div class=b>two</div></div>")
    slots = align_records(gather(page), [(3, 5), (5, 7)])
    assert slots.under(page.chars).tolist() == [3, 3, 3, 3]


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
