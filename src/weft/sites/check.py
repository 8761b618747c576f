"""Checks a site.json that a person edited: what is wrong with it, at which line and column."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from weft.errors import ArtifactError
from weft.extractors import EXTRACTORS
from weft.sites import format_1
from weft.sites.clusterings import CLUSTERINGS
from weft.sites.similarity import SIMILARITIES
from weft.sites.site import FORMAT, Site
from weft.sites.template_learner import LEARNERS
from weft.sites.templates import BODY_RULES, LocatorError, Outline
from weft.sites.templates.body import OPTIONAL
from weft.sites.templates.fields import KEYS, lengthen
from weft.sites.templates.locator import Step
from weft.sites.templates.outline import SHARE

Path = tuple[str | int, ...]
"""The keys and positions that lead to a value."""

MAX_PROBLEMS = 100  # of one file: who sees so many has another file in hand
SITE = "format fallback learner similarity clustering notes unclustered failures clusters".split()
CLUSTER = "name host medoid page_ids urls sketch template".split()
TEMPLATE = "name page_type pages confidence guard learner body fields records outline".split()
BODY = "keep drop around titles own texts".split()
FIELDS = "rules labels tokens outline choices".split()
RECORDS = "record fields also taught".split()
NAMES: Mapping[str, Collection[str]] = {
    "fallback": EXTRACTORS,
    "learner": LEARNERS,
    "similarity": SIMILARITIES,
    "clustering": CLUSTERINGS,
}

_TOKEN = re.compile(r'[\s,:]*("(?:[^"\\]|\\.)*"|[\[\]{}]|[^\s,:\[\]{}"]+)', re.DOTALL)
_LETTER = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What is wrong in a file, where, and what to do; lines and columns count from 1."""

    line: int
    column: int
    what: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.what}" + (f"; {self.advice}" if self.advice else "")


