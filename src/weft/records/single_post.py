"""Posts that stand alone: the only one of a thread, and the main post before the replies.

Without repetition there is nothing to align. Every element around a time is tried with its heaviest parts as the body
and the best name outside of it as the author; a small model says how likely each is a post. A main post (paper B,
section 3.2.1) is the first post of a thread where it is built differently from the replies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import overload

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, kernel_call
from weft.kernel.records import lone_posts, spans_around
from weft.page import Page
from weft.records.bodies import Span
from weft.records.evidence import Evidence
from weft.records.names import clean_name, named_columns
from weft.records.posts import Post, in_spans
from weft.records.reading_features import LONE_COLUMN, PageMeasures, add_words

MAX_TIMES = 12  # of a page whose posts alone are tried: pages with more repeat something
LEVELS = 5  # up from the first record: paper B reads it and the governing node, real pages wrap that more often
MAX_PARTS = 8  # before the first record that are tried
MAX_TIMES_BEFORE = 60  # in the element of a main post: it can have comments of its own


@dataclass(frozen=True, kw_only=True)
class LonePost:
    """A post that may stand alone, and its features."""

    post: Post
    features: NDArray[np.float32]


class LonePosts(Sequence[LonePost]):
    """Posts that may stand alone: most are never asked for more than their features."""

    def __init__(self, numbers: NDArray[np.int64], features: NDArray[np.float32]) -> None:
        self._numbers = numbers
        self.features: NDArray[np.float32] = features

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> LonePost: ...
    @overload
    def __getitem__(self, index: slice) -> list[LonePost]: ...
    def __getitem__(self, index: int | slice) -> LonePost | list[LonePost]:
        """The post of that index."""
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        _, time, start, end, body, body_end, author = self._numbers[index].tolist()
        post = Post(start=start, end=end, body=(body, body_end), author=author, time=time)
        return LonePost(post=post, features=self.features[index])


@dataclass(frozen=True, kw_only=True)
class _Try:
    """A range that may be a post with the time of that index, and what is said of it as features."""

    span: Span
    time: int
    said: dict[str, float]


def find_lone_posts(measures: PageMeasures, taken: Sequence[Span]) -> LonePosts:
    """The posts that a page may consist of, one or a few for each time; `taken` are ranges of what repeats."""
    evidence, page = measures.evidence, measures.page
    is_taken = in_spans(page, taken)
    times = evidence.times.rows[:MAX_TIMES]
    in_region = is_taken[times].tolist()
    around = spans_around(evidence.columns, times)
    tries = [
        _Try(span=(start, end), time=index, said={"level": float(level), "in_region": float(in_region[index])})
        for start, end, index, level in around
    ]
    return _read_tries(measures, tries)


def find_main_posts(measures: PageMeasures, posts: Sequence[Post]) -> LonePosts:
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
    for level, span in check_deadline(enumerate(islice(parts, MAX_PARTS))):
        for index in evidence.times.within(*span)[:2]:
            said = {
                "is_main": 1.0,
                "level": float(level),
                "gap": measures.of(measures.chars, [(span[1], max(first, span[1]))]),
            }
            tries.append(_Try(span=span, time=index, said=said))
    return _read_tries(measures, tries, usual=usual, first=posts[0])


def _read_tries(
    measures: PageMeasures, tries: Sequence[_Try], *, usual: frozenset[int] = frozenset(), first: Post | None = None
) -> LonePosts:
    """The posts that the ranges may be; `usual` are steps of bodies of other posts, `first` is the first of those."""
    evidence = measures.evidence
    spans = [(*one.span, one.time) for one in tries]
    columns = named_columns(evidence)
    with kernel_call() as seconds:
        numbers, features = lone_posts(columns, spans, list(usual), seconds=seconds)
    add_words(measures, numbers, features)
    names = sorted({name for one in tries for name in one.said})
    said = np.array([[one.said.get(name, 0.0) for name in names] for one in tries], np.float32)
    if len(numbers):
        features[:, [LONE_COLUMN[name] for name in names]] = said[numbers[:, 0]]
    lone = LonePosts(numbers, features)
    if first is not None:
        is_card = lru_cache(partial(_is_card, evidence, first))
        features[:, LONE_COLUMN["same_name"]] = [is_card(author, time) for author, time in numbers[:, [6, 1]].tolist()]
    return lone


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


def _is_card(evidence: Evidence, first: Post, author: int, time: int) -> bool:
    """Whether a name and a time tell those of the first record again."""
    if min(first.author, first.time, author) < 0:
        return False
    names = {clean_name(evidence.page.text(row)) for row in (author, first.author)}
    return len(names) == 1 and evidence.times.texts[time] == evidence.times.texts[first.time]
