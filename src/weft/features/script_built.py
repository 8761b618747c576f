"""Signs that a page is empty because its scripts build it: what a browser must run before there is anything to read."""

from collections.abc import Iterator

import numpy as np

from weft.page import Page

NEARLY_EMPTY = 50
"""Words of a page that says nothing itself, hidden ones included.

Of 1,614 development pages (wcxb-dev, magic, readability) 17 have fewer; the signs below name the two of them that are
applications. Of 1,373 pages of real blogs they name 11, tag lists of a theme that asks for JavaScript: to draw those
costs time and changes nothing."""

ROOTS = ("div", "main", "section")  # what applications are mounted on, besides elements of their own name
DATA = ("json", "template", "html", "text/plain")  # in the type of a script that does not run
MANY = 20  # characters of scripts for each of text: an ordinary small page with a counter has a few
AN_APPLICATION = 10_000  # characters of scripts at least: a counter and a search box have 2,000


def find_script_signs(page: Page) -> str:
    """The signs in words; empty where the page says something itself, or has no scripts that could.

    >>> from weft import parse
    >>> find_script_signs(parse('<body><div id="root"></div><script src="app.js"></script>'))
    '0 words, 1 script, an empty div#root'
    >>> find_script_signs(parse('<p>Closed on Mondays.<script src="count.js"></script>'))
    ''
    """
    words = int(page.blocks.words.sum())
    if words >= NEARLY_EMPTY:
        return ""
    scripts = [row for row in page.rows_of("script").tolist() if _runs(page, row)]
    if not scripts:
        return ""
    signs = [*_empty_roots(page)][:1]
    if any("javascript" in page.text(row).lower() for row in page.rows_of("noscript").tolist()):
        signs.append("a notice that it needs JavaScript")
    written = sum(len(page.text(row)) for row in scripts)
    if written >= max(MANY * int(page.chars.sum()), AN_APPLICATION):
        signs.append(f"{written:,} characters of scripts")
    counts = (_counted(words, "word"), _counted(len(scripts), "script"))
    return ", ".join((*counts, *signs)) if signs else ""


def _runs(page: Page, row: int) -> bool:
    kind = (page.attribute(row, "type") or "").lower()
    return not any(word in kind for word in DATA)


def _empty_roots(page: Page) -> Iterator[str]:
    """The elements right below `body` or a wrapper in it, with an id or a name of their own, that hold no text."""
    texts = page.subtree_sum(page.chars)
    for row in np.flatnonzero((page.depth > 1) & (page.depth < 4) & (page.tag > 0) & (texts == 0)).tolist():
        name, identity = page.tag_name(row), page.id(row)
        if (name in ROOTS and identity) or "-" in name:
            yield f"an empty {name}{'#' * bool(identity)}{identity}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
