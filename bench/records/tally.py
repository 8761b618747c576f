"""Counts over pages of what a finder of records did, and the figures that they give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.metrics import score
from bench.records.judge import judge_places, judge_texts, names_match, times_match
from bench.records.role_judge import ROLES, count_roles
from weft.content import Record, Region
from weft.training.augment.cases import TrainingCase


@dataclass(frozen=True)
class Tally:
    """Counts over pages: records by what they say and by where they are, letters, and pages without records."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, case: TrainingCase, regions: Sequence[Region]) -> None:
        """Judge the main records of one page."""
        records = regions[0].records if regions else ()
        if case.page_type == "other":
            self.counts["other"] += 1
            self.counts["other clean"] += not any("body" in record.fields for record in records)
            return
        kind = "threads" if case.page_type == "thread" else "boards"
        self._add_verdicts(case, kind, records)

    def _add_verdicts(self, case: TrainingCase, kind: str, records: Sequence[Record]) -> None:
        said, pairs = judge_texts(case, records)
        placed = judge_places(case, records)
        self.counts[f"{kind} pages"] += 1
        self.counts[f"{kind} A+D"] += placed.letter in "AD"
        for how, verdict in (("texts", said), ("places", placed)):
            for name in ("found", "right", "true"):
                self.counts[f"{kind} {how} {name}"] += getattr(verdict, name)
        if len(case.records) == 1 and kind == "threads":
            self.counts["single"] += 1
            self.counts["single right"] += placed.letter == "D"
        self.counts.update(count_roles(case, records))
        for true, record in pairs:
            author = record.fields["author"].value if "author" in record.fields else ""
            self.counts[f"{kind} author"] += bool(true.author)
            self.counts[f"{kind} author right"] += bool(true.author) and names_match(true.author, author)
            self.counts[f"{kind} time"] += bool(true.time)
            self.counts[f"{kind} time right"] += bool(true.time) and times_match(true.time, record)

    def figures(self) -> dict[str, Any]:
        """The shares and F1s that there are pages for."""
        counts = self.counts
        figures: dict[str, Any] = {}
        for kind in ("threads", "boards"):
            if not counts[f"{kind} pages"]:
                continue
            figures[f"{kind} pages"] = counts[f"{kind} pages"]
            for how in ("texts", "places"):
                numbers = (counts[f"{kind} {how} {name}"] for name in ("right", "found", "true"))
                figures[f"{kind} {how} f1"] = score(*numbers).f1
            figures[f"{kind} A+D"] = counts[f"{kind} A+D"] / counts[f"{kind} pages"]
            for name in ("author", "time"):
                if counts[f"{kind} {name}"]:
                    figures[f"{kind} {name}"] = counts[f"{kind} {name} right"] / counts[f"{kind} {name}"]
        figures |= {role: counts[f"{role} right"] / counts[role] for role in ROLES if counts[role]}
        for whole, right in (("other", "other clean"), ("single", "single right")):
            if counts[whole]:
                figures[whole] = counts[whole]
                figures[right] = counts[right] / counts[whole]
        return figures
