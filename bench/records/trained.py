"""Finders of records trained on the pages of some programs, as served and changed, for programs they have not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from bench.records.left_out import Finder, Plan, Trainer, make
from bench.records.truth import Case, read, spread
from weft.content import Region
from weft.page import Page
from weft.records.find import RecordSearch
from weft.records.model import RecordModel
from weft.training.augment.variants import variants
from weft.training.record_examples import KnownPage
from weft.training.record_model import PageSource, RecordRecipe, RecordTrainer

VARIANTS = 2  # of each page
VARIANT_WEIGHT = 0.7  # beside that of the page as served


def sources(cases: Sequence[Case], count: int = VARIANTS) -> list[PageSource]:
    """The pages that a model learns from: as served, and so many variants of each."""
    return [
        PageSource(
            id=f"{case.id}#{number}",
            program=case.engine,
            read=partial(read_page, case, number),
            weight=VARIANT_WEIGHT if number else 1.0,
        )
        for case in cases
        if not case.ambiguous
        for number in range(count + 1)
    ]


def read_page(case: Case, number: int) -> KnownPage | None:
    """A page as served (0) or a variant of it; None where it cannot be learned from."""
    known = replace(case).training_case()  # a copy, which lets go of its page afterwards
    if -1 in known.anchors:
        return None
    if not number:
        return KnownPage(known)
    changed = next(iter(variants(known, 1, seed=number)), None)
    return KnownPage(changed) if changed else None


def trainer_of(
    cases: Sequence[Case], *, count: int = VARIANTS, workers: int = 2, recipe: RecordRecipe = RecordRecipe()
) -> Trainer:
    """Trains on all programs but some."""
    trainer = RecordTrainer(sources(cases, count), recipe=recipe, workers=workers, progress=_say)

    def without(programs: frozenset[str]) -> Finder:
        model = RecordModel.of(trainer.train(without=programs))
        return partial(_find, model)

    return without


def make_left_out(data: Path, out: Path, plan: Plan) -> int:
    """The leave-one-out tables of models that are trained for them."""
    return make(data, out, plan, trainer_of(spread(read(data), plan.pages), workers=plan.workers))


def write_model(data: Path, path: Path, *, recipe: RecordRecipe = RecordRecipe()) -> int:
    """Write the model that ships with weft: of all programs."""
    cases = read(data)
    model = RecordTrainer(sources(cases), recipe=recipe, workers=2, progress=_say).train()
    model.write(path)
    print(f"{len(cases):,} pages in {path}")
    return 0


def _say(step: str) -> None:
    print(f"bench: {step} …", flush=True)


def _find(model: RecordModel, page: Page) -> tuple[Region, ...]:
    return RecordSearch(page, model=model).regions()
