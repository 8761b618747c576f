"""What a store reads and writes: values with versions, changes with time and author, conflicts. Data only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from weft.errors import SourceError

Value = Mapping[str, Any]  # a JSON object
PAGE, TEMPLATE, SITE = "page:", "template:", "site"
"""How the names of targets begin: a page's marks (with its id), a cluster's template (with its name), the site."""


@dataclass(frozen=True, kw_only=True)
class Versioned:
    """What a target holds now; version 0 and an empty value where nothing was ever written."""

    value: Value = field(default_factory=dict)
    version: int = 0
    at: str = ""  # ISO 8601, UTC
    author: str = ""


@dataclass(frozen=True)
class Write:
    """A new value for a target, made by somebody who saw `version` of it."""

    target: str
    value: Value
    version: int


@dataclass(frozen=True, kw_only=True)
class Change:
    """Something that an author did: one click, however many targets it changed."""

    number: int  # from 1, in the order in which changes were made
    at: str  # ISO 8601, UTC
    author: str
    what: str
    targets: tuple[str, ...]
    undoes: int = 0  # the number of the change that this one takes back
    redoes: int = 0  # the number of the change that this one makes again
    is_undone: bool = False


@dataclass(frozen=True, kw_only=True)
class Edit:
    """What a change did to one target: a new version of it."""

    target: str
    version: int
    before: Value
    after: Value


class Conflict(SourceError):
    """Somebody was faster: a target has another version than the one that a change was made from.

    Nothing was written. `yours` is the version that was seen and `theirs` the current one, which `by` made `at`.
    """

    def __init__(self, target: str, *, by: str, at: str, yours: int, theirs: int) -> None:
        self.target: str = target
        self.by: str = by
        self.at: str = at
        self.yours: int = yours
        self.theirs: int = theirs
        what = f"changed by {by or 'somebody'} at {at or '?'}"
        super().__init__(what, page=target, advice="look at it again, then repeat yours")
