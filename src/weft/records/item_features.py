"""What tells the list that a page is about from its menus, facets and boxes: features of a list, and fitted weights.

The weights are those of a logistic regression: lists of 105 collections and listings of wcxb-dev against those of 458
articles, products, services and documents. Leaving a twelfth of the pages out at a time, the likeliest list of a
listing has F1 0.81 where every list with a score of 0.5 is taken, and 0.75 with 0.6; 3 and 2 of 242 articles have one.
The pages of the judge half of `bench/records/listings.json` and their hosts took no part.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page import Page, tag_number
from weft.records.evidence import HEADINGS, Evidence, link_around
from weft.records.times import inside
from weft.records.words import tag_mask

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]
Features = dict[str, float]

MAX_PROSE = 160  # characters: a longer text is prose
MAX_SAMPLE = 12  # members whose titles and links are compared
MAX_LINKS = 6  # of a member
MAX_HEADINGS = 2  # of a member; what has more is a section
MIN_SUM = -3.9  # titles of 90 letters and links bring 2.5, and a sum of -1.4 is a score of 0.2


@dataclass(frozen=True, eq=False)
class ListView:
    """A page as lists are searched in it: running sums over its rows, of what stands outside of its frame."""

    page: Page
    frame: Mask
    own: Rows  # characters of each text outside of the frame

    def under(self, sums: Rows, rows: Rows) -> Rows:
        """The sum over the subtree of each row."""
        return sums[self.page.end[rows]] - sums[rows]

    @cached_property
    def chars(self) -> Rows:
        """Characters."""
        return _sums(self.own)

    @cached_property
    def links(self) -> Rows:
        """Texts in links."""
        return _sums(self.page.in_link & (self.own > 1))

    @cached_property
    def link_rows(self) -> Rows:
        """The rows of the texts in links."""
        return np.flatnonzero(self.page.in_link & (self.own > 1))

    @cached_property
    def link_chars(self) -> Rows:
        """Characters in links."""
        return _sums(self.own * self.page.in_link)

    @cached_property
    def prose(self) -> Rows:
        """Characters of long texts."""
        return _sums(self.own * (self.own > MAX_PROSE))

    @cached_property
    def heading_rows(self) -> Rows:
        """The rows of the headings."""
        return np.flatnonzero(HEADINGS[self.page.tag])

    @cached_property
    def headings(self) -> Rows:
        """Headings."""
        return _sums(HEADINGS[self.page.tag])

    @cached_property
    def images(self) -> Rows:
        """Pictures."""
        return _sums(self.page.tag == _IMG)

    @cached_property
    def is_of_one(self) -> bool:
        """Whether the page says of itself that it is about one thing: an article or a product."""
        attribute = self.page.attribute
        kinds = (row for row in self.page.rows_of("meta").tolist() if attribute(row, "property") == "og:type")
        return any((attribute(row, "content") or "").strip().lower() in _ONE for row in kinds)


def view_lists(page: Page) -> ListView:
    """The page without what is hidden and what frames it."""
    frame = inside(page, _edges(page)) | page.hidden | page.raw
    own = page.chars * ((page.tag == 0) & ~frame)
    return ListView(page, frame, own)


def _sums(values: NDArray[np.generic]) -> Rows:
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums


def _edges(page: Page) -> Rows:
    """What frames the page: menus, sides, and its head and foot; those of an item are a part of it."""
    edges = np.flatnonzero(_EDGES[page.tag])
    parts = _PARTS[page.tag[edges]]
    if not parts.any():
        return edges
    return edges[~(parts & inside(page, np.flatnonzero(_HOLDERS[page.tag]))[edges])]


def list_features(evidence: Evidence, view: ListView, members: Rows) -> Features:
    """The features of a list, and its `score`: how likely the page is about it.

    Its titles and links are not looked at where they could not make it likely; they count as nothing then.
    """
    features = {**_place_features(view, members), **_member_features(evidence, view, members)}
    said = BIAS + _sum(features)
    links = _link_features(evidence, view, members) if said > MIN_SUM else _NO_LINKS
    return {**features, **links, "score": 1 / (1 + math.exp(-said - _sum(links)))}


def _sum(features: Features) -> float:
    weights, squares = WEIGHTS.get, SQUARES.get
    return sum(value * (weights(name, 0.0) + value * squares(name, 0.0)) for name, value in features.items() if value)


def _place_features(view: ListView, members: Rows) -> Features:
    """How much of the page the list holds, and what stands beside and before it."""
    own, total = max(1, int(view.under(view.chars, members).sum())), max(1, int(view.chars[-1]))
    first, last = int(members[0]), int(view.page.end[members[-1]])
    prose = int(view.under(view.prose, members).sum())
    return {
        "share": own / total,
        "log_share": math.log(own / total),
        "rest": math.log1p(total - own),
        "rest_prose": (int(view.prose[-1]) - prose) / total,
        "lead": int(view.prose[first]) / total,
        "before": int(view.chars[first]) / total,
        "dense": own / max(1, int(view.chars[last] - view.chars[first])),
        "prose": prose / own,
        "link_text": int(view.under(view.link_chars, members).sum()) / own,
        "declared": float(view.is_of_one),
    }


def _member_features(evidence: Evidence, view: ListView, members: Rows) -> Features:
    """What a member is made of, and how alike they are; shares are of the members."""
    page, n = view.page, len(members)
    mass, headings = sorted(view.under(view.chars, members).tolist()), view.under(view.headings, members)
    mean = sum(mass) / n
    tag = page.tag_name(int(members[0]))
    return {
        "count": math.log(n),
        "size": math.log1p((mass[n // 2] + mass[(n - 1) // 2]) / 2),
        "spread": math.sqrt(sum((one - mean) ** 2 for one in mass) / n) / max(1.0, mean),
        "links": math.log1p(int(view.under(view.links, members).sum()) / n),
        "headings": np.count_nonzero(headings) / n,
        "many_headings": np.count_nonzero(headings > MAX_HEADINGS) / n,
        "images": np.count_nonzero(view.under(view.images, members)) / n,
        "prices": _held(page, members, evidence.marks.prices),
        "times": _held(page, members, evidence.times.rows),
        "scattered": float((page.parent[members] != page.parent[members[0]]).any()),
        **{f"is_{name}": float(tag == name) for name in ("li", "article", "a", "div")},
    }


def _held(page: Page, members: Rows, rows: Rows) -> float:
    """The share of the members that hold one of the rows."""
    if not len(rows):
        return 0.0
    return np.count_nonzero(np.searchsorted(rows, members) < np.searchsorted(rows, page.end[members])) / len(members)


def _link_features(evidence: Evidence, view: ListView, members: Rows) -> Features:
    """How the members differ in titles and addresses, and what they say beside a link; of some of them."""
    sample = members[:: max(1, len(members) // MAX_SAMPLE)]
    n, texts, titles, addresses = len(sample), set(), 0, []
    people = more = 0
    shown = view.under(view.images, sample).tolist()
    for member, images in in_time(zip(sample.tolist(), shown, strict=True)):
        end = int(view.page.end[member])
        first, last = int(view.links[member]), int(view.links[end])
        rows = view.link_rows[first : min(first + MAX_LINKS, last)].tolist()
        headings = view.heading_rows[view.headings[member] : view.headings[end]][: MAX_HEADINGS + 1].tolist()
        lines = [evidence.line(row) for row in headings or rows]
        texts.add(tuple(lines))  # the first heading of a card may be a button
        titles += max(map(len, lines), default=0)
        addresses.append({one for row in rows if (one := evidence.address(row)) and one[0] not in "#?"})
        people += bool(rows) and evidence.leads_to_person(link_around(evidence, rows[0]))
        longest = max((int(view.own[row]) for row in rows), default=0)
        more += bool(images or headings) or int(view.chars[end] - view.chars[member]) > longest
    count = Counter(one for some in addresses for one in some)
    return {
        "titles": len(texts) / n,
        "title": math.log1p(titles / n),
        "addresses": sum(any(count[one] == 1 for one in some) for some in addresses) / n,
        "people": people / n,
        "more": more / n,
    }


_ONE = frozenset({"article", "product", "product.item", "og:product"})
_IMG = tag_number("img")
_EDGES, _PARTS = tag_mask("nav", "aside", "header", "footer"), tag_mask("header", "footer")
_HOLDERS = tag_mask("article", "main", "li")
_NO_LINKS: Features = {"titles": 0.0, "title": 0.0, "addresses": 0.0, "people": 0.0, "more": 0.0}
BIAS = -1.490
WEIGHTS: Features = {
    "share": 3.264,
    "log_share": 1.041,
    "rest": 0.018,
    "rest_prose": 1.913,
    "lead": -1.474,
    "before": -1.268,
    "dense": -0.997,
    "prose": -0.022,
    "link_text": 0.982,
    "declared": -0.366,
    "count": 0.896,
    "size": -0.2,
    "spread": -2.589,
    "links": -0.213,
    "headings": 0.569,
    "many_headings": -3.4,
    "images": 1.415,
    "prices": 1.193,
    "times": 0.911,
    "scattered": -0.36,
    "is_li": 0.453,
    "is_article": 1.12,
    "is_a": 0.727,
    "is_div": -0.207,
    "titles": 0.051,
    "title": 0.44,
    "addresses": 0.253,
}
SQUARES: Features = {"size": -0.0617, "links": -0.0321, "link_text": -0.4235, "title": 0.0054, "count": -0.1133}
"""Weights of squares: a title has neither one letter nor hundreds, and what has a thousand links is a menu."""
