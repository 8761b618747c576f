"""Content in the state that a page carries for its program: Next, Nuxt, Apollo, Redux and other JSON in scripts.

A state holds the page's own article, and much else: teasers of other articles, texts of buttons. A long text belongs to
the page where the object around it has the page's title or address.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from weft.deadline import check_deadline, check_time
from weft.late_patterns import late_bytes_pattern
from weft.metadata.linked_content import DataContent, markup_of
from weft.metadata.names import PageNames
from weft.metadata.values import parse_assigned, parse_json
from weft.page import Page

MAX_CHARS = 2_000_000  # of one script, and of all
MAX_SCRIPTS = 20
MAX_ASSIGNED = 4  # states of one script
MIN_BYTES = 200  # of a script that may hold a text
MAX_NODES = 200_000  # values that are looked at
MAX_DEPTH = 12  # of a paragraph: lists and objects in each other
MIN_WORDS = 40  # a shorter text says no more than the description does
MIN_CHARS = 200  # of a text in one piece
LONG_LINE = 8  # words of a line that is no label

_ASSIGNED = late_bytes_pattern(
    rb"__(?:NEXT_DATA|NUXT|APOLLO_STATE|INITIAL_STATE|PRELOADED_STATE|INITIAL_DATA|STATE)__\"?'?\]?\s{0,9}=\s{0,9}"
)
_TITLES = ("headline", "title", "name", "heading")
_ADDRESSES = ("url", "canonicalUrl", "canonical", "slug", "link", "permalink", "path", "uri", "href")
_TEXTS = frozenset({"text", "value", "content", "html", "items", "caption", "body", "code"})
_INTO = frozenset({"children", "data", "content", "items", "blocks", "attrs", "fields", "body", "value", "text"})
_WANTED = _TEXTS | _INTO
_HOLDERS = frozenset({dict, list})


@dataclass(frozen=True)
class Owner:
    """The nearest object around a value that has a title or an address."""

    name: str = ""
    address: str = ""


Above = tuple[dict[str, Any], Any] | None
"""An object and what is above it."""


@dataclass
class _Search:
    """The texts of a state, each with what the object around it is called; every value is looked at once."""

    left: int = MAX_NODES
    seen: set[int] = field(default_factory=set)

    def texts(self, value: Any) -> Iterator[tuple[list[str], Owner]]:
        """The long texts, in no order; one that an editor saved in pieces is a list of several."""
        stack: list[tuple[Any, Above]] = [(value, None)]
        while stack and self.left > 0:
            value, above = stack.pop()
            self._count()
            kind = type(value)  # what JSON gives is of these types and of none that is made of them
            if kind is str:
                if reads_like_text(value):
                    yield [value], _owner_above(above)
            elif kind in _HOLDERS and id(value) not in self.seen:
                self.seen.add(id(value))
                if kind is dict:
                    above, value = (value, above), value.values()
                elif rich := self._rich(value):
                    yield rich, _owner_above(above)
                    continue
                stack += [
                    (entry, above)
                    for entry in value
                    if (own := type(entry)) in _HOLDERS or (own is str and len(entry) > MIN_CHARS)
                ]

    def _count(self) -> None:
        self.left -= 1
        if self.left % 64 == 0:
            check_time()

    def _rich(self, entries: list[Any]) -> list[str]:
        """The paragraphs of a list that is one text, as editors save it; none where it is no text."""
        if len(entries) < 2 or not any(map(_may_be_line, entries)):
            return []
        if any(isinstance(entry, dict) and _is_teaser(entry) for entry in entries):
            return []
        lines = [line for entry in entries if (line := self._line(entry))]
        words = sum(count for line in lines if (count := _words(line)) >= LONG_LINE)
        if words < MIN_WORDS or 2 * words < sum(map(_words, lines)):
            return []
        return lines

    def _line(self, entry: Any) -> str:
        """The texts in an entry, in order: what stands in one paragraph."""
        parts: list[str] = []
        stack = [("text", entry, 0)]
        while stack and self.left > 0:
            name, value, depth = stack.pop()
            self._count()
            kind = type(value)
            if kind is str:
                parts += [value] if name in _TEXTS else []
            elif kind is dict and depth < MAX_DEPTH:
                stack += reversed([(key, inner, depth + 1) for key, inner in value.items() if key in _WANTED])
            elif kind is list and depth < MAX_DEPTH and name in _WANTED:
                stack += reversed([(name, inner, depth + 1) for inner in value])
        return "".join(parts).strip()


def _may_be_line(entry: Any) -> bool:
    return isinstance(entry, str) or (isinstance(entry, dict) and not _WANTED.isdisjoint(entry))


def _owner_above(above: Above) -> Owner:
    while above is not None:
        value, above = above
        if owner := _owner(value):
            return owner
    return Owner()


def _owner(value: dict[str, Any]) -> Owner | None:
    name = next((text for key in _TITLES if (text := _label(value.get(key)))), "")
    address = next((text for key in _ADDRESSES if (text := _label(value.get(key)))), "")
    return Owner(name, address) if name or address else None


def _label(value: Any) -> str:
    """A title or an address: a text, or what it is rendered as."""
    if isinstance(value, dict):
        value = value.get("rendered") or value.get("text") or value.get("current")
    return value if isinstance(value, str) and len(value) < 500 else ""


def _is_teaser(value: dict[str, Any]) -> bool:
    owner = _owner(value)
    return owner is not None and bool(owner.name and owner.address)


def _words(text: str) -> int:
    """Words, about: texts without spaces have two characters for one."""
    return len(text.split()) if text.isascii() else max(len(text.split()), len(text) // 6)


def reads_like_text(value: str) -> bool:
    """Sentences, not a program, a style sheet or an address."""
    head = value[:2000]
    is_spaced = head.count(" ") > len(head) / 12 or "。" in head
    return len(head) > MIN_CHARS and "{" not in head and is_spaced and _words(head) >= MIN_WORDS


def state_contents(page: Page) -> Iterator[DataContent]:
    """The long texts of the page's state that are called as the page is, or that have its address."""
    names: PageNames | None = None
    for lines, owner in state_texts(page):
        names = names or PageNames.of(page)
        if names.fit(owner.name, owner.address):
            body = "".join(map(markup_of, lines))
            yield DataContent(kind="state", body=body, name=owner.name, address=owner.address)


