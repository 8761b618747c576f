"""Training the visual classifier: the pages of `wcxb-dev` as a browser draws them, offline and without scripts.

    weft train data/ --visual drawn/ -o visual_classifier.zip

The first run draws the pages and keeps their looks in the folder; the same folder and recipe give the same model.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from weft.errors import SourceError
from weft.features import ALL_FEATURES
from weft.nouns import with_noun
from weft.training.boosting import Recipe
from weft.training.drawn_pages import draw_pages, drawn_digest, drawn_path, read_drawn
from weft.training.examples import example_of
from weft.training.pages import KnownPage, read_pages
from weft.training.train import Trained, train_on


def train_visual(
    data_dir: Path,
    *,
    folder: Path,
    recipe: Recipe = Recipe(),
    progress: Callable[[str], None] = lambda step: None,
) -> Trained:
    """Make the visual classifier's model; `folder` keeps how the pages look, and those it lacks are drawn first."""
    pages = read_drawn_pages(data_dir, folder, progress=progress)
    progress(f"reading {with_noun(len(pages), 'drawn page')}")
    examples = [example_of(page, read_drawn(folder, page)) for page in pages]
    trained = train_on(examples, recipe=recipe, features=tuple(ALL_FEATURES), progress=progress)
    sha256 = drawn_digest(drawn_path(folder, page) for page in pages)
    header = dict(trained.model.header)
    header["data"] = {**header["data"], "drawn_sha256": sha256}
    return replace(trained, model=replace(trained.model, header=header))


def read_drawn_pages(data_dir: Path, folder: Path, *, progress: Callable[[str], None]) -> list[KnownPage]:
    """The pages of `wcxb-dev` that could be drawn."""
    pages = read_pages(data_dir / "wcxb-dev")
    missing = [page for page in pages if not drawn_path(folder, page).exists()]
    if missing:
        progress(f"drawing {with_noun(len(missing), 'page')}")
        for page_id, error in draw_pages(missing, folder):
            if error:
                progress(f"page {page_id} is left out: {error}")
    drawn = [page for page in pages if drawn_path(folder, page).exists()]
    if not drawn:
        raise SourceError(f"{folder}: no page of {data_dir} could be drawn; see the errors above")
    return drawn
