"""What is found on a page, as data only.

The file is long because who knows one of these words needs the others: a region has records, which have fields.
"""

from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

TEXT, NUMBER, MONEY, DATE, RATING, URL, IMAGE, PERSON, PLACE, PHONE, EMAIL, ENUMERATED = FIELD_TYPES = (
    "text", "number", "money", "date", "rating", "url", "image", "person", "place", "phone", "email", "enumerated",
)  # fmt: skip
"""The types that a field may have."""


@dataclass(frozen=True)
class Money:
    """An amount of a currency: its code of ISO 4217, or the sign where it is that of several (`$`, `kr`)."""

    amount: float
    currency: str = ""


@dataclass(frozen=True)
class Rating:
    """A rating and the best that there is."""

    value: float
    best: float = 5.0


Typed = int | float | str | Money | Rating
"""The value of a field for programs: of a date the ISO 8601, of an address the absolute one, of a person the name."""


def written(text: str) -> str:
    """A text without soft hyphens, which say where a word may break.

    >>> written("over\u00adshot")
    'overshot'
    """
    return text if text.isascii() else text.replace("\u00ad", "")


@dataclass(frozen=True, kw_only=True, init=False)
class Field:
    """A named value with where it comes from: a row of the page (-1: none) and a source such as `json-ld`.

    `type` is one of `FIELD_TYPES`; `typed` is the same value for programs, None where the text is all that is known.
    Neither has soft hyphens. `confidence` is how likely a field is right that was ranked, None of others.
    """

    value: str = ""
    row: int = -1
    source: str = ""
    type: str = field(default=TEXT, repr=False)
    typed: Typed | None = field(default=None, repr=False)
    confidence: float | None = field(default=None, repr=False, compare=False)

    # As it would be made, in half the time: a page has some fifty of them, and a discussion thousands.
    def __init__(
        self,
        *,
        value: str = "",
        row: int = -1,
        source: str = "",
        type: str = TEXT,
        typed: Typed | None = None,
        confidence: float | None = None,
    ) -> None:
        own = self.__dict__
        own["value"], own["row"], own["source"], own["type"] = written(value), row, source, type
        own["typed"] = written(typed) if isinstance(typed, str) else typed
        own["confidence"] = confidence

    def __bool__(self) -> bool:
        return bool(self.value)

    def with_value(self, value: str) -> Self:
        """The same with another value, as `dataclasses.replace` makes it, in a fraction of the time.

        >>> Field(value="2 May", row=7).with_value("2022-05-02")
        Field(value='2022-05-02', row=7, source='')
        """
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__["value"] = written(value)
        return new

    @property
    def typed_json(self) -> object:
        """The typed value as JSON has it: that of money and of a rating is an object."""
        return dict(self.typed.__dict__) if isinstance(self.typed, Money | Rating) else self.typed


@dataclass(frozen=True, kw_only=True)
class Link(Field):
    """A value that leads somewhere: an author, a tag, a licence, a feed, the page in another language.

    `kind` is `person` or `organisation` of an author, `rss`, `atom` or `json` of a feed, and the language of a page
    in another language.

    >>> Link(value="Ann Lee", url="https://loom.example/ann", kind="person").as_json
    {'value': 'Ann Lee', 'url': 'https://loom.example/ann', 'kind': 'person'}
    """

    url: str = ""  # absolute; empty where it leads nowhere
    kind: str = ""

    def __bool__(self) -> bool:
        return bool(self.value or self.url)

    @property
    def as_json(self) -> dict[str, str]:
        """What it says, as an object."""
        return {"value": self.value, "url": self.url, "kind": self.kind}


@dataclass(frozen=True, kw_only=True)
class Image(Field):
    """The address of a picture, with its size in pixels as the page declares it; 0 where it does not."""

    width: int = 0
    height: int = 0


PERSON_KIND, ORGANISATION_KIND = "person", "organisation"
"""The kinds of authors."""


@dataclass(frozen=True, kw_only=True)
class Metadata:
    """What a page says about itself. An empty field means that nothing was found."""

    title: Field = Field()
    author: Field = Field()  # the names of `authors`
    authors: tuple[Link, ...] = ()
    date: Field = Field()  # published, ISO 8601
    modified: Field = Field()  # ISO 8601
    language: Field = Field()  # BCP 47, as short as it can be: "en", "zh"
    direction: Field = Field()  # of its script: ltr, rtl
    site_name: Field = Field()
    description: Field = Field()
    section: Field = Field()  # the part of the site
    categories: tuple[Link, ...] = ()
    tags: tuple[Link, ...] = ()
    url: Field = Field()  # canonical
    alternates: tuple[Link, ...] = ()  # the page in other languages
    amp: Field = Field()
    feeds: tuple[Link, ...] = ()
    next_page: Field = Field()
    previous_page: Field = Field()
    image: Image = Image()
    licence: Link = Link()
    access: Field = Field()  # free, metered, locked
    word_count: Field = Field()
    reading_time: Field = Field()  # in minutes


