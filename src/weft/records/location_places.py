"""Places: locations where records stand on pages, collected from examples."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from weft.content import Label, Record, Region
from weft.errors import ArtifactError
from weft.page import Page
from weft.records.locations import masked

POST, ROW = "post", "row"
LABEL_KINDS = {"record": POST, "post": POST, "main_post": POST, "row": ROW}


@dataclass(frozen=True, kw_only=True, eq=False)
class Example:
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
        if self.kind not in (POST, ROW) or not self.location or self.siblings < 1:
            raise ArtifactError(f"{self.location!r} is no place of records: kind is post or row, siblings at least 1")


def found_example(page: Page, regions: Sequence[Region]) -> Example:
    """What a method found on a page, its main region: with titles and no bodies they are rows, else posts."""
    records = regions[0].records if regions else ()
    titled = sum("title" in record.fields and "body" not in record.fields for record in records)
    return Example(page=page, records=records, kind=ROW if titled * 2 > len(records) else POST)


def labelled_example(page: Page, labels: Sequence[Label]) -> Example:
    """What a person marked on a page: a label a record, named `row` on boards, else `post`, `main_post` or `record`."""
    marks = sorted((label for label in labels if label.rows and label.name in LABEL_KINDS), key=lambda mark: mark.rows)
    records = (Record(start=min(mark.rows), end=max(int(page.end[row]) for row in mark.rows)) for mark in marks)
    kind = LABEL_KINDS[marks[0].name] if marks else POST
    return Example(page=page, records=tuple(records), kind=kind)


Locate = Callable[[Page, int], str]
Key = tuple[str, str, tuple[str, ...]]  # of a place: location, kind, classes


def collect_places(examples: Sequence[Example], locate: Locate, least_pages: int) -> Iterator[Place]:
    """Every place of the examples' records once; a path of bare tags (`body/div/ul/li`) is anybody's, and no place."""
    builds = _builds(examples, locate)
    pages, later = Counter[Key](), set[Key]()
    siblings: dict[Key, Counter[int]] = {}
    for example in examples:
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


def _located(example: Example, locate: Locate) -> list[tuple[str, list[int]]]:
    """The location of each record, with all rows of the page's records there."""
    names = [locate(example.page, record.start) for record in example.records]
    rows: dict[str, list[int]] = {}
    for name, record in zip(names, example.records, strict=True):
        rows.setdefault(name, []).append(record.start)
    return [(name, rows[name]) for name in names]


def _builds(examples: Iterable[Example], locate: Locate) -> dict[str, list[set[str]]]:
    """For each id location the sets of classes that rows there share: one set a software, so to speak.

    A page's rows share some; pages that have one of them in common are of one build.
    """
    builds: dict[str, list[set[str]]] = {}
    for example in examples:
        for name, rows in dict(_located(example, locate)).items():
            if "#" not in name:
                continue
            own = _shared_classes(example.page, rows)
            known = builds.setdefault(name, [])
            alike = next((build for build in known if build & own or build == own), None)
            if alike is None:
                known.append(own)
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
