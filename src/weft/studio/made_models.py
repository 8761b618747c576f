"""Models from marked bodies: the block classifier and the node classifier, scored on pages that were left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from statistics import mean

from weft.content import BODY
from weft.document import Failure
from weft.errors import ConfigError, with_noun
from weft.extractors.block_classifier import default_model
from weft.io import RawPage
from weft.page import Limits, Page
from weft.papers.e.own_pages import MIN_SITES, read_own_nodes, score_held_out
from weft.papers.e.training import NodeRecipe, pack_model, search
from weft.studio.export import attempt_page, body_text, marks_by_page, page_types
from weft.studio.marking import Marks
from weft.studio.products import Figures, Made, Report
from weft.studio.store import Store
from weft.training.boosting import Recipe
from weft.training.train import decide, train_on
from weft.training.training_pages import TrainingPage, TruthPage, make_training_page

MIN_PAGES = 4  # with a marked body: fewer can not teach and judge
CREDIT = "pages that were marked in weft studio"


def make_block_classifier(store: Store, report: Report) -> Made:
    """The block classifier, taught by the marked bodies alone; each page is judged by a model that has not seen it."""
    marked = _marked_bodies(store)
    types = page_types(store)
    examples: list[TrainingPage] = []
    for done, (raw, marks) in enumerate(marked, start=1):
        report("reading the marked pages", done, len(marked))
        example = attempt_page(raw, partial(_example, raw, marks, types.get(raw.id, "article")))
        examples += [] if isinstance(example, Failure) else [example]
    _check_count(len(examples))
    by_site = len({example.page.domain for example in examples}) >= MIN_SITES
    examples = examples if by_site else [_alone(example) for example in examples]
    folds = min(Recipe.folds, len({example.page.domain for example in examples}))
    recipe = Recipe(folds=folds, threads=1)
    trained = train_on(examples, recipe=recipe, progress=_steps(report, recipe.folds + 1)).credit([CREDIT])
    usual = default_model()
    before = mean(decide(example, usual).f1 for example in examples)
    after = mean(result.f1 for result in trained.results)
    pages = with_noun(len(examples), "page")
    by_sites = f"{pages}, each judged by a model that has not seen its site."
    note = by_sites if by_site else f"{pages}, each judged by a model that has not seen it."
    rows = (("body, F1 of words", (before, after)),)
    figures = Figures(columns=("weft's own model", "this model"), rows=rows, note=note)
    return Made(
        name="block_classifier.zip",
        data=trained.model.to_bytes(),
        figures=figures,
        use="weft extract page.html -m block_classifier.zip",
    )


def make_node_classifier(store: Store, report: Report) -> Made:
    """Paper E's classifier, taught by the marked bodies; judged on three tenths that were left out."""
    marked = _marked_bodies(store)
    _check_count(len(marked))
    report("reading the marked pages", 0, 3)
    labels = {raw.id: marks.to_labels(raw.id) for raw, marks in marked}
    nodes = read_own_nodes((raw for raw, _ in marked), labels, limits=Limits())
    by_site = len(set(nodes.site.tolist())) >= MIN_SITES
    report("choosing parameters", 1, 3)
    parameters = search(nodes, "xgboost", by="sites" if by_site else "pages", seed=0)
    recipe = NodeRecipe(model="xgboost", parameters=parameters)
    report("fitting and scoring", 2, 3)
    scores = score_held_out(nodes, recipe, by="sites" if by_site else "pages")
    model = pack_model(nodes, recipe, sets=[CREDIT], scores=scores)
    rows = tuple((f"nodes of the body, {name}", (value,)) for name, value in scores.items())
    by_sites = f"Three tenths of the sites were left out and asked, {len(nodes):,} nodes in all."
    note = by_sites if by_site else f"Three tenths of the pages were left out and asked, {len(nodes):,} nodes in all."
    figures = Figures(columns=("this model",), rows=rows, note=note if rows else "Too few pages to leave some out.")
    use = "weft extract page.html -m node_classifier.zip"
    return Made(name="node_classifier.zip", data=model.to_bytes(), figures=figures, use=use)


def _marked_bodies(store: Store) -> list[tuple[RawPage, Marks]]:
    """The pages whose body is marked."""
    return [(store.read_page(page_id), marks) for page_id, marks in marks_by_page(store).items() if marks.rows(BODY)]


def _check_count(count: int) -> None:
    if count < MIN_PAGES:
        what = f"the body of {with_noun(count, 'page')} is marked, training needs {MIN_PAGES}"
        raise ConfigError(what, advice="mark the body of more pages")


def _example(raw: RawPage, marks: Marks, page_type: str, page: Page) -> TrainingPage:
    truth = TruthPage(
        page_id=raw.id,
        url=raw.url or "",
        page_type=page_type,
        truth=body_text(page, marks),
        drafted=False,
        path=Path(raw.id),
        corpus="studio",
    )
    return make_training_page(truth, page)


def _alone(example: TrainingPage) -> TrainingPage:
    """The page as a site of its own: pages of one site are left out one by one."""
    return replace(example, page=replace(example.page, site=example.page.page_id))


def _steps(report: Report, total: int) -> Callable[[str], None]:
    """Reports the steps of training, which names them one after the other."""
    done = count()

    def tell(step: str) -> None:
        report(step, min(next(done), total), total)

    return tell
