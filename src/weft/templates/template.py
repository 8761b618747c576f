"""A template: what the pages of one cluster have in common, and what is content on them. An extractor of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft.content import LazyFields, Metadata, Reason, Record
from weft.deadline import in_time, within
from weft.document import TEMPLATE, Document, no_metadata, no_records
from weft.lazy_sequence import Lazy
from weft.nouns import with_noun
from weft.page import Page
from weft.registry import Registry
from weft.templates.body import BodyRules, NoBodyRules, SlotBody
from weft.templates.fields import FieldRules
from weft.templates.guard import UNGUARDED, Guard
from weft.templates.outline import FREE, USUAL, Outline
from weft.templates.records import RecordRules

BODY_RULES: Registry[type[BodyRules]] = Registry(
    {
        SlotBody.name: SlotBody,
        NoBodyRules.name: NoBodyRules,
        "block_rule": "weft.papers.a.block_rule:BlockRule",
        "delete_same": "weft.papers.d.delete_same:Subtraction",
    }
)

MIN_USUAL = 0.9  # share of the learning pages that have a slot which every page of the template is expected to have


@dataclass(frozen=True, kw_only=True)
class Fit:
    """How well a page fits a template."""

    found: float  # share of the usual slots that the page has
    known: float  # share of the page's elements, the body's apart, that are in a slot

    @property
    def score(self) -> float:
        """Both as one number, 0 to 1."""
        return self.found * self.known


class Reading(NamedTuple):
    """What one walk of a page finds: the slots of its rows, how well it fits, the blocks that the body's slots keep."""

    slots: NDArray[np.int32]
    fit: Fit
    kept: NDArray[np.int64]


