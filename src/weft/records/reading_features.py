"""Features of a reading: how well posts or rows explain a region of a page, as numbers that a small model weighs.

No feature decides alone. A page of one-line posts, a board with long titles and a thread without any class word differ
in some of them and agree in the others.

What a page declares that it is, as far as it tells a list from one thing: features of what repeats on it.

What a list holds, what stands beside and before it, what its members are made of and how alike they are is told by the
kernel (`records/features/region_features.rs`).

Features of a post that stands alone: the only one of a thread, or the main post before the replies.

Nothing repeats there, so that what is around a time must tell: how much of the page the body is, how far name and time
are from it, what the classes say. No feature decides alone. The kernel computes most of them
(`records/features/lone_posts.rs`); those that words tell are added here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import nan

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.kernel import records as kernel
from weft.kernel.records import VIEW_FEATURES
from weft.page import Page
from weft.page.declared import ADDRESS, declared_features
from weft.page.declared import FEATURES as DECLARED
from weft.page.once import computed_once
from weft.records.board_rows import BoardRow
from weft.records.evidence import Evidence
from weft.records.language_words import LAST
from weft.records.names import clean_name, has_label, name_marks
from weft.records.posts import Post
from weft.records.times import inside, text_before
from weft.records.words import ASIDE, discussion_score, tag_mask

Features = dict[str, float]

PAGE_FEATURES = (
    "page_declares_product", "page_declares_forum", "page_declares_article", "page_declares_collection",
    "page_graph_article", "page_graph_product", "page_graph_website", "page_product_fields", "page_article_fields",
    "address_article", "address_forum", "address_product", "address_collection", "address_listing",
)  # fmt: skip


def page_features(page: Page) -> Features:
    """What the page declares of itself, as far as it tells a list from one thing."""
    return dict(zip(PAGE_FEATURES, declared_features(page)[PLACES].tolist(), strict=True))


PLACES = [(*DECLARED, *ADDRESS).index(name) for name in PAGE_FEATURES]
"""Where they stand among the numbers that a page declares."""


MISSING = -1.0  # a feature of the other kind of reading
ASIDE_SHARE = 0.4  # of the rows of a page: what has more of them stands not beside it
MAX_NAMES = 12  # whose marks are looked at

READ = (
    "is_posts", "is_items", "named", "timed", "marked_names", "distinct_names", "rising", "falling", "titled",
    "title_chars", "whole", "title_likely", "title_next", "is_index",
)  # fmt: skip
POSTS = (
    "bodied", "body_share", "body_chars", "body_mass", "body_likely", "body_next", "varied", "odd", "body_links",
    "body_times", "body_long", "body_of_page", "title_ratio",
)  # fmt: skip
ROWS = ("row_replies", "row_views", "row_last", "row_links", "row_title_share", "row_title_varied", "row_rest")
REGIONS = (*VIEW_FEATURES, *PAGE_FEATURES)
READ_FEATURES = (*READ, *POSTS, *ROWS)
FEATURES = (*REGIONS, *READ_FEATURES)
"""The features of a reading; `REGIONS` are those that a region has before it is read."""
Sums = NDArray[np.float64]
_FOREIGN = tag_mask("footer", "aside", "nav", "select", "option")


class PageMeasures:
    """What all readings of a page share; computed when asked, once."""

    def __init__(self, evidence: Evidence, score: float | None = None) -> None:
        self.page: Page = evidence.page
        self.evidence: Evidence = evidence
        self._score = score

    @computed_once
    def score(self) -> float:
        """How much the page speaks as discussions do."""
        return discussion_score(self.page) if self._score is None else self._score

    @computed_once
    def sums(self) -> list[Sums]:
        """Running sums: characters, those outside frames, in links, hidden, of long texts; headings; times."""
        return self.evidence.columns.sums

    @property
    def chars(self) -> Sums:
        """Characters of texts."""
        return self.sums[0]

    @property
    def main(self) -> Sums:
        """Characters outside of menus and other frames."""
        return self.sums[1]

    @property
    def links(self) -> Sums:
        """Characters in links."""
        return self.sums[2]

    @property
    def long(self) -> Sums:
        """Characters of long texts."""
        return self.sums[4]

    @property
    def times(self) -> Sums:
        """Times."""
        return self.sums[6]

    @computed_once
    def title(self) -> int:
        """The first row that repeats the title of the page, -1 where none does."""
        titles = np.flatnonzero(self.evidence.is_title)
        return int(titles[0]) if len(titles) else -1

    @computed_once
    def aside(self) -> NDArray[np.bool_]:
        """Which rows are no part of what a page is about; wrappers of the page have such words too."""
        page = self.page
        small = page.end - np.arange(len(page)) <= ASIDE_SHARE * len(page)
        rows = _FOREIGN[page.tag] | (small & ((self.evidence.flags & ASIDE) > 0))
        return inside(page, np.flatnonzero(rows & (page.depth > 1)))

    @computed_once
    def declared(self) -> list[float]:
        """What the page declares of itself."""
        return list(page_features(self.page).values())

    def of(self, total: NDArray[np.float64], spans: Sequence[tuple[int, int]] | NDArray[np.int64]) -> float:
        """The sum of a measure over ranges of rows."""
        if len(spans) == 1:
            return float(total[spans[0][1]] - total[spans[0][0]])
        if not len(spans):
            return 0.0
        edges = np.asarray(spans, np.int64)
        return float((total[edges[:, 1]] - total[edges[:, 0]]).sum())


def post_features(measures: PageMeasures, posts: Sequence[Post], mass: float, titles: float) -> dict[str, float]:
    """The features of a region read as posts; `titles` is the mean length of its titles where rows can be read too."""
    evidence, n = measures.evidence, len(posts)
    spans = [post.body for post in posts if post.body[0] < post.body[1]]
    bodies = np.array(spans, np.int64).reshape(len(spans), 2)
    sizes = measures.chars[bodies[:, 1]] - measures.chars[bodies[:, 0]]
    chars = float(sizes.sum())
    own = max(measures.of(measures.chars, [(post.start, post.end) for post in posts]), 1.0)
    return {
        "is_posts": 1.0,
        "is_items": 0.0,
        "bodied": len(bodies) / n,
        "body_share": chars / own,
        "body_chars": chars / n,
        "body_mass": mass,
        "varied": len(set(sizes.tolist())) / n,
        "odd": sum(post.odd for post in posts) / n,
        "body_links": measures.of(measures.links, bodies) / max(chars, 1.0),
        "body_times": measures.of(measures.times, bodies) / n,
        "body_long": measures.of(measures.long, bodies) / max(chars, 1.0),
        "body_of_page": measures.of(measures.main, bodies) / max(measures.main[-1], 1.0),
        "title_ratio": titles / max(mass, 1.0),
        "titled": 0.0,
        "title_chars": titles,
        "whole": sum(post.parts == 3 for post in posts) / n,
        **_people(evidence, [post.author for post in posts], n),
        **_order(evidence, [post.time for post in posts], n),
    }


def row_features(evidence: Evidence, rows: Sequence[BoardRow], n: int) -> dict[str, float]:
    """The features of a region of `n` records read as board rows, but for those that their titles tell."""
    has_time = [max(row.time, row.last_time) for row in rows]
    return {
        "whole": sum(row.author >= 0 and time >= 0 for row, time in zip(rows, has_time, strict=True)) / n,
        "row_replies": sum(row.replies >= 0 for row in rows) / n,
        "row_views": sum(row.views >= 0 for row in rows) / n,
        "row_last": sum(max(row.last_time, row.last_author) >= 0 for row in rows) / n,
        **_people(evidence, [row.author for row in rows], n),
        **_order(evidence, has_time, n),
    }


UNKNOWN = dict.fromkeys(
    ("whole", "row_replies", "row_views", "row_last", "named", "marked_names", "distinct_names", "timed", "rising",
     "falling"), nan,
)  # fmt: skip
"""What `row_features` tells, of rows of which nothing but the titles is known."""


def title_features(measures: PageMeasures, rows: Sequence[BoardRow], n: int) -> dict[str, float]:
    """Those of the features of rows that their titles tell."""
    evidence, page = measures.evidence, measures.page
    own = max(measures.of(measures.chars, [(row.start, row.end) for row in rows]), 1.0)
    chars = float(page.chars[[row.title for row in rows]].sum())
    links = {evidence.address(row.title) for row in check_deadline(rows)}
    texts = {evidence.line(row.title) for row in check_deadline(rows)}
    return {
        "is_posts": 0.0,
        "is_items": 0.0,
        "titled": len(rows) / n,
        "title_chars": chars / len(rows),
        "row_links": len(links) / len(rows),
        "row_title_share": chars / own,
        "row_title_varied": len(texts) / len(rows),
        "row_rest": (own - chars) / n,
    }


def vector(features: dict[str, float]) -> list[float]:
    """What was read in the order of `READ_FEATURES`."""
    return [features.get(name, MISSING) for name in READ_FEATURES]


def _people(evidence: Evidence, rows: Sequence[int], n: int) -> dict[str, float]:
    named = [row for row in rows if row >= 0]
    names = {clean_name(evidence.text(row)) for row in check_deadline(named)}
    marks = [name_marks(evidence, row) for row in check_deadline(named[:MAX_NAMES])]
    return {
        "named": len(named) / n,
        "marked_names": sum(marks) / len(marks) if marks else 0.0,
        "distinct_names": len(names) / max(len(named), 1),
    }


def _order(evidence: Evidence, times: Sequence[int], n: int) -> dict[str, float]:
    timed = [time for time in times if time >= 0]
    stamps = [evidence.times.date(time).iso for time in check_deadline(timed[:200])]
    pairs = [(before, after) for before, after in pairwise(stamps) if before and after]
    count = max(len(pairs), 1)
    return {
        "timed": len(timed) / n,
        "rising": sum(before <= after for before, after in pairs) / count,
        "falling": sum(before >= after for before, after in pairs) / count,
    }


Matrix = NDArray[np.float32]

LONE_FEATURES = tuple(kernel.LONE_FEATURES)
LONE_COLUMN = {name: index for index, name in enumerate(LONE_FEATURES)}
MAX_LABEL_LENGTH = 40  # characters before a time that can label it


def add_words(measures: PageMeasures, numbers: NDArray[np.int64], features: Matrix) -> None:
    """Write the features that words tell into the rows of the posts, which the kernel told by numbers."""
    evidence, page, texts = measures.evidence, measures.page, measures.evidence.text_rows
    if not len(numbers) or not len(texts):
        return
    _, times, _, _, body, body_end, authors = numbers.T
    rows = evidence.times.rows
    first = np.minimum(np.searchsorted(texts, body), len(texts) - 1)
    has_text = (texts[first] >= body) & (texts[first] < body_end)
    is_labelled_last = {index: is_last(evidence, index) for index in set(times.tolist())}
    features[:, LONE_COLUMN["score"]] = measures.score
    features[:, LONE_COLUMN["labelled_last"]] = [is_labelled_last[index] for index in times.tolist()]
    features[:, LONE_COLUMN["aside"]] = measures.aside[page.parent[rows[times]]]
    features[:, LONE_COLUMN["text_time"]] = [bool(evidence.times.texts[index]) for index in times.tolist()]
    names = {row: evidence.text(row) for row in set(authors.tolist()) if row >= 0}
    clean = {row: clean_name(name) for row, name in names.items()}
    labelled = {row: has_label(name.strip()) for row, name in names.items()}
    begins = {row: clean_name(evidence.text(row)) for row in set(texts[first[has_text]].tolist())}
    features[:, LONE_COLUMN["is_labelled"]] = [labelled.get(row, False) for row in authors.tolist()]
    pairs = zip(authors.tolist(), np.where(has_text, texts[first], -1).tolist(), strict=True)
    features[:, LONE_COLUMN["begins_with_name"]] = [
        author >= 0 and begins.get(text, "") == clean[author] for author, text in pairs
    ]


def is_last(evidence: Evidence, index: int) -> bool:
    """Whether a time is labelled as that of the last reply."""
    return LAST.search(text_before(evidence.page, int(evidence.times.rows[index]))[-MAX_LABEL_LENGTH:])
