"""The composed tree of a page with declarative shadow roots: what a shadow root shows stands where it is shown.

A `template` with `shadowrootmode` is no template: a browser shows its contents in place of the children of its parent,
the host, and those children where the contents have a `slot` for them (DOM standard, "Finding slots and slottables").
The page table has both as they were written, a snapshot as they are shown.
"""

from weft.page import Page

MODES = ("open", "closed")


def shadow_roots(page: Page) -> list[int]:
    """The rows of the templates that are shadow roots, of several of one host the first, in document order."""
    found: dict[int, int] = {}
    for row in page.rows_with("shadowrootmode").tolist():
        is_root = page.tag_name(row) == "template" and (page.attribute(row, "shadowrootmode") or "").lower() in MODES
        if is_root:
            found.setdefault(int(page.parent[row]), row)
    return sorted(found.values())


def composed_rows(page: Page, roots: list[int]) -> tuple[list[int], list[int]]:
    """The rows in the order of the composed tree, and for each the place of its parent in it, -1 for the first."""
    changed = _changed_children(page, roots)
    hidden = set(page.rows_of("template").tolist())  # of a plain template nothing is shown but itself
    rows: list[int] = []
    parents: list[int] = []
    waiting = [(0, -1)]
    while waiting:
        row, parent = waiting.pop()
        place = len(rows)
        rows.append(row)
        parents.append(parent)
        if row not in hidden:
            children = changed.get(row)
            shown = page.children(row) if children is None else children
            waiting.extend((child, place) for child in reversed(shown))
    return rows, parents


def _changed_children(page: Page, roots: list[int]) -> dict[int, list[int]]:
    """The children of hosts and of slots that something was put into."""
    changed: dict[int, list[int]] = {}
    slots_of = _slots(page, roots)
    for root in roots:
        host = int(page.parent[root])
        changed[host] = page.children(root)
        slots = slots_of[root]
        for child in page.children(host):
            name = (page.attribute(child, "slot") or "") if page.tag[child] else ""
            if child != root and name in slots:
                changed.setdefault(slots[name], []).append(child)
    return changed


def _slots(page: Page, roots: list[int]) -> dict[int, dict[str, int]]:
    """The slots of every shadow root by name, of several with one name the first."""
    found: dict[int, dict[str, int]] = {root: {} for root in roots}
    around: list[int] = []  # the roots that a slot lies in, the innermost last
    ahead = roots[::-1]
    for slot in page.rows_of("slot").tolist():
        while ahead and ahead[-1] < slot:
            around.append(ahead.pop())
            while len(around) > 1 and page.end[around[-2]] <= around[-1]:
                del around[-2]
        while around and page.end[around[-1]] <= slot:
            around.pop()
        if around:
            found[around[-1]].setdefault(page.attribute(slot, "name") or "", slot)
    return found
