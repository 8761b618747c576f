"""Locations (paper B, section 3.2.1, step 3): where a record stands, as a text that other pages share.

A location is the row's id with its digits as `\\d+` (`div#post_\\d+`), else the path of the row with its three
ancestors (`div.vt/div/table/tr.post`): tags with their classes, digits masked. The steps of a path have numbers that
the kernel makes the same way on every page, so that a page's rows are looked up without writing their texts.
"""

import re
from functools import lru_cache

from weft.page import Page
from weft.similarity.folds import MULTIPLIER

ANCESTORS = 3  # paper B
MASK = r"\d+"
DIGITS = "0123456789"
_RUN = re.compile(r"[0-9]+")
_ESCAPES = {"%": "%25", "/": "%2F", ".": "%2E", "#": "%23"}  # a class may hold what parts steps and classes
_BITS = (1 << 64) - 1


def id_location(page: Page, row: int) -> str:
    r"""The location of a row by its id, empty where it has none.

    The tag is part of it, other than in the paper: Discuz! has posts at `table#pid\d+`, MyBB anchors at `a#pid\d+`.

    >>> from weft import parse
    >>> id_location(parse("<i id=post_17>"), 3)
    'i#post_\\d+'
    """
    name = page.id(row)
    return f"{_escape(page.tag_name(row))}#{masked(name)}" if name else ""


def path_location(page: Page, row: int) -> str:
    r"""The location of a row by its path.

    >>> from weft import parse
    >>> path_location(parse("<div class='list n20'><p class='b a'>"), 4)
    'html/body/div.list.n\\d+/p.a.b'
    """
    steps: list[str] = []
    while row >= 0 and len(steps) <= ANCESTORS:
        classes = sorted(_escape(masked(name)) for name in page.classes(row))
        steps.append(".".join([_escape(page.tag_name(row)), *classes]))
        row = int(page.parent[row])
    return "/".join(reversed(steps))


def masked(name: str) -> str:
    """A class or id with every run of digits as `\\d+`."""
    return _RUN.sub(lambda _: MASK, name)


def step_numbers(path: str) -> tuple[int, ...]:
    """The numbers of a path's steps, the row's own first, 0 where there is no ancestor: as in the page's `step`."""
    numbers = [_step_number(step) for step in reversed(path.split("/"))]
    return tuple(numbers + [0] * (ANCESTORS + 1 - len(numbers)))


@lru_cache(maxsize=1 << 12)
def _step_number(step: str) -> int:
    """The kernel's: the tag's number mixed with the sum of the classes'."""
    tag, *classes = (_unescape(part) for part in step.split("."))
    total = sum(_fold(0, _RUN.sub("0", name.replace(MASK, "0"))) for name in classes)
    return _mix(_fold(len(tag.encode()), tag), total & _BITS)


def _fold(number: int, text: str) -> int:
    for byte in text.encode():
        number = _mix(number, byte)
    return number


def _mix(number: int, item: int) -> int:
    """The kernel's hash of a sequence with one more item."""
    turned = (number << 23 | number >> 41) & _BITS
    mixed = (turned ^ item) * int(MULTIPLIER) & _BITS
    return mixed ^ mixed >> 32


def _escape(name: str) -> str:
    return "".join(_ESCAPES.get(char, char) for char in name)


def _unescape(name: str) -> str:
    for char, escape in reversed(_ESCAPES.items()):
        name = name.replace(escape, char)
    return name
