"""Questions with the answers that the page itself gives: an FAQ.

The questions are what opens (`details`), the terms of a list, or headings. Most of them must end with a question mark,
and headings need a word that says so above them or around them: articles ask questions in their headings too.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from weft.content import Record, Region
from weft.deadline import check_deadline
from weft.page import Page
from weft.page.name_words import rows_named
from weft.records.evidence import Evidence
from weft.records.kinds.parts import body_field, filled, first_within, line_field

MIN_QUESTIONS = 3  # that nothing but their form tells
ASKED = 0.7  # share of the questions that end with a question mark
MAX_QUESTIONS = 1_000
MAX_QUESTION = 250  # characters
MAX_HEADING = 120
MIN_ANSWER = 10
MAX_TAIL = 40  # bytes at the end of a heading in which its question mark is, before spaces and quotation marks
MAX_ANSWER_ROWS = 3_000
MAX_BOXES = 12  # elements around a question
MAX_AREAS = 20  # of questions on a page

_MARKS = ("?", "？", "؟")
_BYTES = (b"?", b"\x9f")  # the second ends the wide and the Arabic question mark
_ABOVE = re.compile(
    r"\b(?:faqs?|f\.a\.q|frequently asked|common questions|questions (?:and|&) answers|q ?& ?a"
    r"|häufige? (?:gestellte )?fragen"
    r"|foire aux questions|questions fréquentes|preguntas frecuentes|perguntas frequentes|domande frequenti"
    r"|veelgestelde vragen|vanliga frågor|ofte stillede|często zadawane|часто задаваемые|часті питання|sıkça sorulan)"
    r"|常见问题|常見問題|よくある質問|자주 묻는|أسئلة",
    re.IGNORECASE,
)
# One of these is in everything that the pattern matches.
_HINTS = (
    *("faq", "f.a.q", "asked", "question", "q&a", "q & a", "q &a", "q& a", "fragen", "pregunta", "pergunta", "domande"),
    *("vragen", "frågor", "stillede", "zadawane", "задаваем", "питання", "sorulan", "问题", "問題", "質問"),
    *("묻는", "أسئلة"),
)
_WORDS = frozenset({"faq", "faqs"})

Pair = tuple[int, int, int, int]
"""The rows of a question, where the answer begins and ends, and where the record begins."""


def read_faq(evidence: Evidence) -> list[Region]:
    """The FAQ of a page; empty where it has none."""
    page = evidence.page
    stop = int(page.table.text_end[0])  # what is raw comes behind it
    if sum(page.text_bytes.count(mark, 0, stop) for mark in _BYTES) < MIN_QUESTIONS:
        return []
    readings = (_opened(page), _terms(page), _headed(evidence))
    best: tuple[Record, ...] = ()
    for pairs in readings:
        records = _records(evidence, pairs) if len(pairs) >= MIN_QUESTIONS else ()
        best = records if len(records) > len(best) else best
    return [Region(row=int(page.parent[best[0].start]), records=best, kind="faq")] if best else []


def is_asked(text: str) -> bool:
    """Whether a text ends as a question does.

    >>> is_asked("What is a loom?"), is_asked("A loom.")
    (True, False)
    """
    return text.rstrip(" \"”'»)").endswith(_MARKS)


def _records(evidence: Evidence, pairs: Iterable[Pair]) -> tuple[Record, ...]:
    """The pairs as records; empty where too few of them are questions with answers."""
    told = [(pair, evidence.line(pair[0])) for pair in check_deadline(list(pairs)[:MAX_QUESTIONS])]
    told = [(pair, text) for pair, text in told if text]
    if sum(is_asked(text) for _, text in told) < max(MIN_QUESTIONS * ASKED, ASKED * ASKED * len(told)):
        return ()
    records: list[Record] = []
    for (question, start, end, first), text in check_deadline(told):
        if records and min(question, first) < records[-1].end:  # what lies in an answer is a part of it
            continue
        fields = {"question": line_field(evidence, question), "answer": body_field(evidence, start, end)}
        if len(text) <= MAX_QUESTION and len(fields["answer"].value) >= MIN_ANSWER:
            records.append(Record(start=min(question, first), end=end, fields=filled(fields)))
    # What opens beside the questions may be a filter: it stands in another box.
    boxes = {int(evidence.page.parent[record.start]) for record in records if _asks(record)}
    records = [record for record in records if _asks(record) or int(evidence.page.parent[record.start]) in boxes]
    asked = sum(map(_asks, records))
    return tuple(records) if len(records) >= MIN_QUESTIONS and asked >= ASKED * len(records) else ()


def _asks(record: Record) -> bool:
    return is_asked(record.fields["question"].value)


def _opened(page: Page) -> list[Pair]:
    """What opens: the summary of each `details`, and what stands behind it there."""
    details = page.rows_of("details")
    if len(details) < MIN_QUESTIONS:
        return []
    summaries = page.rows_of("summary")
    pairs = []
    for row in check_deadline(details.tolist()):
        end = int(page.end[row])
        summary = first_within(summaries, row, end)
        if summary >= 0 and page.parent[summary] == row:
            pairs.append((summary, int(page.end[summary]), end, row))
    return pairs


def _terms(page: Page) -> list[Pair]:
    """The terms of lists of definitions, each with the definitions behind it."""
    pairs: list[Pair] = []
    terms = page.rows_of("dt")
    if len(terms) < MIN_QUESTIONS:
        return []
    definitions = page.rows_of("dd")
    for term, after in check_deadline(zip(terms.tolist(), [*terms[1:].tolist(), len(page)][: len(terms)], strict=True)):
        position = int(np.searchsorted(definitions, term))
        if position < len(definitions) and definitions[position] < after:
            start = int(definitions[position])
            pairs.append((term, start, int(page.end[start]), term))
    return pairs


def _headed(evidence: Evidence) -> list[Pair]:
    """The headings that ask, of one level, with what stands between them: under a heading or an element called FAQ."""
    page = evidence.page
    asking = _asking(page, page.rows_of("h2", "h3", "h4", "h5", "h6", "button"))
    areas = _areas(evidence) if len(asking) >= MIN_QUESTIONS else []
    best: list[Pair] = []
    for area_start, area_end in check_deadline(areas[:MAX_AREAS]):
        inside = [row for row in asking if area_start <= row < area_end]
        for tag in {int(page.tag[row]) for row in inside}:
            pairs = _between(page, [row for row in inside if page.tag[row] == tag], area_end)
            best = pairs if len(pairs) > len(best) else best
    return best


def _asking(page: Page, rows: NDArray[np.int64]) -> list[int]:
    """Those of some elements whose text ends as a question does: a look at the end of each, then at few texts."""
    text, ends, (mark, last) = page.text_bytes, page.table.text_end[rows], _BYTES
    tails = ((row, text[max(end - MAX_TAIL, 0) : end]) for row, end in zip(rows.tolist(), ends.tolist(), strict=True))
    likely = [row for row, tail in tails if mark in tail or last in tail]
    return [row for row in likely if not page.hidden[row] and is_asked(page.text(row))]


def _areas(evidence: Evidence) -> list[tuple[int, int]]:
    """Where questions are asked often: what a heading says that is above them, elements that are called so."""
    page = evidence.page
    named = rows_named(page, _WORDS)[: MAX_AREAS // 2].tolist()
    called = [(row, int(page.end[row])) for row in named if row > 2]
    headings = page.rows_of("h1", "h2", "h3", "h4")
    texts = [page.text(row) for row in headings.tolist()]
    joined = "\n".join(texts).lower()
    if not any(hint in joined for hint in _HINTS):
        return called
    for row, text in zip(headings.tolist(), texts, strict=True):
        if len(called) >= MAX_AREAS or len(text) > MAX_HEADING or not _ABOVE.search(text):
            continue
        level = page.tag_name(row)
        others = [other for other in headings.tolist() if other > row and page.tag_name(other) <= level]
        called.append((row + 1, others[0] if others else _stop(page, row)))
    return called


def _stop(page: Page, row: int) -> int:
    """Where the part of the page ends that a heading is in: that of the first element around it with much behind it."""
    around = int(page.parent[row])
    while around > 2 and page.chars[int(page.end[row]) : int(page.end[around])].sum() < 200:
        around = int(page.parent[around])
    return int(page.end[around])


def _between(page: Page, questions: Sequence[int], stop: int) -> list[Pair]:
    """Each question with what stands behind it, up to the next one or the end of the element that holds them alone."""
    pairs: list[Pair] = []
    for row, after in check_deadline(zip(questions, [*questions[1:], -1][: len(questions)], strict=True)):
        end = min(after if after >= 0 else _last_end(page, questions, stop), row + MAX_ANSWER_ROWS)
        box = _box(page, questions, row)
        start, boxed = int(page.end[row]), min(int(page.end[box]), end)
        pairs.append((row, start, boxed if box != row and boxed > start else end, box))
    return pairs


def _box(page: Page, questions: Sequence[int], row: int) -> int:
    """The largest element around a question that holds no other; the question itself where there is none."""
    box = row
    for _ in range(MAX_BOXES):
        parent = int(page.parent[box])
        if parent <= 2 or bisect_left(questions, int(page.end[parent])) - bisect_left(questions, parent) > 1:
            return box
        box = parent
    return row


def _last_end(page: Page, questions: Sequence[int], stop: int) -> int:
    """Where the last answer ends: with the element that holds it as the other questions' are held, or at a heading."""
    last = questions[-1]
    common = int(page.parent[last])
    while common > 2 and not any(common < other < page.end[common] for other in questions[:-1]):
        common = int(page.parent[common])
    end = min(stop, int(page.end[common]))
    headings = page.rows_of("h1", "h2", "h3", "h4", "h5", "h6", "footer", "form", "aside")
    behind = headings[(headings > last) & (headings < end)]
    return int(behind[0]) if len(behind) else end
