"""Features of a post that stands alone: the only one of a thread, or the main post before the replies.

Nothing repeats there, so that what is around a time must tell: how much of the page the body is, how far name and time
are from it, what the classes say. No feature decides alone. The kernel computes most of them
(`record_lone_features.rs`); those that words tell are added here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weft.kernel.records import LONE_FEATURES
from weft.records.evidence import Evidence
from weft.records.language_words import LAST
from weft.records.names import clean_name, has_label
from weft.records.reading_features import PageMeasures
from weft.records.times import text_before

Matrix = NDArray[np.float32]

FEATURES = tuple(LONE_FEATURES)
COLUMN = {name: index for index, name in enumerate(FEATURES)}
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
    features[:, COLUMN["score"]] = measures.score
    features[:, COLUMN["labelled_last"]] = [is_labelled_last[index] for index in times.tolist()]
    features[:, COLUMN["aside"]] = measures.aside[page.parent[rows[times]]]
    features[:, COLUMN["text_time"]] = [bool(evidence.times.texts[index]) for index in times.tolist()]
    names = {row: evidence.text(row) for row in set(authors.tolist()) if row >= 0}
    clean = {row: clean_name(name) for row, name in names.items()}
    labelled = {row: has_label(name.strip()) for row, name in names.items()}
    begins = {row: clean_name(evidence.text(row)) for row in set(texts[first[has_text]].tolist())}
    features[:, COLUMN["is_labelled"]] = [labelled.get(row, False) for row in authors.tolist()]
    pairs = zip(authors.tolist(), np.where(has_text, texts[first], -1).tolist(), strict=True)
    features[:, COLUMN["begins_with_name"]] = [
        author >= 0 and begins.get(text, "") == clean[author] for author, text in pairs
    ]


def is_last(evidence: Evidence, index: int) -> bool:
    """Whether a time is labelled as that of the last reply."""
    return LAST.search(text_before(evidence.page, int(evidence.times.rows[index]))[-MAX_LABEL_LENGTH:])
