"""Joining: the pages that one thread was cut into, found by their addresses and titles, and their records in order.

The plain version: take the page number out of the address in every way that forums write it; pages of one title whose
addresses are then the same belong together, in the order of their numbers. A page without an address has those that its
links lead to with a page number: the pager. A board's pager is told from a thread's by the titles it is found under.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit, urlunsplit

from weft.content import Record
from weft.deadline import check_deadline, time_limit
from weft.page import Page

MAX_TITLE_LENGTH = 300  # characters that are compared
MAX_TITLES = 2  # of pages with one pager: a thread's is on its pages and on its board; a board's on all its threads
MAX_ADDRESS_LENGTH = 2_000  # characters of an address that is read: browsers and servers take no longer ones either
MAX_LINKS = 2_000  # of a page without an address that are looked at for its pager

PAGE_KEYS = frozenset("page paged pageno pagenum pagenumber pg pn star".split())  # in a query, of any forum
# A post's number or a search word elsewhere: they count only where the rest of the address has a number, the thread's.
UNSURE_KEYS = frozenset("p start st offset".split())
IDLE_KEYS = frozenset("extra fpage highlight sid s phpsessid mobile sort order".split())  # the thread is the same

# The stem before the number, the number, and what may follow; the first that fits is taken.
_PATH_FORMS = (
    re.compile(r"(.*[/-]page)[/-]?(\d{1,5})(/|\.html?)?"),  # /page/2, /page-2, /page2, read-tid-9-page-2.html
    re.compile(r"(.*thread-\d{1,12})-(\d{1,5})(?:-\d{1,5})?(\.html?)?"),  # thread-104-2.html, thread-104-2-1.html
    re.compile(r"(.*/d/\d{1,12}[^/]*|.*/t/[^/]+/\d{1,12})/(\d{1,6})(/)?"),  # Flarum and Discourse: /d/9-loom/20
    re.compile(r"(.*_\d{1,12}|.*[a-z])_(\d{1,4})(\.[a-z]{1,6})?"),  # loom_2.html
)
_SMF = re.compile(r"(topic[=,]\d{1,12})\.(\d{1,6})(.*)")  # topic=12.15
_PAGE_MARK = re.compile(
    r"\bpage \d{1,4}(?: of \d{1,4})?\b|第 ?\d{1,4} ?页|[(（\[【] ?\d{1,4} ?(?:/ ?\d{1,4})? ?[)）\]】]"
)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, kw_only=True)
class ThreadPage:
    """The data of a page that tell its thread, and its position in the thread."""

    title: str = ""  # letters and digits only, without marks such as “Page 2”
    places: tuple[tuple[str, int], ...] = ()  # readings of its address: stem and page number, the surest first
    links: frozenset[str] = frozenset()  # of a page without an address: what it links to without a page number
    said: int = 0  # the page number in the title; 0 where there is none


def describe_thread_page(page: Page) -> ThreadPage:
    """The data of a page: from its address, or from its pager where it has no address."""
    with time_limit(page.seconds):
        title = " ".join(page.text(int(row)) for row in page.rows_of("title")[:1])
        plain, said = _plain_title(title), _said_number(title)
        if page.url:
            return ThreadPage(title=plain, places=tuple(read_address(page.url)), said=said)
        places, links = _read_links(page, said)
        return ThreadPage(title=plain, places=places, links=links, said=said)


def find_threads(pages: Sequence[ThreadPage]) -> list[list[int]]:
    """The positions of all pages, thread by thread, each in reading order; threads come as their first pages do."""
    taken: set[int] = set()
    threads: list[list[int]] = []
    # The stem that most pages share is the thread's; a page has others beside it, from other readings.
    for numbered_pages in sorted(
        _shared_stems(pages), key=lambda numbered_pages: (-len(numbered_pages), numbered_pages)
    ):
        members = [position for _, position in sorted(numbered_pages) if position not in taken]
        if len(members) > 1:
            threads.append(members)
            taken.update(members)
    alone = ([position] for position in range(len(pages)) if position not in taken)
    return sorted([*threads, *alone], key=min)


def _shared_stems(pages: Sequence[ThreadPage]) -> Iterator[list[tuple[int, int]]]:
    """For each stem under each title, the number and position of every page that has it."""
    pages_by_stem: dict[tuple[str, str], list[tuple[int, int]]] = {}
    linked: dict[str, set[str]] = {}  # the titles of pages whose pagers have the stem
    for position, page in check_deadline(enumerate(pages)):
        for stem, number in page.places if page.title else ():
            pages_by_stem.setdefault((page.title, stem), []).append((number, position))
            if page.links:
                linked.setdefault(stem, set()).add(page.title)
    for position, page in check_deadline(enumerate(pages)):
        for stem in page.links:
            if (page.title, stem) in pages_by_stem:  # a page that links to its thread's beginning is not the first
                pages_by_stem[page.title, stem].append((page.said or 2, position))
    return (
        numbered_pages for (_, stem), numbered_pages in pages_by_stem.items() if len(linked.get(stem, ())) <= MAX_TITLES
    )


def join_records(pages: Iterable[Sequence[Record]]) -> list[tuple[int, int]]:
    """The records of a thread's pages as (page, record) positions, without those that an earlier page showed.

    Forums repeat the main post on every page, and the last post of a page on the next. Records of one page are all
    kept: people do say a thing twice.
    """
    seen: set[tuple[str, ...]] = set()
    kept: list[tuple[int, int]] = []
    for page_index, records in check_deadline(enumerate(pages)):
        keys = [_said(record) for record in records]
        for index, key in enumerate(keys):
            # Without a time, `thanks` of one person may be two posts; the main post is the first of its page.
            told = bool(key[1]) or index == 0
            if not (told and any(key) and key in seen):
                kept.append((page_index, index))
        seen.update(keys)
    return kept


def read_address(url: str) -> list[tuple[str, int]]:
    """Every reading of an address as that of a thread's page: the stem and the number; last the address itself, page 1.

    >>> read_address("http://x.example/viewtopic.php?t=47&start=10")[0]
    ('http://x.example/viewtopic.php?t=47', 10)
    >>> [stem for stem, _ in read_address("http://x.example/viewtopic.php?p=47")]
    ['http://x.example/viewtopic.php?p=47']
    """
    try:
        parts = urlsplit(urldefrag(url[:MAX_ADDRESS_LENGTH]).url)
    except ValueError:  # a bracket that is never closed
        return [(url, 1)]
    query = _read_query(parts.query)
    path = parts.path.rstrip("/")
    readings = [(path, rest, number) for rest, number in query]
    readings += [(stem, _clean_query(parts.query), number) for stem, number in _read_path(path)]
    readings.append((path, _clean_query(parts.query), 1))
    return [(urlunsplit((parts.scheme, parts.netloc, stem, rest, "")), number) for stem, rest, number in readings]


def _read_query(query: str) -> Iterator[tuple[str, int]]:
    """The query without its page number, and the number."""
    pairs = _pairs(query)
    for sure in (True, False):
        for position, (key, value) in enumerate(pairs):
            if key.lower() in (PAGE_KEYS if sure else UNSURE_KEYS) and value.isascii() and value.isdecimal():
                rest = _written(pairs[:position] + pairs[position + 1 :])
                if sure or _NUMBER.search(rest):
                    yield rest, int(value[:6])
    yield from (*_read_path(query), *_read_smf(query))  # ?thread-104-2.html, ?topic=12.15


def _read_path(path: str) -> Iterator[tuple[str, int]]:
    for form in _PATH_FORMS:
        if match := form.fullmatch(path):
            stem = re.sub(r"[/-]page$", "", match[1])
            yield stem + (match[3] or "").rstrip("/"), int(match[2])
            return


def _read_smf(query: str) -> Iterator[tuple[str, int]]:
    if match := _SMF.fullmatch(query):
        yield match[1], int(match[2])


def _clean_query(query: str) -> str:
    """The query as it is compared."""
    return _written(_pairs(query))


def _written(pairs: Iterable[tuple[str, str]]) -> str:
    return "&".join(f"{key}={value}" if value else key for key, value in pairs)


def _pairs(query: str) -> list[tuple[str, str]]:
    pairs = parse_qsl(query, keep_blank_values=True)
    return [(key, value) for key, value in pairs if key.lower() not in IDLE_KEYS]


def _read_links(page: Page, said: int) -> tuple[tuple[tuple[str, int], ...], frozenset[str]]:
    """The places that a page without an address may have, by its links, and the links without a page number."""
    numbers: dict[str, set[int]] = {}
    plain: set[str] = set()
    for row in check_deadline(page.rows_of("a")[:MAX_LINKS].tolist()):
        *numbered, whole = _read_link(page.attribute(row, "href") or "")
        for stem, number in numbered[:1]:
            numbers.setdefault(stem, set()).add(number)
        plain.add(whole[0])
    # The number that its pager does not link is the page's own.
    places = ((stem, said or _missing(linked)) for stem, linked in numbers.items())
    return tuple(places), frozenset(plain - numbers.keys())


def _read_link(href: str) -> list[tuple[str, int]]:
    try:
        return read_address(urljoin("http://weft.invalid/", href))
    except ValueError:
        return [("", 1)]


def _missing(numbers: set[int]) -> int:
    return next(number for number in range(1, len(numbers) + 2) if number not in numbers)


def _said_number(title: str) -> int:
    match = _PAGE_MARK.search(title.lower()[:MAX_TITLE_LENGTH])
    number = _NUMBER.search(match[0]) if match else None
    return int(number[0]) if number else 0


def _plain_title(title: str) -> str:
    """The title as it is compared.

    >>> _plain_title("Looms – Page 2 – Forum") == _plain_title("Looms – Forum")
    True
    """
    words = " ".join(title.lower().split())[:MAX_TITLE_LENGTH]
    return "".join(character for character in _PAGE_MARK.sub(" ", words) if character.isalnum())


def _said(record: Record) -> tuple[str, ...]:
    """The author, time and body of a record; the title where it has no body."""
    fields = record.fields
    values = [fields[name].value if name in fields else "" for name in ("author", "time_text", "body", "title")]
    author, time, body, title = (" ".join(value.split()) for value in values)
    return author, time, body or title
