"""The inline Markdown of a passage: links, emphasis, code and images.

The kernel writes pages; this is its twin, which chunks are made with and passages that have formulas.

Most passages are plain text or one link. They take a short way; `_segments` is the way of text that needs escapes.
"""

import re
from typing import NamedTuple

from weft.deadline import in_time
from weft.renderers.markdown_emphasis import DELIMITERS, fit_emphasis
from weft.renderers.markdown_escapes import Risks, escape, escape_alt, escape_start, find_risks, guard_formula, is_plain
from weft.renderers.passages import (
    BREAK,
    FORMULA,
    IMAGE,
    NOTE,
    TEXT,
    Mark,
    Marks,
    Piece,
    collapse,
    settle,
    shared_length,
)

_TAGS = {"sub": "sub", "sup": "sup"}
_SHOWN = frozenset({*DELIMITERS, *_TAGS, "link", "code", "quotation"})
_BACKTICKS = re.compile("`+")
_RISKY_ADDRESS = re.compile(r"[ <>\\()|`]")
_NOTE_START = re.compile(r"\[\^[^\]]*\](?=:)")
_OPEN_LABEL = re.compile(r"\[(?:[^\[\]\\]|\\.)*\Z")
_BAR = re.compile(r"\\\||\|")


class Setting(NamedTuple):
    """Where inline content stands: what may begin a line there, and how a line ends."""

    in_cell: bool = False
    in_heading: bool = False


_END = Piece(TEXT)  # behind the last piece: it closes what is open


class _Segment(NamedTuple):
    """A stretch of output: text of the page, or Markdown of ours."""

    text: str
    is_text: bool = False
    in_link: bool = False


def inline_lines(pieces: list[Piece], setting: Setting) -> list[str]:
    """The lines of a passage; more than one only where the page breaks a line."""
    if len(pieces) == 1 and (only := _only_line(pieces[0], setting)):
        return [only]
    arranged = settle([_arrange(piece) if piece.marks else piece for piece in pieces])
    sets = {piece.marks for piece in arranged}
    kinds = {mark.kind for marks in sets for mark in marks}
    if "link" in kinds and any(len(marks) > 1 for marks in sets):
        arranged = _lift_links(arranged)
    if not kinds.isdisjoint(DELIMITERS):
        arranged = fit_emphasis(arranged, kinds)
    if "code" not in kinds and is_plain("".join([piece.text for piece in arranged if piece.kind == TEXT])):
        return _plain_lines(arranged, setting)
    segments = _segments(arranged, setting)
    # A marker is a sign like any other to what stands beside it.
    plain = "".join(segment.text if segment.is_text or segment.text.isspace() else "." for segment in segments)
    risks = find_risks(
        plain,
        emphasis=not kinds.isdisjoint(DELIMITERS),
        code="code" in kinds,
        in_cell=setting.in_cell,
        formula=any(piece.kind == FORMULA for piece in arranged),
    )
    lines = [_line(line, risks, setting, first=not number) for number, line in enumerate(_split_lines(segments))]
    # The label of a definition, `[label]: address`, may go on over a line's end.
    is_open = len(lines) > 1 and segments[0].is_text and _OPEN_LABEL.match(lines[0])
    return [f"\\{lines[0]}", *lines[1:]] if is_open else lines


def _only_line(piece: Piece, setting: Setting) -> str:
    """The line of a passage of one piece of text: most are so. Empty where there is more to do.

    Nothing stands beside its marks, so that each opens and closes; the link is the outermost.
    """
    text = collapse(piece.text) if piece.kind == TEXT else ""
    if not text:
        return ""
    marks = [mark for mark in piece.marks if mark.kind in _SHOWN] if piece.marks else []
    if not marks:
        if not is_plain(text):
            risks = find_risks(text, emphasis=False, code=False, in_cell=setting.in_cell)
            text = _guard_label(escape(text, risks))
        return _guard_start(text, setting, first=True)
    if not is_plain(text) or text[0] == "^" or any(mark.kind == "code" for mark in marks):
        return ""
    marks.sort(key=lambda mark: mark.kind != "link")
    opening = "".join([_opening(mark) for mark in marks])
    return f"{opening}{text}{''.join([_closing(mark, setting) for mark in reversed(marks)])}"


