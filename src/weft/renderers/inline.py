"""The inline Markdown of a passage: links, emphasis, code and images, with markers that really pair."""

import re
import unicodedata
from dataclasses import dataclass, replace

from weft.renderers.escaping import escape, escape_start, find_risks
from weft.renderers.passages import BREAK, FORMULA, IMAGE, NOTE, TEXT, Mark, Marks, Piece, settle, shared_marks

_DELIMITERS = {"strong": "**", "emphasis": "*", "strike": "~~"}
_TAGS = {"sub": "sub", "sup": "sup"}
_SHOWN = frozenset({*_DELIMITERS, *_TAGS, "link", "code", "quotation"})
_BACKTICKS = re.compile("`+")
_BAR = re.compile(r"\\\||\|")


@dataclass(frozen=True, slots=True)
class Setting:
    """Where inline content stands: what may begin a line there, and how a line ends."""

    in_cell: bool = False
    in_heading: bool = False


@dataclass(frozen=True, slots=True)
class _Segment:
    """A stretch of output: text of the page, or Markdown of ours."""

    text: str
    is_text: bool = False
    in_link: bool = False


def inline_lines(pieces: list[Piece], setting: Setting) -> list[str]:
    """The lines of a passage; more than one only where the page breaks a line."""
    arranged = _fit_delimiters(_lift_links(settle([_arrange(piece) for piece in pieces])))
    segments = _segments(arranged, setting)
    lines: list[list[_Segment]] = [[]]
    for segment in segments:
        if segment.text == "\n" and not segment.is_text:
            lines.append([])
        else:
            lines[-1].append(segment)
    kinds = {mark.kind for piece in arranged for mark in piece.marks}
    plain = "".join(segment.text if segment.is_text else " " for segment in segments)
    risks = find_risks(plain, emphasis=bool(kinds & _DELIMITERS.keys()), code="code" in kinds, in_cell=setting.in_cell)
    texts: list[str] = []
    for number, line in enumerate(lines):
        text = "".join(
            escape(
                segment.text,
                risks,
                before=line[index - 1].text[-1:] if index else "",
                after=line[index + 1].text[:1] if index + 1 < len(line) else "",
                in_link=segment.in_link,
            )
            if segment.is_text
            else segment.text
            for index, segment in enumerate(line)
        )
        is_start = bool(line) and line[0].is_text and not setting.in_cell and not setting.in_heading
        texts.append(escape_start(text, first=number == 0) if is_start else text)
    return texts


def _arrange(piece: Piece) -> Piece:
    """Only the marks that Markdown has, and code innermost: it holds no markup."""
    marks = [mark for mark in piece.marks if mark.kind in _SHOWN]
    kinds = [mark.kind for mark in marks]
    if "code" in kinds:
        place = kinds.index("code")
        inner = [mark for mark in marks[place + 1 :] if mark.kind == "link"]
        marks = [*marks[:place], *inner, marks[place]]
    return replace(piece, marks=tuple(marks))


def _lift_links(pieces: list[Piece]) -> list[Piece]:
    """Put a link outside of the emphasis that covers nothing else: `[**a**](b)` pairs everywhere."""
    lifted = list(pieces)
    start = 0
    while start < len(lifted):
        link = next((mark for mark in lifted[start].marks if mark.kind == "link"), None)
        end = start + 1
        while link and end < len(lifted) and link in lifted[end].marks:
            end += 1
        if link:
            edges = {*(lifted[start - 1].marks if start else ()), *(lifted[end].marks if end < len(lifted) else ())}
            for index in range(start, end):
                marks = lifted[index].marks
                place = marks.index(link)
                outside = [mark for mark in marks[:place] if mark in edges]
                inside = [mark for mark in marks[:place] if mark not in edges]
                lifted[index] = replace(lifted[index], marks=(*outside, link, *inside, *marks[place + 1 :]))
        start = end
    return lifted


def _fit_delimiters(pieces: list[Piece]) -> list[Piece]:
    """Shrink or drop emphasis whose markers Markdown would not take for markers.

    A marker between a letter and punctuation does not open or close; the punctuation is moved outside of it.
    """
    for kind in _DELIMITERS:
        start = 0
        while start < len(pieces):
            if not _has(pieces[start], kind):
                start += 1
                continue
            end = start
            while end < len(pieces) and _has(pieces[end], kind):
                end += 1
            run = _shrink(pieces, start, end, kind)
            pieces = [*pieces[:start], *run, *pieces[end:]]
            start += len(run)
    return pieces


def _shrink(pieces: list[Piece], start: int, end: int, kind: str) -> list[Piece]:
    """The pieces of one run of emphasis, with the mark taken off where it cannot start or end."""
    outside_before = pieces[start - 1] if start else None
    outside_after = pieces[end] if end < len(pieces) else None
    run = pieces[start:end]
    head: list[Piece] = []
    while run and not _can_turn(outside_before, run[0], kind, side=0):
        moved, rest = _cut(run[0], kind, side=0)
        head, run = [*head, *moved], [*rest, *run[1:]]
        outside_before = head[-1]
    tail: list[Piece] = []
    while run and not _can_turn(outside_after, run[-1], kind, side=-1):
        moved, rest = _cut(run[-1], kind, side=-1)
        tail, run = [*moved, *tail], [*run[:-1], *rest]
        outside_after = tail[0]
    return [*head, *run, *tail]