def check_site(text: str) -> list[Problem]:
    """The problems of a site.json, in the order of the file; none where `Site.load` would read it.

    >>> [str(problem) for problem in check_site('{"format": 2,\\n "learner": "slot"}')][-1:]
    ["2:13: unknown learner 'slot'; choose one of slots, block_rule, delete_same, delete_same_pairwise"]
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        return [Problem(line=error.lineno, column=error.colno, what=f"this is no JSON: {error.msg}")]
    except RecursionError:
        return [Problem(line=1, column=1, what="this is no site: it is nested too deeply")]
    if not isinstance(data, dict) or data.get("format") not in (FORMAT, format_1.FORMAT):
        return [Problem(line=1, column=1, what=f"this is no site of format {FORMAT}", advice="learn it again")]
    checker = _Checker(text)
    if data["format"] == FORMAT:
        checker.check_site(data)
    if not checker.problems:
        try:
            Site.from_json(data)
        except ArtifactError as error:
            checker.problems.append(Problem(line=1, column=1, what=error.what, advice=error.advice))
    return sorted(checker.problems, key=lambda problem: (problem.line, problem.column))[:MAX_PROBLEMS]


class _Checker:
    """Gathers the problems of one file."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[Problem] = []
        self.offsets = dict(find_offsets(text))
        self.lines = [0, *(match.end() for match in re.finditer("\n", text))]

    def add(self, path: Path, what: str, *, advice: str = "", letter: int = 0) -> None:
        """A problem of the value at a path, or of one letter of it where it is a string."""
        offset = self.offsets.get(path, 0)
        if letter:
            letters = _LETTER.finditer(self.text, offset + 1)
            offset = next(match.start() for number, match in enumerate(letters, 1) if number == letter)
        line = bisect_right(self.lines, offset)
        self.problems.append(Problem(line=line, column=offset - self.lines[line - 1] + 1, what=what, advice=advice))

    def keys(self, path: Path, data: Any, allowed: Collection[str], *, optional: Collection[str] = ()) -> bool:
        """Whether a value is an object that has all its keys; unknown keys are problems, too."""
        if not isinstance(data, dict):
            self.add(path, "an object is needed here")
            return False
        for key in data.keys() - allowed:
            self.add((*path, key), f"unknown key {key!r}", advice=f"the keys are {', '.join(allowed)}")
        missing = [key for key in allowed if key not in data and key not in optional]
        for key in missing:
            self.add(path, f"the key {key!r} is missing")
        return not missing

    def name(self, path: Path, name: Any, kind: str, names: Collection[str]) -> None:
        if not isinstance(name, str) or name not in names:
            self.add(path, f"unknown {kind} {name!r}", advice=f"choose one of {', '.join(names)}")

    def check_site(self, data: Any) -> None:
        self.keys((), data, SITE)
        for kind, names in NAMES.items():
            if kind in data:
                self.name((kind,), data[kind], kind, names)
        clusters = data.get("clusters", [])
        for number, cluster in enumerate(clusters if isinstance(clusters, list) else []):
            path: Path = ("clusters", number)
            if self.keys(path, cluster, CLUSTER):
                self.check_template((*path, "template"), cluster["template"])

    def check_template(self, path: Path, data: Any) -> None:
        if not self.keys(path, data, TEMPLATE, optional=("guard",)):
            return
        self.name((*path, "learner"), data["learner"], "learner", BODY_RULES)
        if (outline := self.outline((*path, "outline"), data["outline"], is_walked=True)) is None:
            return
        if data["learner"] == "slots" and self.keys((*path, "body"), data["body"], BODY, optional=OPTIONAL):
            for key in (*BODY[:-1], *OPTIONAL):
                self.slots((*path, "body", key), data["body"].get(key, []), outline)
        if data["records"] and self.keys((*path, "records"), data["records"], RECORDS, optional=("also", "taught")):
            self.check_records((*path, "records"), data["records"], outline)
        if data["fields"] and self.keys((*path, "fields"), data["fields"], FIELDS, optional=("choices",)):
            self.check_fields((*path, "fields"), data["fields"])

    def outline(self, path: Path, data: Any, *, is_walked: bool) -> Outline | None:
        """The outline; none where a step of it cannot be read."""
        before = len(self.problems)
        waiting: list[tuple[Path, Any]] = [(path, data)]
        while waiting:
            above, node = waiting.pop()
            if not isinstance(node, dict):
                self.add(above, "an object of steps is needed here")
                continue
            for name, below in node.items():
                if name == SHARE:
                    if not isinstance(below, int | float) or not 0 <= below <= 1:
                        self.add((*above, name), "a share of the pages from 0 to 1 is needed here")
                    continue
                self.locator((*above, name, KEY), name, Step.parse)
                waiting.append(((*above, name), below))
        if len(self.problems) > before:
            return None
        return self.locator(path, data, lambda tree: Outline.from_json(tree, is_walked=is_walked))

    def locator(self, path: Path, data: Any, read: Any) -> Any:
        """What is read from a value; None, and a problem, where that fails."""
        try:
            return read(data)
        except LocatorError as error:
            self.add(path, error.what, advice=error.advice, letter=error.column if isinstance(data, str) else 0)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self.add(path, str(error) if isinstance(error, ValueError) else f"this cannot be read: {error!r}")
        return None

    def slots(self, path: Path, data: Any, outline: Outline) -> None:
        """A list or an object of locators of slots."""
        pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        for key, locator in pairs:
            self.slot((*path, key), locator, outline.resolve)

    def slot(self, path: Path, data: Any, read: Any) -> None:
        if isinstance(data, str):
            self.locator(path, data, read)
        else:
            self.add(path, "a locator is needed here, such as 'div.text p'")

    def check_records(self, path: Path, data: Mapping[str, Any], outline: Outline) -> None:
        self.slot((*path, "record"), data["record"], outline.resolve)
        self.slots((*path, "fields"), data["fields"], outline)
        self.slots((*path, "also"), data.get("also", []), outline)

    def check_fields(self, path: Path, data: Mapping[str, Any]) -> None:
        outline = self.outline((*path, "outline"), data["outline"], is_walked=False)
        if outline is None:
            return
        read = partial(lengthen, outline=outline)
        for number, rule in enumerate(data["rules"] if isinstance(data["rules"], list) else []):
            own = (*path, "rules", number)
            if self.keys(own, rule, ["name", "path", *KEYS], optional=KEYS):
                self.slot((*own, "path"), rule["path"], read)
        for key in data["labels"] if isinstance(data["labels"], dict) else ():
            self.slot((*path, "labels", key, KEY), key, read)


KEY = -1
"""Ends the path of a key itself, where a value's path ends with the key."""


def find_offsets(text: str) -> Iterator[tuple[Path, int]]:
    """The offset of each value of a sound JSON text by its path, and of each key."""
    path: list[str | int] = []
    kinds: list[str] = []
    is_key = False
    for match in _TOKEN.finditer(text):
        token, offset = match[1], match.start(1)
        if token in "]}":
            kinds.pop()
            path.pop()
        elif is_key and token[0] == '"':
            path[-1] = json.loads(token)
            yield (*path, KEY), offset
            is_key = False
            continue
        else:
            if kinds and kinds[-1] == "[":
                path[-1] = int(path[-1]) + 1
            yield tuple(path), offset
            if token in "[{":
                kinds.append(token)
                path.append(-1)
        is_key = bool(kinds) and kinds[-1] == "{"
