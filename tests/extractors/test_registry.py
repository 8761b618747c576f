"""`whole_page`, the baseline: all that is shown.

Whose data the models that ship were made from: each says so, and so does the documentation.
"""

from pathlib import Path

import pytest

import weft
from weft import parse
from weft.extractors import WholePage
from weft.model_file import read_model


def test_everything_that_is_shown() -> None:
    page = parse("<p>a<p hidden>b<p>c<script>d</script>")
    assert WholePage().extract(page).keep.tolist() == [0, 2]
    assert WholePage().score(page).tolist() == [1, 0, 1]


SOURCE = Path(weft.__file__).parent
MODELS = sorted(SOURCE.rglob("models/*.zip"))
DOCUMENTED = (Path(__file__).parents[2] / "docs" / "training-data.md").read_text(encoding="utf-8")


def test_there_are_models() -> None:
    assert [path.stem for path in MODELS] == [
        "block_classifier", "visual_classifier", "fields", "node_classifier", "records",
    ]  # fmt: skip


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_a_model_says_whose_data_it_was_made_from(path: Path) -> None:
    attribution = read_model(path).header["attribution"]
    wcxb = attribution[0]
    for asked in ("WCXB", "Murrough Foley", "CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/", "Changes:"):
        assert asked in wcxb
    assert all(sentence in DOCUMENTED for sentence in attribution)


def test_every_data_set_of_a_model_is_credited() -> None:
    header = read_model(SOURCE / "papers" / "e" / "models" / "node_classifier.zip").header
    assert len(header["attribution"]) == len(header["data"]["sets"])
    header = read_model(SOURCE / "extractors" / "models" / "block_classifier.zip").header
    named = {"news", "snippets", "magic", "readability-pages", "fundus", "markdown", "sites", "forums", "forums2"}
    assert set(header["data"]["more"]) == named | {"cut", "tiny", "linked"}
    assert sum(header["data"]["more"].values()) == header["data"]["more_pages"]
    of_sites = 5  # realsites, themes, L3S-GN1, cx, Big9
    assert len(header["attribution"]) == 1 + len(named) - 2 + of_sites  # forums and forums2 have one