def state_texts(page: Page) -> Iterator[tuple[list[str], Owner]]:
    """All long texts of the page's state, as its program has them, each with what the object around it is called."""
    search = _Search()
    for value in state_values(page):
        yield from search.texts(value)


def state_values(page: Page) -> Iterator[Any]:
    """What the scripts of a page hold as JSON for its program."""
    left, scripts = MAX_CHARS, MAX_SCRIPTS
    for row in check_deadline(page.rows_of("script").tolist()):
        start, end = int(page.table.text_start[row]), int(page.table.text_end[row])
        if not scripts or end - start < MIN_BYTES or end - start > left:
            continue
        kind = (page.attribute(row, "type") or "").strip().lower()
        if kind == "application/json":
            values = parse_json(page.text(row), max_chars=MAX_CHARS)
        elif kind in ("", "module") or "javascript" in kind:
            values = _assigned(page.text_bytes[start:end])
        else:
            continue
        if values:
            left, scripts = left - (end - start), scripts - 1
        yield from (_revived(value) for value in values)


def _assigned(script: bytes) -> list[Any]:
    """The states that a script gives to the usual names."""
    ends = [match.end() for match in islice(_ASSIGNED.finditer(script), MAX_ASSIGNED)]
    values = (parse_assigned(script[end:].decode(errors="replace")) for end in ends)
    return [value for value in values if value is not None]


def _revived(value: Any) -> Any:
    """The value itself; of Nuxt's flat list, in which numbers are places in that list, the objects that it stands for.

    >>> _revived([{"title": 1, "tags": 2}, "Looms", [3], "warp"])
    {'title': 'Looms', 'tags': ['warp']}
    """
    if not (isinstance(value, list) and len(value) > 1 and isinstance(value[0], dict | list) and _is_flat(value[0])):
        return value
    made = [{} if isinstance(entry, dict) else [] if isinstance(entry, list) else entry for entry in value]
    for entry, new in zip(value, made, strict=True):
        if isinstance(entry, dict):
            new.update((key, made[at]) for key, at in entry.items() if _is_index(at, value))
        elif isinstance(entry, list):
            new += [made[at] for at in entry if _is_index(at, value)]
    return made[0]


def _is_flat(value: dict[str, Any] | list[Any]) -> bool:
    inner = list(value.values()) if isinstance(value, dict) else value
    return bool(inner) and all(isinstance(entry, int) or entry in ("Reactive", "ShallowReactive") for entry in inner)


def _is_index(at: Any, value: list[Any]) -> bool:
    return isinstance(at, int) and not isinstance(at, bool) and 0 <= at < len(value)
