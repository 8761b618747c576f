"""A page: immutable columns over its nodes, in document order; and a cursor on one of its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import inf
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from weft.errors import with_noun
from weft.kernel.html import TAG_NAMES, Table
from weft.page.blocks import Blocks
from weft.page.geometry import NO_GEOMETRY, Geometry
from weft.page.tags import TAG_NUMBERS

MAX_STEPS = 128  # of an XPath


@dataclass(frozen=True, eq=False)
class Page:
    """A parsed page.

    Columns have one entry a node (element or text) in document order; row 0 is `html`. The subtree of row `i` is the
    rows `i .. end[i]`, so that any sum over subtrees is one cumulative sum (`subtree_sum`).

    >>> from weft import parse
    >>> page = parse("<body><p>One <b>two</b></p></body>")
    >>> [node.tag for node in page]
    ['html', 'head', 'body', 'p', '#text', 'b', '#text']
    """

    table: Table
    url: str | None = None
    geometry: Geometry = NO_GEOMETRY  # how it looks, where a browser has drawn it
    seconds: float = inf  # how long one operation on it may take, as `Limits` said when it was parsed

    def __len__(self) -> int:
        return len(self.table.tag)

    def __iter__(self) -> Iterator[Node]:
        return (Node(self, row) for row in range(len(self)))

    def __repr__(self) -> str:
        blocks = with_noun(len(self.blocks), "block")
        return f"<Page {self.url or 'without URL'}: {len(self)} nodes, {blocks}, {self.encoding}>"

    def __copy__(self) -> Page:
        return self  # as of all that never changes

    def __deepcopy__(self, memo: object) -> Page:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("a page stays in its process: send its bytes to another, or what document.to_dict() gives")

    @property
    def tag(self) -> NDArray[np.uint16]:
        """The tag's number; 0 is text. Numbers below `len(TAG_NAMES)` mean the same on every page."""
        return self.table.tag

    @property
    def parent(self) -> NDArray[np.int32]:
        """The parent's row; -1 for row 0."""
        return self.table.parent

    @property
    def end(self) -> NDArray[np.int32]:
        """The first row after the subtree."""
        return self.table.end

    @property
    def depth(self) -> NDArray[np.int32]:
        """How many ancestors; 0 for row 0."""
        return self.table.depth

    @property
    def nth(self) -> NDArray[np.int32]:
        """The ordinal, from 1, among the siblings of the same tag."""
        return self.table.nth

    @cached_property
    def ordinal(self) -> NDArray[np.int32]:
        """The ordinal, from 1, among all rows of the same tag."""
        order = np.argsort(self.tag, kind="stable")
        starts = np.concatenate(([0], np.cumsum(np.bincount(self.tag))))
        ordinals = np.empty(len(self), np.int32)
        ordinals[order] = np.arange(1, len(self) + 1) - starts[self.tag[order]]
        return ordinals

    @property
    def chars(self) -> NDArray[np.int32]:
        """Characters of a text that are not white space; 0 for elements and raw text."""
        return self.table.chars

    @property
    def words(self) -> NDArray[np.int32]:
        """Words of a text, a CJK character counting as one; 0 for elements and raw text."""
        return self.table.words

    @property
    def in_link(self) -> NDArray[np.bool_]:
        """Whether the row is an `a` with `href` or lies in one."""
        return self.table.in_link

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """Whether the row or an ancestor is hidden (`hidden`, `display:none`, `aria-hidden`, never rendered)."""
        return self.table.hidden

    @property
    def raw(self) -> NDArray[np.bool_]:
        """Whether the row's text is no content: `script`, `style`, `title`, `iframe` and their texts."""
        return self.table.raw

    @property
    def encoding(self) -> str:
        """The encoding that the bytes were read in."""
        return self.table.encoding

    @property
    def encoding_source(self) -> str:
        """Who told the encoding: `mark` (byte order mark), `header`, `meta`, `bytes`, or `text` for a `str`.

        `bytes` is told by what the bytes say: nothing was declared, or what was declared is not true of them.
        """
        return self.table.encoding_source

    @cached_property
    def blocks(self) -> Blocks:
        """The runs of inline text: the units that extractors choose."""
        return Blocks(self.table)

    @cached_property
    def text_bytes(self) -> bytes:
        """All text of the page in UTF-8: what is content in document order, then what is raw."""
        return self.table.text

    @cached_property
    def tag_names(self) -> list[str]:
        """Tag names by number, those that this page adds included."""
        return TAG_NAMES + self.table.added_tags

    @cached_property
    def tokens(self) -> list[str]:
        """The class and id tokens of the page, by number."""
        return self.table.tokens

    @cached_property
    def token_text(self) -> str:
        """All tokens in lower case, a NUL before and behind each: one search tells that a word is in none of them."""
        return self.table.token_text

    @cached_property
    def token_set(self) -> frozenset[str]:
        """All tokens in lower case."""
        return frozenset(self.token_text.split("\0"))

    def tag_name(self, row: int) -> str:
        """The name of a row's tag; a page with more names than numbers has `#overflow` for the rest."""
        number = self.tag[row]
        return self.tag_names[number] if number < len(self.tag_names) else "#overflow"

    def node(self, row: int) -> Node:
        """A cursor on one row, for people and tests."""
        return Node(self, row)

    def text(self, row: int) -> str:
        """The text under a row exactly as parsed; `br` is a line break; raw text only of a raw row itself.

        >>> from weft import parse
        >>> parse("<p>a<br>b").text(0)
        'a\\nb'
        """
        starts, ends = self._spans
        return self.text_bytes[starts[row] : ends[row]].decode()

    @cached_property
    def _spans(self) -> tuple[memoryview[int], memoryview[int]]:
        return _ints(self.table.text_start), _ints(self.table.text_end)

    def attribute(self, row: int, name: str) -> str | None:
        """The value of an attribute, None where the row has none of that name."""
        return self.values(name).get(row)

    def attributes(self, row: int) -> dict[str, str]:
        """All attributes of a row, in the order they were written."""
        return self.table.attributes(row)

    def rows_with(self, name: str) -> NDArray[np.int32]:
        """The rows that have an attribute of that name."""
        return np.array([*self.values(name)], np.int32)

    @cached_property
    def _values(self) -> dict[str, dict[int, str]]:
        return {}

    def values(self, name: str) -> Mapping[int, str]:
        """The values of an attribute by row, for whoever asks of many rows: one crossing, and the page remembers them.

        >>> from weft import parse
        >>> parse("<p title=a>A<p>B<p title=c>C").values("title")
        {3: 'a', 7: 'c'}
        """
        values = self._values.get(name)
        if values is None:
            values = self._values[name] = self.table.values(name)
        return values

    def values_of(self, name: str, *, most: int) -> list[tuple[int, str]]:
        """The first rows that have an attribute of that name, each with its value."""
        return [*islice(self.values(name).items(), most)]

    @cached_property
    def _rows_of(self) -> dict[tuple[str, ...], NDArray[np.int64]]:
        return {}

    def rows_of(self, *tags: str) -> NDArray[np.int64]:
        """The rows of the given tags, in document order; a page remembers what it was asked, for many ask the same."""
        rows = self._rows_of.get(tags)
        if rows is None:
            rows = self._rows_of[tags] = self._find_rows(tags)
        return rows

    def _find_rows(self, tags: tuple[str, ...]) -> NDArray[np.int64]:
        numbers = [number for tag in tags if (number := TAG_NUMBERS.get(tag)) is not None]
        if len(numbers) < len(tags):
            added = self.table.added_tags
            numbers += [len(TAG_NAMES) + added.index(tag) for tag in tags if tag in added]
        return self.table.rows_of(numbers)

    def classes(self, row: int) -> list[str]:
        """The class tokens of a row."""
        if row < 0:
            return []
        tokens, (starts, numbers) = self.tokens, self._classes
        return [tokens[number] for number in numbers[starts[row] : starts[row + 1]]]

    @cached_property
    def _classes(self) -> tuple[memoryview[int], memoryview[int]]:
        return _ints(self.table.class_start), _ints(self.table.class_token)

    def id(self, row: int) -> str:
        """The id of a row, empty where it has none."""
        token = self.table.id_token[row]
        return self.tokens[token] if token >= 0 else ""

    def children(self, row: int) -> list[int]:
        """The rows of the children."""
        rows = []
        child, stop = row + 1, int(self.end[row])
        while child < stop:
            rows.append(child)
            child = int(self.end[child])
        return rows

    def ancestors(self, row: int) -> list[int]:
        """The rows from the parent up to row 0."""
        parents = self._parents
        above, rows = parents[row], []
        while above >= 0:
            rows.append(above)
            above = parents[above]
        return rows

    @cached_property
    def _parents(self) -> memoryview[int]:
        return _ints(self.parent)

    def subtree_sum(self, values: NDArray[np.generic]) -> NDArray[np.int64]:
        """The sum of `values` over every subtree: one cumulative sum, because a subtree is a range of rows."""
        total = np.zeros(len(self) + 1, np.int64)
        np.cumsum(values.astype(np.int64), out=total[1:])  # numpy crashes where a cast inside of cumsum finds no memory
        return total[self.end] - total[:-1]

    def nearest(self, flags: NDArray[np.bool_]) -> NDArray[np.int64]:
        """For every row the nearest one with a flag: the row itself or one above it, row 0 where there is none.

        Every row points to its parent, flagged rows to themselves; following pointers of pointers doubles the way.
        """
        above = np.where(flags, np.arange(len(self)), np.maximum(self.parent, 0))
        for _ in range(int(self.depth.max(initial=0)).bit_length()):
            above = above[above]
        return above


