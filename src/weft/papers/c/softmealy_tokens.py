"""SoftMealy's tokens: a page as a line of tags and words, and the patterns that generalise them.

Hsu and Dung 1998: a token is a tag or a word, and belongs to a class (Num, words by their capitals, Punc, Html, …).
Other than there, a tag keeps its classes and its id, digits masked, because they tell the fields of a page apart; and a
closing tag knows the element that it closes.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np

from weft.deadline import check_deadline
from weft.page import Page

OPEN, CLOSE, TEXT, EDGE = "open", "close", "text", "edge"
# Tags that part no words; any other does.
INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong"
    " sub sup time tt u var wbr".split()
)
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[0-9]+|[{_HAN}]+|[^\W\d_{_HAN}]+|[^\w\s]|[\w]")
_RUN = re.compile("[0-9]+")


@dataclass(frozen=True, slots=True)
class Token:
    """A tag or a word. `marks` are an opening tag's classes and id; a word has a class and a span of the text."""

    kind: str
    name: str  # the tag, or the word
    marks: frozenset[str] = frozenset()
    word_class: str = ""
    row: int = -1
    start: int = -1
    end: int = -1


EDGE_TOKEN = Token(EDGE, "")


@dataclass(frozen=True, eq=False)
class Tokens:
    """The tokens of a stretch of a page; `opening` and `closing` have the places of an element's tags by its row."""

    page: Page
    tokens: tuple[Token, ...]
    opening: dict[int, int]
    closing: dict[int, int]
    values: frozenset[int] = frozenset()  # the places of words that fields say: they differ from record to record

    def __len__(self) -> int:
        return len(self.tokens)

    def at(self, position: int) -> Token:
        """The token at a place; an edge before the first and behind the last."""
        return self.tokens[position] if 0 <= position < len(self.tokens) else EDGE_TOKEN

    def cut(self, first: int, last: int) -> "Tokens":
        """The tokens of a record alone, between edges."""
        tokens = self.tokens[first:last]
        opening = {token.row: position for position, token in enumerate(tokens) if token.kind == OPEN}
        closing = {token.row: position for position, token in enumerate(tokens) if token.kind == CLOSE}
        return Tokens(self.page, tokens, opening, closing)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The places of the tokens of the rows `start .. end`: first, and behind the last."""
        first = bisect_left(self._first_rows, start)
        last = first
        while last < len(self.tokens) and start <= self.tokens[last].row < end:
            last += 1
        return first, last

    @cached_property
    def _first_rows(self) -> list[int]:
        """For each token the last row that was opened or said up to it: rows in document order."""
        return list(accumulate((token.row for token in self.tokens), max))

    def text(self, first: int, last: int) -> tuple[str, int]:
        """What the page says between two borders, white space as one space, and the row of its first word."""
        said: list[str] = []
        row, end, parted = -1, -1, False
        for token in check_deadline(self.tokens[first:last]):
            if token.kind != TEXT:
                parted = parted or token.name not in INLINE
                continue
            # Words that only inline tags part are one word where the source has no white space between them.
            between = self.page.text_bytes[end : token.start].decode() if row >= 0 else ""
            said.append(" " if row >= 0 and (parted or between.isspace()) else between)
            said.append(self.page.text_bytes[token.start : token.end].decode())
            row, end, parted = token.row if row < 0 else row, token.end, False
        return "".join(said), row


def tokenise(page: Page, start: int = 0, end: int = -1) -> Tokens:
    """The tokens of the rows `start .. end`, without scripts and white space.

    >>> from weft import parse
    >>> page = parse("<p class='post p17'>By Ann, 2022<br></p>")
    >>> print(*map(write_pattern, map(exact, tokenise(page, 3).tokens)))
    <p .p\\d+ .post> 'By' 'Ann' ',' '2022' <br> </p>
    """
    end = len(page) if end < 0 else end
    tokens: list[Token] = []
    opening: dict[int, int] = {}
    closing: dict[int, int] = {}
    open_rows: list[int] = []
    ends = page.end.tolist()
    marks = _Marks(page)
    shown = np.flatnonzero(~page.raw[start:end] & ((page.tag[start:end] != 0) | (page.chars[start:end] > 0))) + start
    for row in check_deadline([*shown.tolist(), end]):
        while open_rows and ends[open_rows[-1]] <= row:
            over = open_rows.pop()
            closing[over] = len(tokens)
            tokens.append(Token(CLOSE, page.tag_name(over), row=over))
        if row == end:
            break
        if not page.tag[row]:
            tokens += _words(page, row)
            continue
        name = page.tag_name(row)
        opening[row] = len(tokens)
        tokens.append(Token(OPEN, name, marks.of(row), row=row))
        if name not in VOID:
            open_rows.append(row)
    return Tokens(page, tuple(tokens), opening, closing)


class _Marks:
    """The marks of a page's elements; those of one build are made once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._known: dict[tuple[int, int], frozenset[str]] = {}

    def of(self, row: int) -> frozenset[str]:
        """Classes and id of a row, digits masked."""
        page = self._page
        key = (int(page.table.step[row]), int(page.table.id_token[row]))
        if key not in self._known:
            names = ["." + name for name in page.classes(row)] + ["#" + name for name in [page.id(row)] if name]
            self._known[key] = frozenset(_RUN.sub(r"\\d+", name) for name in check_deadline(names))
        return self._known[key]


