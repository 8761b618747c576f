"""Signs of content as data, looked for in Python: the twin of the kernel's `declares::data_signs`."""

from weft.metadata.data_signs import BESIDE, MAIN, STATE
from weft.page import Page

MAX_SCRIPTS = 500  # that are looked at
MIN_BYTES = 200  # of a script that may hold a text
MAX_BYTES = 2_000_000  # of one that is read
_NAMES = {
    MAIN: (b'"articleBody"', b'"recipeIngredient"', b'"recipeInstructions"', b'"HowTo"'),
    BESIDE: (b"FAQPage", b"QAPage", b"Question", b"Product", b'"text"', b'"reviewBody"'),
    STATE: (b"__NEXT_DATA__", b"__NUXT__", b"_STATE__"),
}


def page_signs(page: Page, kinds: tuple[str, ...]) -> frozenset[str]:
    """The kinds of data among these that the scripts may hold."""
    rows = page.rows_of("script")[:MAX_SCRIPTS]
    starts, ends = page.table.text_start[rows], page.table.text_end[rows]
    lengths = ends - starts
    is_read = (lengths >= MIN_BYTES) & (lengths <= MAX_BYTES)
    attribute, signs = page.attribute, set()
    for row, start, end in zip(*(column[is_read].tolist() for column in (rows, starts, ends)), strict=True):
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
