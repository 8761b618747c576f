"""What plain text leaves out of the words of a page, or writes in another way.

Readings beside their base text, signs that lead from a heading to itself or from a note back to its reference, and what
stands in a code block and is no code. Each is looked for only where a fast look says that the page may have it.
"""

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.page.name_words import may_have_hint
from weft.page.structure_noise import inline_noise, is_number_column
from weft.render_options import BlockIndexes
from weft.renderers.code_lines import LINE_HINTS, is_line, is_no_code
from weft.renderers.footnotes import find_footnotes, fragment

_BACK_SIGNS = "^↑↩⇑↵⤴"
_NOTE_HINTS = ("sidenote", "marginnote", "footnote", "cite-backlink")
_ANCHORS = frozenset("¶ # § 🔗 ⚓".split())
_A, _BR, _PRE, _RT, _RUBY = (tag_number(tag) for tag in ("a", "br", "pre", "rt", "ruby"))
_SPAN, _BUTTON = tag_number("span"), tag_number("button")
_CODE, _RUBY_PART = 1, 2  # kinds of rows
_KIND = np.zeros(1 << 16, np.uint8)
_KIND[[_PRE, _RUBY]] = _CODE, _RUBY_PART
_IS_HEADING = np.zeros(1 << 16, np.bool_)  # one for every number a tag can have
_IS_HEADING[[tag_number(f"h{level}") for level in range(1, 7)]] = True


def find_cuts(page: Page, keep: BlockIndexes, *, readings: bool) -> dict[int, str]:
    """The rows that are cut out of the text, with what is written in their place."""
    cuts = dict.fromkeys(inline_noise(page, keep).tolist(), "")
    kinds = _KIND.take(page.tag)
    if (most := int(kinds.max(initial=0))) and (kinds == _CODE).any():
        cuts |= _in_code(page)
    if most == _RUBY_PART:
        cuts |= _ruby(page, readings=readings)
    if may_have_hint(page, _NOTE_HINTS):
        cuts |= note_cuts(page, keep)
    return cuts | dict.fromkeys(_links_in_headings(page, keep), "")


def _ruby(page: Page, *, readings: bool) -> dict[int, str]:
    """Readings; those inside of another one go with it."""
    cuts: dict[int, str] = {}
    covered = 0
    for row in page.rows_of("rt", "rp").tolist():
        if row >= covered and is_reading(page, row):
            covered = int(page.end[row])
            cuts[row] = reading_of(page, row, readings=readings)
    return cuts


def is_reading(page: Page, row: int) -> bool:
    """Whether an `rt` or `rp` stands in a `ruby`."""
    return any(page.tag[above] == _RUBY for above in page.ancestors(row)[:2])


def reading_of(page: Page, row: int, *, readings: bool) -> str:
    """What is written for an `rt` or `rp`: nothing, or the reading in parentheses.

    >>> from weft import parse
    >>> page = parse("<ruby>子<rp>(<rt>こ<rp>)</ruby>")
    >>> [reading_of(page, row, readings=True) for row in page.rows_of("rt", "rp").tolist()]
    ['', '(こ)', '']
    """
    text = " ".join(page.text(row).split())
    return f"({text})" if readings and text and page.tag[row] == _RT else ""


def note_cuts(page: Page, keep: BlockIndexes) -> dict[int, str]:
    """Links from a note back to its reference that are signs, and notes in a sentence, which stand in parentheses.

    A link back that is the number of its note stays.
    """
    from weft.renderers.shown_rows import kept_text

    text = kept_text(page, keep)
    links = page.rows_of("a")
    shown = np.concatenate(([0], np.cumsum(text)))
    footnotes = find_footnotes(page, links[shown[page.end[links]] > shown[links]].tolist(), text)
    back = [row for row in footnotes.left_out if page.text(row).strip()[:1] in _BACK_SIGNS]
    return dict.fromkeys(back, "") | {row: f" ({page.text(row).strip()})" for row in footnotes.inline}


def _links_in_headings(page: Page, keep: BlockIndexes) -> list[int]:
    first, last = page.blocks.first[keep], page.blocks.last[keep]
    parted = page.blocks.row[keep[last > first + 1]]
    headings: NDArray[np.int32] = parted[_IS_HEADING[page.tag[parted]]]
    return [
        row
        for heading in headings.tolist()
        for row in range(heading, int(page.end[heading]))
        if page.tag[row] == _A and leads_to_heading(page, row, heading)
    ]


def leads_to_heading(page: Page, link: int, heading: int) -> bool:
    """Whether a link in a heading is only what leads to it: a sign, or words beside those of the heading."""
    target = fragment(page, link)
    if not target:
        return False
    if page.text(link).strip() in _ANCHORS:
        return True
    words, end = page.words, page.end
    is_part = words[link : end[link]].sum() < words[heading : end[heading]].sum()
    return bool(is_part) and target in (page.id(heading), page.id(int(page.parent[heading])), page.id(link))


def _in_code(page: Page) -> dict[int, str]:
    """Columns of line numbers, buttons and names of languages in code; and lines that no break parts."""
    cuts: dict[int, str] = {}
    has_lines = any(hint in page.token_text for hint in LINE_HINTS)
    for pre in page.rows_of("pre").tolist():
        if is_number_column(page, pre):
            cuts[pre] = ""
            continue
        inner = page.tag[pre : page.end[pre]]
        if (inner == _BUTTON).any():
            holders = {int(page.parent[row]) for row in (inner == _BUTTON).nonzero()[0] + pre}
            rows = [row for row in sorted(holders) if row > pre and is_no_code(page, row, pre)]
            cuts |= dict.fromkeys(rows or ((inner == _BUTTON).nonzero()[0] + pre).tolist(), "")
        if has_lines and "\n" not in page.text(pre).strip() and not (inner == _BR).any():
            lines = ((inner == _SPAN).nonzero()[0] + pre).tolist()
            cuts |= {row: f"\n{page.text(row)}" for row in lines if is_line(page, row)}
    return cuts
