"""A training run as a page for people."""

from dataclasses import asdict

import numpy as np

from weft.nouns import with_noun
from weft.reports import ScoreInterval, TrainingSummary, WorstPage
from weft.training.train import PageResult, Trained

WORST = 20


def summarise_run(trained: Trained, *, name: str = "The block classifier") -> TrainingSummary:
    """What `reports.training_page` shows of a run."""
    data = trained.model.header["data"]
    recipe = {name: str(value) for name, value in asdict(trained.recipe).items()}
    worst = sorted(trained.results, key=lambda result: (result.f1, result.page.page_id))[:WORST]
    return TrainingSummary(
        name=name,
        recipe=recipe | {"pages": str(data["pages"]), "data (sha256)": data["sha256"]},
        scores=[ScoreInterval(name=name, **asdict(mean)) for name, mean in trained.scores.items()],
        confidence=np.array([result.confidence for result in trained.results]),
        f1=np.array([result.f1 for result in trained.results]),
        importance=trained.importance,
        worst=[_worst(result) for result in worst],
    )


def _worst(result: PageResult) -> WorstPage:
    return WorstPage(
        page_id=result.page.page_id,
        url=result.page.url,
        page_type=result.page.page_type,
        f1=result.f1,
        confidence=result.confidence,
        note=_note(result),
    )


def _note(result: PageResult) -> str:
    """What went wrong, as far as numbers say it."""
    if not result.true_words:
        return f"the truth is empty, kept: {with_noun(result.kept_words, 'word')}"
    if not result.kept_words:
        return f"nothing was kept of {with_noun(result.true_words, 'word')}"
    if result.oracle_f1 < 0.5:
        return "the truth is hardly on the page"
    amount = "too much" if result.kept_words > result.true_words else "too little"
    best = f"; the best cut would give {result.best_f1:.2f}" if result.best_f1 > result.f1 + 0.1 else ""
    return f"{amount}: {with_noun(result.kept_words, 'word')} for {result.true_words}{best}"
