"""What a person chose for the fields of a template: other names, and fields that are not wanted.

The choices are kept by the names that were learned, so that they hold when the template is learned again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from weft.sites.templates.locator import read_strings


@dataclass(frozen=True)
class FieldChoices:
    """New names by learned name, and the learned names of fields that were dropped."""

    renamed: Mapping[str, str] = field(default_factory=dict)
    dropped: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.renamed or self.dropped)

    def name_of(self, learned: str) -> str:
        """The name of a field now; empty where it was dropped.

        >>> choices = FieldChoices().rename("zmp", "price").drop("ghost")
        >>> choices.name_of("zmp"), choices.name_of("ghost"), choices.name_of("title")
        ('price', '', 'title')
        """
        return "" if learned in self.dropped else self.renamed.get(learned, learned)

    def rename(self, name: str, new: str) -> FieldChoices:
        """The choices with a field, by its name now, called otherwise."""
        named = {**self.renamed, self._learned(name): new}
        return FieldChoices({old: own for old, own in named.items() if old != own}, self.dropped)

    def drop(self, name: str) -> FieldChoices:
        """The choices without a field, by its name now."""
        learned = self._learned(name)
        return FieldChoices({old: new for old, new in self.renamed.items() if old != learned}, self.dropped | {learned})

    def then(self, later: FieldChoices) -> FieldChoices:
        """These choices and others, which win."""
        renamed = {**self.renamed, **later.renamed}
        dropped = (self.dropped - later.renamed.keys()) | later.dropped
        return FieldChoices({old: new for old, new in renamed.items() if old not in dropped}, dropped)

    def _learned(self, name: str) -> str:
        return next((old for old, new in self.renamed.items() if new == name), name)

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values."""
        return {"renamed": dict(sorted(self.renamed.items())), "dropped": sorted(self.dropped)}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> FieldChoices:
        """What `to_json` wrote; raises KeyError, TypeError or ValueError where that is broken."""
        renamed = dict(data["renamed"])
        read_strings([*renamed, *renamed.values()])
        return FieldChoices(renamed, frozenset(read_strings(data["dropped"])))
