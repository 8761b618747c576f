"""What is found on a page, as data only."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, TypeVar, overload

Item = TypeVar("Item", covariant=True)


@dataclass(frozen=True, kw_only=True)
class Field:
    """A named value with where it comes from: a row of the page (-1: none) and a source such as `json-ld`."""

    value: str = ""
    row: int = -1
    source: str = ""

    def __bool__(self) -> bool:
        return bool(self.value)


@dataclass(frozen=True, kw_only=True)
class Metadata:
    """What a page says about itself. An empty field means that nothing was found."""

    title: Field = Field()
    author: Field = Field()
    date: Field = Field()  # published, ISO 8601
    modified: Field = Field()  # ISO 8601
    language: Field = Field()  # BCP 47, as short as it can be: "en", "zh"
    site_name: Field = Field()
    description: Field = Field()
    url: Field = Field()  # canonical
    image: Field = Field()
    tags: tuple[Field, ...] = ()


class LazyFields(Mapping[str, Field]):
    """Fields that are looked for when they are first asked for: who wants to know where records are does not pay.

    >>> fields = LazyFields(lambda: {"author": Field(value="Ann")})
    >>> fields["author"].value, fields == {"author": Field(value="Ann")}
    ('Ann', True)
    """

    __slots__ = ("_find", "_found")

    def __init__(self, find: Callable[[], dict[str, Field]]) -> None:
        self._find: Callable[[], dict[str, Field]] | None = find
        self._found: dict[str, Field] = {}

    @property
    def found(self) -> dict[str, Field]:
        """The fields by name."""
        find = self._find  # bound once: two threads may share a document
        if find is not None:
            self._found = find()
            self._find = None  # lets go of what the fields were found with
        return self._found

    def __getitem__(self, name: str) -> Field:
        return self.found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __repr__(self) -> str:
        return repr(self.found)

    def __reduce__(self) -> tuple[type[dict[str, Field]], tuple[dict[str, Field]]]:
        return dict, (self.found,)


@dataclass(frozen=True, kw_only=True)
class Record:
    """One repeated item of a page (a post, a table row, a card): its rows and its fields by name."""

    start: int
    end: int
    fields: Mapping[str, Field] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Region:
    """A parent row and the records under it."""

    row: int
    records: tuple[Record, ...] = ()


@dataclass(frozen=True, eq=False)
class Lazy(Sequence[Item]):
    """A sequence that is found when it is first looked at: a crawl that wants texts does not pay for records.

    >>> records = Lazy(lambda: ("one", "two"))
    >>> len(records), records[1], list(records)
    (2, 'two', ['one', 'two'])
    """

    find: Callable[[], Sequence[Item]]

    @cached_property
    def found(self) -> tuple[Item, ...]:
        """The items."""
        return tuple(self.find())

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        return self.found[index]

    def __len__(self) -> int:
        return len(self.found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.found == tuple(other)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # as of a list: what it holds may not be hashable

    def __repr__(self) -> str:
        return repr(self.found)

    def __reduce__(self) -> tuple[type[tuple[Item, ...]], tuple[tuple[Item, ...]]]:
        return tuple, (self.found,)


@dataclass(frozen=True)
class Reason:
    """Why something was chosen or failed: a code for programs, and the words that a person reads.

    >>> str(Reason("limit", "depth")), Reason("chosen", "one block").then("drawn").detail
    ('limit: depth', 'one block; drawn')
    """

    code: str = ""
    detail: str = ""

    def then(self, detail: str) -> "Reason":
        """The same reason with more words."""
        return Reason(self.code, "; ".join(filter(None, (self.detail, detail))))

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}" if self.detail else self.code


CHOSEN = "chosen"
"""The code of an extractor that chose because it was its turn; the detail says how."""

NO_REASON = Reason(CHOSEN)
"""The reason of an extractor that gives no other."""

BODY, NOISE, RECORD = "body", "noise", "record"
NO_FIELDS = frozenset({BODY, NOISE, RECORD})
"""Names of labels that name no field; all others do."""


@dataclass(frozen=True, kw_only=True)
class Label:
    """A person's mark: these rows of that page are `name` (`body`, `title`, …)."""

    page_id: str
    rows: tuple[int, ...]
    name: str


@dataclass(frozen=True, kw_only=True)
class Content:
    """Everything that was found on a page besides the chosen blocks: what a renderer may show.

    Metadata is looked for when a format shows it; most do not.
    """

    find_metadata: Callable[[], Metadata] = Metadata
    fields: Mapping[str, Field] = field(default_factory=dict)
    records: Sequence[Record] = ()
    page_type: str = "other"
    page_type_probability: float = 0.0
    confidence: float = 0.0
    chosen_by: str = ""
    cluster: str = ""
    reason: Reason = NO_REASON

    @cached_property
    def metadata(self) -> Metadata:
        """What the page says about itself."""
        return self.find_metadata()
