"""Posts that stand alone: the only one of a thread, and the main post before the replies.

Without repetition there is nothing to align. Every element around a time is tried with its heaviest parts as the body
and the best name outside of it as the author; a small model says how likely each is a post. A main post (paper B,
section 3.2.1) is the first post of a thread where it is built differently from the replies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from weft.deadline import check_time, in_time
from weft.page import Page
from weft.records.bodies import Span, has_loose_text, tail_behind_head, word_gains
from weft.records.evidence import Evidence
from weft.records.lone_features import lone_vector
from weft.records.names import clean_name, name_marks, name_rows
from weft.records.posts import Post, in_spans
from weft.records.reading_features import PageMeasures
from weft.records.times import LAST, text_before

MAX_TIMES = 12  # of a page whose posts alone are tried: pages with more repeat something
MAX_SPANS = 5  # elements around a time that are tried, each with more text than the one inside of it
MIN_GROWTH = 8  # characters that an element must have more than the one inside of it
MAX_BODIES = 3  # of an element that are tried, the heaviest first
MIN_BODY = 2.0  # characters
MAX_LEVELS = 100  # up from a time to the element of its post: pages that people write nest less
MAX_NAMES = 24  # of an element that are looked at, the nearest to the body first
LEVELS = 5  # up from the first record: paper B reads it and the governing node, real pages wrap that more often
MAX_PARTS = 8  # before the first record that are tried
MAX_TIMES_BEFORE = 60  # in the element of a main post: it can have comments of its own
DISTANCE = 0.005  # what a row between a name and the time takes from the name
ORDER = 0.2  # what every name before it takes from a name: places and ranks follow names



@dataclass(frozen=True, kw_only=True)
class LonePost:
    """A post that may stand alone, and its features."""

    post: Post
    features: tuple[float, ...]


def find_lone_posts(measures: PageMeasures, taken: Sequence[Span]) -> list[LonePost]:
    """The posts that a page may consist of, one or a few for each time; `taken` are ranges of what repeats."""
    evidence, page = measures.evidence, measures.page
    is_taken = in_spans(page, taken)
    posts: list[LonePost] = []
    for index in in_time(range(min(len(evidence.times.rows), MAX_TIMES))):
        row = int(evidence.times.rows[index])
        in_region = float(is_taken[row])
        for level, span in enumerate(_spans_around(measures, row)):
            posts += _posts_in(measures, span, index, {"level": float(level), "in_region": in_region})
    return posts


def find_main_posts(measures: PageMeasures, posts: Sequence[Post]) -> list[LonePost]:
    """The posts that may stand before the records, built differently.

    A second page that repeats the title card without the post has no body there; a card that tells name and time of the
    first record again is no post.
    """
    evidence, page = measures.evidence, measures.page
    bodies = [post.body[0] for post in posts if post.body[0] < post.body[1] and page.classes(post.body[0])]
    usual = frozenset(page.table.step[bodies].tolist())
    first = posts[0].start
    lone: list[LonePost] = []
    parts = (span for span in _left_parts(page, first) if 0 < len(evidence.times.within(*span)) <= MAX_TIMES_BEFORE)
    for level, span in in_time(enumerate(islice(parts, MAX_PARTS))):
        for index in evidence.times.within(*span)[:2]:
            said = {
                "is_main": 1.0,
                "level": float(level),
                "gap": measures.of(measures.chars, [(span[1], max(first, span[1]))]),
            }
            lone += _posts_in(measures, span, index, said, usual=usual, first=posts[0])
    return lone


def _spans_around(measures: PageMeasures, row: int) -> Iterator[Span]:
    """The elements around a time that add something to what they hold."""
    page, before, count = measures.page, 0.0, 0
    for ancestor in page.ancestors(row)[:-2][:MAX_LEVELS]:
        check_time()
        span = ancestor, int(page.end[ancestor])
        chars = measures.of(measures.chars, [span])
        if chars < before + MIN_GROWTH:
            continue
        before, count = chars, count + 1
        yield span
        if count == MAX_SPANS:
            return


def _posts_in(
    measures: PageMeasures,
    span: Span,
    index: int,
    said: dict[str, float],
    *,
    usual: frozenset[int] = frozenset(),
    first: Post | None = None,
) -> Iterator[LonePost]:
    """The posts that a range may be, with the time of that index."""
    evidence, page = measures.evidence, measures.page
    time = int(evidence.times.rows[index])
    labelled = float(is_last(evidence, index))
    for rank, body in enumerate(_bodies_beside(measures, span, time, usual)):
        author = _name_beside(evidence, span, body, time)
        post = Post(start=span[0], end=span[1], body=body, author=author, time=index)
        features = said | {
            "labelled_last": labelled,
            "body_rank": float(rank),
            "is_usual": float(int(page.table.step[body[0]]) in usual),
            "same_name": float(first is not None and _is_card(evidence, post, first)),
        }
        yield LonePost(post=post, features=lone_vector(measures, post, features))


def is_last(evidence: Evidence, index: int) -> bool:
    """Whether a time is labelled as that of the last reply."""
    return bool(LAST.search(text_before(evidence.page, int(evidence.times.rows[index]))[-40:]))


def _bodies_beside(measures: PageMeasures, span: Span, time: int, usual: frozenset[int]) -> list[Span]:
    """The heaviest elements that do not hold the time, and the loose text behind it."""
    evidence, page = measures.evidence, measures.page
    rows = np.arange(*span)
    rows = rows[(page.tag[rows] > 0) & ~((rows <= time) & (page.end[rows] > time))]
    ends = np.minimum(page.end[rows], span[1])
    total = np.concatenate(([0.0], np.cumsum(evidence.weights[span[0] : span[1]])))
    gain = total[ends - span[0]] - total[rows - span[0]] + word_gains(evidence, rows)
    keep = measures.chars[ends] - measures.chars[rows] >= MIN_BODY
    rows, gain, ends = rows[keep], gain[keep], ends[keep]
    bodies: list[Span] = []
    if usual:
        alike = np.flatnonzero(np.isin(page.table.step[rows], list(usual)))
        bodies += [(int(rows[at]), int(ends[at])) for at in alike[:1]]
    # The deepest of equals comes last, and first in this order.
    for at in np.lexsort((-rows, -gain))[:MAX_BODIES]:
        bodies.append((int(rows[at]), int(ends[at])))
    tail = tail_behind_head(evidence, span)
    if tail[0] < tail[1] and has_loose_text(page, tail):
        bodies.append(tail)
    return list(dict.fromkeys(bodies))


def _name_beside(evidence: Evidence, span: Span, body: Span, time: int) -> int:
    """The row of the best name in a range outside the body, -1 where there is none."""
    before = name_rows(evidence, np.arange(max(span[0], body[0] - 300), body[0]))[-MAX_NAMES:]
    behind = name_rows(evidence, np.arange(body[1], min(span[1], body[1] + 100)))[:MAX_NAMES]
    rows = [*before.tolist(), *behind.tolist()]
    marked = [(name_marks(evidence, row), row) for row in in_time(rows)]
    scored = [(marks - ORDER * order - DISTANCE * abs(row - time), row) for order, (marks, row) in enumerate(marked)]
    return max(scored, key=lambda entry: entry[0], default=(0.0, -1))[1]


def _left_parts(page: Page, row: int) -> Iterator[Span]:
    """The siblings before a row, the nearest first, then all of them as one; then those of its parent, and so on up."""
    for _ in range(LEVELS):
        parent = int(page.parent[row])
        if parent < 1:
            return
        left = [child for child in page.children(parent) if child < row and page.tag[child]]
        yield from ((child, int(page.end[child])) for child in reversed(left))
        if len(left) > 1:
            yield left[0], row
        row = parent


def _is_card(evidence: Evidence, post: Post, first: Post) -> bool:
    if min(first.author, first.time, post.author) < 0:
        return False
    names = {clean_name(evidence.page.text(row)) for row in (post.author, first.author)}
    return len(names) == 1 and evidence.times.texts[post.time] == evidence.times.texts[first.time]


