"""Paper B's whole flow (figure 3): library → records → nearest centre → its template → fields.

`weft.papers.b.forum_templates` learns what is needed from pages of mixed software; `Forums` applies it. Where the
library knows no place, weft's own finder says where the records are; where no centre is like them, its records stay.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Self

import numpy as np

from weft.content import Reason, Record, Region
from weft.deadline import time_limit
from weft.document import Document
from weft.errors import ArtifactError, with_noun
from weft.extractors import EXTRACTORS
from weft.extractors.completion import complete_document
from weft.io.damage import reason_of
from weft.metadata import day_first, find_metadata
from weft.page import Page
from weft.papers.b.better_reading import is_better
from weft.papers.b.record_paths import BY_RECORDS, describe_record_page
from weft.papers.c import SoftMealy
from weft.papers.c.wrappers import add_times
from weft.records.find import find_records
from weft.records.location_library import LocationLibrary
from weft.records.locations import POST
from weft.sites.similarity.similarity import PathSet

FORMAT = 2  # 1: centres were whole paths
CHOSEN_BY = "forums"
NO_TEMPLATE = "no_template"
"""The code of a reason: no centre is like the records of the page, so the page alone answers."""
NO_FIELD, DIFFERS, ALONE = "no_field", "differs", "alone"
"""Why a cluster has no template: no field to learn; the template takes out something else; a page like no other."""
_WHY = {
    NO_FIELD: "its records show no field that a template could be learned on",
    ALONE: "it is one page with few records, and no other page has records alike",
}
MAX_TEMPLATES = 10_000  # of a file: more is no file of ours


@dataclass(frozen=True, kw_only=True, eq=False)
class ForumTemplate:
    """A cluster of pages: what its centre's records look like, and the wrapper that was learned there."""

    name: str
    kind: str  # post, of a thread; or row, of a board
    pages: int
    centre: str  # the id of its centre page
    paths: PathSet  # of the centre's records
    wrapper: SoftMealy
    software: Mapping[str, int] = field(default_factory=dict)  # name and version, and on how many pages
    checked: int = 0  # further pages of the cluster, those with several records where there are such; else itself
    example: Mapping[str, str] = field(default_factory=dict)  # the first record of the centre, as weft finds it
    agree: int = 0  # of them, those on which the wrapper takes out what weft finds without it

    @property
    def fields(self) -> list[str]:
        """What the wrapper takes out."""
        return [name for name in self.wrapper.states if name]

    @property
    def made_with(self) -> str:
        """The software that most of the pages were made with, empty where no page tells."""
        named = {name: count for name, count in self.software.items() if name}
        return max(named, key=named.__getitem__, default="")

    def in_words(self) -> list[str]:
        """How the wrapper goes, a line a separator."""
        lines = [f"a record begins at {_either(self.wrapper.record)}"]
        for name in self.fields:
            state = self.wrapper.states[name]
            lines.append(f"{name}: from {_either(state.begin)} to {_either(state.end)}")
        return lines

    def to_json(self) -> dict[str, object]:
        """The template as readable data."""
        return {
            "name": self.name,
            "kind": self.kind,
            "pages": self.pages,
            "centre": self.centre,
            "software": dict(self.software),
            "checked": self.checked,
            "agree": self.agree,
            "example": dict(self.example),
            "paths": [f"{number:016x}" for number in self.paths.tolist()],
            "wrapper": self.wrapper.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The template that `to_json` gave."""
        return cls(
            name=str(data["name"]),
            kind=str(data["kind"]),
            pages=int(data["pages"]),
            centre=str(data["centre"]),
            software={str(name): int(count) for name, count in data["software"].items()},
            checked=int(data["checked"]),
            agree=int(data["agree"]),
            example={str(name): str(value) for name, value in data["example"].items()},
            paths=np.unique(np.array([int(number, 16) for number in data["paths"]], np.uint64)),
            wrapper=SoftMealy.from_json(data["wrapper"]),
        )


@dataclass(frozen=True, kw_only=True)
class LeftCluster:
    """A cluster of pages that has no template, and why: weft's own finder reads its pages."""

    kind: str
    pages: int
    centre: str
    reason: Reason
    software: Mapping[str, int] = field(default_factory=dict)

    def in_words(self) -> str:
        """The reason as a sentence.

        >>> LeftCluster(kind="post", pages=9, centre="a", reason=Reason(DIFFERS, "author on 5 of 8")).in_words()
        'the template takes out something else than weft records: author on 5 of 8 pages'
        """
        if self.reason.code == DIFFERS:
            return f"the template takes out something else than weft records: {self.reason.detail} pages"
        return _WHY.get(self.reason.code, str(self.reason))

    def to_json(self) -> dict[str, object]:
        """The cluster as readable data."""
        return {
            "kind": self.kind,
            "pages": self.pages,
            "centre": self.centre,
            "software": dict(self.software),
            "reason": {"code": self.reason.code, "detail": self.reason.detail},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The cluster that `to_json` gave."""
        return cls(
            kind=str(data["kind"]),
            pages=int(data["pages"]),
            centre=str(data["centre"]),
            software={str(name): int(count) for name, count in data["software"].items()},
            reason=Reason(str(data["reason"]["code"]), str(data["reason"]["detail"])),
        )


def _either(rules: Sequence[Any]) -> str:
    """Separators, which are alternatives, in one line."""
    return " or ".join(rule.in_words() for rule in rules)


@dataclass(frozen=True, kw_only=True, eq=False)
class ForumMatch:
    """What came of a page: its regions, and the template that read them."""

    regions: tuple[Region, ...] = ()
    template: ForumTemplate | None = None

    @property
    def records(self) -> tuple[Record, ...]:
        """The main records."""
        return self.regions[0].records if self.regions else ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Forums:
    """A location library and the templates of clusters: a wrapper, and an extractor. Frozen, can be sent to a worker.

    `learn_forums` makes one; `save` writes a text that a person can read.
    """

    library: LocationLibrary = field(default_factory=LocationLibrary)
    templates: tuple[ForumTemplate, ...] = ()
    left: tuple[LeftCluster, ...] = ()  # what was given to learn and has no template

    def match(self, page: Page, *, reference: datetime | None = None) -> ForumMatch:
        """The records of a page by the template of the nearest centre, where it reads it well; else as weft does.

        A template that takes out more or fewer records than there are does not fit the page: then the next way is
        tried. Where the readings differ, the records tell which is better.
        """
        with time_limit(page.seconds):
            located = self.library.find(page)
            plain = ForumMatch(regions=find_records(page, reference=reference))
            match = self._by_template(page, located[0].records, reference) if located else None
            match = match or self._by_template(page, plain.records, reference)
            return match if match and is_better(match.records, plain.records, _title(page)) else plain

    def _by_template(self, page: Page, records: Sequence[Record], reference: datetime | None) -> ForumMatch | None:
        """What the template of the nearest centre takes out, where it takes out as many records as there are.

        Each of its fields was on half of the records or more that it was learned from, and must be here.
        """
        template = self._nearest(page, records)
        taken = _take(template, page, reference) if template else ()
        if template is None or not taken or len(taken[0].records) != len(records):
            return None
        counts = Counter(name for record in taken[0].records for name in record.fields)
        if any(2 * counts[name] < len(records) for name in template.fields):
            return None
        return ForumMatch(regions=taken, template=template)

    def find(self, page: Page) -> tuple[Region, ...]:
        """The regions of a page, the main records first."""
        return self.match(page).regions

    def extract(self, page: Page) -> Document:
        """The records as a document: its text is what they say; where no template reads them, the default's."""
        with time_limit(page.seconds):
            match = self.match(page)
            if match.template is None:
                document = complete_document(EXTRACTORS["block_classifier"].extract(page))
                return replace(document, reason=Reason(NO_TEMPLATE, "no template fits the records"))
            template, region = match.template, match.regions[0]
            detail = f"{template.made_with or template.name}: {with_noun(len(region.records), 'record')}"
            return Document(
                page=page,
                keep=_said_blocks(page, region.records),
                chosen_by=CHOSEN_BY,
                cluster=template.name,
                reason=Reason("chosen", detail),
                page_type="forum" if template.kind == POST else "board",
                records=region.records,
                find_region=lambda: region,
                find_metadata=find_metadata,
            )

    def score(self, page: Page) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """1 for each block of what the records say."""
        scores = np.zeros(len(page.blocks), np.float64)
        scores[self.extract(page).keep] = 1.0
        return scores

    def _nearest(self, page: Page, records: Sequence[Record]) -> ForumTemplate | None:
        """The template whose centre is most like the records; none where they are like no centre."""
        if not records or not self.templates:
            return None
        paths = describe_record_page(page, records).paths
        likeness = [BY_RECORDS.compare(paths, template.paths) for template in self.templates]
        best = int(np.argmax(likeness))
        return self.templates[best] if likeness[best] > BY_RECORDS.same_above else None

    def software(self) -> Counter[str]:
        """The pages of each software, over all templates."""
        counts = Counter[str]()
        for template in self.templates:
            counts.update(template.software)
        return counts

    def save(self, path: Path) -> None:
        """Write everything as JSON."""
        data = {
            "format": FORMAT,
            "library": self.library.to_json(),
            "templates": [template.to_json() for template in self.templates],
            "left": [cluster.to_json() for cluster in self.left],
        }
        path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["format"] != FORMAT:
                raise ArtifactError(
                    f"the forums have format {data['format']}; this weft reads {FORMAT}: learn them anew"
                )
            if max(len(data["templates"]), len(data.get("left", ()))) > MAX_TEMPLATES:
                raise ValueError(f"more than {MAX_TEMPLATES} templates")
            return cls(
                library=LocationLibrary.from_json(data["library"]),
                templates=tuple(map(ForumTemplate.from_json, data["templates"])),
                left=tuple(map(LeftCluster.from_json, data.get("left", ()))),  # files of 0.1 have none
            )
        except ArtifactError as error:
            raise error.on(str(path)) from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise ArtifactError(f"{path} holds no forums: {reason_of(error)}; weft forum learn writes them") from None


def _take(template: ForumTemplate, page: Page, reference: datetime | None) -> tuple[Region, ...]:
    """The records that a template's wrapper finds, their times also in ISO 8601."""
    return tuple(
        replace(region, records=add_times(region.records, reference=reference, day_first=bool(day_first(page))))
        for region in template.wrapper.find(page)
    )


def _said_blocks(page: Page, records: Sequence[Record]) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """The blocks of what records say: of posts their bodies, of rows their titles, else all that they show."""
    blocks, keep = page.blocks, list[int]()
    for record in records:
        first, last = np.searchsorted(blocks.first, (record.start, record.end))
        said = next((record.fields[name] for name in ("body", "title") if name in record.fields), None)
        squeezed = "".join(said.value.split()) if said else ""
        for block in range(int(first), int(last)):
            text = "".join(blocks.text(block).split())
            if not blocks.hidden[block] and text and (said is None or text in squeezed):
                keep.append(block)
    return np.unique(np.array(keep, np.int64))


def read_forums(path: Path) -> Forums:
    """The extractor of a file that `weft forum learn` wrote."""
    return Forums.load(path)


def _title(page: Page) -> str:
    """What the page's head calls it."""
    return next((page.text(int(row)) for row in page.rows_of("title")), "")