class LazyFields(Mapping[str, Field]):
    """Fields that are looked for when they are first asked for: who wants to know where records are does not pay.

    >>> fields = LazyFields(lambda: {"author": Field(value="Ann")})
    >>> fields["author"].value, fields == {"author": Field(value="Ann")}
    ('Ann', True)
    """

    __slots__ = ("_find", "_find_one", "_found")

    def __init__(self, find: Callable[[], dict[str, Field]], find_one: Callable[[str], Field] | None = None) -> None:
        self._find: Callable[[], dict[str, Field]] | None = find
        self._find_one = find_one  # where one field is sooner found than all of them
        self._found: dict[str, Field] = {}

    @property
    def found(self) -> dict[str, Field]:
        """The fields by name."""
        find = self._find  # bound once: two threads may share a document
        if find is not None:
            self._found = find()
            self._find = self._find_one = None  # lets go of what the fields were found with
        return self._found

    def one(self, name: str) -> Field | None:
        """One field, perhaps without its type, None where there is none; others are not looked for where that can be.

        >>> fields = LazyFields(lambda: {}, lambda name: Field(value=name) if name == "title" else Field())
        >>> fields.one("title").value, fields.one("price")
        ('title', None)
        """
        find_one = self._find_one
        return (find_one(name) or None) if find_one is not None else self.found.get(name)

    def __getitem__(self, name: str) -> Field:
        return self.found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def items(self) -> ItemsView[str, Field]:
        """The fields with their names."""
        return self.found.items()

    def __repr__(self) -> str:
        return repr(self.found)

    def __reduce__(self) -> tuple[type[dict[str, Field]], tuple[dict[str, Field]]]:
        return dict, (self.found,)


_MADE: dict[str, Callable[..., Money | Rating]] = {MONEY: Money, RATING: Rating}
_PARTS = {MONEY: ("amount", "currency"), RATING: ("value", "best")}

ReadField = tuple[str, str, int, str, str | tuple[float, str] | tuple[float, float] | None]
"""The name of a field, its value, its row, its type and its value for programs, as the kernel tells them."""


class ReadFields(Mapping[str, Field]):
    """Fields as the kernel has read them, each made when it is asked for: a page may have a hundred thousand.

    >>> fields = ReadFields([("price", "£5", 7, MONEY, (5.0, "GBP"))], "records")
    >>> fields["price"].typed, fields == {"price": fields["price"]}
    (Money(amount=5.0, currency='GBP'), True)
    """

    __slots__ = ("_read", "_source")

    def __init__(self, read: Sequence[ReadField], source: str) -> None:
        self._read = {name: (value, row, kind, typed) for name, value, row, kind, typed in read}
        self._source = source

    def values_of(self, names: Sequence[str]) -> dict[str, tuple[str, int]]:
        """The values and rows of those of some fields that there are."""
        return {name: (written(read[0]), read[1]) for name in names if (read := self._read.get(name))}

    @property
    def texts(self) -> dict[str, str]:
        """The values by name."""
        return {name: written(read[0]) for name, read in self._read.items()}

    @property
    def typed(self) -> dict[str, object]:
        """Those that are more than their text, as JSON has them."""
        return {
            name: dict(zip(_PARTS[kind], typed, strict=True))
            for name, (_, _, kind, typed) in self._read.items()
            if isinstance(typed, tuple)
        }

    def __getitem__(self, name: str) -> Field:
        value, row, kind, typed = self._read[name]
        made = _MADE[kind](*typed) if isinstance(typed, tuple) else typed
        return Field(value=value, row=row, source=self._source, type=kind, typed=made)

    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)

    def __repr__(self) -> str:
        return repr(dict(self))

    def __reduce__(self) -> tuple[type[dict[str, Field]], tuple[dict[str, Field]]]:
        return dict, (dict(self),)


def one_field(fields: Mapping[str, Field], name: str) -> Field | None:
    """A field of a record, None where there is none: of fields that nobody has asked for, that one alone is found."""
    return fields.one(name) if isinstance(fields, LazyFields) else fields.get(name)


