"""Training the visual classifier: the pages of `wcxb-dev` as a browser draws them, offline and without scripts.

    weft train data/ --visual drawn/ -o visual_classifier.zip

The first run draws the pages and keeps their looks in the folder, because to draw a thousand pages takes many minutes
and to read them again takes seconds. What a browser draws depends on its version and on the machine's fonts. A folder
of drawn pages is therefore a data set of its own, and its digest is in the model that was made from it. The same folder
and recipe give the same model.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from weft.errors import SourceError, with_noun
from weft.extractors.features import ALL_FEATURES
from weft.io import RawPage
from weft.page import Page, parse
from weft.page.geometry import KINDS, Geometry
from weft.training.boosting import Recipe
from weft.training.train import Trained, train_on
from weft.training.training_pages import SCORED, TruthPage, make_training_page, read_pages


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
    examples = [make_training_page(page, read_drawn(folder, page)) for page in pages]
    trained = train_on(examples, recipe=recipe, features=tuple(ALL_FEATURES), progress=progress)
    sha256 = drawn_digest(drawn_path(folder, page) for page in pages)
    header = dict(trained.model.header)
    header["data"] = {**header["data"], "drawn_sha256": sha256}
    return replace(trained, model=replace(trained.model, header=header)).credit([SCORED])


def read_drawn_pages(data_dir: Path, folder: Path, *, progress: Callable[[str], None]) -> list[TruthPage]:
    """The pages of `wcxb-dev` that could be drawn."""
    pages = read_pages(data_dir / SCORED)
    missing = [page for page in pages if not drawn_path(folder, page).exists()]
    if missing:
        progress(f"drawing {with_noun(len(missing), 'page')}")
        for page_id, error in draw_pages(missing, folder):
            if error:
                progress(f"page {page_id} is left out: {error}")
    drawn = [page for page in pages if drawn_path(folder, page).exists()]
    if not drawn:
        what = f"no page of {data_dir} could be drawn"
        raise SourceError(what, page=str(folder), advice="see the errors above")
    return drawn


SIZES = ("page_width", "page_height", "view_width", "view_height")


def drawn_path(folder: Path, page: TruthPage) -> Path:
    """Where a folder keeps a page."""
    return folder / f"{page.page_id}.npz"


def write_geometry(path: Path, geometry: Geometry) -> None:
    """Keep how a page looks: an archive of arrays, never a pickle."""
    about = {"fonts": list(geometry.fonts), **{name: getattr(geometry, name) for name in SIZES}}
    text = np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)
    path.parent.mkdir(parents=True, exist_ok=True)
    columns = {name: getattr(geometry, name) for name in KINDS}
    np.savez_compressed(path, allow_pickle=False, about=text, **columns)


def read_geometry(path: Path) -> Geometry:
    """How a page looked when it was drawn."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            columns = {name: kept[name] for name in KINDS}
            about = json.loads(kept["about"].tobytes())
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise SourceError(
            f"not how a page looks, or broken ({error})", page=str(path), advice="draw it again"
        ) from None
    return Geometry(**columns, **about | {"fonts": tuple(about["fonts"])})


def read_drawn(folder: Path, page: TruthPage) -> Page:
    """The page with its looks; without scripts a browser's rows are those of the page as parsed."""
    parsed, geometry = parse(page.path.read_bytes(), url=page.url), read_geometry(drawn_path(folder, page))
    if len(parsed) != len(geometry):
        drawn = str(drawn_path(folder, page))
        raise SourceError(f"drawn from other bytes than {page.path}", page=drawn, advice="draw it again")
    return replace(parsed, geometry=geometry)


def drawn_digest(paths: Iterable[Path]) -> str:
    """A hash of drawn pages: which looks a model was made from. Of what is in the files, whatever packed them."""
    total = hashlib.sha256()
    for path in paths:
        with np.load(path, allow_pickle=False) as kept:
            for name in sorted(kept.files):
                total.update(f"{path.stem}\0{name}\0".encode() + kept[name].tobytes())
    return total.hexdigest()


def draw_pages(pages: Sequence[TruthPage], folder: Path, *, workers: int = 1) -> Iterator[tuple[str, str]]:
    """Draw those that the folder lacks, offline and without scripts; the id of each with what went wrong, if anything.

    Needs the extra `[browser]`.
    """
    from weft.browser import Drawing, draw_many

    missing = {page.page_id: page for page in pages if not drawn_path(folder, page).exists()}
    raw = (RawPage(id=page.page_id, data=page.path.read_bytes(), url=page.url or None) for page in missing.values())
    for page_id, outcome in draw_many(raw, workers=workers):
        if isinstance(outcome, Drawing):
            write_geometry(drawn_path(folder, missing[page_id]), outcome.page.geometry)
        yield page_id, "" if isinstance(outcome, Drawing) else str(outcome)
