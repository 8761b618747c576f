"""The inline Markdown of a passage: links, emphasis, code and images, with markers that really pair."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from weft.renderers.emphasis import DELIMITERS, fit_emphasis, has_mark
from weft.renderers.escaping import Risks, escape, escape_start, find_risks
from weft.renderers.passages import BREAK, FORMULA, IMAGE, NOTE, TEXT, Mark, Marks, Piece, settle, shared_marks

_TAGS = {"sub": "sub", "sup": "sup"}
_SHOWN = frozenset({*DELIMITERS, *_TAGS, "link", "code", "quotation"})
_BACKTICKS = re.compile("`+")
_RISKY_ADDRESS = re.compile(r"[ <>\\()|]")
_BAR = re.compile(r"\\\||\|")


@dataclass(frozen=True, slots=True)
class Setting:
    """Where inline content stands: what may begin a line there, and how a line ends."""

    in_cell: bool = False
    in_heading: bool = False


class _Segment(NamedTuple):
    """A stretch of output: text of the page, or Markdown of ours."""

    text: str
    is_text: bool = False
    in_link: bool = False


def inline_lines(pieces: list[Piece], setting: Setting) -> list[str]:
    """The lines of a passage; more than one only where the page breaks a line."""
    arranged = settle([_arrange(piece) if piece.marks else piece for piece in pieces])
    kinds = {mark.kind for piece in arranged for mark in piece.marks}
    if kinds:
        arranged = fit_emphasis(_lift_links(arranged), kinds)
    segments = _segments(arranged, setting)
    # A marker is a sign like any other to what stands beside it.
    plain = "".join(segment.text if segment.is_text or segment.text.isspace() else "." for segment in segments)
    risks = find_risks(plain, emphasis=not kinds.isdisjoint(DELIMITERS), code="code" in kinds, in_cell=setting.in_cell)
    return [_line(line, risks, setting, first=not number) for number, line in enumerate(_split_lines(segments))]


def _split_lines(segments: list[_Segment]) -> list[list[_Segment]]:
    lines: list[list[_Segment]] = [[]]
    for segment in segments:
        if segment.text == "\n":
            lines.append([])
        else:
            lines[-1].append(segment)
    return lines


def _line(segments: list[_Segment], risks: Risks, setting: Setting, *, first: bool) -> str:
    """One line, its text escaped between what stands on both sides of it."""
    parts: list[str] = []
    for index, segment in enumerate(segments):
        if segment.is_text:
            before = segments[index - 1].text[-1:] if index else ""
            after = segments[index + 1].text[:1] if index + 1 < len(segments) else ""
            parts.append(escape(segment.text, risks, before=before, after=after, in_link=segment.in_link))
        else:
            parts.append(segment.text)
    is_start = bool(segments) and segments[0].is_text and not setting.in_cell and not setting.in_heading
    return escape_start("".join(parts), first=first) if is_start else "".join(parts)


def _arrange(piece: Piece) -> Piece:
    """Only the marks that Markdown has, and code innermost: it holds no markup."""
    marks = [mark for mark in piece.marks if mark.kind in _SHOWN]
    kinds = [mark.kind for mark in marks]
    if "code" in kinds:
        place = kinds.index("code")
        inner = [mark for mark in marks[place + 1 :] if mark.kind == "link"]
        marks = [*marks[:place], *inner, marks[place]]
    return piece._replace(marks=tuple(marks))


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
                lifted[index] = lifted[index]._replace(marks=(*outside, link, *inside, *marks[place + 1 :]))
        start = end
    return lifted


def _segments(pieces: list[Piece], setting: Setting) -> list[_Segment]:
    """The output in order, with the markers that open and close between pieces."""
    segments: list[_Segment] = []
    open_marks: Marks = ()
    code: list[str] = []
    for piece in [*pieces, Piece(TEXT)]:
        shared = shared_marks(open_marks, piece.marks)
        for mark in reversed(open_marks[len(shared) :]):
            segments += _code_span(code, setting) if mark.kind == "code" else [_Segment(_closing(mark, setting))]
            code = [] if mark.kind == "code" else code
        for mark in piece.marks[len(shared) :]:
            if mark.kind != "code":
                segments.append(_Segment(_opening(mark)))
        open_marks = piece.marks
        if has_mark(piece, "code") and piece.kind in (TEXT, BREAK):
            code.append(piece.text or " ")
        else:
            segments += _content(piece, setting)
    return [segment for segment in segments if segment.text]


def _opening(mark: Mark) -> str:
    if mark.kind in DELIMITERS:
        return DELIMITERS[mark.kind]
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
    return [_Segment(piece.text, is_text=True, in_link=has_mark(piece, "link"))]


def inline_formula(latex: str, setting: Setting) -> str:
    """A formula in a line; in a cell its bars are spelled out, since a bar would end the cell."""
    if setting.in_cell:
        latex = _BAR.sub(lambda found: "\\Vert " if len(found.group()) > 1 else "\\vert ", latex)
    return f"${latex.strip()}$"


def destination(address: str, setting: Setting) -> str:
    """An address that ends where it ends."""
    if not _RISKY_ADDRESS.search(address):
        return address
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


def _code_span(parts: list[str], setting: Setting) -> list[_Segment]:
    """Code between backticks, more of them than the code itself has in a row; spaces at its ends stay outside."""
    whole = "".join(parts)
    text = " ".join(whole.split())
    if not text:
        return [_Segment(" ")]
    fence = "`" * (1 + max((len(run) for run in _BACKTICKS.findall(text)), default=0))
    text = text.replace("|", "\\|") if setting.in_cell else text
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    lead, tail = " " * whole[0].isspace(), " " * whole[-1].isspace()
    return [_Segment(lead), _Segment(f"{fence}{pad}{text}{pad}{fence}"), _Segment(tail)]
