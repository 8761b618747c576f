"""Posts that stand alone: the only one of a thread, and the main post before the replies.

Without repetition there is nothing to align, so all three must be there: a time, a name that is marked as one, and a
body, each from the smallest element around the time that has them. A wrong record is worse than none. A main post
(paper B, section 3.2.1) is the first post of a thread where it is built differently from the replies.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import numpy as np

from weft.deadline import check_time, in_time
from weft.page import Page
from weft.records.bodies import WORD_WEIGHT, Span, has_loose_text, tail_behind_head, word_gains
from weft.records.evidence import Evidence
from weft.records.language_words import LAST
from weft.records.names import MARKED, clean_name, name_marks, name_rows
from weft.records.posts import Post, in_spans
from weft.records.times import text_before
from weft.records.words import ASIDE, BODY, tag_mask

MIN_BODY = 17.0  # weight of a body: two characters under a word such as "content"
MIN_PLAIN_BODY = 60.0  # where no word says that it is one
FAR = 250  # rows between the time of a post and its body
FAR_NAME = 200  # rows between the time of a post and its name before the body
FAR_BEHIND = 40  # the same where one of them follows the body
DISTANCE = 0.005  # what a row between a name and the time takes from the name
ORDER = 0.2  # what every name before it takes from a name: places and ranks follow names
MAX_LEVELS = 100  # up from a time to the element of its post: pages that people write nest less
MAX_TIMES = 6  # in the element around a single post: its own, edits, a responsive copy
ASIDE_SHARE = 0.4  # of the rows of a page: what has more of them stands not beside it
MAX_WIDTH = 0.7  # of the rows of a page: an element with more of them is the page
SMALL_PAGE = 200  # rows of a page that may be one post

_FOREIGN = tag_mask("footer", "aside", "nav", "select", "option")
LEVELS = 5  # up from the first record: paper B reads it and the governing node, real pages wrap that more often
MAX_TIMES_BEFORE = 60  # in the element of a main post: it can have comments of its own


def find_single_post(evidence: Evidence, taken: Sequence[Span]) -> list[Post]:
    """The one post of a page, told by a time outside the `taken` ranges; empty where there is none.

    A question and its one answer repeat nothing either: posts whose bodies have the same tag and classes come together.
    """
    times = range(min(len(evidence.times.rows), MAX_TIMES**2))  # pages with more repeat something
    starts, is_taken = sorted(start for start, _ in taken), in_spans(evidence.page, taken)
    posts = [
        post
        for index in in_time(times)
        if not is_taken[evidence.times.rows[index]]
        for post in _post_at(evidence, index, starts)
    ]
    if not posts:
        return []
    chosen = [min(posts, key=lambda post: post.end - post.start)]
    body = chosen[0].body[0]
    for post in posts:
        alike = evidence.page.table.step[post.body[0]] == evidence.page.table.step[body] and evidence.page.classes(body)
        if alike and all(post.end <= other.start or other.end <= post.start for other in chosen):
            chosen.append(post)
    return sorted(chosen, key=lambda post: post.start)


def _post_at(evidence: Evidence, index: int, taken: Sequence[int]) -> list[Post]:
    """The post around a time; `taken` are the first rows of what repeats, in order."""
    page = evidence.page
    row = int(evidence.times.rows[index])
    if is_last(evidence, index):
        return []
    above = page.ancestors(row)[:-2]
    if any(_stands_aside(evidence, ancestor) for ancestor in in_time(above)):
        return []
    for ancestor in above[:MAX_LEVELS]:
        check_time()
        end = int(page.end[ancestor])
        if (
            end - ancestor > max(SMALL_PAGE, MAX_WIDTH * len(page))
            or len(evidence.times.within(ancestor, end)) > MAX_TIMES
        ):
            return []
        if bisect_left(taken, ancestor) < bisect_left(taken, end):
            return []
        if post := read_alone(evidence, (ancestor, end), index):
            return post
    return []


def _stands_aside(evidence: Evidence, row: int) -> bool:
    """Whether an element is no part of what a page is about; wrappers of the page have such words too."""
    page = evidence.page
    small = page.end[row] - row <= ASIDE_SHARE * len(page)
    return bool(_FOREIGN[page.tag[row]]) or bool(small and evidence.flags[row] & ASIDE)


def is_last(evidence: Evidence, index: int) -> bool:
    """Whether a time is labelled as that of the last reply."""
    return bool(LAST.search(text_before(evidence.page, int(evidence.times.rows[index]))[-40:]))


def read_alone(evidence: Evidence, span: Span, index: int, *, usual: frozenset[int] = frozenset()) -> list[Post]:
    """The post in a range that has the time of that index; empty where name or body are missing.

    `usual`: the steps of bodies of other posts; an element with such tag and classes is the body.
    """
    time = int(evidence.times.rows[index])
    steps = evidence.page.table.step[span[0] : span[1]].tolist() if usual else ()
    alike = next((span[0] + offset for offset, step in enumerate(steps) if step in usual), -1)
    body = (alike, int(evidence.page.end[alike])) if alike >= 0 else _body_beside(evidence, span, time)
    if body[0] >= body[1] or abs(time - body[0]) > FAR:
        return []
    author = _name_beside(evidence, span, body, time)
    far = FAR_NAME if time < body[0] and author < body[0] else FAR_BEHIND
    if author < 0 or abs(time - author) > far or _begins_with(evidence, body, author):
        return []
    return [Post(start=span[0], end=span[1], body=body, author=author, time=index)]


def _begins_with(evidence: Evidence, body: Span, author: int) -> bool:
    """Whether a body begins with the name: then it is the whole post and no body."""
    page = evidence.page
    rows = np.arange(*body)
    texts = rows[(page.tag[rows] == 0) & (page.chars[rows] > 0)]
    return bool(len(texts)) and clean_name(evidence.text(int(texts[0]))) == clean_name(evidence.text(author))


def _body_beside(evidence: Evidence, span: Span, time: int) -> Span:
    """The element of greatest weight that does not hold the time, or the loose text behind it."""
    page = evidence.page
    rows = np.arange(*span)
    rows = rows[(page.tag[rows] > 0) & ~((rows <= time) & (page.end[rows] > time))]
    total = np.concatenate(([0.0], np.cumsum(evidence.weights[span[0] : span[1]])))
    gain = total[np.minimum(page.end[rows], span[1]) - span[0]] - total[rows - span[0]] + word_gains(evidence, rows)
    position = len(rows) - 1 - int(np.argmax(gain[::-1])) if len(rows) else -1
    row, best = (int(rows[position]), float(gain[position])) if position >= 0 else (-1, -np.inf)
    tail = tail_behind_head(evidence, span)
    if tail[0] < tail[1] and has_loose_text(page, tail):
        loose = float(evidence.weights[tail[0] : tail[1]].sum())
        if loose >= max(MIN_BODY, best) - WORD_WEIGHT:
            return tail
    marked = row >= 0 and any(evidence.flags[position] & BODY for position in (row, int(page.parent[row])))
    return (row, int(page.end[row])) if best >= (MIN_BODY if marked else MIN_PLAIN_BODY) else (0, 0)


def _name_beside(evidence: Evidence, span: Span, body: Span, time: int) -> int:
    """The row of the best marked name in a range outside the body, -1 where there is none."""
    rows = name_rows(evidence, np.concatenate((np.arange(span[0], body[0]), np.arange(body[1], span[1]))))
    marked = [(name_marks(evidence, row), row) for row in in_time(rows.tolist())]
    names = [(marks, row) for marks, row in marked if marks > MARKED]
    scored = [(marks - ORDER * order - DISTANCE * abs(row - time), row) for order, (marks, row) in enumerate(names)]
    return max(scored, key=lambda entry: entry[0], default=(0.0, -1))[1]


def find_main_post(evidence: Evidence, posts: Sequence[Post]) -> list[Post]:
    """The post before the records, empty where there is none: a name, a time and enough text to the left of them.

    A second page that repeats the title card without the post has no body there; a card that tells name and time of the
    first record again is no post.
    """
    page = evidence.page
    bodies = [post.body[0] for post in posts if post.body[0] < post.body[1] and page.classes(post.body[0])]
    usual = frozenset(page.table.step[bodies].tolist())
    for start, end in in_time(_left_parts(page, posts[0].start)):
        times = evidence.times.within(start, end)
        if len(times) > MAX_TIMES_BEFORE:
            continue
        for index in times[:MAX_TIMES]:
            post = [] if is_last(evidence, index) else read_alone(evidence, (start, end), index, usual=usual)
            if post and not _is_card(evidence, post[0], posts[0]):
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


def _is_card(evidence: Evidence, post: Post, first: Post) -> bool:
    if first.author < 0 or first.time < 0:
        return False
    names = {clean_name(evidence.page.text(row)) for row in (post.author, first.author)}
    return len(names) == 1 and evidence.times.texts[post.time] == evidence.times.texts[first.time]