def _words(page: Page, row: int) -> list[Token]:
    offset = int(page.table.text_start[row])
    text = page.text(row)
    if text.isascii():
        spans = [(match[0], match.start(), match.end()) for match in check_deadline(_WORD.finditer(text))]
    else:
        bytes_before = [0]
        for char in check_deadline(text):
            bytes_before.append(bytes_before[-1] + len(char.encode()))
        spans = [(m[0], bytes_before[m.start()], bytes_before[m.end()]) for m in check_deadline(_WORD.finditer(text))]
    return [
        Token(TEXT, word, word_class=word_class(word), row=row, start=offset + first, end=offset + last)
        for word, first, last in check_deadline(spans)
    ]


def word_class(word: str) -> str:
    """The class of a word.

    >>> [word_class(word) for word in ("2022", "发表于", "PM", "Ann", "by", ",")]
    ['Num', 'Han', 'CAlph', 'C1Alph', '0Alph', 'Punc']
    """
    if word[0] in "0123456789":
        return "Num"
    if re.match(f"[{_HAN}]", word):
        return "Han"
    if not word[0].isalpha():
        return "Punc"
    if len(word) > 1 and word.isupper():
        return "CAlph"
    return "C1Alph" if word[0].isupper() else "0Alph"


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a token must be: its kind (empty: any), its name (empty: any), at least these marks, its word class."""

    kind: str = ""
    name: str = ""
    marks: frozenset[str] = frozenset()
    word_class: str = ""

    def matches(self, token: Token) -> bool:
        """Whether a token is one of those."""
        if not self.kind:
            return True
        if self.kind == "tag":
            return token.kind in (OPEN, CLOSE)
        return (
            self.kind == token.kind
            and (not self.name or self.name == token.name)
            and (not self.word_class or self.word_class == token.word_class)
            and self.marks <= token.marks
        )


ANY, ANY_TAG, ANY_TEXT = Pattern(), Pattern(kind="tag"), Pattern(kind=TEXT)


def exact(token: Token) -> Pattern:
    """The pattern of one token."""
    return Pattern(token.kind, token.name, token.marks, token.word_class)


def join(a: Pattern, b: Pattern) -> Pattern:
    """The least general pattern that covers two: marks that both have, else the class of both, else any."""
    if a == b:
        return a
    if a.kind == b.kind == TEXT:
        return Pattern(TEXT, word_class=a.word_class) if a.word_class == b.word_class else ANY_TEXT
    if a.kind == b.kind == OPEN and a.name == b.name:
        return Pattern(OPEN, a.name, a.marks & b.marks)
    tags = (OPEN, CLOSE, "tag")
    return ANY_TAG if a.kind in tags and b.kind in tags else ANY


def write_pattern(pattern: Pattern) -> str:
    """A pattern as people read it: `<div .post #p\\d+>`, `</div>`, `<>`, `'by'`, `Num`, `text`, `*`, `edge`."""
    if pattern.kind == OPEN:
        return "<" + " ".join([pattern.name, *sorted(pattern.marks)]) + ">"
    if pattern.kind == CLOSE:
        return f"</{pattern.name}>"
    if pattern.kind == TEXT:
        return f"'{pattern.name}'" if pattern.name else pattern.word_class or "text"
    return {"": "*", "tag": "<>", EDGE: "edge"}[pattern.kind]


def read_pattern(text: str) -> Pattern:
    """The pattern that `write_pattern` wrote."""
    fixed = {"*": ANY, "<>": ANY_TAG, "text": ANY_TEXT, "edge": Pattern(EDGE)}
    if text in fixed:
        return fixed[text]
    if text.startswith("</"):
        return Pattern(CLOSE, text[2:-1])
    if text.startswith("<"):
        name, *marks = text[1:-1].split(" ")
        return Pattern(OPEN, name, frozenset(marks))
    if text.startswith("'"):
        return Pattern(TEXT, text[1:-1], word_class=word_class(text[1:-1]))
    return Pattern(TEXT, word_class=text)
