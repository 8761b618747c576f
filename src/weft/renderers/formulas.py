"""Formulas of a page, each once: MathML, KaTeX and MathJax leave up to three copies of one formula side by side."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time
from weft.page import Page, tag_number
from weft.renderers.mathml import clean_latex, latex_of_math
from weft.renderers.named_formulas import named_latex, named_rows

# Elements that only hold the copies of one formula.
_WRAPPER_CLASSES = frozenset(
    "katex katex-display katex-mathml katex--inline katex--display MathJax MathJax_Display MathJax_CHTML MathJax_SVG "
    "MathJax_Preview MathJax_SVG_Display MJXc-display mjx-chtml MJX_Assistive_MathML mwe-math-element "
    "mwe-math-mathml-inline mwe-math-mathml-display ltx_Math".split()
)
_WRAPPER_TAGS = frozenset({"mjx-container", "mjx-assistive-mml", "mathjax"})
_DISPLAY_CLASSES = frozenset(
    "katex-display katex--display MathJax_Display MathJax_SVG_Display MJXc-display mwe-math-mathml-display "
    "mwe-math-element-block".split()
)
_CLIMB = 8  # wrappers nest three or four deep
_MATH_TYPES = ("math/tex", "math/latex", "math/mml")
_MATH, _SCRIPT = tag_number("math"), tag_number("script")


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula: the rows `start .. end` that show it in one way or another, and its LaTeX."""

    start: int
    end: int
    latex: str
    display: bool


def find_formulas(page: Page, start: int, end: int) -> list[Formula]:
    """The formulas that begin in the rows `start .. end`, in document order and without overlap."""
    tags = page.tag[start:end]
    rows: NDArray[np.int64] = (tags == _MATH).nonzero()[0] + start
    scripts = _math_scripts(page, ((tags == _SCRIPT).nonzero()[0] + start).tolist())
    formulas: list[Formula] = []
    read = 0  # the row behind the last `math`: one in another is part of it, with or without LaTeX
    for row in sorted({*rows.tolist(), *scripts, *named_rows(page, start, end)}):
        check_time()
        if (formulas and row < formulas[-1].end) or (page.tag[row] == _MATH and row < read):
            continue  # a copy inside of a formula
        read = max(read, int(page.end[row])) if page.tag[row] == _MATH else read
        formula = _formula_at(page, row)
        if formula is None or not formula.latex:
            continue
        while formulas and formulas[-1].start >= formula.start:
            formulas.pop()  # the script of a formula stands behind its rendered copies
        if not formulas or formulas[-1].end <= formula.start:
            formulas.append(formula)
    return formulas


def _math_scripts(page: Page, rows: list[int]) -> list[int]:
    """The scripts that hold a formula: most pages have many scripts, and none of these."""
    kinds = page.values("type")
    return [row for row in rows if kinds.get(row, "").lower().startswith(_MATH_TYPES)]


def spaced_latex(page: Page, formula: Formula) -> tuple[str, str, str]:
    """The LaTeX of a formula between the spaces that its wrapper holds beside it, at its very beginning and end."""
    if page.tag[formula.start] == _MATH:
        return "", formula.latex, ""
    edges = (formula.start + 1, formula.end - 1)
    before, after = (" " if row < formula.end and _is_blank(page, row, formula.start) else "" for row in edges)
    return before, formula.latex, after


def _is_blank(page: Page, row: int, parent: int) -> bool:
    return bool(page.tag[row] == 0 and page.parent[row] == parent and page.chars[row] == 0)


def _formula_at(page: Page, row: int) -> Formula | None:
    if page.tag[row] == _MATH:
        return _from_math(page, row)
    if page.tag[row] == _SCRIPT:
        return _from_script(page, row)
    latex, display = named_latex(page, row)
    return Formula(row, int(page.end[row]), clean_latex(latex), display) if latex else None


def _from_math(page: Page, row: int) -> Formula:
    display = page.attribute(row, "display") == "block" or "display" in (page.attribute(row, "mode") or "")
    wrapper, above = row, row
    for _ in range(_CLIMB):
        above = int(page.parent[above])
        if above < 0 or not _wraps(page, above):
            break
        wrapper = above
        display = display or _is_display(page, above)
    return Formula(wrapper, int(page.end[wrapper]), latex_of_math(page, row), display)


def _from_script(page: Page, row: int) -> Formula:
    kind = (page.attribute(row, "type") or "").lower()
    latex = "" if kind.startswith("math/mml") else clean_latex(page.text(row))
    start = row
    for _ in range(_CLIMB):
        before = _sibling_before(page, start)
        if before < 0 or not _wraps(page, before):
            break
        start = before
    return Formula(start, int(page.end[row]), latex, "mode=display" in kind.replace(" ", ""))


def _sibling_before(page: Page, row: int) -> int:
    """The element before a row under the same parent, blank text skipped; -1 where there is none close by."""
    parent, before = int(page.parent[row]), row - 1
    for _ in range(64):  # rendered formulas are some twenty levels deep
        if before <= parent:
            return -1
        if int(page.parent[before]) != parent:
            before = int(page.parent[before])
        elif page.tag[before] == 0 and page.chars[before] == 0:
            before -= 1
        else:
            return before
    return -1


def _wraps(page: Page, row: int) -> bool:
    return page.tag_name(row) in _WRAPPER_TAGS or not _WRAPPER_CLASSES.isdisjoint(page.classes(row))


def _is_display(page: Page, row: int) -> bool:
    return page.attribute(row, "display") == "true" or not _DISPLAY_CLASSES.isdisjoint(page.classes(row))
