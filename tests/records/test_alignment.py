"""Aligned records: which elements of records share a slot."""

import numpy as np
import pytest

from weft import parse
from weft.page import Page
from weft.records.alignment import align_records
from weft.records.evidence import gather

Ranges = list[tuple[int, int]]


def ranges_of(page: Page) -> Ranges:
    """The children of the node with the most of them, as records."""
    rows = [page.children(row) for row in range(len(page))]
    most = max(rows, key=len)
    return [(row, int(page.end[row])) for row in most if page.tag[row]]


def slots_by_text(html: str, tag: str = "article") -> dict[str, int]:
    """The slot of the element around each text."""
    page = parse(html)
    slots = align_records(gather(page), [(int(row), int(page.end[row])) for row in page.rows_of(tag)])
    slot = dict(zip(slots.rows.tolist(), slots.slot.tolist(), strict=True))
    return {
        page.text(row): slot[int(page.parent[row])]
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
    assert len(set(slots.slot[np.isin(slots.rows, page.rows_of("li"))].tolist())) == 1


def test_many_boxes_are_told_by_their_ordinal_in_linear_work() -> None:
    page = parse(f"<article>{'<div>a</div>' * 3_000}</article>" * 2)
    slots = align_records(gather(page), [(int(row), int(page.end[row])) for row in page.rows_of("article")])
    assert slots.presence.tolist() == [2] * (1 + 2 * 3_000)


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
