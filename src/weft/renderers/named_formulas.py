"""Formulas that no `math` element tells: LaTeX in an attribute, in an element called so, or in the text of an image."""

import re

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.late_patterns import late_pattern
from weft.page import Page, tag_number
from weft.page.name_words import may_have_hint, rows_called, words_of
from weft.page.row_lists import union

MAX_FORMULA_CHARS = 2_000  # of an element or an attribute; what is longer is no formula

ATTRIBUTES = ("data-math", "data-tex", "data-latex")
_TEXT_NAMES = frozenset("math math-inline math-display math-tex arithmatex tex latex mathjax katex".split())
_IMAGE_NAMES = frozenset(
    "mwe-math-fallback-image-inline mwe-math-fallback-image-display tex latex math mathimg equation formula "
    "ql-img-inline-formula ql-img-displayed-formula quicklatex-auto-format".split()
)
_HINTS = ("math", "latex", "\0tex\0", "equation", "formula")  # each name above has one; the first are the frequent ones
_ADDRESS = late_pattern(r"latex|mathtex|mimetex|/math/|[?&]tex=|/tex/|equation\?", re.IGNORECASE)
_IN_FENCES = late_pattern(
    r"\\\((?P<inline>.+)\\\)|\\\[(?P<block>.+)\\\]|\$\$(?P<double>.+)\$\$|\$(?P<single>.+)\$", re.DOTALL
)
_FENCES = late_pattern(r"\\[()\[\]]|\$")
_MATHEMATICAL = late_pattern(r"[\\^_={}$+<>|/]|\A\s*\S{1,3}\s*\Z")
_DISPLAY = frozenset({"display", "displayed", "block"})
_BLOCKS = frozenset(tag_number(tag) for tag in ("div", "p", "figure", "center"))
_IMG = tag_number("img")


def may_have_named_formulas(page: Page) -> bool:
    """Whether a name or an attribute on the page speaks of formulas: a fast look, for formats that need no other."""
    return may_have_hint(page, _HINTS[:3]) or any(len(page.rows_with(name)) for name in ATTRIBUTES)


def named_rows(page: Page, start: int, end: int) -> list[int]:
    """The rows `start .. end` that may be such a formula: their LaTeX says whether they are."""
    rows = [page.rows_with(name).astype(np.int64) for name in ATTRIBUTES]
    is_hinted = any(hint in page.token_text for hint in _HINTS)
    if is_hinted:
        rows.append(rows_called(page, _TEXT_NAMES))
    images = page.rows_of("img")
    images = images[slice(*images.searchsorted([start, end]))]
    if is_hinted or _may_be_drawn(page, images.tolist()):
        rows.append(images)
    joined: NDArray[np.int64] = union(*rows)
    return joined[(joined >= start) & (joined < end)].tolist()


def _may_be_drawn(page: Page, images: list[int]) -> bool:
    """Whether the address of an image is that of something which draws LaTeX: one look for all of them."""
    sources = page.values("src") if images else {}
    return bool(_ADDRESS.search("\n".join([sources[row][:MAX_FORMULA_CHARS] for row in images if row in sources])))


def named_latex(page: Page, row: int) -> tuple[str, bool]:
    """The LaTeX of such a row and whether it stands on lines of its own; empty where it is no formula."""
    if page.tag[row] == _IMG:
        return _image_latex(page, row)
    for name in ATTRIBUTES:
        if value := (page.attribute(row, name) or "").strip():
            is_short = len(value) <= MAX_FORMULA_CHARS and page.chars[row : page.end[row]].sum() <= MAX_FORMULA_CHARS
            return (value, _is_display(page, row)) if is_short and _MATHEMATICAL.search(value) else ("", False)
    return _text_latex(page, row)


def _text_latex(page: Page, row: int) -> tuple[str, bool]:
    """The text of an element that is called a formula and holds one between signs of LaTeX, and nothing else."""
    if page.table.text_end[row] - page.table.text_start[row] > MAX_FORMULA_CHARS:
        return "", False
    fenced = _IN_FENCES.fullmatch(page.text(row).strip())
    if not fenced or _FENCES.search(latex := next(filter(None, fenced.groups()))):
        return "", False
    return latex, bool(fenced["block"] or fenced["double"]) or _is_display(page, row)


def _image_latex(page: Page, row: int) -> tuple[str, bool]:
    """The text of an image that is called a formula, or that something which draws LaTeX has drawn."""
    is_called = not _IMAGE_NAMES.isdisjoint(page.classes(row))
    if not is_called and not _ADDRESS.search((page.attribute(row, "src") or "")[:MAX_FORMULA_CHARS]):
        return "", False
    text = (page.attribute(row, "alt") or "").strip()
    is_formula = len(text) <= MAX_FORMULA_CHARS and _MATHEMATICAL.search(text)
    return (text, _is_display(page, row)) if is_formula else ("", False)


def _is_display(page: Page, row: int) -> bool:
    words = (words_of(name) for name in page.classes(row))
    return page.tag[row] in _BLOCKS or any(not _DISPLAY.isdisjoint(names) for names in words)


def has_named_formula(page: Page, start: int, end: int) -> bool:
    """Whether one of the rows is such a formula."""
    return any(named_latex(page, row)[0] for row in in_time(named_rows(page, start, end)))
