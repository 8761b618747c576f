"""Emphasis whose markers really pair.

CommonMark takes a run of stars for a marker by what stands on both sides of it. A marker between a letter and
punctuation does nothing, so `<b>Note:</b>this` written as `**Note:**this` would show its stars. `fit_emphasis` moves
or drops such markers.
"""

import unicodedata
from collections import deque

from weft.deadline import check_time
from weft.renderers.passages import BREAK, TEXT, Marks, Piece, shared_marks

DELIMITERS = {"strong": "**", "emphasis": "*", "strike": "~~"}
_STARS = frozenset({"strong", "emphasis"})
_ROUNDS = 4  # taking one mark off may uncover another; real text settles in the first round


def fit_emphasis(pieces: list[Piece], kinds: set[str]) -> list[Piece]:
    """Shrink or drop emphasis whose markers Markdown would not take for markers.

    A marker between a letter and punctuation does not open or close; the punctuation is moved outside of it.
    """
    for _ in range(_ROUNDS):
        before = pieces
        for kind in DELIMITERS:
            pieces = _fit_kind(pieces, kind) if kind in kinds else pieces
        if pieces == before:
            break
    return pieces


def _fit_kind(pieces: list[Piece], kind: str) -> list[Piece]:
    fitted: list[Piece] = []
    start = 0
    while start < len(pieces):
        check_time()
        outer = _outer(pieces[start], kind)
        end = start + 1
        while outer and end < len(pieces) and _outer(pieces[end], kind) == outer:
            end += 1
        fitted += _shrink(pieces, start, end, kind) if outer else pieces[start:end]
        start = end
    return fitted


def _outer(piece: Piece, kind: str) -> Marks:
    """The marks of a piece down to that of a kind, none where it is not there: what stays open over a run."""
    for position, mark in enumerate(piece.marks):
        if mark.kind == kind:
            return piece.marks[: position + 1]
    return ()


def _touching(kind: str) -> frozenset[str]:
    """The kinds whose markers run together with that of a kind."""
    return _STARS if kind in _STARS else frozenset({kind})


def _shrink(pieces: list[Piece], start: int, end: int, kind: str) -> list[Piece]:
    """The pieces of one run of emphasis, with the mark taken off where it cannot start or end."""
    before = pieces[start - 1] if start else None
    after = pieces[end] if end < len(pieces) else None
    if _can_turn(before, pieces[start], kind, side=0) and _can_turn(after, pieces[end - 1], kind, side=-1):
        return pieces[start:end]
    run = deque(pieces[start:end])
    head: list[Piece] = []
    while run and not _can_turn(before, run[0], kind, side=0):
        before, rest = _cut(run.popleft(), kind, side=0)
        head.append(before)
        run.extendleft(rest)
    tail: list[Piece] = []
    while run and not _can_turn(after, run[-1], kind, side=-1):
        after, rest = _cut(run.pop(), kind, side=-1)
        tail.append(after)
        run.extend(rest)
    return [*head, *run, *reversed(tail)]


def _can_turn(outside: Piece | None, inside: Piece, kind: str, *, side: int) -> bool:
    """Whether a marker between `outside` and `inside` opens (side 0) or closes (side -1) emphasis."""
    if inside.kind == BREAK or inside.text == " ":
        return False
    if not _is_sign(inside, kind, side):
        return True
    shared = len(shared_marks(outside.marks if outside else (), inside.marks))
    kinds = [mark.kind for mark in inside.marks]
    between = {*kinds[shared : kinds.index(kind)], *(mark.kind for mark in (outside.marks[shared:] if outside else ()))}
    if between <= _touching(kind):
        if outside is None or outside.kind == BREAK or outside.text == " ":
            return True
        if outside.kind == TEXT and not _is_punctuation(outside.text[-1 - side]):
            return False
    # Punctuation on both sides both opens and closes: inside of other emphasis it would close that.
    return kind not in _STARS or _STARS.isdisjoint(kinds[:shared])


def _is_sign(piece: Piece, kind: str, side: int) -> bool:
    """Whether what the marker touches is punctuation."""
    if piece.kind != TEXT:
        return True
    kinds = [mark.kind for mark in piece.marks]
    if len(kinds) > 1 and not _touching(kind).issuperset(kinds[kinds.index(kind) + 1 :]):
        return True
    return _is_punctuation(piece.text[side])


def _is_punctuation(character: str) -> bool:
    return not character.isalnum() and unicodedata.category(character)[0] in "PS"


def _cut(piece: Piece, kind: str, *, side: int) -> tuple[Piece, list[Piece]]:
    """Take the mark off the punctuation at one side of a piece, or off the whole piece where that is not text."""
    bare = piece._replace(marks=tuple(mark for mark in piece.marks if mark.kind != kind))
    kinds = [mark.kind for mark in piece.marks]
    if piece.kind != TEXT or not _touching(kind).issuperset(kinds[kinds.index(kind) + 1 :]):
        return bare, []
    text = piece.text
    count = 0
    while count < len(text) and (_is_punctuation(sign := text[-1 - count if side else count]) or sign == " "):
        count += 1
    if count == len(text):
        return bare, []
    inner = text[: len(text) - count] if side else text[count:]
    outer = text[len(text) - count :] if side else text[:count]
    return bare._replace(text=outer), [piece._replace(text=inner)]
