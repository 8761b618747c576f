"""Presentation MathML to LaTeX: one walk over the rows, each element put together when it ends."""

import re
import unicodedata
from collections.abc import Callable

from weft.deadline import check_time
from weft.late_patterns import late_pattern
from weft.page import Page

ROWS = 20_000  # a formula of more rows is not one; its text is shown as it stands
BYTES = 100_000
_OPEN_END = late_pattern(r"(?:\\[A-Za-z]+|[_^].)\Z")
_ATOM = late_pattern(r"\\?.|\d+(?:\.\d+)?|\\[A-Za-z]+|\\[A-Za-z]+\{[^{}]*\}|\([^()]*\)|\[[^\[\]]*\]", re.DOTALL)
# Commands of KaTeX and MathJax that lead somewhere, load something, style the page or make names of commands.
_ACTING = late_pattern(
    r"\\(?:href|url|includegraphics|html[A-Za-z]*|class|cssId|style|require|unicode|mmlToken|csname|data)(?![A-Za-z])"
)
_DISPLAY_STYLE = late_pattern(r"\{\\(?:display|text)style\s?(.*)\}", re.DOTALL)
_SPECIAL = late_pattern(r"[{}%$#&_]")


def latex_of_math(page: Page, row: int) -> str:
    """The LaTeX of a `math` row: what its author wrote where that is kept, else a conversion.

    >>> from weft import parse
    >>> page = parse("<math><mfrac><mi>α</mi><msqrt><mn>2</mn></msqrt></mfrac></math>")
    >>> latex_of_math(page, int(page.rows_of("math")[0]))
    '\\\\frac{\\\\alpha}{\\\\sqrt{2}}'
    """
    for annotation in range(row, min(int(page.end[row]), row + ROWS)):
        encoding = page.attribute(annotation, "encoding") if _name(page, annotation) == "annotation" else None
        if encoding and ("tex" in encoding.lower()):
            return clean_latex(_own_text(page, annotation))
    alternative = page.attribute(row, "alttext") or ""
    if any(sign in alternative for sign in "\\^_{"):
        return clean_latex(alternative)
    if int(page.end[row]) - row > ROWS or page.table.text_end[row] - page.table.text_start[row] > BYTES:
        return clean_latex(page.text(row))
    return _ACTING.sub(r"\\mathrm", _convert(page, row).strip())


