"""What is kept of a page to tell its template: its structure, what its head and its title say, some counts, its URL.

The tokens that a template writes are class and id tokens, as they are, or with digits masked where only that recurs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, kernel_call
from weft.kernel.sites import page_traits
from weft.page import Page
from weft.page.folds import body_row
from weft.page.url_shape import UrlShape, find_url
from weft.sites.similarity.similarity import PathSet

MAX_HEAD = 100  # elements of one kind in the head that are looked at
MAX_TITLE = 200  # characters of a title that are looked at
MAX_DATA = 4_000  # characters of a data block whose types are looked at
NAMES = ("property", "name", "itemprop")  # of a `meta`
_DIGITS = re.compile("[0-9]+")
_SEPARATORS = re.compile(r"\s*(?:[|\-–—·_»«:：/>()（）\[\]【】,，~]|\s{2,})\s*")
_DATA_TYPE = re.compile(r'"@type"\s*:\s*"(\w+)"')


@dataclass(frozen=True, eq=False)
class Traits:
    """The traits of a page; two sets of hashes with, of each hash, whether the page has it only once."""

    paths: PathSet  # tag paths
    paths_once: NDArray[np.bool_]
    steps: PathSet  # an element of the body that has a class or an id, below the nearest other one
    steps_once: NDArray[np.bool_]
    tokens: tuple[str, ...]
    head: tuple[str, ...]  # names of what the head holds, tokens of the body element
    title: tuple[str, ...]  # the parts of the title, digits masked
    counts: tuple[float, ...]  # as `count` gives them
    url: UrlShape
    has_url: bool  # a root has a URL without segments

    @property
    def key(self) -> Hashable:
        """Equal for pages without a difference."""
        return self.paths.tobytes(), self.tokens, self.url


def describe(page: Page) -> Traits:
    """The traits of a page; the kernel makes the sets and counts."""
    with kernel_call() as seconds:
        (paths, paths_once), (steps, steps_once), counts = page_traits(page.table, seconds=seconds)
    url = find_url(page)
    return Traits(
        paths=paths,
        paths_once=paths_once,
        steps=steps,
        steps_once=steps_once,
        tokens=tuple(page.tokens),
        head=tuple(sorted(set(_head(page)))),
        title=title_parts(page),
        counts=weigh_counts(counts),
        url=UrlShape.of(url),
        has_url=bool(url),
    )


def weigh_counts(counts: Sequence[int]) -> tuple[float, ...]:
    """What tells a list from an article, by what the kernel counts.

    Words, share of linked characters, linked headings, the longest text outside of links, links, characters outside
    of links for a link, paragraphs: all but the share as logarithms.
    """
    words, heads, longest, links, plain, linked, paragraphs = counts
    counted = np.log1p([words, heads, max(longest, 0), links, max(plain, 0) / max(links, 1), paragraphs])
    words_log, *logs = counted.tolist()
    return words_log, linked / max(plain + linked, 1), *logs


def title_parts(page: Page) -> tuple[str, ...]:
    """The parts of the title, digits masked: of `Tag: looms – Weft` the parts `tag`, `looms`, `weft`."""
    rows = page.rows_of("title")
    text = page.text(int(rows[0]))[:MAX_TITLE].lower().strip() if len(rows) else ""
    return tuple(part for part in _SEPARATORS.split(_DIGITS.sub("0", text)) if part)


def _head(page: Page) -> Iterator[str]:
    """Words for what a template writes into the head, and the tokens of the body element."""
    for row in check_deadline(page.rows_of("meta")[:MAX_HEAD].tolist()):
        name = next((said for name in NAMES if (said := page.values(name).get(row))), "").lower()
        if name:
            yield f"meta {name}"
        if name == "og:type":
            yield f"type {page.values('content').get(row, '')}"
    for row in check_deadline(page.rows_of("link")[:MAX_HEAD].tolist()):
        yield f"rel {page.values('rel').get(row, '').lower()}"
    for row in check_deadline(page.rows_of("script")[:MAX_HEAD].tolist()):
        if "ld+json" in page.values("type").get(row, ""):
            yield from (f"data {name}" for name in _DATA_TYPE.findall(page.text(row)[:MAX_DATA]))
    body = body_row(page)
    yield from (f"body {token}" for token in (*page.classes(body), *page.id(body).split()))


SAME = 0.5  # a token is itself where it is on at least this share of the pages that have its masked form


def mask(token: str) -> str:
    r"""A token with every run of digits as `\d+`.

    >>> print(mask("post-17"))
    post-\d+
    """
    return _DIGITS.sub(r"\\d+", token)


@dataclass(frozen=True)
class TokenForms:
    """The form in which each token of some pages is compared: `col-8` as it is, `post-17` with its digits masked."""

    forms: Mapping[str, str]
    counts: Mapping[str, int]  # of each form the pages that have it

    @staticmethod
    def of(pages: Iterable[Collection[str]]) -> TokenForms:
        """The forms of the tokens of some pages."""
        plain: Counter[str] = Counter()
        masked: Counter[str] = Counter()
        masks: dict[str, str] = {}  # of tokens that have digits: each is masked once
        for page in check_deadline(pages):
            tokens = set(page)
            new = [token for token in tokens if token not in plain and _DIGITS.search(token)]
            masks.update((token, mask(token)) for token in new)
            plain.update(tokens)
            masked.update({masks[token] for token in tokens if token in masks})
        forms = {token: token for token in plain}
        forms.update((token, form) for token, form in masks.items() if plain[token] < SAME * masked[form])
        return TokenForms(forms, plain | masked)