def _ints(column: NDArray[np.int32]) -> memoryview[int]:
    """A column whose items are ints of Python, without a copy of all."""
    return memoryview(column)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Node:
    """One node of a page, for people, tests and studio; algorithms use the columns."""

    page: Page
    row: int

    @property
    def tag(self) -> str:
        """The tag's name; `#text` for a text; foreign elements as `svg:path` and `math:mi`."""
        return self.page.tag_name(self.row)

    @property
    def text(self) -> str:
        """The text of the subtree exactly as parsed."""
        return self.page.text(self.row)

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes, in the order they were written."""
        return self.page.attributes(self.row)

    @property
    def parent(self) -> Node | None:
        """The parent, None at the root."""
        row = int(self.page.parent[self.row])
        return Node(self.page, row) if row >= 0 else None

    @property
    def children(self) -> list[Node]:
        """The children in document order."""
        return [Node(self.page, row) for row in self.page.children(self.row)]

    @property
    def xpath(self) -> str:
        """An XPath that finds this node in any HTML5 tree of the page.

        Of a node that lies deeper than pages of people do it counts the nodes of the tag: `(//p)[17]`. The steps of all
        nodes of a deep page would be its square.
        """
        if self.page.depth[self.row] > MAX_STEPS:
            return f"(//{self._name})[{self.page.ordinal[self.row]}]"
        return "/" + "/".join(reversed([node._step() for node in self._up()]))

    @property
    def _name(self) -> str:
        return "text()" if self.tag == "#text" else self.tag

    def _step(self) -> str:
        return f"{self._name}[{self.page.nth[self.row]}]"

    def _up(self) -> Iterator[Node]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def __repr__(self) -> str:
        return f"<Node {self.row} {self.xpath}>"
