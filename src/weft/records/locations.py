"""Locations (paper B, section 3.2.1, step 3): where a record stands, as a text that other pages share.

A location is the row's id with its digits as `\\d+` (`div#post_\\d+`), else the path of the row with its three
ancestors (`div.vt/div/table/tr.post`): tags with their classes, digits masked. The steps of a path have numbers that
the kernel makes the same way on every page, so that a page's rows are looked up without writing their texts.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from weft.content import Label, Record, Region
from weft.deadline import check_deadline
from weft.errors import ArtifactError
from weft.page import Page
from weft.page.folds import MULTIPLIER

ANCESTORS = 3  # paper B
MASK = r"\d+"
DIGITS = "0123456789"
_RUN = re.compile(r"[0-9]+")
_ESCAPES = {"%": "%25", "/": "%2F", ".": "%2E", "#": "%23"}  # a class may hold what parts steps and classes
_BITS = (1 << 64) - 1
POST, ROW = "post", "row"
LABEL_KINDS = {"record": POST, "post": POST, "main_post": POST, "row": ROW}
Locate = Callable[[Page, int], str]
Key = tuple[str, str, tuple[str, ...]]  # of a place: location, kind, classes


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


@dataclass(frozen=True, kw_only=True, eq=False)
class PageRecords:
    """A page with its main records, which are all of one kind."""

    page: Page
    records: tuple[Record, ...] = ()
    kind: str = POST


@dataclass(frozen=True, kw_only=True)
class Place:
    """A location where records stand; a record may take several `siblings` from there on.

    Software borrows ids from each other: `classes` are those that all rows seen at an id had, and a row there must have
    them too; it must have none where none had one.
    """

    location: str
    classes: tuple[str, ...] = ()
    kind: str = POST  # of a thread; or row, of a board
    main_post: bool = False  # only ever seen as the first of its page's records
    siblings: int = 1
    pages: int = 1  # it was learned from

    def __post_init__(self) -> None:
        is_text = isinstance(self.location, str) and all(isinstance(name, str) for name in self.classes)
        is_number = type(self.siblings) is int and type(self.pages) is int
        if not is_text or not is_number:
            raise ArtifactError(f"{self.location!r} is no place of records: its values are of the wrong kind")
        if self.kind not in (POST, ROW) or not self.location or self.siblings < 1:
            raise ArtifactError(f"{self.location!r} is no place of records: kind is post or row, siblings at least 1")


def main_page_records(page: Page, regions: Sequence[Region]) -> PageRecords:
    """The main records that a method found on a page: rows where they have titles and no bodies, else posts."""
    records = regions[0].records if regions else ()
    titled = sum("title" in record.fields and "body" not in record.fields for record in records)
    return PageRecords(page=page, records=records, kind=ROW if titled * 2 > len(records) else POST)


def labelled_page_records(page: Page, labels: Sequence[Label]) -> PageRecords:
    """What a person marked on a page: a label a record, named `row` on boards, else `post`, `main_post` or `record`."""
    marks = sorted((label for label in labels if label.rows and label.name in LABEL_KINDS), key=lambda mark: mark.rows)
    records = (Record(start=min(mark.rows), end=max(int(page.end[row]) for row in mark.rows)) for mark in marks)
    kind = LABEL_KINDS[marks[0].name] if marks else POST
    return PageRecords(page=page, records=tuple(records), kind=kind)


def collect_places(examples: Sequence[PageRecords], locate: Locate, least_pages: int) -> Iterator[Place]:
    """Every place of the examples' records once; a path of bare tags (`body/div/ul/li`) is anybody's, and no place."""
    builds = _builds(examples, locate)
    pages, later = Counter[Key](), set[Key]()
    siblings: dict[Key, Counter[int]] = {}
    for example in check_deadline(examples):
        page = example.page
        seen = [(name, example.kind, _build(builds, name, page, rows)) for name, rows in _located(example, locate)]
        later.update(key for key in seen[1:] if key != seen[0] or key in seen[:1])
        pages.update(set(seen))
        for key, record in zip(seen, example.records, strict=True):
            siblings.setdefault(key, Counter())[count_siblings(page, record)] += 1
    for key, count in sorted(pages.items()):
        name, kind, classes = key
        if count >= least_pages and ("#" in name or "." in name):
            size = siblings[key].most_common(1)[0][0]
            yield Place(
                location=name, classes=classes, kind=kind, main_post=key not in later, siblings=size, pages=count
            )


def _located(example: PageRecords, locate: Locate) -> list[tuple[str, list[int]]]:
    """The location of each record, with all rows of the page's records there."""
    names = [locate(example.page, record.start) for record in check_deadline(example.records)]
    rows: dict[str, list[int]] = {}
    for name, record in check_deadline(zip(names, example.records, strict=True)):
        rows.setdefault(name, []).append(record.start)
    return [(name, rows[name]) for name in names]


def _builds(examples: Iterable[PageRecords], locate: Locate) -> dict[str, list[set[str]]]:
    """For each id location the sets of classes that its rows share: about one set for each software.

    A page's rows share some; pages that have one of them in common are of one build.
    """
    builds: dict[str, list[set[str]]] = {}
    for example in check_deadline(examples):
        for name, rows in dict(_located(example, locate)).items():
            if "#" not in name:
                continue
            own = _shared_classes(example.page, rows)
            of_location = builds.setdefault(name, [])
            alike = next((build for build in of_location if build & own or build == own), None)
            if alike is None:
                of_location.append(own)
            else:
                alike &= own
    return builds


def _build(builds: dict[str, list[set[str]]], name: str, page: Page, rows: list[int]) -> tuple[str, ...]:
    own = _shared_classes(page, rows) if name in builds else set()
    return next((tuple(sorted(build)) for build in builds.get(name, ()) if build <= own and (build or not own)), ())


def _shared_classes(page: Page, rows: list[int]) -> set[str]:
    return set.intersection(*({masked(name) for name in page.classes(row)} for row in rows))


def count_siblings(page: Page, record: Record) -> int:
    """How many sibling elements a record takes."""
    count, row = 0, record.start
    while row < record.end:
        count += bool(page.tag[row])
        row = int(page.end[row])
    return max(1, count)
