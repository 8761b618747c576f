"""Main post (paper B, section 3.2.1): the first post of a thread where it is built differently from the replies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from weft.page import Page
from weft.records.bodies import Span
from weft.records.evidence import Evidence
from weft.records.names import clean_name
from weft.records.posts import Post
from weft.records.single_post import MAX_TIMES, is_last, read_alone

LEVELS = 5  # up from the first record: paper B looks at it and at the governing node, real pages wrap that more often
MAX_TIMES_BEFORE = 60  # in the element of a main post: it can have comments of its own


def find_main_post(known: Evidence, posts: Sequence[Post]) -> list[Post]:
    """The post before the records, empty where there is none: a name, a time and enough text to the left of them.

    A second page that repeats the title card without the post has no body there; a card that tells name and time of the
    first record again is no post.
    """
    page = known.page
    bodies = [post.body[0] for post in posts if post.body[0] < post.body[1] and page.classes(post.body[0])]
    usual = frozenset(page.table.step[bodies].tolist())
    for start, end in _left_parts(page, posts[0].start):
        times = known.times.within(start, end)
        if len(times) > MAX_TIMES_BEFORE:
            continue
        for index in times[:MAX_TIMES]:
            post = [] if is_last(known, index) else read_alone(known, (start, end), index, usual=usual)
            if post and not _is_card(known, post[0], posts[0]):
                return post
    return []


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


def _is_card(known: Evidence, post: Post, first: Post) -> bool:
    if first.author < 0 or first.time < 0:
        return False
    names = {clean_name(known.page.text(row)) for row in (post.author, first.author)}
    return len(names) == 1 and known.times.texts[post.time] == known.times.texts[first.time]
