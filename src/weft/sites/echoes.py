"""What a page says of others: their titles, their first sentences, links that lead to them.

A page alone cannot know that a headline on it is another page's. The pages of a site together can: whoever prints the
title or the first sentence of another page announces that page, wherever the announcement stands and however it changes
from page to page. A page that hardly says anything else is a list, and its announcements are its content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.content import Field
from weft.deadline import check_deadline
from weft.metadata import find_title
from weft.metadata.head import read_metas
from weft.page import Page
from weft.page.once import once_a_page
from weft.page.url_shape import find_url
from weft.sites.templates.fields import squeeze

MIN_TITLE = 10  # characters: shorter titles are words that any page may print
MAX_TITLE = 200  # characters: what is kept of a page is bounded, and no title is longer
LEAD = 40  # characters of a first sentence that are compared: teasers cut it somewhere behind
AFTER_TITLE = 8  # blocks behind the title among which the first sentence is looked for
MAX_OWNERS = 2  # pages of one title or first sentence: what more have is the site's
LINKED = 0.8  # share of a block's characters in links that makes it a link
DOUBTFUL = 0.1  # blocks less likely than that need no other look
MAX_LIST = 0.8  # share of what is likely content that may announce other pages: a page of more is a list
DESCRIPTIONS = ("og:description", "description")


@dataclass(frozen=True)
class PageSigns:
    """What other pages may say of a page: its title, how its first sentence begins, its address."""

    title: str = ""
    leads: tuple[str, ...] = ()
    address: str = ""

    @staticmethod
    def of(page: Page) -> PageSigns:
        """The signs of a page; empty is one that it does not have."""
        title = title_of(page)
        folded = _fold(title.value)
        described = read_metas(page).pick(*DESCRIPTIONS)
        leads = {_fold(field.value)[:LEAD] for field in described} | {_first_text(page, title.row, folded)[:LEAD]}
        return PageSigns(
            title=folded if MIN_TITLE <= len(folded) <= MAX_TITLE else "",
            leads=tuple(sorted(lead for lead in leads if len(lead) == LEAD)),
            address=_address(find_url(page)),
        )


@once_a_page
def signs_of(page: Page) -> PageSigns:
    """The signs of a page; they are found once, where the page waits and where it is learned from."""
    return PageSigns.of(page)


@once_a_page
def title_of(page: Page) -> Field:
    """The title of a page; it is found once, for the signs and the learner both ask."""
    return find_title(page)


class Echoes:
    """The signs of a site's pages, each with the pages that have it."""

    def __init__(self, signs: Iterable[PageSigns]) -> None:
        self._texts: dict[str, set[PageSigns]] = {}
        self._addresses: dict[str, set[PageSigns]] = {}
        for own in check_deadline(signs):
            for sign in {own.title, *own.leads} - {""}:
                self._texts.setdefault(sign, set()).add(own)
            if own.address:
                self._addresses.setdefault(own.address, set()).add(own)

    def is_title(self, text: str) -> bool:
        """Whether a text, with single spaces and in small letters, is the title or the first sentence of a page."""
        return text in self._texts

    def announcing(self, page: Page, texts: Sequence[str], probability: NDArray[np.float64]) -> NDArray[np.bool_]:
        """The blocks of a page that announce other pages; none on a page that is a list of them.

        `texts` are the blocks' texts with single spaces, `probability` how likely each is content.
        """
        blocks, announces = page.blocks, np.zeros(len(page.blocks), np.bool_)
        is_doubtful = probability >= DOUBTFUL
        is_link = is_doubtful & (blocks.link_chars >= LINKED * np.maximum(blocks.chars, 1))
        owners = {block: self._owners(texts[block].casefold()) for block in np.flatnonzero(is_doubtful).tolist()}
        if self._addresses:
            for block in check_deadline(np.flatnonzero(is_link).tolist()):
                owners[block] += [_few(self._addresses.get(address)) for address in _links(page, block)]
        if not any(map(any, owners.values())):
            return announces  # most pages: what the page itself is called need not be known
        own = signs_of(page)
        for block, pages in check_deadline(owners.items()):
            announces[block] = any(others and own not in others for others in pages)
        likely = blocks.words * probability
        is_list = likely[announces].sum() > MAX_LIST * likely.sum()
        return np.zeros(len(blocks), np.bool_) if is_list else announces

    def _owners(self, text: str) -> list[Set[PageSigns]]:
        """The pages that have a text as their title, and those whose first sentence begins so."""
        return [_few(self._texts.get(text)), _few(self._texts.get(text[:LEAD])) if len(text) >= LEAD else frozenset()]


def _few(owners: Set[PageSigns] | None) -> Set[PageSigns]:
    """The pages that have a sign; none where so many have it that it is the site's."""
    return owners if owners and len(owners) <= MAX_OWNERS else frozenset()


def _first_text(page: Page, row: int, title: str) -> str:
    """The first text behind the title that is long enough to be a sentence; none where no heading is the title."""
    if row < 0 or page.tag_name(row) == "title":
        return ""
    start = int(np.searchsorted(page.blocks.first, page.end[row]))
    for block in range(start, min(start + AFTER_TITLE, len(page.blocks))):
        text = _fold(page.blocks.text(block))
        if len(text) >= LEAD and text != title and 2 * page.blocks.link_chars[block] < page.blocks.chars[block]:
            return text
    return ""


def _fold(text: str) -> str:
    return squeeze(text).casefold()


def _links(page: Page, block: int) -> Iterator[str]:
    """The addresses that the links in or around a block lead to."""
    row = int(page.blocks.row[block])
    end = int(page.end[row])
    links = page.rows_of("a")
    inside = links[slice(*links.searchsorted([row, end]))].tolist()
    around = [one for one in page.ancestors(row) if page.tag_name(one) == "a"]
    base = find_url(page)
    for link in check_deadline([*inside, *around]):
        yield _address(page.values("href").get(link, ""), base=base)


def _address(url: str, *, base: str = "") -> str:
    """An address without its scheme and fragment; empty where it cannot be read, or names the root of a host."""
    try:
        parts = urlsplit(urljoin(base, url))
    except ValueError:
        return ""
    return f"{parts.netloc}{parts.path.rstrip('/')}?{parts.query}" if parts.path.strip("/") else ""