def clean_latex(latex: str) -> str:
    """LaTeX on one line, without the wrapping that converters add and without the signs that fence it.

    Commands that would make what reads it follow an address or change the page become plain ones.

    >>> clean_latex("$ \\\\href{javascript:alert(1)}{x} $")
    '\\\\mathrm{javascript:alert(1)}{x}'
    """
    latex = _ACTING.sub(r"\\mathrm", " ".join(latex.split()))
    if wrapped := _DISPLAY_STYLE.fullmatch(latex):
        latex = wrapped.group(1).strip()
    for opening, closing in (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")):
        if len(latex) > 2 * len(opening) and latex.startswith(opening) and latex.endswith(closing):
            return latex[len(opening) : -len(closing)].strip()
    return latex


def _own_text(page: Page, row: int) -> str:
    return "".join(page.text(child) for child in range(row + 1, int(page.end[row])) if page.tag[child] == 0)


def _name(page: Page, row: int) -> str:
    return page.tag_name(row).removeprefix("math:")


def _convert(page: Page, root: int) -> str:
    stop = int(page.end[root])
    stack: list[tuple[int, list[str]]] = [(root, [])]
    row = root + 1
    tokens = 0  # that are open: what stands in one is its text, not LaTeX that would be escaped again at each level
    while stack:
        check_time()
        top, parts = stack[-1]
        if row >= page.end[top] or row >= stop:
            stack.pop()
            tokens -= _name(page, top) in _LEAVES
            result = join(parts) if tokens else _element(page, top, parts)
            if not stack:
                return result
            stack[-1][1].append(result)
        elif page.tag[row] == 0:
            if text := page.text(row).strip():
                parts.append(text)
            row += 1
        elif _name(page, row) in _DROPPED:
            row = int(page.end[row])
        else:
            tokens += _name(page, row) in _LEAVES
            stack.append((row, []))
            row += 1
    return ""


def _element(page: Page, row: int, parts: list[str]) -> str:
    name = _name(page, row)
    if name in _LEAVES:
        return _LEAVES[name](page, row, " ".join(parts))
    if name in _SHAPES and len(parts) >= _SHAPES[name][0]:
        return _SHAPES[name][1](parts)
    if name == "mfrac" and len(parts) == 2:
        command = "binom" if (page.attribute(row, "linethickness") or "").strip().startswith("0") else "frac"
        return f"\\{command}{{{parts[0]}}}{{{parts[1]}}}"
    if name == "mfenced":
        return _fenced(page, row, parts)
    return join(parts)


def join(parts: list[str]) -> str:
    """Put LaTeX side by side, with a space only where a command or a script would run into a letter."""
    joined: list[str] = []
    for part in parts:
        if part and joined and part[0].isalnum() and _OPEN_END.search(joined[-1][-24:]):
            joined.append(" ")
        if part:
            joined.append(part)
    return "".join(joined)


def _identifier(page: Page, row: int, text: str) -> str:
    if text in FUNCTIONS:
        return "\\" + text
    latex = _characters(text)
    variant = page.attribute(row, "mathvariant") or ""
    if variant == "normal" and (len(text) == 1 or latex.startswith("\\")):
        return latex
    if variant in ALPHABETS and latex:
        return f"\\{ALPHABETS[variant]}{{{latex}}}"
    return f"\\mathrm{{{latex}}}" if len(text) > 1 and text.isalpha() and text.isascii() else latex


def _operator(page: Page, row: int, text: str) -> str:
    return "\\" + text if text in FUNCTIONS else _characters(text)


def _text(page: Page, row: int, text: str) -> str:
    return f"\\text{{{_SPECIAL.sub(lambda sign: chr(92) + sign.group(), text)}}}" if text.strip() else ""


def _space(page: Page, row: int, text: str) -> str:
    width = re.match(r"\d*\.?\d+(?=em)", page.attribute(row, "width") or "")
    return "" if not width or float(width.group()) < 0.1 else "\\quad " if float(width.group()) > 0.9 else "\\,"


def _characters(text: str) -> str:
    """The characters of a token; letters of the mathematical alphabets become plain ones."""
    signs = [sign for sign in text if not sign.isspace()]
    plain = [unicodedata.normalize("NFKC", sign) if "\U0001d400" <= sign <= "\U0001d7ff" else sign for sign in signs]
    return join([COMMANDS.get(sign, sign) for sign in plain])


def _base(latex: str) -> str:
    return latex if latex == "{}" or _ATOM.fullmatch(latex) else f"{{{latex}}}"


def _script(sign: str, latex: str) -> str:
    if not latex:
        return ""
    return f"{sign}{latex}" if len(latex) == 1 or latex == "\\prime" else f"{sign}{{{latex}}}"


def _scripts(parts: list[str], signs: str) -> str:
    return _base(parts[0]) + "".join(_script(sign, part) for sign, part in zip(signs, parts[1:], strict=False))


def _over(parts: list[str]) -> str:
    if parts[0] in LIMITS:
        return _scripts(parts, "^")
    command = OVER.get(parts[1])
    return f"\\{command}{{{parts[0]}}}" if command else f"\\overset{{{parts[1]}}}{{{parts[0]}}}"


def _under(parts: list[str]) -> str:
    if parts[0] in LIMITS:
        return _scripts(parts, "_")
    command = UNDER.get(parts[1])
    return f"\\{command}{{{parts[0]}}}" if command else f"\\underset{{{parts[1]}}}{{{parts[0]}}}"


def _under_over(parts: list[str]) -> str:
    return _scripts(parts, "_^") if parts[0] in LIMITS else _over([_under(parts[:2]), parts[2]])


def _multiscripts(parts: list[str]) -> str:
    before = parts.index(_PRESCRIPTS) if _PRESCRIPTS in parts else len(parts)
    post, pre = parts[1:before], parts[before + 1 :]
    lead = _scripts(["{}", *pre], "_^" * (len(pre) // 2)) if any(pre) else ""
    return lead + _scripts([parts[0], *post], "_^" * (len(post) // 2 + 1))


def _fenced(page: Page, row: int, parts: list[str]) -> str:
    opening, closing = page.attribute(row, "open"), page.attribute(row, "close")
    separators = page.attribute(row, "separators")
    separator = "," if separators is None else separators.strip()[:1]
    left = _characters("(" if opening is None else opening) or "."
    right = _characters(")" if closing is None else closing) or "."
    return f"\\left{left} {separator.join(parts)} \\right{right}"


_PRESCRIPTS = "\0"  # stands for `mprescripts`; no text of a page has this character
_DROPPED = frozenset({"annotation", "annotation-xml", "mphantom", "maligngroup", "malignmark"})
_Leaf = Callable[[Page, int, str], str]
_LEAVES: dict[str, _Leaf] = {
    "mi": _identifier,
    "mo": _operator,
    "mn": lambda page, row, text: _characters(text),
    "ms": _text,
    "mtext": _text,
    "mspace": _space,
    "none": lambda page, row, text: "",
    "mprescripts": lambda page, row, text: _PRESCRIPTS,
}
_SHAPES: dict[str, tuple[int, Callable[[list[str]], str]]] = {
    "msqrt": (1, lambda parts: f"\\sqrt{{{join(parts)}}}"),
    "mroot": (2, lambda parts: f"\\sqrt[{parts[1]}]{{{parts[0]}}}"),
    "msup": (2, lambda parts: _scripts(parts, "^")),
    "msub": (2, lambda parts: _scripts(parts, "_")),
    "msubsup": (3, lambda parts: _scripts(parts, "_^")),
    "mover": (2, _over),
    "munder": (2, _under),
    "munderover": (3, _under_over),
    "mmultiscripts": (1, _multiscripts),
    "semantics": (1, lambda parts: parts[0]),
    "maction": (1, lambda parts: parts[0]),
    "mtd": (1, join),
    "mtr": (1, lambda parts: " & ".join(parts)),
    "mlabeledtr": (2, lambda parts: " & ".join(parts[1:])),
    "mtable": (1, lambda parts: "\\begin{matrix}" + " \\\\ ".join(parts) + "\\end{matrix}"),
}


_NAMES = """
α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu
µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon ϕ phi φ varphi χ chi ψ psi ω omega
Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega
± pm ∓ mp × times ÷ div ⋅ cdot · cdot ∗ ast ⋆ star ∘ circ ∙ bullet ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ⊙ odot
∧ wedge ∨ vee ∩ cap ∪ cup ⊎ uplus ∖ setminus † dagger ‡ ddagger ¬ neg
≤ leq ≥ geq ≦ leqq ≧ geqq ⩽ leqslant ⩾ geqslant ≠ neq ≡ equiv ≈ approx ≅ cong ≃ simeq ∼ sim ∝ propto ≪ ll ≫ gg
≺ prec ≻ succ ⪯ preceq ⪰ succeq ≐ doteq ≜ triangleq ⊥ perp ∥ parallel ∣ mid ∤ nmid ⊢ vdash ⊨ models ≍ asymp
∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ⊄ nsubset ∅ emptyset ∀ forall ∃ exists
∄ nexists ∴ therefore ∵ because ∞ infty ∂ partial ∇ nabla ℓ ell ℏ hbar ℜ Re ℑ Im ℵ aleph ℘ wp ∠ angle △ triangle
□ square ◊ diamond ⊤ top
→ to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ⟶ longrightarrow ⟵ longleftarrow
⟹ implies ⟺ iff ↦ mapsto ⟼ longmapsto ↑ uparrow ↓ downarrow ⇑ Uparrow ⇓ Downarrow ↗ nearrow ↘ searrow
↪ hookrightarrow ⇀ rightharpoonup ⇌ rightleftharpoons
∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋂ bigcap ⋃ bigcup ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes
… ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ″ prime\\prime
⟨ langle ⟩ rangle 〈 langle 〉 rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ‖ Vert
ℝ mathbb{R} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℂ mathbb{C} ℙ mathbb{P} ℋ mathcal{H} ℒ mathcal{L} ℱ mathcal{F}
"""

COMMANDS: dict[str, str] = {
    character: "\\" + name for character, name in zip(_NAMES.split()[::2], _NAMES.split()[1::2], strict=True)
} | {
    "−": "-", "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "\u200b": "", "\u00a0": "\\ ", "～": "\\sim",
    "{": "\\{", "}": "\\}", "%": "\\%", "&": "\\&", "#": "\\#", "_": "\\_", "$": "\\$", "\\": "\\backslash",
    "\u2009": "\\,", "\u205f": "\\,", "\u2003": "\\quad ",
}  # fmt: skip

FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max "
    "min Pr sec sin sinh sup tan tanh".split()
)

# Operators that carry what stands under and over them as limits.
LIMITS = frozenset(
    "\\sum \\prod \\coprod \\int \\iint \\iiint \\oint \\bigcap \\bigcup \\bigvee \\bigwedge \\bigoplus \\bigotimes "
    "\\lim \\liminf \\limsup \\max \\min \\sup \\inf \\gcd \\det \\Pr \\arg".split()
)

OVER = {
    "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "\\sim": "tilde", "¯": "bar", "‾": "overline", "―": "overline",
    "_": "overline", "→": "vec", "\\to": "vec", "⃗": "vec", "˙": "dot", ".": "dot", "¨": "ddot", "..": "ddot",
    "⏞": "overbrace", "ˇ": "check", "˘": "breve", "´": "acute", "`": "grave", "⟶": "overrightarrow",
    "\\longrightarrow": "overrightarrow", "\\_": "overline",
}  # fmt: skip
UNDER = {"_": "underline", "\\_": "underline", "¯": "underline", "‾": "underline", "̲": "underline", "⏟": "underbrace"}

ALPHABETS = {
    "bold": "mathbf", "double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak", "normal": "mathrm",
    "bold-italic": "boldsymbol", "sans-serif": "mathsf", "monospace": "mathtt",
}  # fmt: skip
