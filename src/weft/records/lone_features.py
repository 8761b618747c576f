"""Features of a post that stands alone: the only one of a thread, or the main post before the replies.

Nothing repeats there, so that what is around a time must tell: how much of the page the body is, how far name and time
are from it, what the classes say. No feature decides alone. The kernel computes most of them
(`record_lone_features.rs`); those that words tell are added here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.deadline import in_time
from weft.records.evidence import Evidence
from weft.records.language_words import LAST
from weft.records.names import clean_name, has_label
from weft.records.posts import Post
from weft.records.reading_features import PageMeasures
from weft.records.times import text_before

Matrix = NDArray[np.float32]

FEATURES = tuple(_native.LONE_FEATURES)
COLUMN = {name: index for index, name in enumerate(FEATURES)}
MAX_LABEL_LENGTH = 40  # characters before a time that can label it


def add_words(measures: PageMeasures, posts: Sequence[Post], features: Matrix) -> None:
    """Write the features that words tell into the rows of the posts."""
    evidence, page = measures.evidence, measures.page
    times = evidence.times
    is_labelled_last = {index: is_last(evidence, index) for index in {post.time for post in posts}}
    texts = evidence.text_rows.tolist()
    features[:, COLUMN["score"]] = measures.score
    for row, post in in_time(zip(features, posts, strict=True)):
        row[COLUMN["labelled_last"]] = is_labelled_last[post.time]
        row[COLUMN["aside"]] = measures.aside[page.parent[times.rows[post.time]]]
        row[COLUMN["text_time"]] = bool(times.texts[post.time])
        if post.author >= 0:
            name, first = evidence.text(post.author), bisect_left(texts, post.body[0])
            has_text = first < len(texts) and texts[first] < post.body[1]
            begins = clean_name(evidence.text(texts[first])) if has_text else ""
            row[COLUMN["is_labelled"]] = has_label(name.strip())
            row[COLUMN["begins_with_name"]] = begins == clean_name(name)


def is_last(evidence: Evidence, index: int) -> bool:
    """Whether a time is labelled as that of the last reply."""
    return LAST.search(text_before(evidence.page, int(evidence.times.rows[index]))[-MAX_LABEL_LENGTH:])
