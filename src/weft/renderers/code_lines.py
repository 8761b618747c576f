"""Code inside of a block: which elements are its lines, and which are not part of it."""

from weft.page import Page, tag_number
from weft.renderers.code_languages import known_language

MAX_LABEL_ROWS = 24  # of the name of a language above the code, with buttons beside it
MAX_CODE_ROWS = 64  # from there to the code

_LINES = frozenset("line token-line code-line codeline view-line CodeMirror-line hljs-line".split())
LINE_HINTS = ("\0line\0", "token-line", "code-line", "codeline", "view-line", "-line\0")  # of which each has one
_CODE, _PRE, _SPAN, _BUTTON = (tag_number(tag) for tag in ("code", "pre", "span", "button"))


def is_line(page: Page, row: int) -> bool:
    """Whether an inline element in a `pre` is one line: a `code` beside others, or a `span` that is called a line."""
    if page.nth[row] < 2:
        return False
    if page.tag[row] == _CODE:
        return bool(page.tag[page.parent[row]] == _PRE)
    return bool(page.tag[row] == _SPAN) and not _LINES.isdisjoint(page.classes(row))


def is_no_code(page: Page, row: int, code: int) -> bool:
    """Whether a block element in a `pre` is a button, or names the language above the code itself."""
    if page.tag[row] == _BUTTON:
        return True
    if page.end[row] - row > MAX_LABEL_ROWS or (page.tag[row : page.end[row]] == _CODE).any():
        return False
    below = page.tag[row : min(int(page.end[code]), row + MAX_CODE_ROWS)]
    return bool((below == _CODE).any()) and bool(known_language(_text_beside_buttons(page, row)))


def _text_beside_buttons(page: Page, row: int) -> str:
    parts: list[str] = []
    skip = row
    for inner in range(row, int(page.end[row])):
        if page.tag[inner] == _BUTTON:
            skip = max(skip, int(page.end[inner]))
        elif page.tag[inner] == 0 and inner >= skip:
            parts.append(page.text(inner))
    return "".join(parts)
