"""A page as it was read; and the ids of the pages of an archive, as hashes, within a bounded room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from weft.addresses import without_user
from weft.errors import SourceError, WeftError, without_credentials


@dataclass(frozen=True, kw_only=True)
class RawPage:
    """The bytes of a page, what it is called in the output, and where it is known to come from.

    It was read already, so the name and password of an address go no further than this.
    """

    id: str
    data: bytes
    url: str | None = None
    charset: str | None = None  # from the HTTP header
    extra: Mapping[str, Any] = field(default_factory=dict)  # what else was known of it where it was read

    def __post_init__(self) -> None:
        """Forget a user and password in the page's address: nothing that is written has them."""
        object.__setattr__(self, "id", without_credentials(self.id))
        object.__setattr__(self, "url", self.url and without_user(self.url))

    @staticmethod
    def of(html: bytes | str, *, id: str, url: str | None = None) -> RawPage:
        """A page that is in memory; a text has been decoded already, whatever it says of its charset."""
        if isinstance(html, bytes):
            return RawPage(id=id, url=url, data=html)
        return RawPage(id=id, url=url, data=html.encode(errors="replace"), charset="utf-8")


RawPages = Iterable[RawPage | tuple[str, bytes | str]]
"""Pages to learn from: as they were read, or pairs of a URL (or any id) and the bytes."""


def no_progress(count: int) -> None:
    """Nobody watches how many pages were read."""


def page_of(values: Mapping[str, Any], position: str) -> RawPage | WeftError:
    """The page of a JSON object or a row with `html`, and `id` and `url` where they are known; the rest travels along.

    `position` calls a page that has neither id nor URL.

    >>> page_of({"html": "<p>One", "seen": 3}, "pages.jsonl:1").extra
    {'seen': 3}
    """
    html = values.get("html")
    if not isinstance(html, str | bytes):
        return SourceError(
            "no page", page=position, advice='give an object such as {"url": "http://…", "html": "<p>…"}'
        )
    url = writable(str(values.get("url") or "")) or None
    given_id = values.get("id")
    page_id = str(given_id) if given_id is not None and given_id != "" else url or position
    is_text = isinstance(html, str)
    return RawPage(
        id=writable(page_id),
        data=html.encode(errors="replace") if isinstance(html, str) else html,
        url=url,
        charset="utf-8" if is_text else None,
        extra={name: value for name, value in values.items() if name not in ("id", "url", "html")},
    )


def writable(text: str) -> str:
    """The text without lone surrogates, which no file could hold: those of a name that is no UTF-8, or of JSON.

    >>> writable("caf\\udce9.html")
    'caf?.html'
    """
    return text.encode(errors="replace").decode()


HASH_BYTES = 8
MAX_IDS = 1 << 18  # of a generation; an archive of one gigabyte has some 30,000 pages


def hash_of_id(page_id: str) -> bytes:
    """An id in a few bytes, the same in every process."""
    return blake2b(page_id.encode(errors="replace"), digest_size=HASH_BYTES).digest()


class IdHashes:
    """Whether an id was there before: exact for the last `MAX_IDS` pages of an archive, and for up to as many more.

    Two generations: when the young one is full it becomes the old one, which is forgotten. When that happens depends
    on the number of pages alone, so a run that goes on forgets at the same page.

    >>> ids = IdHashes()
    >>> ids.add(hash_of_id("a"))
    >>> ids.has(hash_of_id("a")), ids.has(hash_of_id("b"))
    (True, False)
    """

    def __init__(self, hashes: bytes = b"") -> None:
        self._young: set[bytes] = set()
        self._old: set[bytes] = set()
        self._count = 0  # of the young, those that came twice included
        self.add(hashes)

    def has(self, one: bytes) -> bool:
        """Whether a hash is known."""
        return one in self._young or one in self._old

    def has_any(self, hashes: bytes) -> bool:
        """Whether one of many hashes, which lie one after another, is known or comes twice."""
        all_hashes = list(each_hash(hashes))
        return len(set(all_hashes)) < len(all_hashes) or any(map(self.has, all_hashes))

    def add(self, hashes: bytes) -> None:
        """Know some hashes, which lie one after another."""
        for one in (hashes,) if len(hashes) == HASH_BYTES else each_hash(hashes):
            self._young.add(one)
            self._count += 1
            if self._count >= MAX_IDS:
                self._old, self._young, self._count = self._young, set(), 0


def each_hash(hashes: bytes) -> Iterator[bytes]:
    """Hashes that lie one after another."""
    return (hashes[place : place + HASH_BYTES] for place in range(0, len(hashes), HASH_BYTES))
