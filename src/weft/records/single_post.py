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
from numpy.typing import NDArray

from weft import _native
from weft.deadline import check_time, in_time
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.records.bodies import Span
from weft.records.evidence import Evidence
from weft.records.lone_features import COLUMN, add_words
from weft.records.names import clean_name, name_arrays
from weft.records.posts import Post, in_spans
from weft.records.reading_features import PageMeasures

MAX_TIMES = 12  # of a page whose posts alone are tried: pages with more repeat something
MAX_SPANS = 5  # elements around a time that are tried, each with more text than the one inside of it
MIN_GROWTH = 8  # characters that an element must have more than the one inside of it
MAX_LEVELS = 100  # up from a time to the element of its post: pages that people write nest less
LEVELS = 5  # up from the first record: paper B reads it and the governing node, real pages wrap that more often
MAX_PARTS = 8  # before the first record that are tried
MAX_TIMES_BEFORE = 60  # in the element of a main post: it can have comments of its own


@dataclass(frozen=True, kw_only=True)
class LonePost:
    """A post that may stand alone, and its features."""

    post: Post
    features: NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class _Try:
    """A range that may be a post with the time of that index, and what is said of it as features."""

    span: Span
    time: int
    said: dict[str, float]


def find_lone_posts(measures: PageMeasures, taken: Sequence[Span]) -> list[LonePost]:
    """The posts that a page may consist of, one or a few for each time; `taken` are ranges of what repeats."""
    evidence, page = measures.evidence, measures.page
    is_taken = in_spans(page, taken)
    tries: list[_Try] = []
    for index in in_time(range(min(len(evidence.times.rows), MAX_TIMES))):
        row = int(evidence.times.rows[index])
        in_region = float(is_taken[row])
        for level, span in enumerate(_spans_around(measures, row)):
            said = {"level": float(level), "in_region": in_region}
            tries.append(_Try(span=span, time=index, said=said))
    return _read_tries(measures, tries)


def find_main_posts(measures: PageMeasures, posts: Sequence[Post]) -> list[LonePost]:
    """The posts that may stand before the records, built differently.

    A second page that repeats the title card without the post has no body there; a card that tells name and time of the
    first record again is no post.
    """
    evidence, page = measures.evidence, measures.page
    bodies = [post.body[0] for post in posts if post.body[0] < post.body[1] and page.classes(post.body[0])]
    usual = frozenset(page.table.step[bodies].tolist())
    first = posts[0].start
    tries: list[_Try] = []
    parts = (span for span in _left_parts(page, first) if 0 < len(evidence.times.within(*span)) <= MAX_TIMES_BEFORE)
    for level, span in in_time(enumerate(islice(parts, MAX_PARTS))):
        for index in evidence.times.within(*span)[:2]:
            said = {
                "is_main": 1.0,
                "level": float(level),
                "gap": measures.of(measures.chars, [(span[1], max(first, span[1]))]),
            }
            tries.append(_Try(span=span, time=index, said=said))
    return _read_tries(measures, tries, usual=usual, first=posts[0])


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


def _read_tries(
    measures: PageMeasures, tries: Sequence[_Try], *, usual: frozenset[int] = frozenset(), first: Post | None = None
) -> list[LonePost]:
    """The posts that the ranges may be; `usual` are steps of bodies of other posts, `first` is the first of those."""
    evidence = measures.evidence
    spans = [(*one.span, one.time) for one in tries]
    with kernel_call() as seconds:
        numbers, features = _native.lone_posts(
            measures.page.table,
            evidence.columns,
            name_arrays(evidence),
            evidence.times.rows,
            spans,
            list(usual),
            seconds=seconds,
        )
    posts = [
        Post(start=start, end=end, body=(body, body_end), author=author, time=time)
        for _, time, start, end, body, body_end, author in in_time(numbers.tolist())
    ]
    add_words(measures, posts, features)
    for row, post, number in in_time(zip(features, posts, numbers[:, 0].tolist(), strict=True)):
        for name, value in tries[number].said.items():
            row[COLUMN[name]] = value
        row[COLUMN["same_name"]] = first is not None and _is_card(evidence, post, first)
    return [LonePost(post=post, features=row) for post, row in zip(posts, features, strict=True)]


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
