"""Tags exchanged: tables, lists and divisions for each other, headings and inline elements for others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from weft.training.augment.cases import Draft
from weft.training.augment.trees import Branch

INLINE = ("span", "b", "em", "i", "strong", "font")
BLOCKS = ("div", "section", "article")
SECTIONS = ("header", "footer", "nav", "aside", "main")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
GROUPS = ("tbody", "thead", "tfoot")

# What the parts of a table become: the table, a row, a cell, a cell of a head.
TABLES: Mapping[str, tuple[str, str, str, str]] = {
    "div": ("div", "div", "div", "div"),
    "ul": ("ul", "li", "div", "div"),
    "dl": ("dl", "div", "dd", "dt"),
}


def exchange_tags(draft: Draft) -> bool:
    """Exchange tags, in the same way on all pages of the program."""
    chance = draft.random("tags")
    lists, table = chance.choice(("div", "table", "dl", "ul")), chance.choice(("div", "ul", "dl"))
    records = chance.choice(("div", "article", "section", "li", "table"))
    inline = {tag: chance.choice(INLINE[:4]) for tag in INLINE}
    others = {tag: chance.choice(("div", tag)) for tag in (*SECTIONS, *HEADINGS)}
    others |= dict.fromkeys(BLOCKS[1:], "div")
    written = [branch for branch in draft.root if branch.tag in ("ul", "ol", "dl")]  # before tables become lists
    _exchange_tables(draft, table)
    _exchange_lists(written, lists)
    for branch in list(draft.root):
        branch.tag = inline.get(branch.tag) or others.get(branch.tag) or branch.tag
    if records == "table":
        _set_in_rows(draft)
    else:
        _rename_records(draft, records)
    return True


def _exchange_tables(draft: Draft, style: str) -> None:
    whole, row, cell, head = TABLES[style]
    records = {truth.first for truth in draft.truths}
    for branch in list(draft.root):
        if branch.tag in GROUPS:
            if branch not in records:
                _dissolve(branch)
                continue
            branch.tag = row  # a record of several rows
            for child in branch.children:
                child.tag = "div" if child.tag == "tr" else child.tag
        elif branch.tag in ("colgroup", "col"):
            branch.remove()
        else:
            names = {"table": whole, "tr": row, "td": cell, "th": head, "caption": "div"}
            branch.tag = names.get(branch.tag, branch.tag)
    if style == "dl":
        _close_cells(draft)


def _close_cells(draft: Draft) -> None:
    """A `dd` right under another one would close it: a record of several rows has divisions as cells."""
    for branch in draft.root:
        if branch.tag in ("dd", "dt") and _nearest(branch, ("dd", "dt", "dl")) != "dl":
            branch.tag = "div"


def _nearest(branch: Branch, tags: tuple[str, ...]) -> str:
    return next((one.tag for one in branch.above() if one is not branch and one.tag in tags), "")


def _exchange_lists(lists: Sequence[Branch], style: str) -> None:
    change: Callable[[Branch], None] = _list_to_table if style == "table" else _list_to(style)
    for branch in lists:
        change(branch)


def _list_to(style: str) -> Callable[[Branch], None]:
    items = {"div": ("div", "div"), "ul": ("ul", "li"), "dl": ("dl", "dd")}[style]

    def change(branch: Branch) -> None:
        branch.tag = items[0]
        for child in branch.children:
            child.tag = items[1] if child.tag in ("li", "dt", "dd") else child.tag

    return change


def _list_to_table(branch: Branch) -> None:
    elements = [child for child in branch.children if not child.is_blank]
    if branch.tag == "dl" or not elements or any(child.tag != "li" for child in elements):
        return
    branch.tag = "table"
    group = Branch("tbody")
    _hand_over(branch, group)
    for item in elements:
        item.tag = "tr"
        _hand_over(item, Branch("td"))


def _rename_records(draft: Draft, tag: str) -> None:
    """Records that are divisions get another tag; those in lists and tables keep theirs."""
    for truth in draft.truths:
        first = truth.first
        if first.tag in BLOCKS and first is truth.last and _nearest(first, ("li", "ul", "dl", "tr")) != "li":
            first.tag = tag


def _set_in_rows(draft: Draft) -> None:
    """Each record becomes a row of a table, as old programs write them."""
    parents = {truth.first.parent for truth in draft.truths if truth.first is truth.last}
    for parent in parents:
        if parent is None or parent.tag not in BLOCKS or any(child.text.strip() for child in parent.children):
            continue
        elements = [child for child in parent.children if not child.is_blank]
        group = Branch("tbody")
        _hand_over(parent, group)
        group.wrap("table")
        for element in elements:
            element.wrap("td").wrap("tr")


def _hand_over(parent: Branch, new: Branch) -> None:
    """Put a new element between a branch and its children."""
    children, parent.children = parent.children, []
    parent.insert(0, new)
    for child in children:
        new.insert(len(new.children), child)


def _dissolve(branch: Branch) -> None:
    """Take an element out and leave its children in its place."""
    parent, index = branch.parent, branch.index
    if parent is None:
        return
    branch.remove()
    for offset, child in enumerate(branch.children):
        parent.insert(index + offset, child)
    branch.children = []
