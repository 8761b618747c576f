"""Search on a page: the elements that say some words, or all values of a kind, such as every price.

Each hit is the smallest element that says it, so that one name can be given to all of them at once. Values are read by
the same readers that type the fields of records.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from weft.deadline import check_deadline
from weft.page import Page
from weft.records.typed_values import read_money, read_number, read_rating
from weft.sites.templates.fields import squeeze
from weft.text import find_dates

MAX_ROWS = 2_000  # that one search finds
MAX_WORDS = 200  # characters that are searched for
MAX_VALUE = 60  # characters of an element that is a value and no sentence
CLIMB = 3  # elements above a text that may be the value: a sign, an amount and its cents often have one each


def _is_date(text: str) -> bool:
    return bool(found := find_dates(text)) and sum(one.end - one.start for one in found) * 2 > len(text)


def _is_address(text: str) -> bool:
    name, at, host = text.partition("@")
    return bool(name and at and "." in host) and not any(map(str.isspace, text)) and "@" not in host


VALUES: dict[str, Callable[[str], bool]] = {
    "prices": lambda text: read_money(text) is not None,
    "dates": _is_date,
    "numbers": lambda text: read_number(text) is not None,
    "ratings": lambda text: read_rating(text) is not None,
    "e-mails": _is_address,
}
ELEMENTS: dict[str, tuple[str, ...]] = {
    "headings": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "links": ("a",),
    "pictures": ("img", "picture", "figure"),
    "tables": ("table",),
    "lists": ("ul", "ol", "dl"),
}
KINDS = (*VALUES, *ELEMENTS)
"""What can be asked for by kind; `all prices` and `price` are the same as `prices`."""
OTHER_NAMES = {
    "价格": "prices", "日期": "dates", "数字": "numbers", "评分": "ratings", "邮箱": "e-mails",
    "标题": "headings", "链接": "links", "图片": "pictures", "表格": "tables", "列表": "lists",
}  # fmt: skip


@dataclass(frozen=True)
class Hits:
    """The rows that a search finds, in document order, none in another; `kind` is empty where words were asked for."""

    rows: list[int]
    kind: str = ""


def find_kind(query: str) -> str:
    """The kind that a query asks for, empty where it is plain words.

    >>> find_kind("All prices"), find_kind("price"), find_kind("所有价格"), find_kind("the price is right")
    ('prices', 'prices', 'prices', '')
    """
    words = query.strip().lower().removeprefix("all ").removeprefix("所有").strip()
    words = OTHER_NAMES.get(words, words)
    return next((kind for kind in KINDS if words in (kind, kind.removesuffix("s"))), "")


def search_page(page: Page, query: str) -> Hits:
    """What a page has of a query; nothing for an empty one."""
    wanted = squeeze(query)[:MAX_WORDS]
    if not wanted:
        return Hits([])
    kind = find_kind(wanted)
    if kind in ELEMENTS:
        rows = iter(page.rows_of(*ELEMENTS[kind]).tolist())
    elif kind in VALUES:
        rows = _values(page, VALUES[kind])
    else:
        rows = _says(page, wanted.casefold())
    shown = (row for row in rows if not page.hidden[row])
    return Hits(_apart(page, sorted(set(shown)))[:MAX_ROWS], kind)


def _texts(page: Page) -> list[int]:
    """The rows of texts that a reader sees."""
    seen: list[int] = np.flatnonzero((page.tag == 0) & (page.chars > 0) & ~page.raw & ~page.hidden).tolist()
    return seen


def _values(page: Page, is_value: Callable[[str], bool]) -> Iterator[int]:
    """The smallest element around each text whose whole text is a value."""
    for row in check_deadline(_texts(page)):
        for above in page.ancestors(row)[:CLIMB]:
            text = squeeze(page.text(above))
            if len(text) > MAX_VALUE:
                break
            if is_value(text):
                yield above
                break


def _says(page: Page, words: str) -> Iterator[int]:
    """The element of each text that says the words; where only a whole block says them, the block's element."""
    hits = [row for row in check_deadline(_texts(page)) if words in squeeze(page.text(row)).casefold()]
    yield from (int(page.parent[row]) for row in hits)
    blocks = page.blocks
    for block in check_deadline(range(len(blocks))):
        first, last = int(blocks.first[block]), int(blocks.last[block])
        if words in squeeze(blocks.text(block)).casefold() and not any(first <= row < last for row in hits):
            yield int(blocks.row[block])


def _apart(page: Page, rows: list[int]) -> list[int]:
    """The rows that hold no other of them: the smallest say it best."""
    return [row for index, row in enumerate(rows) if index + 1 == len(rows) or rows[index + 1] >= int(page.end[row])]
