"""A cluster: the pages of a site that have one template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from weft.nouns import with_noun
from weft.similarity.sketch import SIZE, Signature
from weft.templates import Template

DIGITS = 16  # of a value of a signature, as it is saved


@dataclass(frozen=True, eq=False, kw_only=True)
class Cluster:
    """Pages with one template: their ids, in the order they came, the most typical of them, and how to find more."""

    template: Template
    page_ids: tuple[str, ...]
    medoid: str  # an id
    host: str = ""
    urls: Mapping[str, int] = field(default_factory=dict)  # shapes of URLs, and on how many pages
    sketch: Signature = field(default_factory=lambda: np.zeros(SIZE, np.uint64))  # of the medoid's tag paths

    @property
    def name(self) -> str:
        """The template's name."""
        return self.template.name

    def __repr__(self) -> str:
        return f"<Cluster {self.name}: {with_noun(len(self.page_ids), 'page')}, {self.template.page_type}>"

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values."""
        return {
            "name": self.name,
            "host": self.host,
            "medoid": self.medoid,
            "page_ids": list(self.page_ids),
            "urls": dict(self.urls),
            "sketch": "".join(f"{value:0{DIGITS}x}" for value in self.sketch.tolist()),
            "template": self.template.to_json(),
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Cluster:
        """What `to_json` wrote; raises KeyError, TypeError, ValueError or AttributeError where that is broken."""
        sketch = str(data["sketch"])
        values = [int(sketch[place : place + DIGITS], 16) for place in range(0, len(sketch), DIGITS)]
        if len(values) != SIZE:
            raise ValueError(f"a sketch has {SIZE} values, not {len(values)}")
        return Cluster(
            template=Template.from_json(data["template"]),
            page_ids=tuple(map(str, data["page_ids"])),
            medoid=str(data["medoid"]),
            host=str(data["host"]),
            urls={str(shape): int(count) for shape, count in data["urls"].items()},
            sketch=np.array(values, np.uint64),
        )
