"""The page as a whole: totals that tell its type, and signs that it is empty because its scripts build it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from weft.deadline import kernel_call
from weft.errors import with_noun
from weft.extractors.features.measured import COLUMN, Measured, describe_measure
from weft.kernel.extractors import MEASURES, describe_page
from weft.page import declared
from weft.page.tags import tag_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from weft.page import Page


def _named(name: str) -> str:
    return name.removeprefix("to_").replace("_", " ")


COUNTED = (
    "img", "form", "input", "button", "article", "h1", "h2", "h3", "p", "table", "li", "a", "time", "iframe", "video",
    "script", "pre", "select", "section", "option", "code", "dl", "dt", "h4", "th", "td", "textarea", "blockquote",
    "nav", "aside", "figure", "figcaption", "label", "strong", "em", "ul", "ol", "svg", "meta", "link", "main",
    "header", "footer",
)  # fmt: skip
TOTALS = {
    "page_words": "words of the page",
    "page_blocks": "its blocks",
    "page_long_blocks": "its long blocks",
    "page_running_words": "its words in long blocks that are no menus",
    "page_link_density": "share of its words in links",
    "page_long_share": "share of its words in long blocks",
    "page_sentence_ends": "sentence ends for each word",
    "page_title_share": "share of its words that its title has",
    "page_description_share": "share of its words that its description has",
    "page_stop_words": "share of function words",
    "page_cjk": "share of CJK characters among its words",
    "page_numbers": "share of numbers among its words",
    "page_years": "years it names",
    "page_prices": "blocks with a currency sign",
    "page_price_share": "share of such blocks",
    "page_largest_grid": "largest share of words that siblings of one kind hold",
    "page_largest_record": "the same, nearest siblings only",
    "page_largest_place": "largest share of words under one path of tags and classes",
    "page_nodes": "nodes of its tree",
} | {f"page_{tag}": f"`{tag}` elements" for tag in COUNTED}
GROUPS = tuple(name for name in MEASURES if name.startswith("word_"))
ABOVE = tuple(name for name in MEASURES if name.startswith("to_"))
NEAR_BLOCKS = 15  # as in the kernel, of what follows the first h1: a price and a button to buy, or a date and a name
NEAR_MEASURES = (
    "currency", "word_shop", "word_price", "word_time", "word_author", "word_reply", "word_review", "word_spec",
    "word_filter", "word_category", "word_share",
)  # fmt: skip
NEAR_ABOVE = tuple(
    f"to_{name}"
    for name in (
        "price_name", "cart_name", "button_name", "control", "author_name", "meta_name", "comment_name", "reply_name",
        "code", "toc_name", "card_name", "grid_name", "product_name", "review_name", "breadcrumb_name", "forum_name",
        "doc_name",
    )
)  # fmt: skip
NEAR = (
    {
        "page_h1_index": "blocks before the first h1, 0 where there is none",
        "page_h1_index_share": "the same as a share of the page's blocks",
        "page_h1_words_before": "share of its words before the first h1",
        "page_near_h1_words": f"words of the {NEAR_BLOCKS} blocks from the first h1 on",
        "page_near_h1_long": "long blocks among them",
        "page_near_h1_link_density": "share of their words in links",
    }
    | {f"page_near_h1_{name}": f"their sum of: {describe_measure(name)}" for name in NEAR_MEASURES}
    | {f"page_near_h1_{name[3:]}": f"how many of them have one above: {_named(name)}" for name in NEAR_ABOVE}
)
PAGE_FEATURES: dict[str, str] = (
    TOTALS
    | {f"page_{name}": f"words of the lexicon's group {name[5:]} in a hundred" for name in GROUPS}
    | {f"page_under_{name[3:]}": f"share of words with one above: {_named(name)}" for name in ABOVE}
    | NEAR
    | declared.FEATURES
    | declared.ADDRESS
)
"""The features of a page, in order: name and meaning."""

COUNTED_TAGS = [tag_number(tag) for tag in COUNTED]
NEAR_COLUMNS = [COLUMN[name] for name in (*NEAR_MEASURES, *NEAR_ABOVE)]


def page_features(measured: Measured) -> NDArray[np.float32]:
    """Everything that tells the type of a page."""
    import numpy as np  # the kernel tells the type of most pages

    counted, near = np.array(COUNTED_TAGS, np.uint16), np.array(NEAR_COLUMNS)
    with kernel_call() as seconds:
        totals = describe_page(measured.page.table, measured.matrix, counted, near, len(NEAR_MEASURES), seconds=seconds)
    return np.concatenate((totals, declared.declared_features(measured.page)))


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
    counts = (with_noun(words, "word"), with_noun(len(scripts), "script"))
    return ", ".join((*counts, *signs)) if signs else ""


def _runs(page: Page, row: int) -> bool:
    kind = (page.attribute(row, "type") or "").lower()
    return not any(word in kind for word in DATA)


def _empty_roots(page: Page) -> Iterator[str]:
    """The elements right below `body` or a wrapper in it, with an id or a name of their own, that hold no text."""
    texts = page.subtree_sum(page.chars)
    is_root = (page.depth > 1) & (page.depth < 4) & (page.tag > 0) & (texts == 0)
    for row in is_root.nonzero()[0].tolist():
        name, identity = page.tag_name(row), page.id(row)
        if (name in ROOTS and identity) or "-" in name:
            yield f"an empty {name}{'#' * bool(identity)}{identity}"
