"""The pager of a page: the number of the page in its series, and the address of the page that goes on.

What the page declares comes first (`rel="next"`). Else a link that says `next`, by its class, its label or its text,
counts where it stands in a pager: a gallery and a story of two parts have such links too. A pager without such a word
goes on with the number behind its own.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.content import Region
from weft.deadline import check_deadline
from weft.page import Page
from weft.records.evidence import Evidence
from weft.records.joining import MAX_ADDRESS_LENGTH, read_address
from weft.records.words import PAGER
from weft.renderers.page_addresses import Addresses, declared_url

MAX_LINKS = 60  # of a pager that are looked at
MAX_ROWS = 600  # of a pager
MAX_PAGERS = 4  # above and below a list, and what only looks like one
MAX_RELS = 400  # elements with `rel` that are looked at
MAX_PAGE = 100_000
MAX_TEXT = 30
MAX_NUMBER = 6  # characters from which on a text is no number of a page

_NEXT = re.compile(
    r"[\s<>|]*(?:next(?: page| »)?|older(?: posts| entries)?|more results|[»›→>⟩]{1,2}|下一?[页頁]|次(?:へ|のページ)"
    r"|다음(?: 페이지)?|weiter|nächste(?: seite)?|vor(?=\W*$)|page suivante|suivante?s?|siguientes?|próxim[ao]"
    r"|(?:pagina )?successiv[ao]|avanti|volgende|nästa|neste|næste|seuraava|następna|dalej|další|ďalšia|következő"
    r"|следующая|далее|вперед|вперёд|наступна|далі|επόμενη|sonraki|التالي|הבא|ถัดไป|tiếp|selanjutnya|berikutnya)"
    r"[\s<>|»›→:：]*",
    re.IGNORECASE,
)
_NEXT_NAME = re.compile(r"(?:.{0,20}[-_])?next(?:[-_]?(?:page|link|posts?|btn|button))?|pagenext", re.IGNORECASE)
_COUNTED = re.compile(r"[-_/.]?(?:pages?|pg|[pso])?[-_/]?\d+(?:-\d+)?", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_HERE = re.compile(r"(?:.{0,20}[-_])?(?:current|active|selected|this|here|on)(?:[-_].{0,10})?", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Pager:
    """The number of the page, 0 where nothing tells it, and the address of the next one, empty where there is none."""

    page: int = 0
    next_page: str = ""


def with_pager(evidence: Evidence, region: Region) -> Region:
    """The region with the number of its page and the address of the next; as it is where it has no records."""
    if not region.records:
        return region
    pager = find_pager(evidence)
    return replace(region, page=pager.page, next_page=pager.next_page)


def find_pager(evidence: Evidence) -> Pager:
    """The pager of a page.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> html = "<div class=pagination><b class=current>2</b> <a href=?page=3>3</a> <a href=?page=3>Next</a></div>"
    >>> find_pager(gather(parse(html, url="https://looms.example/threads?page=2")))
    Pager(page=2, next_page='https://looms.example/threads?page=3')
    """
    page = evidence.page
    anchors = page.rows_of("a")
    pagers = _pagers(evidence, anchors)
    links = [row for pager in pagers for row in _within(anchors, pager, int(page.end[pager]))]
    here = _number_here(evidence, pagers)
    numbered = (row for row in links if here and evidence.text(row).strip() == str(here + 1))
    likely = chain(_declared(page), _saying_next(evidence, links), numbered)
    first = next(likely, -1)
    address = _next_address(page, chain([first], likely)) if first >= 0 else ""
    return Pager(page=_number_told(page, address) or here, next_page=address)


def _next_address(page: Page, links: Iterable[int]) -> str:
    """The first address of these links that may be that of the next page."""
    addresses = Addresses(page)
    own = [url for url in (page.url, declared_url(page)) if url]
    resolved = (addresses.resolve(page.attribute(row, "href")) for row in links)
    return next((one for one in resolved if one and not one.startswith("#") and continues(own, one)), "")


def continues(own: Sequence[str], address: str) -> bool:
    """Whether an address may be that of the next page of one with these addresses: it differs in a number.

    The next article and the next board are linked as `next` too. Without an own address nothing tells.

    >>> continues(["https://looms.example/t/7"], "https://looms.example/t/7/page-2")
    True
    >>> continues(["https://looms.example/wool/"], "https://looms.example/silk/")
    False
    """
    if not own:
        return True
    there, query = _masked(address)
    numbers = _path_numbers(address)
    for url in own:
        here, own_query = _masked(url)
        if there != here:
            is_next = there.startswith(here) and bool(numbers or _NUMBER.search(query))
        elif query != own_query:
            is_next = bool(_NUMBER.search(query)) or numbers != _path_numbers(url)
        else:
            is_next = numbers != _path_numbers(url)
        if is_next:
            return True
    return False


def _masked(address: str) -> tuple[str, str]:
    """The host and path of an address without what counts pages, and its query."""
    try:
        parts = urlsplit(address[:MAX_ADDRESS_LENGTH])
    except ValueError:  # a bracket that is never closed
        return address, ""
    path = _COUNTED.sub("", parts.path.removesuffix("/"))
    return parts.netloc.removeprefix("www.").lower() + path.removesuffix("/"), parts.query


def _path_numbers(address: str) -> list[str]:
    return _NUMBER.findall(address.partition("#")[0].partition("?")[0])


def _declared(page: Page) -> Iterator[int]:
    """The elements that say by `rel` that they lead to the next page of this one: a `link`, or a link in the page."""
    for row, rel in page.values_of("rel", most=MAX_RELS):
        if "next" in rel.lower().split() and page.attribute(row, "href"):
            yield row


def _pagers(evidence: Evidence, links: NDArray[np.int64]) -> list[int]:
    """The elements that speak of a pager and hold links, none inside of another."""
    page = evidence.page
    rows = np.flatnonzero((evidence.flags & PAGER) > 0)
    ends = page.end[rows]
    count = np.searchsorted(links, ends) - np.searchsorted(links, rows, side="right")
    rows = rows[(rows > 2) & (count > 0) & (count <= MAX_LINKS) & (ends - rows <= MAX_ROWS)]
    pagers: list[int] = []
    for row in check_deadline(rows.tolist()):
        if not pagers or row >= page.end[pagers[-1]]:
            pagers.append(row)
    return pagers[:MAX_PAGERS]


def _within(rows: NDArray[np.int64], start: int, end: int) -> list[int]:
    return rows[slice(*np.searchsorted(rows, [start, end]))].tolist()


def _saying_next(evidence: Evidence, rows: list[int]) -> Iterator[int]:
    """Those of some links that say that they lead to the next page: by their text, their label or their class."""
    page = evidence.page
    told = [page.values(name) for name in ("href", "aria-label", "title")]
    has_name = "next" in page.token_text
    for row in rows:
        href, *labels = (values.get(row) for values in told)
        text = evidence.text(row).strip() if href else ""
        if not href or text.isdecimal() or len(text) > MAX_TEXT:
            continue
        is_said = any(label and len(label) <= MAX_TEXT and _NEXT.fullmatch(label) for label in (text, *labels))
        if is_said or (has_name and _is_named_next(page, row)):
            yield row


def _is_named_next(page: Page, row: int) -> bool:
    names = (*page.classes(row), *page.classes(int(page.parent[row])))
    return any("next" in name.lower() and _NEXT_NAME.fullmatch(name) for name in names)


def _number_here(evidence: Evidence, pagers: list[int]) -> int:
    """The number in a pager that is marked as this page, 0 where none is."""
    page = evidence.page
    for pager in pagers:
        start, end = pager + 1, int(page.end[pager])
        chars = page.chars[start:end]
        short = (page.tag[start:end] == 0) & (chars > 0) & (chars < MAX_NUMBER)
        for text_row in (start + np.flatnonzero(short)).tolist():
            text = evidence.text(text_row).strip()
            is_number = len(text) < MAX_NUMBER and text.isascii() and text.isdecimal() and int(text) > 0
            parent = int(page.parent[text_row])
            if is_number and any(row > pager and _is_here(page, row) for row in (parent, int(page.parent[parent]))):
                return int(text)
    return 0


def _is_here(page: Page, row: int) -> bool:
    current = page.attribute(row, "aria-current")
    if current and current != "false":
        return True
    return any(_HERE.fullmatch(name) for name in page.classes(row)) or page.tag_name(row) in ("strong", "b", "em")


def _number_told(page: Page, next_page: str) -> int:
    """The number of this page by its address, or by that of the next page: 1 where that is 2."""
    readings = read_address(page.url)[:-1] if page.url else []
    following = read_address(next_page)[:-1] if next_page else []
    for stem, number in readings:
        if 0 < number <= MAX_PAGE and any(stem == other and after == number + 1 for other, after in following):
            return number
    return 1 if following and following[0][1] == 2 and not readings else 0
