"""A page as a tree that can be changed and written back, so that a parser reads exactly the changed tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

from weft.page import Page, parse

TEXT = "#text"
VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
RAW = frozenset("script style xmp iframe noembed noframes plaintext".split())
EATS_NEWLINE = frozenset(("pre", "textarea", "listing"))  # a parser drops the first line break in them
DOCTYPES = ("<!doctype html>", "")  # without one a table may stand in a paragraph


@dataclass(eq=False, slots=True)
class Branch:
    """An element, or a text (`tag` is `#text`). Two branches are the same only if they are one object."""

    tag: str
    text: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Branch] = field(default_factory=list)
    parent: Branch | None = None

    def __iter__(self) -> Iterator[Branch]:
        """The branch and all below it, in document order."""
        waiting = [self]
        while waiting:
            branch = waiting.pop()
            yield branch
            waiting.extend(reversed(branch.children))

    @property
    def is_blank(self) -> bool:
        """Whether it is a text of white space only."""
        return self.tag == TEXT and not self.text.strip()

    @property
    def index(self) -> int:
        """Its place among its siblings."""
        return next(i for i, child in enumerate(self._siblings()) if child is self)

    def _siblings(self) -> list[Branch]:
        return self.parent.children if self.parent else [self]

    def above(self) -> Iterator[Branch]:
        """The branch itself and its ancestors up to the root."""
        branch: Branch | None = self
        while branch is not None:
            yield branch
            branch = branch.parent

    def remove(self) -> None:
        """Take the branch out of its tree."""
        if self.parent:
            del self.parent.children[self.index]
            self.parent = None

    def insert(self, index: int, child: Branch) -> None:
        """Put a branch that stands nowhere among the children."""
        child.parent = self
        self.children.insert(index, child)

    def wrap(self, tag: str) -> Branch:
        """Put a new element around the branch; gives it back."""
        around = Branch(tag)
        if self.parent:
            parent, index = self.parent, self.index
            self.remove()
            parent.insert(index, around)
        around.insert(0, self)
        return around

    def said(self) -> str:
        """All text below, scripts and styles left out."""
        return "".join(one.text for one in self if one.tag == TEXT and not (one.parent and one.parent.tag in RAW))


def read_tree(page: Page) -> list[Branch]:
    """The branches of a page by row; the first is the root."""
    branches = [
        Branch(TEXT, page.text(row)) if not page.tag[row] else Branch(page.tag_name(row), "", page.attributes(row))
        for row in range(len(page))
    ]
    for row, parent in enumerate(page.parent.tolist()):
        if parent >= 0:
            branches[row].parent = branches[parent]
            branches[parent].children.append(branches[row])
    return branches


def write_tree(root: Branch, doctype: str = DOCTYPES[0]) -> str:
    """The tree as HTML."""
    parts = [doctype]
    waiting: list[Branch | str] = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts.append(item)
        elif item.tag == TEXT:
            raw = item.parent is not None and item.parent.tag in RAW
            parts.append(item.text if raw else escape(item.text, quote=False))
        else:
            name = item.tag.rpartition(":")[2]
            written = "".join(f' {key}="{escape(value)}"' for key, value in item.attributes.items())
            parts.append(f"<{name}{written}>" + "\n" * (item.tag in EATS_NEWLINE))
            if item.tag not in VOID:
                waiting += (f"</{name}>", *reversed(item.children))
    return "".join(parts)


def parse_tree(root: Branch) -> tuple[Page, Mapping[Branch, int]] | None:
    """The page that a parser makes of the tree, and the row of each branch; None where it reads another tree."""
    rows = _rows(root)
    length = max(rows.values()) + 1
    for doctype in DOCTYPES:
        page = parse(write_tree(root, doctype).encode(), encoding="utf-8")
        if len(page) == length and _is_read(root, page, rows):
            return page, rows
    return None


def _rows(root: Branch) -> dict[Branch, int]:
    """The rows that the branches will have. Texts that have come to stand side by side are one row."""
    joined = {
        child for branch in root for before, child in pairwise(branch.children) if before.tag == child.tag == TEXT
    }
    rows: dict[Branch, int] = {}
    row = -1
    for branch in root:
        row += branch not in joined
        rows[branch] = row
    return rows


def _is_read(root: Branch, page: Page, rows: Mapping[Branch, int]) -> bool:
    return all(
        page.tag_name(rows[branch]) == branch.tag
        and (branch.parent is None or page.parent[rows[branch]] == rows[branch.parent])
        for branch in root
    )
