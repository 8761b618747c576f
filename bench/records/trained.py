"""Finders of records trained on the pages of some programs, as served and changed, for programs they have not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from bench.models import MAGIC, WCXB
from bench.records.left_out import Finder, Plan, Trainer, make
from bench.records.listing_sources import judge_hosts, listing_sources
from bench.records.truth import REAL, Case, read, read_all, spread
from weft import parse
from weft.content import Region
from weft.model_file import ModelFile
from weft.page import Page
from weft.records.find import RecordSearch
from weft.records.model import RecordModel, default_model_bytes
from weft.training.augment.cases import TrainingCase
from weft.training.augment.variants import variants
from weft.training.layouts import made_page, plan
from weft.training.record_examples import KnownPage
from weft.training.record_model import MADE, SERVED, PageSource, RecordRecipe, RecordTrainer
from weft.training.training_pages import SCORED, TruthPage, read_pages

VARIANTS = 2  # of each page
VARIANT_WEIGHT = 0.7  # beside that of the page as served
CHANGED = "changed"
ATTRIBUTION = (
    WCXB,
    MAGIC,
    "forums and programs: pages of discussion software that was run for this purpose, whose templates and skins belong"
    " to their authors; their records are known from the database.",
)
MADE_PROGRAMS = 400  # each with five pages
MADE_WEIGHT = 0.25
MORE_REAL = 3  # times as many variants of pages of the real web: there are few of each program
TEXT_WEIGHT = 0.4  # of a page that is no discussion
TEXT_STEP = 3


def sources(cases: Sequence[Case], count: int = VARIANTS) -> list[PageSource]:
    """The pages that a model learns from: as served, so many variants of each, and those of made programs."""
    made = made_sources(MADE_PROGRAMS) if len(cases) > MADE_PROGRAMS else []
    return [*served_sources(cases, count), *made]


def made_sources(programs: int) -> list[PageSource]:
    """The pages of made programs: threads, a list of threads, and a page without records."""
    return [
        PageSource(
            id=f"made/{program}/{kind}{number}",
            program=f"made {program}",
            read=partial(read_made, kind, program, number),
            weight=MADE_WEIGHT,
            kind=MADE,
        )
        for kind, program, number in plan(programs)
    ]


def read_made(kind: str, program: int, number: int) -> KnownPage:
    """A page of a made program."""
    return KnownPage(made_page(kind, program, number))


def text_sources(data: Path) -> list[PageSource]:
    """Pages that are no discussions and list nothing, of which the text is known: every third.

    Discussions are left out: they are of the programs that are scored, and nobody has said which of which.
    """
    if not (data / SCORED).exists():
        return []
    pages, judges = read_pages(data / SCORED), judge_hosts(data)
    return [
        PageSource(
            id=page.page_id,
            program=f"host {page.domain}",
            read=partial(read_text, page),
            weight=TEXT_WEIGHT,
            kind="no discussion",
        )
        for page in pages
        if page.page_type not in ("forum", "listing", "collection")
        and int(page.page_id) % TEXT_STEP == 0
        and page.domain not in judges
    ]


def read_text(page: TruthPage) -> KnownPage:
    """A page of which the text is known."""
    case = TrainingCase(
        id=page.page_id, page=parse(page.path.read_bytes(), url=page.url or None), page_type=page.page_type, records=()
    )
    return KnownPage(case, text=page.truth, is_text=True)


def served_sources(cases: Sequence[Case], count: int = VARIANTS) -> list[PageSource]:
    """The pages of programs: as served, and so many variants of each."""
    return [
        PageSource(
            id=f"{case.id}#{number}",
            program=case.family,
            read=partial(read_page, case, number),
            weight=VARIANT_WEIGHT if number else 1.0,
            kind=CHANGED if number else SERVED,
        )
        for case in cases
        if not case.ambiguous
        for number in range((count * MORE_REAL if case.corpus == REAL else count) + 1)
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
    cases: Sequence[Case],
    *,
    texts: Sequence[PageSource] = (),
    count: int = VARIANTS,
    workers: int = 2,
    recipe: RecordRecipe = RecordRecipe(),
) -> Trainer:
    """Trains on all programs but some."""
    pages = [*sources(cases, count), *texts]
    trainer = RecordTrainer(pages, recipe=recipe, workers=workers, progress=_say)

    def without(programs: frozenset[str]) -> Finder:
        model = RecordModel.of(trainer.train(without=programs))
        return Finder(find=partial(_find, model))

    return without


def make_left_out(data: Path, out: Path, plan: Plan) -> int:
    """The leave-one-out tables of models that are trained for them."""
    cases = spread(read_all(data), plan.pages)
    texts = [*text_sources(data), *listing_sources(data)]
    return make(data, out, plan, trainer_of(cases, texts=texts, workers=plan.workers))


def write_model(data: Path, path: Path, *, recipe: RecordRecipe = RecordRecipe()) -> int:
    """Write the model that ships with weft: of all programs."""
    pages = [*sources(read_all(data)), *text_sources(data), *listing_sources(data)]
    model = RecordTrainer(pages, recipe=recipe, workers=2, progress=_say).train()
    replace(model, header={**model.header, "attribution": list(ATTRIBUTION)}).write(path)
    print(f"{len(pages):,} pages in {path}")
    return 0


def write_roles(data: Path, path: Path, *, recipe: RecordRecipe = RecordRecipe()) -> int:
    """Write the model that ships with weft with the trees of the roles learned anew and all other trees as they are."""
    base = ModelFile.from_bytes(default_model_bytes(), name="records")
    model = RecordTrainer(sources(read(data)), recipe=recipe, workers=2, progress=_say).train_roles(base)
    model.write(path)
    print(f"the roles of {path}")
    return 0


def _say(step: str) -> None:
    print(f"bench: {step} …", flush=True)


def _find(model: RecordModel, page: Page) -> tuple[Region, ...]:
    return RecordSearch(page, model=model).regions()
