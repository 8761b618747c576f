"""Joining: the pages that one article or thread was cut into, found by their links and URLs, made one document."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

import numpy as np

from weft.deadline import check_deadline
from weft.document import Document
from weft.extractors import EXTRACTORS
from weft.metadata.data_content import move_records
from weft.page import Page, parse
from weft.page.url_shape import UrlShape
from weft.sites.templates.fields import squeeze

LISTS = frozenset({"listing", "collection", "board"})  # their pages list other pages: each is a document of its own
PAGE_KEYS = frozenset({"page", "paged", "pageno", "pagenum"})  # in a query; `p` is the number of a post
MAX_TITLE_LENGTH = 300  # characters that are compared
MAX_NEXT = 3  # rel=next links of a page that are looked at

_PAGE_PATH = re.compile(r"(.*)/page[/-]?([1-9]\d{0,2})/?")
_PAGE_NAME = re.compile(r"(.*)_([1-9]\d{0,2})(\.[a-z]{1,6})?")
_PAGE_MARK = re.compile(
    r"[(（\[【] ?(?:page |第)?\d{1,3} ?(?:页|/ ?\d{1,3}|of \d{1,3})? ?[)）\]】]"
    r"|page \d{1,3}(?: of \d{1,3})?|第 ?\d{1,3} ?页"
)
_EDGES = " -–—|·,:_"


@dataclass(frozen=True, kw_only=True)
class Part:
    """What is to be known of a page to tell whether it continues another."""

    url: str  # or its id, where it is the path of a file
    next: tuple[str, ...] = ()  # addresses of rel=next links
    title: str = ""  # without marks such as “(2)” or “Page 2 of 3”
    cluster: int = -1
    is_list: bool = False

    @property
    def place(self) -> tuple[str, int]:
        """The address without its page number, and the number; 0 where there is none."""
        return split_number(self.url)


def describe_part(page_id: str, document: Document, *, cluster: int) -> Part:
    """The part that a document may be of something longer."""
    page = document.page
    url = page.url or page_id
    stem, _ = split_number(url)
    kind = UrlShape.of(stem if page.url else stem.rpartition("/")[2]).kind
    return Part(
        url=_plain(url),
        next=_next_addresses(page, url),
        title=_strip_page_mark(document.title),
        cluster=cluster,
        is_list=document.page_type in LISTS or bool(kind),
    )


def find_series(parts: Sequence[Part]) -> list[list[int]]:
    """Positions of the parts that belong together, in reading order; only where there are at least two.

    A page follows another by a rel=next link, or by its number in the URL; both must be of one cluster and have one
    title, because many blogs call the next article `next`, too. Pages that list others are left apart.
    """
    follower: dict[int, int] = {}
    taken: set[int] = set()
    for before, after in [*_linked(parts), *_numbered(parts)]:
        if before != after and before not in follower and after not in taken and _belong(parts[before], parts[after]):
            follower[before] = after
            taken.add(after)
    return [_chain(start, follower) for start in sorted(follower) if start not in taken]


def join_documents(documents: Sequence[Document], *, names: Sequence[str]) -> Document:
    """The documents of one series as one: bodies in order, no block twice; title, date and so on from the first.

    The bodies are written as HTML and read again, so that the joined document is one like any other.
    """
    said: set[str] = set()
    bodies = []
    for document in check_deadline(documents):
        blocks = document.page.blocks
        texts = [squeeze(blocks.text(block)) for block in document.keep.tolist()]
        fresh = [block for block, text in zip(document.keep.tolist(), texts, strict=True) if text not in said]
        said.update(filter(None, texts))
        bodies.append(replace(document, keep=np.array(fresh, np.int64)).html)
    first = documents[0]
    joined = EXTRACTORS["whole_page"].extract(parse("\n".join(bodies), url=first.page.url))
    return replace(
        first,
        page=joined.page,
        keep=joined.keep,
        reason=first.reason.then(f"joined from {len(documents)} pages: {', '.join(names)}"),
        fields={name: replace(value, row=-1) for name, value in first.fields.items()},
        records=move_records([record for document in documents for record in document.records]),
        regions=(),
        find_metadata=lambda _: first.metadata,
        find_comments=lambda _: move_records([record for document in documents for record in document.comments]),
    )


def split_number(url: str) -> tuple[str, int]:
    """The address without its page number, and the number; 0 where there is none.

    >>> split_number("http://weft.example/loom_2.html"), split_number("/loom?page=3"), split_number("/loom/page/4/")
    (('http://weft.example/loom.html', 2), ('/loom', 3), ('/loom', 4))
    """
    try:
        parts = urlsplit(_plain(url))
    except ValueError:  # a bracket that is never closed
        return url, 0
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    numbers = [int(value) for key, value in pairs if key.lower() in PAGE_KEYS and re.fullmatch("[0-9]{1,3}", value)]
    if numbers:
        query = urlencode([(key, value) for key, value in pairs if key.lower() not in PAGE_KEYS])
        return urlunsplit((parts.scheme, parts.netloc, parts.path, query, "")), numbers[0]
    path, number = parts.path, 0
    if match := _PAGE_PATH.fullmatch(parts.path):
        path, number = match[1], int(match[2])
    elif match := _PAGE_NAME.fullmatch(parts.path):
        path, number = match[1] + (match[3] or ""), int(match[2])
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, "")), number


def _plain(url: str) -> str:
    """An address as it is compared."""
    return url.partition("#")[0].rstrip("/")


def _next_addresses(page: Page, url: str) -> tuple[str, ...]:
    addresses: list[str] = []
    for row in check_deadline(page.rows_with("rel").tolist()):
        is_next = "next" in (page.attribute(row, "rel") or "").lower().split()
        if is_next and (href := page.attribute(row, "href")) and len(addresses) < MAX_NEXT:
            try:
                addresses.append(_plain(urljoin(url, href)))
            except ValueError:
                continue
    return tuple(addresses)


def _strip_page_mark(title: str) -> str:
    """The title as it is compared.

    >>> _strip_page_mark("The Loom (2)"), _strip_page_mark("The loom - Page 2 of 3"), _strip_page_mark("Chapter 2")
    ('the loom', 'the loom', 'chapter 2')
    """
    return squeeze(_PAGE_MARK.sub(" ", squeeze(title[:MAX_TITLE_LENGTH]).lower())).strip(_EDGES)


def _linked(parts: Sequence[Part]) -> list[tuple[int, int]]:
    """Pairs where the first has a title and links to the second as its next page."""
    places = {part.url: position for position, part in reversed(list(enumerate(parts)))}
    return [
        (position, places[address])
        for position, part in enumerate(parts)
        if part.title
        for address in part.next
        if address in places
    ]


def _numbered(parts: Sequence[Part]) -> list[tuple[int, int]]:
    """Pairs whose URLs have consecutive page numbers; after the page without number comes 1 if there is one, else 2."""
    stems: dict[str, dict[int, int]] = {}
    for position, part in check_deadline(enumerate(parts)):
        stem, number = part.place
        stems.setdefault(stem, {}).setdefault(number, position)
    pairs = []
    for numbers in check_deadline(stems.values()):
        second = 1 if 1 in numbers else 2
        steps = [(number, number + 1) for number in sorted(numbers) if number] + [(0, second)]
        pairs += [
            (numbers[before], numbers[after]) for before, after in steps if before in numbers and after in numbers
        ]
    return pairs


def _belong(one: Part, other: Part) -> bool:
    is_list = one.is_list or other.is_list
    return one.cluster == other.cluster >= 0 and one.title == other.title and not is_list


def _chain(start: int, follower: dict[int, int]) -> list[int]:
    chain = [start]
    while chain[-1] in follower:
        chain.append(follower[chain[-1]])
    return chain
