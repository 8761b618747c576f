"""The sentences of a passage, for those who do not take all of it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from weft.deadline import in_time
from weft.renderers.passages import BREAK, TEXT, Piece, settle, shared_marks

_OTHER = "\N{OBJECT REPLACEMENT CHARACTER}"  # stands for an image, a formula or the number of a note
_CLOSING = rf"[\"'”’»)\]{_OTHER}]*"
# A full stop ends a sentence where no small letter follows; after a single letter it may be an initial.
_END = re.compile(
    rf"(?:(?<!\b[^\W\d_])\.{_CLOSING}(?=\s+[^\sa-z])|[!?…؟।։።]{_CLOSING}(?=\s)|\n)\s*"
    rf"|[。！？｡]+[”’』」）。！？｡…{_OTHER}]*\s*(?=.)"
)


class Sentence(NamedTuple):
    """A sentence as pieces, and what joins it to the one before: a space, the end of a line or nothing."""

    joint: str
    pieces: list[Piece]


def split_sentences(pieces: list[Piece]) -> list[Sentence]:
    """The sentences of a passage; a line break of the page ends one too.

    >>> bold = [Piece(TEXT, "It is new. Is it? "), Piece(TEXT, "J. Loom saw it.")]
    >>> [(joint, "".join(piece.text for piece in own)) for joint, own in split_sentences(bold)]
    [('', 'It is new.'), (' ', 'Is it?'), (' ', 'J. Loom saw it.')]
    """
    settled = settle(pieces)
    plain = "".join("\n" if piece.kind == BREAK else piece.text if piece.kind == TEXT else _OTHER for piece in settled)
    sentences: list[Sentence] = []
    start, joint, rest = 0, "", _Rest(settled)
    for end in in_time(_END.finditer(plain)):
        words = end.group().rstrip()
        if own := rest.take(end.start() + len(words) - start):
            sentences.append(Sentence(joint, own))
        gap = end.group()[len(words) :]
        rest.take(len(gap))
        start, joint = end.end(), "\n" if "\n" in gap else " " if gap else ""
    last = rest.take(len(plain) - start)
    return [*sentences, Sentence(joint, last)] if last else sentences


def join_sentences(sentences: list[Sentence]) -> list[Piece]:
    """Sentences that follow each other as the pieces of one passage."""
    pieces: list[Piece] = []
    for joint, own in sentences:
        if pieces and joint:
            marks = shared_marks(pieces[-1].marks, own[0].marks)
            pieces.append(Piece(BREAK, marks=marks) if joint == "\n" else Piece(TEXT, joint, marks))
        pieces += own
    return pieces


class _Rest:
    """The pieces that are not taken yet."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces: Iterator[Piece] = iter(pieces)
        self.at_hand: Piece | None = None

    def take(self, length: int) -> list[Piece]:
        """The pieces of the next so many characters; what is no text is one character long."""
        taken: list[Piece] = []
        while length > 0:
            piece = self.at_hand or next(self.pieces)
            size = len(piece.text) if piece.kind == TEXT else 1
            if size > length:
                taken.append(piece._replace(text=piece.text[:length]))
                self.at_hand = piece._replace(text=piece.text[length:])
                break
            taken.append(piece)
            self.at_hand = None
            length -= size
        return taken
