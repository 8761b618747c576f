"""How right a document is: token F1 of its text, and what it has of a person's marks.

Texts are compared as bags of words, each CJK character a word of its own. Marks are the truth of the body and of the
fields that were marked on a page.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.content import BODY, NO_FIELDS, NOISE, Field, Label
from weft.deadline import check_deadline
from weft.document import Document
from weft.errors import NoMatch
from weft.late_patterns import late_pattern
from weft.page import Page

# Han, its extensions and compatibility forms, kana, and Hangul are written without spaces or glued to particles.
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af"
_TOKEN = late_pattern(rf"[{_CJK}]|[^\W{_CJK}]+")


@dataclass(frozen=True)
class Score:
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean, 0 where both are 0."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def score_counts(common: int, answered: int, true: int) -> Score:
    """The score of an answer of that size; nothing where nothing is true is a perfect answer.

    >>> score_counts(1, 2, 4)
    Score(precision=0.5, recall=0.25)
    """
    if not answered and not true:
        return Score(1.0, 1.0)
    return Score(common / answered if answered else 0.0, common / true if true else 0.0)


def words(text: str) -> list[str]:
    """The lower-cased words in their order, each CJK character one.

    >>> words("Weft 网页")
    ['weft', '网', '页']
    """
    return _TOKEN.findall(text.lower())


def tokens(text: str) -> Counter[str]:
    """The bag of lower-cased words.

    >>> sorted(tokens("Weft 网页 x"))
    ['weft', 'x', '网', '页']
    """
    return Counter(words(text))


def token_score(answer: str, truth: str) -> Score:
    """Word by word: fair to text without spaces."""
    given, true = tokens(answer), tokens(truth)
    return score_counts((given & true).total(), given.total(), true.total())


METADATA = frozenset({"title", "author", "date"})  # found by metadata where no template finds them
RIGHT = 0.99  # the F1 of a page that needs no more work


@dataclass(frozen=True, kw_only=True)
class FieldScore:
    """How often a field was right, found and marked."""

    right: int = 0
    found: int = 0
    marked: int = 0

    def __add__(self, other: "FieldScore") -> "FieldScore":
        return FieldScore(
            right=self.right + other.right, found=self.found + other.found, marked=self.marked + other.marked
        )

    @property
    def score(self) -> Score:
        """As precision and recall."""
        return score_counts(self.right, self.found, self.marked)


@dataclass(frozen=True, kw_only=True)
class PageScore:
    """What a document has of what was marked on its page."""

    page_id: str
    body: Score | None = None  # none where no body was marked
    fields: Mapping[str, FieldScore] = field(default_factory=dict)
    chosen_by: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        body = {**asdict(self.body), "f1": self.body.f1} if self.body else None
        fields = {name: asdict(score) for name, score in self.fields.items()}
        return {"page_id": self.page_id, "chosen_by": self.chosen_by, "body": body, "fields": fields}


@dataclass(frozen=True, kw_only=True)
class MarksSummary:
    """The scores of pages together."""

    pages: int  # with a marked body
    precision: float  # means over these pages
    recall: float
    f1: float
    right: float  # share of them that are right
    fields: Mapping[str, FieldScore]

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        total = sum(self.fields.values(), FieldScore())
        fields = {name: {**asdict(score), "f1": score.score.f1} for name, score in self.fields.items()}
        return {**asdict(self), "fields": fields, "field_f1": total.score.f1 if total.marked else None}


def field_names(labels: Iterable[Label]) -> frozenset[str]:
    """The names of the marked fields: only these are asked for, however many more a template finds."""
    return frozenset(label.name for label in labels) - NO_FIELDS


def score_marks(page_id: str, document: Document, labels: Sequence[Label], *, names: Collection[str]) -> PageScore:
    """The score of a document against the marks on its page; `names` are the fields that are scored."""
    page = document.page
    for label in check_deadline(labels):
        if any(row >= len(page) for row in label.rows):
            raise NoMatch(
                f"{page_id}: row {max(label.rows)} was marked, the page has {len(page)}; was it marked as it is now?"
            )
    body = None
    if any(label.name == BODY for label in labels):
        truth = replace(document, keep=marked_blocks(page, labels))
        body = token_score(document.text, truth.text)
    has_fields = bool(field_names(labels))
    fields = {name: _score_field(document, labels, name) for name in sorted(names)} if has_fields else {}
    return PageScore(page_id=page_id, body=body, fields=fields, chosen_by=document.chosen_by)


def marked_blocks(page: Page, labels: Iterable[Label]) -> NDArray[np.int64]:
    """The blocks of the marked body: the visible ones under its rows, less those under rows marked as noise."""
    is_body = np.zeros(len(page.blocks), np.bool_)
    for name, value in ((BODY, True), (NOISE, False)):
        for row in check_deadline(row for label in labels if label.name == name for row in label.rows):
            is_body[page.blocks.under(row, int(page.end[row]))] = value
    return np.flatnonzero(is_body & ~page.blocks.hidden)


def summarise_scores(scores: Sequence[PageScore]) -> MarksSummary:
    """Means over the pages, and the fields by name."""
    bodies = [score.body for score in scores if score.body]
    fields: defaultdict[str, FieldScore] = defaultdict(FieldScore)
    for name, score in ((name, score) for page in scores for name, score in page.fields.items()):
        fields[name] += score
    return MarksSummary(
        pages=len(bodies),
        precision=_mean([body.precision for body in bodies]),
        recall=_mean([body.recall for body in bodies]),
        f1=_mean([body.f1 for body in bodies]),
        right=_mean([float(body.f1 >= RIGHT) for body in bodies]),
        fields=dict(sorted(fields.items())),
    )


def _score_field(document: Document, labels: Sequence[Label], name: str) -> FieldScore:
    rows = [row for label in labels if label.name == name for row in label.rows]
    field = document.fields.get(name) or (getattr(document.metadata, name) if name in METADATA else Field())
    is_right = bool(field) and any(_is_same(document.page, field, row) for row in rows)
    return FieldScore(right=int(is_right), found=int(bool(field)), marked=int(bool(rows)))


def _is_same(page: Page, field: Field, row: int) -> bool:
    """Whether a value was found where the mark is, or says the same."""
    if row <= field.row < page.end[row]:
        return True
    truth, value = (" ".join(text.split()).lower() for text in (page.text(row), field.value))
    from weft.text import normalise_date  # who counts words alone does without

    return truth == value or bool(truth and value and normalise_date(truth)[:10] == value[:10] != "")


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else 0.0
