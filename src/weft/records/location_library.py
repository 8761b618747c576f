"""Location library (paper B, section 3.2.1): the places of records on earlier pages find them on new ones.

Learned from the records of many pages, of which most have several; then it also finds the one post of a single-post
page, where nothing repeats. The library is a readable JSON file; a person can add and delete places.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft.content import Record, Region
from weft.deadline import check_deadline, time_limit
from weft.errors import ArtifactError
from weft.io.damage import reason_of
from weft.page import Page
from weft.records.locations import (
    ANCESTORS,
    DIGITS,
    MASK,
    PageRecords,
    Place,
    collect_places,
    count_siblings,
    id_location,
    masked,
    path_location,
    step_numbers,
)

FORMAT = 1
SHIFT = np.uint64(48)  # the first 16 bits of a number: a table of them is small, and a hundred places leave it empty
MIN_PRECISION = 0.9  # a place where other things stand too often would bring wrong records, which are worse than none

Tags = dict[tuple[str, bool], list[int]]  # places of one id, by the row's tag and whether the id ends in digits


class _Index(NamedTuple):
    """The places by what a page's columns hold."""

    ids: dict[str, Tags]  # without the digits at the end
    masks: dict[str, Tags]  # ids with digits elsewhere
    paths: dict[tuple[int, ...], int]
    own: NDArray[np.bool_]  # by the first bits of a row's step: whether the row can be at a known place
    above: NDArray[np.bool_]  # and of its parent's