@dataclass(frozen=True, eq=False, kw_only=True)
class Template:
    """Rules, and the outline of the pages that they fit."""

    name: str
    outline: Outline
    body: BodyRules
    fields: FieldRules = field(default_factory=FieldRules)
    records: RecordRules = field(default_factory=RecordRules)
    page_type: str = "other"
    pages: int = 0  # that it was learned from
    confidence: float = 0.0  # share of the evidence on those pages that agrees with the rules
    guard: Guard = UNGUARDED  # where the single page is better

    def __repr__(self) -> str:
        rules = with_noun(len(self.describe()), "rule") if self.is_learned else "no rules"
        return f"<Template {self.name}: {self.page_type}, {rules} from {with_noun(self.pages, 'page')}>"

    @property
    def is_learned(self) -> bool:
        """Whether there are rules at all: a cluster may be too small for them."""
        return not isinstance(self.body, NoBodyRules)

    @property
    def has_body(self) -> bool:
        """Whether the rules speak of a body: lists may have none."""
        return self.is_learned and not (isinstance(self.body, SlotBody) and not self.body.keep)

    def read(self, page: Page) -> Reading:
        """The slots of a page's rows, how well it fits, and what is body by its slots alone."""
        slots, counts, kept = self.outline.read(page, self.flags)
        return Reading(slots, self.fit_of(counts), kept)

    def fit_of(self, counts: tuple[int, int, int]) -> Fit:
        """The fit of a page with so many usual slots, known elements and unknown ones."""
        usual, known, unknown = counts
        return Fit(found=usual / max(self.usual_count, 1), known=known / max(known + unknown, 1))

    def match(self, page: Page) -> float:
        """How well a page fits, 0 to 1."""
        return self.read(page).fit.score

    def extract(self, page: Page) -> Document:
        """What the rules find on a page, whether it fits or not; that is for a Site to ask first."""
        with within(page.seconds):
            reading = self.read(page)
            fields = LazyFields(lambda: self.fields.find(page))
            records = Lazy(lambda: self.find_records(page, reading.slots))
            return self.document(page, self.choose_in(page, reading), fields=fields, records=records)

    def document(
        self,
        page: Page,
        keep: NDArray[np.int64],
        *,
        fields: LazyFields,
        records: Lazy[Record],
        find_metadata: Callable[[Page], Metadata] = no_metadata,
        find_comments: Callable[[Page], tuple[Record, ...]] = no_records,
    ) -> Document:
        """The document of some blocks; what else is found is handed in."""
        return Document(
            page=page,
            keep=keep,
            chosen_by=TEMPLATE,
            cluster=self.name,
            reason=self._reason,
            page_type=self.page_type,
            confidence=self.confidence,
            fields=fields,
            records=records,
            find_metadata=find_metadata,
            find_comments=find_comments,
        )

    def choose_in(self, page: Page, reading: Reading) -> NDArray[np.int64]:
        """The blocks of the body; of a list, which has none, those of its records."""
        if self.records and not self.has_body:
            return self.records.choose(page, reading.slots, self.outline)
        return self.choose_body(page, reading)

    def choose_body(self, page: Page, reading: Reading) -> NDArray[np.int64]:
        """The blocks of the body, where the page was read already."""
        if isinstance(self.body, SlotBody) and self.body.outline is self.outline:
            return self.body.choose_in(page, reading.slots, reading.kept)
        return self.body.choose(page)

    def find_records(
        self, page: Page, slots: NDArray[np.int32], find_typed: Callable[[Page], tuple[Record, ...]] = no_records
    ) -> tuple[Record, ...]:
        """On a list, or where a person marked them, what the own rules find; elsewhere typed records go first."""
        with within(page.seconds):
            own = self.records.find(page, slots, self.outline)
            typed = () if own and (self.page_type == "listing" or self.records.taught) else find_typed(page)
            return typed or own

    def score(self, page: Page) -> NDArray[np.float64]:
        """1 for the blocks of the body, 0 for the others."""
        scores = np.zeros(len(page.blocks))
        scores[self.body.choose(page)] = 1
        return scores

    @cached_property
    def _reason(self) -> Reason:
        return Reason(TEMPLATE, f"template {self.name}, learned from {with_noun(self.pages, 'page')}")

    @cached_property
    def flags(self) -> NDArray[np.uint8]:
        """What is said of each slot, the body's rules included."""
        is_usual = (np.array(self.outline.presence) >= MIN_USUAL) & ~self._is_free
        flags = USUAL * is_usual.astype(np.uint8) + FREE * self._is_free.astype(np.uint8)
        is_own = isinstance(self.body, SlotBody) and self.body.outline is self.outline
        return flags | self.body.flags if is_own and isinstance(self.body, SlotBody) else flags

    @cached_property
    def usual_count(self) -> int:
        """How many slots nearly all pages have."""
        return int(np.count_nonzero(self.flags & USUAL))

    @cached_property
    def _is_free(self) -> NDArray[np.bool_]:
        """Slots of the body and of records, below which a page is free."""
        roots = {*getattr(self.body, "keep", ()), *getattr(self.body, "around", ()), *self.records.paths}
        free = np.zeros(len(self.outline), np.bool_)
        for slot, (parent, path) in in_time(enumerate(zip(self.outline.parents, self.outline.paths, strict=True))):
            free[slot] = path in roots or (parent >= 0 and free[parent])
        return free

    def describe(self, *, short: bool = True) -> list[str]:
        """The rules for people, a line each; with short locators, which depend on the outline, or with whole paths."""
        records = self.records.describe(self.outline, short=short)
        return [*self.body.describe(short=short), *self.fields.describe(short=short), *records]

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values that a person can read and edit."""
        return {
            "name": self.name,
            "page_type": self.page_type,
            "pages": self.pages,
            "confidence": round(self.confidence, 4),
            **({"guard": self.guard.to_json()} if self.guard.why else {}),
            "learner": self.body.name,
            "body": self.body.to_json(),
            "fields": self.fields.to_json(),
            "records": self.records.to_json(self.outline),
            "outline": self.outline.to_json(),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Template:
        """What `to_json` wrote; raises KeyError, TypeError, ValueError or AttributeError where that is broken."""
        outline = Outline.from_json(data["outline"])
        return Template(
            name=str(data["name"]),
            outline=outline,
            body=BODY_RULES[data["learner"]].from_json(data["body"], outline),
            fields=FieldRules.from_json(data["fields"]),
            records=RecordRules.from_json(data["records"], outline),
            page_type=str(data["page_type"]),
            pages=int(data["pages"]),
            confidence=float(data["confidence"]),
            guard=Guard.from_json(data.get("guard", {})),
        )
