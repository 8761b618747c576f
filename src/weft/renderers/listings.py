"""Code blocks: their language, and the line numbers that highlighters put beside them."""

import re
from itertools import pairwise

from weft.page import Page, tag_number
from weft.renderers.outline import rows_above

_PREFIX = re.compile(r"(?:language|lang|highlight-source|highlight|brush|code|syntax)[-:]([\w+#.-]+)\Z", re.IGNORECASE)
_MARKERS = frozenset({"hljs", "sourceCode", "prettyprint", "highlight", "brush:", "code"})
_NO_LANGUAGE = frozenset(
    "default none text plain plaintext nohighlight notranslate linenums line-numbers source block block-code wrapper "
    "toolbar numberSource hljs copy snippet example box container wrap sourceCode prettyprinted highlight code "
    "highlighter pre table body content inline light dark auto".split()
)
_GUTTERS = frozenset(
    "linenos lineno linenodiv line-number line-numbers-rows linenumber linenumbers line_numbers gutter rouge-gutter "
    "gl blob-num hljs-ln-numbers hljs-ln-line-number crayon-nums crayon-num ln lnt LineNumber code-line-number "
    "react-syntax-highlighter-line-number".split()
)
_CODE_TABLES = frozenset({"js-file-line-container", "hljs-ln", "code-table"})
_NAME = re.compile(r"[\w+#.-]{1,30}\Z")
_PRE, _CODE, _TR, _TD, _TH = (tag_number(tag) for tag in ("pre", "code", "tr", "td", "th"))
_COLUMN_BYTES = 200_000  # the numbers of some thirty thousand lines
_CLIMB = 4  # the class stands on the code, the pre or a wrapper or two above


def language_of(page: Page, row: int) -> str:
    """The language that the page names for a code block, empty where it names none."""
    inner = [child for child in range(row + 1, min(row + 4, int(page.end[row]))) if page.tag[child] == _CODE]
    for candidate in [*inner, row, *rows_above(page, row, _CLIMB)]:
        if language := _named(page, candidate, near=candidate >= row):
            return language
    return ""


def _named(page: Page, row: int, *, near: bool) -> str:
    for name in ("data-lang", "data-language"):
        if _NAME.match(value := (page.attribute(row, name) or "").strip().lower()) and value not in _NO_LANGUAGE:
            return value
    classes = page.classes(row)
    for token in classes:
        found = _PREFIX.match(token)
        if found and (language := found.group(1).lower()) not in _NO_LANGUAGE:
            return language
    for marker, token in pairwise(classes):
        language = token.strip(";").lower()
        if near and marker in _MARKERS and _NAME.match(language) and language not in _NO_LANGUAGE:
            return language
    return ""


def is_code_table(page: Page, row: int) -> bool:
    """Whether a table is code with one line a row."""
    return not _CODE_TABLES.isdisjoint(page.classes(row))


def is_gutter(page: Page, row: int) -> bool:
    """Whether an element inside code holds nothing but line numbers."""
    classes = page.classes(row)
    is_first_cell = page.tag[row] == _TD and page.nth[row] == 1
    if not is_first_cell and _GUTTERS.isdisjoint(classes):
        return False
    return _is_numbers(page, row)


def is_number_column(page: Page, row: int) -> bool:
    """Whether a `pre` is the column of line numbers beside another `pre` in the same table row."""
    if not _is_numbers(page, row):
        return False
    above = rows_above(page, row, 6)
    line = next((ancestor for ancestor in above if page.tag[ancestor] == _TR), -1)
    if line < 0:
        return any(not _GUTTERS.isdisjoint(page.classes(ancestor)) for ancestor in above[:3])
    return bool((page.tag[line : page.end[line]] == _PRE).sum() > 1)


def _is_numbers(page: Page, row: int) -> bool:
    size = page.table.text_end[row] - page.table.text_start[row]
    return 0 <= size <= _COLUMN_BYTES and all(word.isdigit() for word in page.text(row).split())
