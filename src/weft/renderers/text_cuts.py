"""What plain text leaves out of the words of a page: readings beside their base text, links back from a note."""

import numpy as np

from weft.page import Page, tag_number
from weft.page.structure_noise import inline_noise
from weft.renderers.render import BlockIndexes

_BACK_SIGNS = "^↑↩⇑↵⤴"
_ARROW = "↩".encode()
_RT, _RP, _RUBY = (tag_number(tag) for tag in ("rt", "rp", "ruby"))


def find_cuts(page: Page, keep: BlockIndexes, *, readings: bool) -> dict[int, str]:
    """The rows that are cut out of the text, with what is written in their place."""
    cuts = dict.fromkeys(inline_noise(page, keep).tolist(), "")
    if (page.tag == _RUBY).any():
        cuts |= _ruby(page, readings=readings)
    if "cite-backlink" in page.token_text or _ARROW in page.text_bytes:
        cuts |= dict.fromkeys(_back_links(page, keep), "")
    return cuts


def _ruby(page: Page, *, readings: bool) -> dict[int, str]:
    rows = page.rows_of("rt", "rp").tolist()
    return {row: reading_of(page, row, readings=readings) for row in rows if is_reading(page, row)}


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


def _back_links(page: Page, keep: BlockIndexes) -> list[int]:
    """The links from a note back to its reference that are signs; one that is the number of its note stays."""
    from weft.renderers.footnotes import find_footnotes
    from weft.renderers.shown_rows import kept_text

    text = kept_text(page, keep)
    links = page.rows_of("a")
    shown = np.concatenate(([0], np.cumsum(text)))
    links = links[shown[page.end[links]] > shown[links]]
    rows = find_footnotes(page, links.tolist(), text).left_out
    return [row for row in rows if page.text(row).strip()[:1] in _BACK_SIGNS]
