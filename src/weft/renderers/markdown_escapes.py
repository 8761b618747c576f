"""Markdown escapes, only where the text would otherwise mean something else."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from weft.addresses import safe_address
from weft.deadline import check_time

_SPECIAL = re.compile(r"\\|\*+|_+|`+|\[|\]|<|&|~+|!\Z|\||\$")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_TAG_START = re.compile(r"<[A-Za-z/!?]")
_FLANKING_STAR = re.compile(r"(?<=[^\s*])\*|\*(?=[^\s*])")
_LOOSE_UNDERSCORE = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
# Signs beside a tilde decide as with stars: it opens before a word and closes behind one.
_OPENING_TILDE = re.compile(r"~(?=\w)|(?<![^\s\W])~(?=[^\s~])")
_CLOSING_TILDE = re.compile(r"(?<=\w)~|(?<=[^\s~])~(?![^\s\W])")
_LINE_START = re.compile(r"#{1,6}(?=\s|\Z)|[-+*](?=\s|\Z)|-+\s*\Z|>|(?:_\s*){3,}\Z|(?:\*\s*){3,}\Z")
_DEFINITION = re.compile(r"\[(?:[^\]\\]|\\.){1,999}\]:")  # on the escaped line: a label may hold `\]`
_UNDERLINE = re.compile(r"=+\s*\Z|[|:](?=[-:|\s]*\Z)")
_NUMBER = re.compile(r"(\d{1,9})([.)])(?=\s|\Z)")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_FENCE = re.compile(r"\$\$")
# A dollar sign opens a formula before anything and closes one behind anything but white space.
_FORMULA = re.compile(r"\$(?=\S)([^$\n]{1,300})(?<=\S)\$")
_BARE_DOLLAR = re.compile(r"(?<!\\)\$")
_IS_LATEX = re.compile(r"[\\^_{]|\A[A-Za-z]{1,2}\Z")
_ALT = re.compile(r"[\[\]`]|<(?=[A-Za-z/!?])")
# In a formula: the start of a tag that is whole or goes on in a value, of a comment or of an address in brackets.
_NAME = r"[A-Za-z_:][A-Za-z0-9_.:-]*"
_TAG = rf"[A-Za-z][A-Za-z0-9-]*(?:(?:\s+{_NAME})*\s*/?>|(?:\s+{_NAME})+\s*=)|/[A-Za-z]|[!?]|[A-Za-z][A-Za-z0-9.+-]+:"
_TAG_IN_FORMULA = re.compile(rf"<(?={_TAG})")
_LINK_IN_FORMULA = re.compile(r"\](?=\(\s*(?:<|[^\s()]*[:&\\]))")
_SCHEME = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*:")
_LINE_END = re.compile(r"\s*[\r\n]\s*")


@dataclass(frozen=True, slots=True)
class Risks:
    """Which signs could pair up in a passage."""

    stars: bool = False
    underscores: bool = False
    backticks: bool = False
    tildes: bool = False
    dollars: bool = False
    in_cell: bool = False


def find_risks(text: str, *, emphasis: bool, code: bool, in_cell: bool, formula: bool = False) -> Risks:
    """Look at the plain text of a passage as a whole: a single star pairs with nothing.

    The passages of a cell end up on one line, so there every sign may find a partner.
    """
    return Risks(
        stars=emphasis or in_cell or ("*" in text and len(_FLANKING_STAR.findall(text)) > 1),
        underscores=in_cell or ("_" in text and len(_LOOSE_UNDERSCORE.findall(text)) > 1),
        backticks=code or in_cell or text.count("`") > 1,
        tildes=in_cell or ("~" in text and _pairs_tildes(text)),
        dollars="$" in text and (formula or _pairs_dollars(text)),
        in_cell=in_cell,
    )


def _pairs_tildes(text: str) -> bool:
    """Whether a tilde that may open stands before one that may close: two of them strike what is between."""
    opening = _OPENING_TILDE.search(text)
    return opening is not None and _CLOSING_TILDE.search(text, opening.end()) is not None


def _pairs_dollars(text: str) -> bool:
    """Whether prices and the like would be read as the ends of a formula."""
    _, *rest = _FORMULA.sub(_without_latex, text).split("$")
    return any(part and not part[-1].isspace() for part in rest[:-1])


def guard_prices(text: str) -> str:
    """Markdown of several passages on one line, without dollar signs that would be the ends of a formula.

    >>> guard_prices("$5<br>($6)"), guard_prices("$5 or $6")
    ('\\\\$5<br>(\\\\$6)', '$5 or $6')
    """
    return _BARE_DOLLAR.sub(r"\\$", text) if _pairs_dollars(text) else text


def guard_note(text: str) -> str:
    """A note that is one word must not be the address of a definition where Markdown knows no notes."""
    scheme = _SCHEME.match(text)
    return text if not scheme or safe_address(text) else f"{scheme.group()} {text[scheme.end() :]}"


def _without_latex(formula: re.Match[str]) -> str:
    return "" if _IS_LATEX.search(formula.group(1)) else formula.group()


def escape(text: str, risks: Risks, *, before: str = "", after: str = "", in_link: bool = False) -> str:
    """Escape a stretch of text that stands between the characters `before` and `after`.

    >>> escape("snake_case 5 * 3 <b> a < b", find_risks("5 * 3", emphasis=True, code=False, in_cell=False))
    'snake_case 5 * 3 \\\\<b> a < b'
    """
    if is_plain(text):
        return text
    brackets = in_link and ("](" in text or "[^" in text or not _is_balanced(text))
    parts: list[str] = []
    for start, stop, is_formula in _formulas(text):
        check_time()
        if is_formula:
            formula = guard_formula(text[start:stop])
            parts.append(formula.replace("|", "\\vert ") if risks.in_cell else formula)
            continue
        position = start
        for match in _SPECIAL.finditer(text, start, stop):
            check_time()
            left = text[match.start() - 1] if match.start() else before
            right = text[match.end()] if match.end() < len(text) else after
            parts.append(text[position : match.start()])
            meant = _changes_meaning(match, left, right, risks) or (brackets and match.group() in "[]")
            parts.append("".join("\\" + sign for sign in match.group()) if meant else match.group())
            position = match.end()
        parts.append(text[position:stop])
    return "".join(parts)


def plain_markdown(text: str) -> str:
    """Text as Markdown that shows it as it is, line by line.

    >>> plain_markdown("<b> is bold\\n# 1")
    '\\\\<b> is bold\\n\\\\# 1'
    """
    risks = Risks(stars=True, underscores=True, backticks=True, tildes=True)
    lines = (escape(line.strip(), risks) for line in text.replace("\r", "\n").split("\n"))
    return "\n".join(escape_start(escape_start(line, first=True), first=False) for line in lines)


def _changes_meaning(match: re.Match[str], left: str, right: str, risks: Risks) -> bool:
    sign, text, start = match.group(), match.string, match.start()
    flanks = not ((not left or left.isspace()) and (not right or right.isspace()))
    match sign[0]:
        case "*":
            return risks.stars and flanks
        case "_":
            return risks.underscores and flanks and not (left.isalnum() and right.isalnum())
        case "`":
            return risks.backticks
        case "\\":
            return right in _PUNCTUATION or (risks.in_cell and not right)
        case "<":
            return bool(_TAG_START.match(sign + right))
        case "&":
            return bool(_ENTITY.match(text, start))
        case "~":
            return len(sign) > 1 or risks.tildes or "~" in (left, right)
        case "[":
            return right == "^"
        case "]":
            return right == "("
        case "!":
            return right == "["
        case "$":
            return risks.dollars
    return risks.in_cell  # the bar


def _is_balanced(text: str) -> bool:
    depth = 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if depth < 0:
            return False
    return depth == 0


def _formulas(text: str) -> list[tuple[int, int, bool]]:
    """Split a text into stretches and LaTeX that the page itself wrote, which is left untouched."""
    fences = [fence.start() for fence in _FENCE.finditer(text)]
    stretches: list[tuple[int, int, bool]] = []
    position = 0
    for start, last in zip(fences[::2], fences[1::2], strict=False):
        stretches += [*_inline_formulas(text, position, start), (start, last + 2, True)]
        position = last + 2
    return [*stretches, *_inline_formulas(text, position, len(text))]


def _inline_formulas(text: str, start: int, stop: int) -> Iterator[tuple[int, int, bool]]:
    """The same for a stretch without double dollar signs."""
    for formula in _FORMULA.finditer(text, start, stop):
        if _IS_LATEX.search(formula.group(1)):
            yield (start, formula.start(), False)
            yield (formula.start(), formula.end(), True)
            start = formula.end()
    yield (start, stop, False)


def guard_formula(latex: str) -> str:
    """LaTeX that Markdown cannot read as HTML, as code or as a link with a scheme: it has no escapes of its own there.

    >>> guard_formula("a<b"), guard_formula("<img src=x onerror=alert(1)>"), guard_formula("[a](b:c)")
    ('a<b', '\\\\lt img src=x onerror=alert(1)>', '[a] (b:c)')
    """
    latex = _TAG_IN_FORMULA.sub(r"\\lt ", _LINE_END.sub(" ", latex))
    return _LINK_IN_FORMULA.sub("] ", latex).replace("`", "\\lq ")


_ALT_EMPHASIS = re.compile(r"\*|~~|(?<![^\W_])_|_(?![^\W_])|&(?=#?[A-Za-z0-9]{1,31};)")


def escape_alt(text: str) -> str:
    """The description of an image, in which tags, code, brackets, emphasis and character references are text.

    >>> escape_alt("a [b] <i> `c` <3 &amp; d_e & *f*")
    'a \\\\[b\\\\] \\\\<i> \\\\`c\\\\` <3 \\\\&amp; d_e & \\\\*f\\\\*'
    """
    return _ALT_EMPHASIS.sub(r"\\\g<0>", _ALT.sub(r"\\\g<0>", text.replace("\\", "")))


def escape_start(line: str, *, first: bool) -> str:
    """Escape a line whose beginning would start a heading, a list, a quote or a rule.

    >>> escape_start("1. May", first=True), escape_start("# 5", first=True), escape_start("-5 degrees", first=True)
    ('1\\\\. May', '\\\\# 5', '-5 degrees')
    """
    if line[:1].isalpha():  # as most lines do; nothing that starts a block does
        return line
    if _LINE_START.match(line) or (_DEFINITION if first else _UNDERLINE).match(line):
        run = len(line) - len(line.lstrip(line[0])) if line[0] in "*_" else 1
        return "".join("\\" + sign for sign in line[:run]) + line[run:]
    return _NUMBER.sub(r"\1\\\2", line, count=1) if _NUMBER.match(line) else line


# One class of signs, which a search passes over at once: most text has none of them.
_SIGN = re.compile(f"[{re.escape(''.join(sign for sign in map(chr, range(128)) if _SPECIAL.search(sign)))}]")


def is_plain(text: str) -> bool:
    """Whether a text has no sign that could need an escape.

    >>> is_plain("A loom holds the warp."), is_plain("5 * 3")
    (True, False)
    """
    return not _SIGN.search(text)
