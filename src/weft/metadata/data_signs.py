"""Signs that a page carries content as data, found in its bytes: every page is asked, and few have any."""

from weft.page import Page

MAX_SCRIPTS = 500  # that are looked at
MIN_BYTES = 200  # of a script that may hold a text

MAIN = "main"
"""JSON-LD of what a page is about: an article, a recipe, instructions."""

BESIDE = "beside"
"""JSON-LD of what often stands beside that: questions, a product, posts."""

STATE = "state"
"""The state of the page's program."""

_NAMES = {
    MAIN: (b'"articleBody"', b'"recipeIngredient"', b'"recipeInstructions"', b'"HowTo"'),
    BESIDE: (b"FAQPage", b"QAPage", b"Question", b"Product", b'"text"', b'"reviewBody"'),
    STATE: (b"__NEXT_DATA__", b"__NUXT__", b"_STATE__"),
}
_EVERY = (MAIN, BESIDE, STATE)


def find_data_signs(page: Page, *, kinds: tuple[str, ...] = _EVERY) -> frozenset[str]:
    """Those of the kinds of data that a page may carry.

    >>> from weft import parse
    >>> body = '{"@type": "Article", "articleBody": "%s"}' % ("The loom. " * 20)
    >>> find_data_signs(parse(f'<script type="application/ld+json">{body}</script>'))
    frozenset({'main'})
    """
    rows = page.rows_of("script")[:MAX_SCRIPTS]
    starts, ends = page.table.text_start[rows], page.table.text_end[rows]
    is_long = ends - starts >= MIN_BYTES
    attribute, signs = page.table.attribute, set()
    for row, start, end in zip(*(column[is_long].tolist() for column in (rows, starts, ends)), strict=True):
        kind = (attribute(row, "type") or "").strip().lower()
        for sign in kinds:
            if sign not in signs and _has_sign(sign, kind, page.text_bytes, (start, end)):
                signs.add(sign)
    return frozenset(signs)


def _has_sign(sign: str, kind: str, text: bytes, span: tuple[int, int]) -> bool:
    """Whether a script of that type, which is a span of the text, may hold data of that kind."""
    if sign == STATE and kind == "application/json":
        return True
    is_program = kind in ("", "module") or "javascript" in kind
    may_hold = is_program if sign == STATE else "ld+json" in kind
    return may_hold and any(text.find(name, *span) >= 0 for name in _NAMES[sign])