@dataclass(frozen=True)
class LocationLibrary:
    """Places learned from pages; `find` gives the records that stand there, without fields.

    >>> from weft import parse
    >>> post = "<div id=post_{}><b>Ann</b> <p>Text</p></div>"
    >>> page = parse("<main>" + post.format(1) + post.format(2) + "</main>")
    >>> records = tuple(Record(start=row, end=int(page.end[row])) for row in page.rows_of("div").tolist())
    >>> library = LocationLibrary.learn([PageRecords(page=page, records=records)])
    >>> [place.location for place in library.places]
    ['div#post_\\\\d+']
    >>> [len(region.records) for region in library.find(parse("<main>" + post.format(77) + "</main>"))]
    [1]
    """

    places: tuple[Place, ...] = ()

    @classmethod
    def learn(cls, examples: Sequence[PageRecords], *, least_pages: int = 1) -> "LocationLibrary":
        """The places of the records of pages, less those where something else stands too often."""
        named = cls(tuple(collect_places(examples, id_location, least_pages)))._precise(examples)
        rest = [named._unfound(example) for example in check_deadline(examples)]
        paths = cls(tuple(collect_places(rest, path_location, least_pages)))._precise(examples)
        return cls((*named.places, *paths.places))

    def _precise(self, examples: Iterable[PageRecords]) -> "LocationLibrary":
        """The places at which almost only records stand."""
        right, wrong = Counter[int](), Counter[int]()
        for example in check_deadline(examples):
            starts = {record.start for record in example.records}
            for row, place_number in self._rows(example.page):
                (right if row in starts else wrong)[place_number] += 1
        return LocationLibrary(
            tuple(
                record_place
                for number, record_place in enumerate(self.places)
                if right[number] >= MIN_PRECISION * (right[number] + wrong[number])
            )
        )

    def _unfound(self, example: PageRecords) -> PageRecords:
        """The example with the records that are not found yet, or not whole: the same id may hold less elsewhere."""
        page = example.page
        whole_records = {(row, self.places[place_number].siblings) for row, place_number in self._rows(page)}
        records = tuple(
            record for record in example.records if (record.start, count_siblings(page, record)) not in whole_records
        )
        return replace(example, records=records)

    def find(self, page: Page) -> tuple[Region, ...]:
        """The records at the places of the library: a region of posts, then a region of board rows."""
        with time_limit(page.seconds):
            located_rows = self._rows(page)
            kinds = {self.places[number].kind for number in {number for _, number in located_rows}}
            regions = []
            for kind in sorted(kinds):  # posts first
                of_kind = [entry for entry in located_rows if len(kinds) == 1 or self.places[entry[1]].kind == kind]
                records = self._records(page, of_kind)
                regions.append(Region(row=_govern(page, records), records=records))
            return tuple(regions)

    def _records(self, page: Page, located_rows: list[tuple[int, int]]) -> tuple[Record, ...]:
        """In document order. A record in a record is one of its own where both stand at the same place (replies)."""
        ends = page.end[[row for row, _ in located_rows]].tolist()
        outer_end, outer_number = 0, -1
        kept: list[tuple[int, int, int]] = []
        for (row, place_number), end in check_deadline(zip(located_rows, ends, strict=True)):
            if row >= outer_end or place_number == outer_number:
                kept.append((row, end, self.places[place_number].siblings))
                outer_end, outer_number = max(outer_end, end), place_number
        kept.append((len(page), 0, 0))
        return tuple(
            Record(start=row, end=min(end, after) if siblings == 1 else _sibling_end(page, row, after, siblings))
            for (row, end, siblings), (after, _, _) in check_deadline(pairwise(kept))
        )

    def _rows(self, page: Page) -> list[tuple[int, int]]:
        """The rows at the places of the library, each with the number of its place, in document order.

        The plain version: every element whose `id_location` or `path_location` is in the library; where both are, the
        path says more. Here the columns say which few rows can be.
        """
        numbers_by_row = dict(self._rows_by_id(page))
        numbers_by_row.update(self._rows_by_path(page))
        return sorted(numbers_by_row.items())

    def _rows_by_id(self, page: Page) -> Iterator[tuple[int, int]]:
        index, ids, tokens = self._index, page.table.id_token, page.tokens
        rows = np.flatnonzero(ids >= 0)
        numbers: dict[tuple[str, int, bool], int] = {}  # rows of one id and build are looked up once
        columns = (rows, ids[rows], page.table.step[rows])
        for row, token, step in check_deadline(zip(*(column.tolist() for column in columns), strict=True)):
            name = tokens[token]
            head = name.rstrip(DIGITS)
            if head not in index.ids:
                head = masked(name) if index.masks else ""
                if head not in index.masks:
                    continue
            key = (head, step, name[-1:] in DIGITS)
            place_number = numbers.get(key)
            if place_number is None:
                place_number = numbers[key] = self._place_of_id(page, row, head)
            if place_number >= 0:
                yield row, place_number

    def _place_of_id(self, page: Page, row: int, head: str) -> int:
        """The number of the place of a row whose id is in the library; -1 where its tag or classes differ."""
        index = self._index
        tags = index.ids.get(head) or index.masks.get(head, {})
        own = {masked(name) for name in page.classes(row)}
        for place_number in tags.get((page.tag_name(row), page.id(row)[-1:] in DIGITS), ()):
            wanted = self.places[place_number].classes
            if own.issuperset(wanted) if wanted else not own:
                return place_number
        return -1

    def _rows_by_path(self, page: Page) -> Iterator[tuple[int, int]]:
        index, step, parent = self._index, page.table.step, page.parent
        rows = np.flatnonzero(index.own[step[1:] >> SHIFT]) + 1  # the root is no record
        above = parent[rows]
        near = index.above[step[above] >> SHIFT]
        rows, above = rows[near], above[near]
        numbers: dict[tuple[int, int], int] = {}  # records of one parent and build are looked up once
        for row, over, number in check_deadline(zip(rows.tolist(), above.tolist(), step[rows].tolist(), strict=True)):
            place_number = numbers.get((over, number))
            if place_number is None:
                place_number = numbers[over, number] = index.paths.get(_steps(page, row), -1)
            if place_number >= 0:
                yield row, place_number

    @cached_property
    def _index(self) -> _Index:
        ids, masks = dict[str, Tags](), dict[str, Tags]()
        paths: dict[tuple[int, ...], int] = {}
        own, above = (np.zeros(1 << 64 - int(SHIFT), np.bool_) for _ in range(2))
        for number, record_place in enumerate(self.places):
            tag, _, name = record_place.location.partition("#")
            if not name:
                steps = step_numbers(tag)
                paths[steps] = number
                own[steps[0] >> int(SHIFT)] = above[steps[1] >> int(SHIFT)] = True
            elif MASK in name.removesuffix(MASK):
                masks.setdefault(name, {}).setdefault((tag, name.endswith(MASK)), []).append(number)
            else:
                tags = ids.setdefault(name.removesuffix(MASK), {})
                tags.setdefault((tag, name.endswith(MASK)), []).append(number)
        return _Index(ids, masks, paths, own, above)

    def save(self, path: Path) -> None:
        """Write the library as JSON, a place a line."""
        lines = ",\n".join("  " + json.dumps(asdict(record_place), ensure_ascii=False) for record_place in self.places)
        path.write_text(f'{{"format": {FORMAT}, "places": [\n{lines}\n]}}\n', encoding="utf-8")

    def to_json(self) -> list[dict[str, object]]:
        """The places as data, for a file that holds more than a library."""
        return [asdict(record_place) for record_place in self.places]

    @classmethod
    def from_json(cls, places: Iterable[Mapping[str, Any]]) -> "LocationLibrary":
        """The library of places that `to_json` gave or a person wrote."""
        return cls(tuple(Place(**{**values, "classes": tuple(values.get("classes", ()))}) for values in places))

    @classmethod
    def load(cls, path: Path) -> "LocationLibrary":
        """Read a library that `save` or a person wrote."""
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            if content["format"] != FORMAT:
                raise ArtifactError(
                    f"{path} has format {content['format']}", advice=f"this weft reads {FORMAT}: learn it anew"
                )
            return cls.from_json(content["places"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ArtifactError(
                f"{path} is no library of locations: {reason_of(error)}", advice="weft learn --records writes one"
            ) from None


@cache
def shipped_library() -> LocationLibrary:
    """The library that comes with weft: forum software, learned by `python -m bench records --library`."""
    return LocationLibrary.load(Path(__file__).with_name("locations.json"))


def _sibling_end(page: Page, row: int, after: int, siblings: int) -> int:
    """The end of a record of several siblings: where the next begins, or else behind as many as were learned."""
    end, parent = int(page.end[row]), int(page.parent[row])
    if after < len(page) and page.parent[after] == parent:
        return after
    stop = min(after, int(page.end[parent])) if parent >= 0 else end
    while end < stop and (siblings > 1 or not page.tag[end]):
        siblings -= bool(page.tag[end])
        end = int(page.end[end])
    return end


def _steps(page: Page, row: int) -> tuple[int, ...]:
    """The numbers of a row's step and of its ancestors'."""
    steps: list[int] = []
    while row >= 0 and len(steps) <= ANCESTORS:
        steps.append(int(page.table.step[row]))
        row = int(page.parent[row])
    return (*steps, *[0] * (ANCESTORS + 1 - len(steps)))


def _govern(page: Page, records: Sequence[Record]) -> int:
    """The lowest row that holds all records."""
    row = max(0, int(page.parent[records[0].start]))
    while row > 0 and (page.end[row] < records[-1].end or row > records[-1].start):
        row = int(page.parent[row])
    return row