@dataclass(frozen=True, kw_only=True)
class Record:
    """One repeated item of a page (a post, a table row, a card): its rows and its fields by name.

    What it is called and where it stands is in its fields too: `id`, its anchor on the page, `url`, its own address,
    and `parent`, the record that it answers.
    """

    start: int
    end: int
    fields: Mapping[str, Field] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Its anchor on the page, empty where it has none."""
        return self._value("id")

    @property
    def url(self) -> str:
        """Its own address, empty where it has none."""
        return self._value("url")

    @property
    def parent(self) -> int:
        """The index, in its region, of the record that it answers; -1 where it answers none."""
        index = self.fields["parent"].typed if "parent" in self.fields else None
        return index if isinstance(index, int) else -1

    def read(self, names: Sequence[str]) -> dict[str, tuple[str, int]]:
        """The values and rows of those of some fields that it has; no other field is looked for where that can be.

        >>> Record(start=1, end=9, fields={"title": Field(value="Loom", row=3)}).read(("title", "price"))
        {'title': ('Loom', 3)}
        """
        if isinstance(self.fields, ReadFields):
            return self.fields.values_of(names)
        found = ((name, one_field(self.fields, name)) for name in names)
        return {name: (field.value, field.row) for name, field in found if field}

    def _value(self, name: str) -> str:
        return self.fields[name].value if name in self.fields else ""

    @property
    def typed(self) -> dict[str, object]:
        """The values that are more than their text, as JSON has them: numbers, money, ratings."""
        if isinstance(self.fields, ReadFields):
            return self.fields.typed
        return {
            name: value.typed_json
            for name, value in self.fields.items()
            if value.typed is not None and value.typed != value.value
        }

    @property
    def values(self) -> dict[str, object]:
        """The texts of its fields by name, and with `typed` those that are more than their text.

        >>> price = Field(value="£34.00", type=MONEY, typed=Money(34.0, "GBP"))
        >>> Record(start=1, end=9, fields={"price": price}).values
        {'price': '£34.00', 'typed': {'price': {'amount': 34.0, 'currency': 'GBP'}}}
        """
        texts: dict[str, object] = dict(self._texts)
        typed = self.typed
        return texts | {"typed": typed} if typed and "typed" not in texts else texts

    @property
    def columns(self) -> dict[str, str]:
        """The same for tables, where every value is a text: money and ratings have two columns more.

        >>> price = Field(value="£34.00", type=MONEY, typed=Money(34.0, "GBP"))
        >>> Record(start=1, end=9, fields={"price": price}).columns
        {'price': '£34.00', 'price_amount': '34', 'price_currency': 'GBP'}
        """
        return with_parts(self._texts, self.typed)

    @property
    def _texts(self) -> dict[str, str]:
        if isinstance(self.fields, ReadFields):
            return self.fields.texts
        return {name: value.value for name, value in self.fields.items()}


PARTS = ("amount", "currency", "value", "best", NUMBER)
"""What columns of typed values are called behind the name of their field: `price_amount`."""


PLAIN_NUMBERS = frozenset({"number", "replies", "views", "votes", "parent"})
"""Fields that hold digits alone: their number says nothing more."""


def with_parts(texts: Mapping[str, str], typed: Mapping[str, object]) -> dict[str, str]:
    """The columns of a record: behind each text the parts of its typed value that say more than the text."""
    columns: dict[str, str] = {}
    for name, text in texts.items():
        columns[name] = text
        value = typed.get(name)
        is_number = isinstance(value, int | float) and name not in PLAIN_NUMBERS
        parts = value if isinstance(value, dict) else {NUMBER: value} if is_number else {}
        shown = {f"{name}_{part}": _text_of(one) for part, one in parts.items()}
        columns |= {part: one for part, one in shown.items() if part not in texts}
    return columns


def _text_of(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) and abs(value) < 1e5 else str(value)


@dataclass(frozen=True, kw_only=True)
class Region:
    """A parent row and the records under it.

    `kind` says what they are (`weft.records.kinds.KINDS`). `page` is the number of this page of them, 0 where it is
    not told; `next_page` the address of the page that goes on.
    """

    row: int
    records: tuple[Record, ...] = ()
    kind: str = ""
    page: int = 0
    next_page: str = ""

    @property
    def values(self) -> dict[str, object]:
        """What is known of it beside its records."""
        return {"kind": self.kind, "page": self.page, "next_page": self.next_page}


SHOWN_KINDS = frozenset({"comments", "answers", "reviews", "faq", "table", "events", "jobs", "results"})
"""The kinds of regions that are worth showing beside what a page is about; others may be boxes of links."""


def no_region() -> Region:
    """The region of records that nobody looked for."""
    return Region(row=-1)


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
