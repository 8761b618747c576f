"""Block models that have not seen a host, so that a site is judged by what it brings and not by what a model recalls.

`half0.zip` has seen no host of `sites` and `news` whose half is 0, `half1.zip` none whose half is 1.
`python -m bench.sites.unseen OUT` trains them.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest.mock import patch

from bench.places import folder_argument
from bench.sites.corpora import SiteCases
from weft.extractors import block_classifier
from weft.extractors.block_classifier import Model
from weft.model_file import read_model
from weft.training.boosting import Recipe, fit, fit_regions, with_regions
from weft.training.corpora import few_of_host, read_corpora
from weft.training.train import judge_unseen, make_pages
from weft.training.training_pages import read_training_page, registered_domain

HALVED = ("sites", "news")
SHIPPED = "shipped"


def half_of(domain: str) -> int:
    """0 or 1, the same for all pages of a domain, in every data set."""
    return hashlib.sha256(domain.encode()).digest()[0] % 2


def domain_of(site: SiteCases) -> str:
    """The domain of a site as training knows it."""
    return registered_domain(f"//{site.name}") if "." in site.name else site.name


@dataclass(frozen=True)
class UnseenModels:
    """The models of a folder."""

    folder: Path

    def name(self, site: SiteCases) -> str:
        """The model that has not seen a site; `wcxb-dev` is known to all models, better than it should be."""
        return SHIPPED if site.corpus == "wcxb-dev" else f"half{half_of(domain_of(site))}"

    def version(self, name: str) -> str:
        """The name with what changes when the model is trained again."""
        if name == SHIPPED:
            return f"{SHIPPED} {block_classifier.default_model().header.get('data', '')}"
        state = (self.folder / f"{name}.zip").stat()
        return f"{name} {state.st_size} {state.st_mtime_ns}"

    @contextmanager
    def use(self, name: str) -> Iterator[None]:
        """Let all of weft ask a model in the place of the shipped one."""
        if name == SHIPPED:
            yield
            return
        model = _read(self.folder / f"{name}.zip")
        with patch.object(block_classifier, "shipped_model", lambda _: model):
            yield


@cache
def _read(path: Path) -> Model:
    return Model.of(read_model(path))


def train_half(half: int, data: Path, out: Path) -> None:
    """Train the model that sees no host of a half, as the shipped one is trained."""
    pages = few_of_host(read_corpora(data))
    left = {page.domain for page in pages if page.corpus.split("/")[0] in HALVED and half_of(page.domain) == half}
    examples = [read_training_page(page) for page in pages if page.domain not in left]
    examples += make_pages(examples, Recipe())
    asked, _ = judge_unseen(examples, recipe=Recipe())
    model = with_regions(fit(examples, Recipe())[0], fit_regions(examples, asked, Recipe()))
    model.write(out / f"half{half}.zip")


if __name__ == "__main__":
    models = folder_argument("bench.sites.unseen", __doc__, what="where the models go")
    for number in (0, 1):
        train_half(number, Path("data"), models)
