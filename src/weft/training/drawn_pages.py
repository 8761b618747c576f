"""Pages as a browser drew them, kept on disk: to draw a thousand pages takes many minutes, to read them again seconds.

What a browser draws depends on its version and on the machine's fonts. A folder of drawn pages is therefore a data set
of its own, and its digest is in the model that was made from it.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from weft.errors import SourceError
from weft.io import RawPage
from weft.page import Page, parse
from weft.page.geometry import KINDS, Geometry
from weft.training.pages import KnownPage

SIZES = ("page_width", "page_height", "view_width", "view_height")


def drawn_path(folder: Path, page: KnownPage) -> Path:
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
        raise SourceError(f"{path}: not how a page looks, or broken ({error}); draw it again") from None
    return Geometry(**columns, **about | {"fonts": tuple(about["fonts"])})


def read_drawn(folder: Path, page: KnownPage) -> Page:
    """The page with its looks; without scripts a browser's rows are those of the page as parsed."""
    parsed, geometry = parse(page.path.read_bytes(), url=page.url), read_geometry(drawn_path(folder, page))
    if len(parsed) != len(geometry):
        raise SourceError(f"{drawn_path(folder, page)}: drawn from other bytes than {page.path}; draw it again")
    return replace(parsed, geometry=geometry)


def drawn_digest(paths: Iterable[Path]) -> str:
    """A hash of drawn pages: which looks a model was made from. Of what is in the files, whatever packed them."""
    total = hashlib.sha256()
    for path in paths:
        with np.load(path, allow_pickle=False) as kept:
            for name in sorted(kept.files):
                total.update(f"{path.stem}\0{name}\0".encode() + kept[name].tobytes())
    return total.hexdigest()


def draw_pages(pages: Sequence[KnownPage], folder: Path, *, workers: int = 1) -> Iterator[tuple[str, str]]:
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
