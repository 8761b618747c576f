"""Posts that may stand alone and their features, as Python: the kernel's twin."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.records.plain_bodies import has_loose_text, tail_behind_head, word_gains
from weft.records.bodies import Span
from weft.records.evidence import Evidence
from weft.records.lone_features import is_last
from weft.records.names import clean_name, has_label, name_marks, name_rows
from weft.records.posts import Post
from weft.records.reading_features import PageMeasures
from weft.records.words import AUTHOR, BODY, PERSON, TITLE, tag_mask

FEATURES = (
    "is_main", "score", "labelled_last", "aside", "level", "span_chars", "span_share", "span_rows", "span_times",
    "span_headings", "span_links", "body_chars", "body_of_span", "body_of_page", "body_links", "body_long", "body_gain",
    "body_rank", "body_loose", "says_body", "parent_says_body", "says_title", "says_person", "body_controls",
    "body_paragraphs", "body_breaks", "body_times", "body_is_title", "is_usual", "named", "marks", "is_labelled",
    "in_link", "leads_to_person", "says_author", "name_before", "name_far", "time_before", "time_far", "name_to_time",
    "begins_with_name", "behind_title", "position", "in_region", "page_times", "gap", "same_name", "text_time",
)  # fmt: skip
_CONTROLS = tag_mask("button", "input", "select", "textarea", "form")
_BR, _P = tag_mask("br"), tag_mask("p")
MAX_BODIES = 3
MIN_BODY = 2.0
MAX_NAMES = 24
DISTANCE = 0.005
ORDER = 0.2


def lone_vector(measures: PageMeasures, post: Post, said: dict[str, float]) -> tuple[float, ...]:
    """The features of a post in the order of `FEATURES`; `said` are those that its finder knows."""
    features = (
        said | _span_features(measures, post) | _body_features(measures, post) | _name_features(measures.evidence, post)
    )
    return tuple(features.get(name, 0.0) for name in FEATURES)


def _span_features(measures: PageMeasures, post: Post) -> dict[str, float]:
    evidence = measures.evidence
    span = [(post.start, post.end)]
    chars = max(measures.of(measures.chars, span), 1.0)
    return {
        "score": measures.score,
        "aside": float(measures.aside[measures.page.parent[evidence.times.rows[post.time]]]),
        "span_chars": chars,
        "span_share": measures.of(measures.main, span) / max(measures.main[-1], 1.0),
        "span_rows": float(post.end - post.start),
        "span_times": measures.of(measures.times, span),
        "span_headings": measures.of(measures.sums[5], span),
        "span_links": measures.of(measures.links, span) / chars,
        "behind_title": float(measures.title < post.body[0]) if measures.title >= 0 else 0.5,
        "position": measures.chars[post.start] / max(measures.chars[-1], 1.0),
        "page_times": float(measures.times[-1]),
        "text_time": float(bool(evidence.times.texts[post.time])),
    }


def _body_features(measures: PageMeasures, post: Post) -> dict[str, float]:
    evidence, page = measures.evidence, measures.page
    start, end = post.body
    body = [(start, end)]
    chars = max(measures.of(measures.chars, body), 1.0)
    own, parent = int(evidence.flags[start]), int(evidence.flags[max(int(page.parent[start]), 0)])
    tags = page.tag[start:end]
    time = int(evidence.times.rows[post.time])
    is_loose = int(page.end[start]) != end
    return {
        "body_chars": chars,
        "body_of_span": chars / max(measures.of(measures.chars, [(post.start, post.end)]), 1.0),
        "body_of_page": measures.of(measures.main, body) / max(measures.main[-1], 1.0),
        "body_links": measures.of(measures.links, body) / chars,
        "body_long": measures.of(measures.long, body) / chars,
        "body_gain": float(evidence.weights[start:end].sum()) / chars,
        "body_loose": float(is_loose),
        "says_body": 0.0 if is_loose else float(own & BODY > 0),
        "parent_says_body": float(parent & BODY > 0),
        "says_title": float(own & TITLE > 0),
        "says_person": float(own & PERSON > 0),
        "body_controls": float(_CONTROLS[tags].sum()),
        "body_paragraphs": float(_P[tags].sum()),
        "body_breaks": float(_BR[tags].sum()),
        "body_times": measures.of(measures.times, body),
        "body_is_title": float((page.chars[start:end] * evidence.is_title[start:end]).sum()) / chars,
        "time_before": float(time < start),
        "time_far": float(min(abs(time - start), abs(time - end))),
    }


def _name_features(evidence: Evidence, post: Post) -> dict[str, float]:
    row = post.author
    if row < 0:
        return {"name_far": -1.0, "name_to_time": -1.0}
    page = evidence.page
    start, end = post.body
    link = next((above for above in evidence.above(row, 4) if page.tag[above] == _A), -1)
    time = int(evidence.times.rows[post.time])
    texts = np.flatnonzero((page.tag[start:end] == 0) & (page.chars[start:end] > 0))
    first = clean_name(evidence.text(start + int(texts[0]))) if len(texts) else ""
    return {
        "named": 1.0,
        "marks": name_marks(evidence, row),
        "is_labelled": float(has_label(evidence.text(row).strip())),
        "in_link": float(link >= 0),
        "leads_to_person": float(evidence.leads_to_person(link)),
        "says_author": float(any(evidence.flags[above] & AUTHOR for above in evidence.above(row, 3))),
        "name_before": float(row < start),
        "name_far": float(min(abs(row - start), abs(row - end))),
        "name_to_time": float(abs(row - time)),
        "begins_with_name": float(first == clean_name(evidence.text(row))),
    }


_A = int(np.flatnonzero(tag_mask("a"))[0])


def plain_posts_in(
    measures: PageMeasures,
    span: Span,
    index: int,
    said: dict[str, float],
    usual: frozenset[int] = frozenset(),
) -> Iterator[tuple[Post, tuple[float, ...]]]:
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
        }
        yield post, lone_vector(measures, post, features)


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
    marked = [(name_marks(evidence, row), row) for row in rows]
    scored = [(marks - ORDER * order - DISTANCE * abs(row - time), row) for order, (marks, row) in enumerate(marked)]
    return max(scored, key=lambda entry: entry[0], default=(0.0, -1))[1]
