"""A template: what the pages of one cluster have in common, and what is content on them. An extractor of its own.

The guard of a template: how far it may be trusted, and which pages are like those that it was learned from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.content import LazyFields, Metadata, Reason, Record
from weft.deadline import check_deadline, kernel_call, time_limit
from weft.document import TEMPLATE, Document, no_metadata, no_records
from weft.errors import with_noun
from weft.kernel import sites as kernel_sites
from weft.kernel.sites import Fitting
from weft.lazy import Lazy
from weft.page import Page
from weft.registry import Registry
from weft.sites.templates.body import BodyRules, NoBodyRules, SlotBody
from weft.sites.templates.fields import FieldRules
from weft.sites.templates.outline import FREE, USUAL, Outline
from weft.sites.templates.records import RecordRules

MAX_WORDS = 1_000_000  # of a body: more is in no page
DIGITS = 3
MIN_TRUST = 0.5  # with which a template is used


@dataclass(frozen=True, kw_only=True)
class Guard:
    """What the learning pages say of a template beside the single page. Without a guard a template is always used."""

    trust: float = 1.0  # the probability that the template is better than the page alone
    words: tuple[int, int] = (0, MAX_WORDS)  # the least and the most words of a usual body
    fit: float = 0.0  # the least fit of a usual page
    why: str = ""  # for people

    @property
    def holds(self) -> bool:
        """Whether the template is the better choice on most pages."""
        return self.trust >= MIN_TRUST

    def is_usual(self, *, words: int, fit: float) -> bool:
        """Whether a page is like those that the template was learned from."""
        return self.words[0] <= words <= self.words[1] and fit >= self.fit

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values that a person can read and edit: at a trust of 1 or 0 nothing else is asked."""
        if not self.why:
            return {}
        return {"trust": self.trust, "why": self.why, "words": list(self.words), "fit": self.fit}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Guard:
        """What `to_json` wrote; raises KeyError, TypeError or ValueError where that is broken."""
        if not data:
            return UNGUARDED
        least, most = data["words"]
        trust, fit = float(data["trust"]), float(data["fit"])
        if not (0 <= trust <= 1 and 0 <= fit <= 1):
            raise ValueError("the trust and the fit of a guard are numbers from 0 to 1")
        return Guard(trust=trust, words=(int(least), int(most)), fit=fit, why=str(data["why"]))


UNGUARDED = Guard()
"""Nothing is known, so the template is always used."""


BODY_RULES: Registry[type[BodyRules]] = Registry(
    {
        SlotBody.name: SlotBody,
        NoBodyRules.name: NoBodyRules,
        "block_rule": "weft.papers.a.block_rule:BlockRule",
        "delete_same": "weft.papers.d.delete_same:Subtraction",
    }
)

MIN_USUAL = 0.9  # share of the learning pages that have a slot which every page of the template is expected to have


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

    def read(self, page: Page) -> Fitting:
        """The slots of a page's rows, how well it fits, and the body as far as the kernel can tell it."""
        with kernel_call() as seconds:
            return self.kernel.read(page.table, seconds=seconds)

    def keep(self, page: Page, fitting: Fitting) -> NDArray[np.int64]:
        """The blocks of the body on a page that was read; of a list, which has none, those of its records."""
        if fitting.keep is None:
            return self.body.choose(page)
        if isinstance(self.body, SlotBody) and not self._is_list:
            return self.body.without_others(page, fitting)
        return fitting.keep

    def match(self, page: Page) -> float:
        """How well a page fits, 0 to 1."""
        return self.read(page).score

    def extract(self, page: Page) -> Document:
        """What the rules find on a page, whether it fits or not; that is for a Site to ask first."""
        with time_limit(page.seconds):
            fitting = self.read(page)
            fields = LazyFields(lambda: self.fields.find(page))
            records = Lazy(lambda: self.find_records(page, fitting.slots))
            return self.document(page, self.keep(page, fitting), fields=fields, records=records)

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

    def find_records(
        self, page: Page, slots: NDArray[np.int32], find_typed: Callable[[Page], tuple[Record, ...]] = no_records
    ) -> tuple[Record, ...]:
        """On a list, or where a person marked them, what the own rules find; elsewhere typed records go first."""
        with time_limit(page.seconds):
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
    def kernel(self) -> kernel_sites.Template:
        """Itself as the kernel reads it; it does not know bodies that are told by anything but slots."""
        is_usual = (np.array(self.outline.presence) >= MIN_USUAL) & ~self._is_free
        flags = USUAL * is_usual.astype(np.uint8) + FREE * self._is_free.astype(np.uint8)
        body: Any = None
        if isinstance(self.body, SlotBody) and self.body.outline is self.outline:
            flags, body = flags | self.body.flags, self.body.compiled
        if self._is_list:
            body = [self.outline.slots[path] for path in self.records.paths if path in self.outline.slots]
        return kernel_sites.Template(self.outline.kernel, flags.tolist(), int(np.count_nonzero(is_usual)), body)

    @property
    def _is_list(self) -> bool:
        """Whether the records are the body."""
        return bool(self.records) and not self.has_body

    def __getstate__(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def _is_free(self) -> NDArray[np.bool_]:
        """Slots of the body and of records, below which a page is free."""
        roots = {*getattr(self.body, "keep", ()), *getattr(self.body, "around", ()), *self.records.paths}
        free = np.zeros(len(self.outline), np.bool_)
        for slot, (parent, path) in check_deadline(
            enumerate(zip(self.outline.parents, self.outline.paths, strict=True))
        ):
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