def _can_turn(outside: Piece | None, inside: Piece, kind: str, *, side: int) -> bool:
    """Whether a marker between `outside` and `inside` opens (side 0) or closes (side -1) emphasis."""
    if inside.kind == BREAK or inside.text == " ":
        return False
    if not _is_sign(inside, kind, side):
        return True
    if outside is None or outside.kind != TEXT or outside.text == " ":
        return True
    shared = shared_marks(outside.marks, inside.marks)
    mine = [mark.kind for mark in inside.marks]
    own = mine[len(shared) : mine.index(kind)]
    if len(outside.marks) > len(shared) or any(other not in _DELIMITERS for other in own):
        return True  # another marker stands in between, and all of them end in punctuation
    return _is_punctuation(outside.text[-1 - side])


def _is_sign(piece: Piece, kind: str, side: int) -> bool:
    """Whether what the marker touches is punctuation."""
    kinds = [mark.kind for mark in piece.marks]
    if piece.kind != TEXT or any(other not in _DELIMITERS for other in kinds[kinds.index(kind) + 1 :]):
        return True
    return _is_punctuation(piece.text[side])


def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _cut(piece: Piece, kind: str, *, side: int) -> tuple[list[Piece], list[Piece]]:
    """Take the mark off the punctuation at one side of a piece, or off the whole piece where that is not text."""
    bare = replace(piece, marks=tuple(mark for mark in piece.marks if mark.kind != kind))
    kinds = [mark.kind for mark in piece.marks]
    if piece.kind != TEXT or any(other not in _DELIMITERS for other in kinds[kinds.index(kind) + 1 :]):
        return [bare], []
    text = piece.text
    count = 0
    while count < len(text) and (_is_punctuation(sign := text[-1 - count if side else count]) or sign == " "):
        count += 1
    if count == len(text):
        return [bare], []
    inner = text[: len(text) - count] if side else text[count:]
    outer = text[len(text) - count :] if side else text[:count]
    return [replace(bare, text=outer)], [replace(piece, text=inner)]


def _has(piece: Piece, kind: str) -> bool:
    return any(mark.kind == kind for mark in piece.marks)


def _segments(pieces: list[Piece], setting: Setting) -> list[_Segment]:
    """The output in order, with the markers that open and close between pieces."""
    segments: list[_Segment] = []
    open_marks: Marks = ()
    code: list[str] = []
    for piece in [*pieces, Piece(TEXT)]:
        shared = shared_marks(open_marks, piece.marks)
        for mark in reversed(open_marks[len(shared) :]):
            segments.append(_Segment(_code_span(code, setting) if mark.kind == "code" else _closing(mark, setting)))
            code = [] if mark.kind == "code" else code
        for mark in piece.marks[len(shared) :]:
            if mark.kind != "code":
                segments.append(_Segment(_opening(mark)))
        open_marks = piece.marks
        if _has(piece, "code") and piece.kind in (TEXT, BREAK):
            code.append(piece.text or " ")
        else:
            segments += _content(piece, setting)
    return [segment for segment in segments if segment.text]


def _opening(mark: Mark) -> str:
    if mark.kind in _DELIMITERS:
        return _DELIMITERS[mark.kind]
    return "[" if mark.kind == "link" else f"<{mark.kind}>" if mark.kind in _TAGS else '"'


def _closing(mark: Mark, setting: Setting) -> str:
    if mark.kind == "link":
        return f"]({destination(mark.value, setting)})"
    return f"</{mark.kind}>" if mark.kind in _TAGS else _opening(mark)


def _content(piece: Piece, setting: Setting) -> list[_Segment]:
    if piece.kind == BREAK:
        if setting.in_cell:
            return [_Segment("<br>")]
        return [_Segment(" ")] if setting.in_heading else [_Segment("  "), _Segment("\n")]
    if piece.kind == IMAGE:
        alt = piece.text.replace("\\", "").replace("[", "\\[").replace("]", "\\]")
        alt = alt.replace("|", "\\|") if setting.in_cell else alt
        return [_Segment(f"![{alt}]({destination(piece.address, setting)})")]
    if piece.kind == FORMULA:
        return [_Segment(inline_formula(piece.text, setting))]
    if piece.kind == NOTE:
        return [_Segment(f"[^{piece.text}]")]
    return [_Segment(piece.text, is_text=True, in_link=_has(piece, "link"))]


def inline_formula(latex: str, setting: Setting) -> str:
    """A formula in a line; in a cell its bars are spelled out, since a bar would end the cell."""
    if setting.in_cell:
        latex = _BAR.sub(lambda found: "\\Vert " if len(found.group()) > 1 else "\\vert ", latex)
    return f"${latex}$"


def destination(address: str, setting: Setting) -> str:
    """An address that ends where it ends."""
    for sign in " <>\\":
        address = address.replace(sign, f"%{ord(sign):02X}")
    if setting.in_cell:
        address = address.replace("|", "%7C")
    depth = 0
    for character in address:
        depth += (character == "(") - (character == ")")
        if not 0 <= depth <= 3:
            return address.replace("(", "%28").replace(")", "%29")
    return address if depth == 0 else address.replace("(", "%28").replace(")", "%29")


def _code_span(parts: list[str], setting: Setting) -> str:
    """Code between backticks, more of them than the code itself has in a row."""
    text = " ".join("".join(parts).split())
    if not text:
        return ""
    fence = "`" * (1 + max((len(run) for run in _BACKTICKS.findall(text)), default=0))
    text = text.replace("|", "\\|") if setting.in_cell else text
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{pad}{text}{pad}{fence}"
