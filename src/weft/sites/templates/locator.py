r"""Locators: where something stands on the pages of a template, in words that a person can read and edit.

A locator is written like a CSS selector: steps `tag#id.class[ordinal]`, joined by ` > ` (child) or a space (anywhere
below). In names `\d+` stands for digits that vary, and a backslash takes away the meaning of the sign after it. Where a
value is meant, the last step is followed by what is taken (`::text`: a text right inside; `::all`: all the text of the
element; `img::src`: the address of an image; `meta::content`: what a `meta` says), the label printed before it
(`:after("Price:")`, of a text if nothing else is said; a `meta` has its name as label) and its ordinal among such texts
of the page (`[2]`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn

CHILD, BELOW = " > ", " "
DIGITS = r"\d+"
TEXT, ALL, SRC, CONTENT = "text", "all", "src", "content"
TAKEN_OF = {SRC: "img", CONTENT: "meta"}  # attributes, and the only tag of which each is taken

_SIGNS = frozenset('#.[]:>\\"()')  # what means something in a locator, and must be escaped in a name
_NAME = re.compile(r'(?:\\d\+|\\.|[^#.\[\]:>\\"()\s])+', re.DOTALL)
_MARK = re.compile(r"\\(d\+|.)", re.DOTALL)
_ORDINAL = re.compile(r"\[([1-9][0-9]{0,8})\]")  # nine digits: rows are numbers of 32 bits
_AFTER = re.compile(r':after\("((?:\\.|[^"\\])*)"\)', re.DOTALL)


class LocatorError(ValueError):
    """A text is no locator, or names no slot; `column` counts its characters from 1."""

    def __init__(self, what: str, *, column: int = 1, advice: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.column = column
        self.advice = advice

    def __str__(self) -> str:
        return f"{self.what}; {self.advice}" if self.advice else self.what


@dataclass(frozen=True, kw_only=True)
class Step:
    r"""One step: what an element is, and how it stands to the one before: its child, or anywhere below.

    >>> Step(tag="div", classes=("post",)), str(Step(tag="td", ordinal=2))
    (Step(tag='div', id='', classes=('post',), ordinal=0, is_child=True), 'td[2]')
    """

    tag: str = ""  # empty: any
    id: str = ""
    classes: tuple[str, ...] = ()
    ordinal: int = 0  # among the siblings of its tag, from 1; 0: any
    is_child: bool = True

    def __str__(self) -> str:
        marks = [f"#{_escape(self.id)}"] if self.id else []
        marks += [f".{_escape(name)}" for name in self.classes]
        return "".join([_escape(self.tag), *marks, f"[{self.ordinal}]" if self.ordinal else ""])

    @property
    def mark(self) -> str:
        """What tells a slot of an outline from its siblings, as the kernel reads it: an id, a class or an ordinal."""
        if self.ordinal:
            return f"[{self.ordinal}]"
        return f"#{self.id}" if self.id else f".{self.classes[0]}" if self.classes else ""

    @staticmethod
    def of(tag: str, mark: str = "") -> Step:
        """The step of a slot: the inverse of `mark`."""
        if mark.startswith("["):
            return Step(tag=tag, ordinal=int(mark[1:-1]))
        is_id = mark.startswith("#")
        return Step(tag=tag, id=mark[1:] if is_id else "", classes=(mark[1:],) if mark and not is_id else ())

    @property
    def is_named(self) -> bool:
        """Whether it has an id or a class."""
        return bool(self.id or self.classes)

    @property
    def marks(self) -> int:
        """How many ids, classes and ordinals it has."""
        return bool(self.id) + len(self.classes) + bool(self.ordinal)

    @staticmethod
    def parse(text: str) -> Step:
        """What `str` wrote, as a step of an outline: it has a tag."""
        locator = Locator.parse(text)
        if len(locator.steps) > 1 or locator.take or not locator.steps[0].tag:
            raise LocatorError(f"{text!r} is no step such as div, div#id, div.class or td[2]")
        return locator.steps[0]


@dataclass(frozen=True, kw_only=True)
class Locator:
    r"""Steps, and for a value what is taken of the last element, after which label, and which of them on the page.

    >>> price = Locator.parse(r'table.facts-\d+ td:after("Price:")[2]')
    >>> len(price.steps), price.take, price.after, price.nth
    (2, 'text', 'Price:', 2)
    >>> print(price)
    table.facts-\d+ td:after("Price:")[2]
    """

    steps: tuple[Step, ...]
    take: str = ""  # TEXT, ALL, SRC, CONTENT, or empty: the element itself
    after: str | None = None  # the label; an empty one: before any label
    nth: int = 1  # of such texts on the page, from 1

    def __str__(self) -> str:
        joints = ["", *(CHILD if step.is_child else BELOW for step in self.steps[1:])]
        parts = [joint + str(step) for joint, step in zip(joints, self.steps, strict=True)]
        if self.take not in ("", TEXT) or (self.take and self.after is None):
            parts.append(f"::{self.take}")
        if self.after is not None:
            parts.append(f':after("{_escape_label(self.after)}")')
        return "".join(parts) + (f"[{self.nth}]" if self.nth > 1 else "")

    @staticmethod
    def parse(text: str) -> Locator:
        """The locator that is written so; a LocatorError says what is wrong and in which column."""
        text.encode()  # a lone surrogate would be found out on the first page
        return _Parser(text).locator()


@lru_cache(maxsize=4096)
def _escape(name: str) -> str:
    r"""A name with its signs escaped; `\d+` stays."""
    parts = name.split(DIGITS)
    return DIGITS.join("".join(f"\\{c}" if c in _SIGNS or c.isspace() else c for c in part) for part in parts)


def _escape_label(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


class _Parser:
    """Reads a locator from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def locator(self) -> Locator:
        steps = [self.step(is_child=True)]
        while self.at < len(self.text) and not self.text.startswith(":", self.at):
            if self.takes(CHILD):
                steps.append(self.step(is_child=True))
            elif self.takes(BELOW):
                steps.append(self.step(is_child=False))
            else:
                self.fail(f"{self.text[self.at]!r} cannot stand here")
        take = next((name for name in (TEXT, ALL, *TAKEN_OF) if self.takes(f"::{name}")), "")
        if take in TAKEN_OF and steps[-1].tag != TAKEN_OF[take]:
            self.fail(f"::{take} is taken of {TAKEN_OF[take]} alone")
        after = self.match(_AFTER)
        take = take or (TEXT if after is not None else "")
        ordinal = self.match(_ORDINAL) if take else None
        if self.at < len(self.text):
            self.fail(f"{self.text[self.at :]!r} cannot stand here")
        return Locator(
            steps=tuple(steps),
            take=take,
            after=None if after is None else _MARK.sub(r"\1", after),
            nth=int(ordinal or 1),
        )

    def step(self, *, is_child: bool) -> Step:
        start = self.at
        tag = self.match(_NAME, group=0) or ""
        identifier = ""
        classes: list[str] = []
        while self.text.startswith(("#", "."), self.at):
            is_id = self.takes("#")
            if is_id and identifier:
                self.fail("a step has one id")
            if not is_id:
                self.takes(".")
            name = self.match(_NAME, group=0)
            if name is None:
                self.fail(f"a name must follow {'#' if is_id else '.'!r}")
            if is_id:
                identifier = name
            else:
                classes.append(name)
        ordinal = self.match(_ORDINAL)
        if self.at == start:
            self.fail("a step such as div, div#id, div.class or td[2] is missing")
        names = [_unescape(name) for name in (tag, identifier, *classes)]
        return Step(tag=names[0], id=names[1], classes=tuple(names[2:]), ordinal=int(ordinal or 0), is_child=is_child)

    def takes(self, sign: str) -> bool:
        """Whether a sign comes next, which is then read."""
        is_next = self.text.startswith(sign, self.at)
        self.at += len(sign) * is_next
        return is_next

    def match(self, pattern: re.Pattern[str], *, group: int = 1) -> str | None:
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match[group] if match else None

    def fail(self, what: str) -> NoReturn:
        raise LocatorError(f"{self.text!r}: {what}", column=self.at + 1)


def _unescape(name: str) -> str:
    return _MARK.sub(lambda mark: DIGITS if mark[1] == "d+" else mark[1], name)


def read_strings(values: Any) -> tuple[str, ...]:
    """A list of strings, as a person may have edited it; a TypeError for anything else, a ValueError for a bad letter.

    >>> read_strings(["div", "p"])
    ('div', 'p')
    """
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"a list of strings is needed, not {values!r:.100}")
    "".join(values).encode()  # a lone surrogate would be found out on the first page
    return tuple(values)
