"""What a reader sees of a piece of HTML: words with their marks, headings, code, tables, items, links and images.

The HTML that a system writes and the HTML that its Markdown reads back as are looked at by the same rules, so that
two views can be compared. What Markdown cannot say is left out: who wrote a quotation mark, what a list of terms is.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from urllib.parse import unquote, urljoin

import weft
from weft.page import Page

BLOCKS = frozenset(
    "address article aside blockquote body br caption center dd details dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre section select "
    "summary table tbody td tfoot th thead tr ul video audio iframe object".split()
)
UNSEEN = frozenset(
    "script style template noscript head math iframe object video audio canvas textarea select input".split()
)
"""What no Markdown has: what runs, what is drawn, what is filled in. Formulas of peers as MathML are among them."""
HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
STRONG = frozenset({"strong", "b", "em", "i", "del", "s", "strike", "dt", "summary"})
"""Words in these may be emphasised in Markdown: the last two have no sign of their own there."""
NOTE_SIGNS = re.compile(r"\[\^([^\]\s]+)\]:?")
NO_WORDS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2060\ufeff\u00ad\"'“”„‟‘’‚‛«»‹›$]|\\[()\[\]]")
"""Signs that are not compared: those that nobody sees, quotation marks (`q` has them and text may write them), and the
signs around formulas."""
FORMULA = re.compile(r"\\\(.{1,2000}?\\\)|\\\[.{1,2000}?\\\]", re.DOTALL)
"""A formula in the text of HTML. Formulas are compared nowhere: peers write them as MathML, or as nothing."""
GONE = "\0"
_WORD = re.compile(r"\S+")
LISTS = ("ul", "ol", "menu", "dir")
BEGIN, BEGIN_ROWS = 5, 80  # words of an item or a quote that are compared, and rows in which they are looked for
MAX_NODES = 10_000_000
IN_CELLS = ("td", "th", "caption", "summary", "dt", "figcaption")
"""What stands in these can be a line of Markdown at most: neither a heading nor an item nor a block of code."""


@dataclass(frozen=True)
class Word:
    """A word, and whether any letter of it is emphasised."""

    text: str
    is_strong: bool = False


Item = tuple[int, str, str]
"""An item of a list: how deep, its number ("+" of a further item, "-" of none), the words it begins with."""


@dataclass(frozen=True, kw_only=True)
class View:
    """All that is compared."""

    words: list[Word]
    headings: list[tuple[int, str]]
    code: list[str]
    tables: list[list[list[str]]]
    items: list[Item]
    quotes: list[str]  # the words they begin with
    spans: list[str]  # code within a line
    definitions: list[str]  # the words they begin with: Markdown may write them as items
    links: list[tuple[str, str]]
    images: list[tuple[str, str]]  # description and address
    sizes: list[set[str]]  # of each image the addresses of all its sizes
    tags: set[str]
    notes: list[str] = field(default_factory=list)  # the words of notes that stand apart from the text


def view_of(html: str, url: str = "") -> View:
    """What a reader sees of a piece of HTML; addresses are made whole by that of the page."""
    limits = weft.Limits(nodes=MAX_NODES)
    return _Reader(weft.parse(f"<!doctype html><body>{html}", limits=limits), url).view()


class _Reader:
    """Reads the rows of a parsed piece in order; what lies above a row is found once, from its parent."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.names = [page.tag_name(row) for row in range(len(page))]
        self.ends = page.end.tolist()
        self.seen = [True] * len(page)
        self.in_cell = [False] * len(page)
        self.in_code = [False] * len(page)
        self.in_pre = [False] * len(page)
        self.in_note = [False] * len(page)
        self.depth = [0] * len(page)
        self.list = [0] * len(page)  # the row of the list around; 0: none
        self.table = [0] * len(page)
        self.number: dict[int, str] = {}  # of the first item of a list; "+" of a further one
        for row, parent in enumerate(page.parent.tolist()):
            self._inherit(row, max(parent, 0))

    def _inherit(self, row: int, parent: int) -> None:
        name, above = self.names[row], self.names[parent]
        hidden = name in UNSEEN or self.is_note(row) or self.is_apart(row)
        self.seen[row] = self.seen[parent] and not hidden
        self.in_note[row] = self.in_note[parent] or self.is_note(row)
        self.in_cell[row] = self.in_cell[parent] or above in IN_CELLS
        self.in_code[row] = self.in_code[parent] or above in ("code", "pre")
        self.in_pre[row] = self.in_pre[parent] or above == "pre"
        self.depth[row] = self.depth[parent] + (above in LISTS)
        self.list[row] = parent if above in LISTS else self.list[parent]
        self.table[row] = parent if above == "table" else self.table[parent]
        if name == "li":
            said = self.page.attribute(row, "value") or self.page.attribute(self.list[row], "start") or "1"
            self.number[row] = "+" if self.list[row] in self.number else said
            self.number[self.list[row]] = "+"

    def view(self) -> View:
        names, page = self.names, self.page
        rows = [row for row in range(len(page)) if self.seen[row]]
        anchors = [row for row in range(len(page)) if names[row] == "a" and not self.in_pre[row]]
        blocks = [row for row in rows if not self.in_cell[row]]
        return View(
            words=self.words(0, len(page)),
            headings=[
                (int(names[row][1]), text) for row in blocks if names[row] in HEADINGS and (text := self.text(row))
            ],
            code=[text for row in blocks if names[row] == "pre" and (text := _code(page.text(row)))],
            tables=[cells for row in rows if names[row] == "table" and (cells := self.cells(row))],
            items=[item for row in blocks if names[row] == "li" and (item := self.item(row))[-1]],
            quotes=[text for row in blocks if names[row] == "blockquote" and (text := self.begin(row))],
            spans=[text for row in rows if names[row] == "code" and not self.in_code[row] and (text := self.text(row))],
            definitions=[self.begin(row) for row in rows if names[row] == "dd"],
            links=[link for row in anchors if (self.seen[row] or self.in_note[row]) and (link := self.link(row))],
            images=[self.image(row) for row in rows if names[row] == "img" and page.attribute(row, "src")],
            sizes=[self.sizes(row) for row in rows if names[row] == "img" and page.attribute(row, "src")],
            tags=set(names),
            notes=[word for row in range(len(page)) if self.is_note(row) for word in _words(page.text(row))],
        )

    def is_note(self, row: int) -> bool:
        return self.names[row] == "div" and self.page.attribute(row, "class") == "footnote-definition"

    def is_apart(self, row: int) -> bool:
        """The sign of a note, and a formula."""
        if self.names[row] not in ("sup", "span"):
            return False
        return (self.page.attribute(row, "class") or "").startswith(("footnote-", "math math-"))

    def pieces(self, start: int, stop: int) -> Iterator[tuple[str, bool]]:
        """The texts of some rows and whether each is emphasised; a blank at the edges of blocks."""
        edges: list[int] = []
        strong = 0
        for row in range(start, stop):
            while edges and edges[-1] <= row:
                edges.pop()
                yield " ", False
            if not self.seen[row]:
                continue
            name = self.names[row]
            if name in BLOCKS:
                edges.append(self.ends[row])
                yield " ", False
            strong = max(strong, self.ends[row]) if name in STRONG else strong
            if self.page.tag[row] == 0:
                yield self.page.text(row), row < strong and not self.in_code[row]

    def words(self, start: int, stop: int) -> list[Word]:
        pieces = list(self.pieces(start, stop))
        text = "".join(piece for piece, _ in pieces)
        bare = NO_WORDS.sub(_blank, NOTE_SIGNS.sub(_bare_label, FORMULA.sub(_blank, text)))
        if not any(is_strong for _, is_strong in pieces):
            return [Word(word) for part in bare.split() if (word := part.replace(GONE, ""))]
        ends = list(accumulate(len(piece) for piece, _ in pieces))
        words = []
        for match in _WORD.finditer(bare):
            first, last = bisect_right(ends, match.start()), bisect_left(ends, match.end())
            spans = ((part, ends[part] - len(pieces[part][0])) for part in range(first, last + 1) if pieces[part][1])
            strong = any(
                _has_letters(bare[max(start, match.start()) : min(ends[part], match.end())]) for part, start in spans
            )
            if word := match.group().replace(GONE, ""):
                words.append(Word(word, strong))
        return words

    def text(self, row: int) -> str:
        return " ".join(word.text for word in self.words(row, self.ends[row]))

    def begin(self, row: int) -> str:
        """The first words of an element, without those of the lists in it."""
        end = min(self.ends[row], row + BEGIN_ROWS)
        stop = next((inner for inner in range(row + 1, end) if self.names[inner] in LISTS), end)
        return " ".join(word.text for word in self.words(row, stop)[:BEGIN])

    def cells(self, row: int) -> list[list[str]]:
        """The cells with words of each row; a table in a cell is part of the cell."""
        if self.table[row]:
            return []
        lines = [line for line in range(row, self.ends[row]) if self.names[line] == "tr" and self.table[line] == row]
        cells = [[cell for cell in self.page.children(line) if self.names[cell] in ("td", "th")] for line in lines]
        texts = [[text for cell in line if (text := self.text(cell))] for line in cells if self.seen[row]]
        return [line for line in texts if line]

    def item(self, row: int) -> Item:
        number = "-"
        if self.names[self.list[row]] == "ol":
            number = self.number[row]
        return self.depth[row], number, self.begin(row)

    def link(self, row: int) -> tuple[str, str] | None:
        target = self.page.attribute(row, "href")
        text = " ".join(_words(self.page.text(row))) if self.in_note[row] else self.text(row)
        return (text, self.address(target)) if target and text else None

    def image(self, row: int) -> tuple[str, str]:
        alt = " ".join(_words(self.page.attribute(row, "alt") or ""))
        return alt, self.address(self.page.attribute(row, "src") or "")

    def sizes(self, row: int) -> set[str]:
        listed = re.split(r",\s+", self.page.attribute(row, "srcset") or "")
        return {self.address(entry.split()[0]) for entry in listed if entry.split()}

    def address(self, value: str) -> str:
        """A whole address without its percent signs: a parser of Markdown writes more of them than the page did."""
        value = re.sub(r"\s", "", value)
        with suppress(ValueError):
            value = urljoin(self.url, value)
        return unquote(value)


def _has_letters(text: str) -> bool:
    return any(map(str.isalnum, text))


def _blank(match: re.Match[str]) -> str:
    """As many signs that are taken out later, so that what follows stays where it is."""
    return GONE * len(match.group())


def _bare_label(match: re.Match[str]) -> str:
    return GONE * 2 + match.group(1) + GONE * (len(match.group()) - 2 - len(match.group(1)))


def _words(text: str) -> list[str]:
    return NO_WORDS.sub("", NOTE_SIGNS.sub(r"\1", text)).split()


def _code(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.replace("\r", "").split("\n")).strip("\n")