def _guard_start(line: str, setting: Setting, *, first: bool) -> str:
    """A line that begins with text of the page."""
    return line if setting.in_cell or setting.in_heading else escape_start(line, first=first)


def _plain_lines(pieces: list[Piece], setting: Setting) -> list[str]:
    """The lines of a passage whose text has no sign that could need an escape: markers and texts as they come."""
    lines: list[str] = []
    parts: list[str] = []
    is_start = False  # whether the line begins with text of the page
    open_marks: Marks = ()
    for piece in in_time([*pieces, _END]):
        if piece.marks != open_marks:
            shared = shared_length(open_marks, piece.marks) if open_marks and piece.marks else 0
            for mark in reversed(open_marks[shared:]):
                parts.append(_closing(mark, setting))
            for mark in piece.marks[shared:]:
                parts.append(_opening(mark))
            open_marks = piece.marks
        if piece.kind == TEXT:
            is_start = is_start or not parts
            parts.append(piece.text)
            continue
        content = _content(piece, setting)
        parts.append(content[0].text)
        if len(content) > 1:  # the line ends
            lines.append(_whole_line(parts, setting, is_start=is_start, first=not lines))
            parts, is_start = [], False
    return [*lines, _whole_line(parts, setting, is_start=is_start, first=not lines)]


def _whole_line(parts: list[str], setting: Setting, *, is_start: bool, first: bool) -> str:
    """A line from its parts; `is_start` says that the first of them is text of the page."""
    line = _guard_label("".join(parts))
    return _guard_start(line, setting, first=first) if is_start else line


def _guard_label(line: str) -> str:
    """A colon behind a note's label would make it the note itself."""
    note = _NOTE_START.match(line)
    return f"{note.group()}\\{line[note.end() :]}" if note else line


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
    return _whole_line(parts, setting, is_start=bool(segments) and segments[0].is_text, first=first)


def _arrange(piece: Piece) -> Piece:
    """Only the marks that Markdown has, and code innermost: it holds no markup."""
    if len(piece.marks) == 1 and piece.marks[0].kind in _SHOWN:
        return piece
    marks = [mark for mark in piece.marks if mark.kind in _SHOWN]
    kinds = [mark.kind for mark in marks]
    if "code" not in kinds:
        return piece if len(marks) == len(piece.marks) else piece._replace(marks=tuple(marks))
    code = kinds.index("code")
    inner = [mark for mark in marks[code + 1 :] if mark.kind == "link"]
    return piece._replace(marks=(*marks[:code], *inner, marks[code]))


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
                position = marks.index(link)
                outside = [mark for mark in marks[:position] if mark in edges]
                inside = [mark for mark in marks[:position] if mark not in edges]
                lifted[index] = lifted[index]._replace(marks=(*outside, link, *inside, *marks[position + 1 :]))
        start = end
    return lifted


def _segments(pieces: list[Piece], setting: Setting) -> list[_Segment]:
    """The output in order, with the markers that open and close between pieces."""
    segments: list[_Segment] = []
    open_marks: Marks = ()
    code: list[str] = []
    in_code = in_link = False
    for piece in in_time([*pieces, _END]):
        if piece.marks != open_marks:
            shared = shared_length(open_marks, piece.marks)
            for mark in reversed(open_marks[shared:]):
                segments += _code_span(code, setting) if mark.kind == "code" else [_Segment(_closing(mark, setting))]
                code = [] if mark.kind == "code" else code
            for mark in piece.marks[shared:]:
                if mark.kind != "code":
                    segments.append(_Segment(_opening(mark)))
            open_marks = piece.marks
            in_code, in_link = has_mark(piece, "code"), has_mark(piece, "link")
        if in_code and piece.kind in (TEXT, BREAK):
            code.append(piece.text or " ")
        elif piece.kind == TEXT:
            segments.append(_Segment(piece.text, True, in_link))
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
        alt = escape_alt(piece.text)
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
        latex = _BAR.sub(lambda bar: "\\Vert " if len(bar.group()) > 1 else "\\vert ", latex)
    return f"${guard_formula(latex.strip())}$"


def destination(address: str, setting: Setting) -> str:
    """An address that ends where it ends."""
    if not _RISKY_ADDRESS.search(address):
        return address
    for sign in " <>\\`":
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


def has_mark(piece: Piece, kind: str) -> bool:
    """Whether a piece stands under a mark of a kind."""
    return any(mark.kind == kind for mark in piece.marks)
