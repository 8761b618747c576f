"""What the report says of the worst pages."""

from pathlib import Path

import pytest

from weft.training.train import PageResult, _note
from weft.training.training_pages import TruthPage


def result(*, kept: int, true: int, oracle: float = 0.9, best: float = 0.5) -> PageResult:
    page = TruthPage(page_id="a", url="", page_type="article", truth="", drafted=False, path=Path("a.html"))
    return PageResult(
        page=page, f1=0.5, best_f1=best, oracle_f1=oracle, expected=0.5, confidence=0.5, page_type="article",
        kept_words=kept, true_words=true,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("found", "note"),
    [
        (result(kept=9, true=0), "the truth is empty, kept: 9 words"),
        (result(kept=0, true=9), "nothing was kept of 9 words"),
        (result(kept=5, true=9, oracle=0.4), "the truth is hardly on the page"),
        (result(kept=5, true=9), "too little: 5 words for 9"),
        (result(kept=9, true=5, best=0.75), "too much: 9 words for 5; the best cut would give 0.75"),
    ],
)
def test_notes(found: PageResult, note: str) -> None:
    assert _note(found) == note
