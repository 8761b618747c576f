"""Found records against the true ones: where they are (paper B's A to E) and what they say."""

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from bench.metrics import token_score
from bench.records.truth import Case, TrueRecord, squeeze
from weft.content import Record
from weft.text import normalise_date
from weft.training.augment.cases import TrainingCase, TrainingRecord

Judged = Case | TrainingCase  # a page as served, or changed on purpose

BODY_F1 = 0.9  # words of a body that must be right; in a post of a word or two that is all of it
STAMP_SLACK = 20  # characters around a time as displayed: "posted", "edited", a weekday


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a method did on one page: found, right and true records, and paper B's letter."""

    found: int
    right: int
    true: int
    letter: str


def judge_places(case: Judged, records: Sequence[Record], *, printed: bool = False) -> Verdict:
    """By place: a record is right when exactly one true record begins in it, and no other has taken that one.

    Letters: A all records of a page with several, B something else, C nothing; D nothing or the one right post on a
    page with one, E anything else there. `printed`: D is nothing, E is something, as in paper B.
    """
    taken = set()
    for record in records:
        first, last = bisect_left(case.anchors, record.start), bisect_left(case.anchors, record.end)
        if last - first == 1:
            taken.add(first)
    verdict = (len(records), len(taken), len(case.anchors))
    return Verdict(found=verdict[0], right=verdict[1], true=verdict[2], letter=letter(*verdict, printed=printed))


def letter(found: int, right: int, true: int, *, printed: bool = False) -> str:
    """Paper B's letter.

    >>> letter(3, 3, 3), letter(3, 2, 3), letter(0, 0, 3), letter(1, 1, 1), letter(1, 1, 1, printed=True)
    ('A', 'B', 'C', 'D', 'E')
    """
    perfect = found == right == true
    if true > 1:
        return "A" if perfect else "B" if found else "C"
    return "D" if not found or (perfect and not printed) else "E"


def judge_texts(
    case: Judged, records: Sequence[Record]
) -> tuple[Verdict, list[tuple[TrueRecord | TrainingRecord, Record]]]:
    """By what they say: bodies on threads, titles on boards, matched in document order; and the pairs that match."""
    name = "body" if case.page_type == "thread" else "title"
    said = [record.fields[name].value if name in record.fields else "" for record in records]
    pairs = [
        (case.records[true], records[found])
        for true, found in _in_order([record.text for record in case.records], said)
    ]
    counts = (len(records), len(pairs), len(case.records))
    return Verdict(found=counts[0], right=counts[1], true=counts[2], letter=letter(*counts)), pairs


def _in_order(true: Sequence[str], found: Sequence[str]) -> list[tuple[int, int]]:
    """The longest list of matching pairs that keeps the order of both."""
    same = [[texts_match(text, other) for other in found] for text in true]
    longest = [[0] * (len(found) + 1) for _ in range(len(true) + 1)]
    for i in reversed(range(len(true))):
        for j in reversed(range(len(found))):
            longest[i][j] = max(longest[i + 1][j + 1] + same[i][j], longest[i + 1][j], longest[i][j + 1])
    pairs, i, j = [], 0, 0
    while i < len(true) and j < len(found):
        if same[i][j] and longest[i][j] == longest[i + 1][j + 1] + 1:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def texts_match(true: str, found: str) -> bool:
    """Whether a body or title is right: the same but for white space, or `BODY_F1` of the words.

    >>> texts_match("Same here.", "Same  here."), texts_match("+1", "+2"), texts_match("a b", "")
    (True, False, False)
    """
    if _plain(true) == _plain(found):
        return True
    return bool(found) and token_score(found, true).f1 >= BODY_F1 and any(char.isalnum() for char in true)


def names_match(true: str, found: str) -> bool:
    """Whether an author is right: the same but for white space and case."""
    return _plain(true) == _plain(found)


def times_match(true: str, record: Record, name: str = "time") -> bool:
    """Whether a time is right: as displayed, or the same moment as precisely as both say."""
    shown = _plain(record.fields[f"{name}_text"].value) if f"{name}_text" in record.fields else ""
    said = record.fields[name].value if name in record.fields else ""
    wanted = _plain(true)
    if any(wanted in text and len(text) <= len(wanted) + STAMP_SLACK for text in (shown, _plain(said))):
        return True
    for day_first in (False, True):
        iso = normalise_date(true, day_first=day_first)
        length = min(len(iso), len(said), len("2022-09-04T06:38"))
        if length >= len("2022-09") and iso[:length] == said[:length]:
            return True
    return False


def _plain(text: str) -> str:
    return squeeze(unicodedata.normalize("NFKC", text)).casefold()
