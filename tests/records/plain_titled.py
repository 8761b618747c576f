"""The titles of a region by plain loops: the twin of the kernel's `record_titled.rs`."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tests.records.plain_title_features import plain_is_index, plain_with_odd_rows
from weft.records.alignment import Column, Slots
from weft.records.board_rows import Titled, count_columns
from weft.records.evidence import Evidence
from weft.records.title_features import FEATURES, Matrix, link_columns

SAME = 0.8  # share of the rows in which two links lead to the same page
MAX_WORDLESS = 0.3  # share of the texts of a title's column that may be numbers or marks
TitleJudge = Callable[[Matrix], NDArray[np.float64]]  # from the features of columns how likely each is the titles


def plain_read_titles(evidence: Evidence, slots: Slots, judge: TitleJudge) -> Titled:
    """The titles of a region, and what speaks for and against them."""
    titles, likely, runner_up = plain_find_titles(evidence, slots, judge)
    if not titles:
        return Titled(titles={}, numbers={})
    numbers = count_columns(evidence, slots, titles)
    is_index = bool(numbers) and plain_is_index(evidence, slots, titles, list(numbers.values()))
    return Titled(titles=titles, numbers=numbers, likely=likely, runner_up=runner_up, is_index=is_index)


def plain_find_titles(evidence: Evidence, slots: Slots, judge: TitleJudge) -> tuple[Column, float, float]:
    """The likeliest column of titles by record, how likely it is, and how likely the next one is; empty for none."""
    columns, features = link_columns(evidence, slots)
    if not columns:
        return {}, 0.0, 0.0
    likely = judge(features)
    order = np.argsort(-likely, kind="stable")
    best = first_of_same(evidence, columns, int(order[0]), features)
    titles = plain_with_odd_rows(evidence, slots, columns[best])
    return titles, float(likely[order[0]]), float(likely[order[1]]) if len(order) > 1 else 0.0


def first_of_same(evidence: Evidence, columns: Sequence[Column], best: int, features: Matrix) -> int:
    """The first column of words with the addresses of the best one: behind a title comes an excerpt with its link."""
    wordless = features[:, FEATURES.index("wordless")]
    addresses = {record: evidence.address(row) for record, row in columns[best].items()}
    for index, column in enumerate(columns[:best]):
        same = [evidence.address(row) == addresses.get(record) for record, row in column.items()]
        if sum(same) > SAME * len(addresses) and wordless[index] < MAX_WORDLESS:
            return index
    return best
