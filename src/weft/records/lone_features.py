"""Features of a post that stands alone: the only one of a thread, or the main post before the replies.

Nothing repeats there, so that what is around a time must tell: how much of the page the body is, how far name and time
are from it, what the classes say. No feature decides alone.
"""

from __future__ import annotations

import numpy as np

from weft.records.evidence import Evidence
from weft.records.names import clean_name, has_label, name_marks
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


def lone_vector(measures: PageMeasures, post: Post, said: dict[str, float]) -> tuple[float, ...]:
    """The features of a post in the order of `FEATURES`; `said` are those that its finder knows."""
    features = (
        said
        | _span_features(measures, post)
        | _body_features(measures, post)
        | _name_features(measures.evidence, post)
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
        "span_headings": measures.of(measures.headings, span),
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
