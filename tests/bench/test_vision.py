"""The vision bench on six made-up pages and a real browser, from the command line to the files."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bench.__main__ import main
from bench.vision import cases, folds, looks
from bench.vision.gated import VISION
from bench.vision.sensible import bare_share, is_sensible, sample
from weft import parse
from weft.page import Page
from weft.page.geometry import Geometry
from weft.training.boosting import Recipe

BODY = "The weaver put the last threads on the loom before it grew dark, and went home along the canal. "
STYLE = "<style>article { margin-left: 333px; width: 500px } nav { float: left; width: 200px }</style>"
LESS = "default + looks, less font"
SMALL = Recipe(folds=2, trees=3, type_trees=1, least_weight=0.1, threads=1)


def page_at(left: float, width: float, *, visible: bool = True) -> Page:
    """A page whose one paragraph has this place in a window of 1280."""
    page = parse(f"<p>{BODY * 4}")
    geometry = replace(Geometry.blank(len(page)), page_width=1280.0, view_width=1280.0, view_height=800.0)
    geometry.is_drawn[2:] = True
    geometry.is_visible[2:] = visible
    geometry.left[2:], geometry.width[2:] = left, width
    return replace(page, geometry=geometry)


@pytest.mark.parametrize(
    ("left", "width", "bare"), [(8, 1264, 1), (48, 1184, 1), (88, 1184, 1), (0, 1280, 0), (300, 600, 0)]
)
def test_what_a_browser_does_by_itself_is_bare(left: float, width: float, bare: float) -> None:
    assert bare_share(page_at(left, width)) == bare
    assert is_sensible(page_at(left, width)) is (bare == 0)


def test_pages_that_show_nothing_are_not_sensible() -> None:
    assert not is_sensible(page_at(300, 600, visible=False))
    assert not is_sensible(parse(f"<p>{BODY}"))
    assert bare_share(parse(f"<p>{BODY}")) == 1


def test_a_sample_has_the_mixture_of_the_whole() -> None:
    kinds = {
        f"{number:03}": "article" if number < 150 else "forum" if number < 198 else "product" for number in range(200)
    }
    ids = sample(kinds, 40)
    assert [sum(kinds[page_id] == kind for page_id in ids) for kind in ("article", "forum", "product")] == [30, 9, 1]
    assert ids == sample(kinds, 40) != sample(kinds, 40, seed=1)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data" / "wcxb-dev"
    (folder / "html").mkdir(parents=True)
    (folder / "ground-truth").mkdir()
    for number in range(6):
        menu = "".join(f"<li><a href=/{k}>Item {k}</a>" for k in range(6))
        text = BODY * (4 + number)
        page = f"{STYLE if number < 4 else ''}<nav><ul>{menu}</ul></nav><article><h1>Looms</h1><p>{text}</article>"
        about = {
            "url": f"https://site{number}.example/a",
            "_internal": {"page_type": {"primary": "article" if number % 2 else "product"}},
            "ground_truth": {"main_content": text},
        }
        (folder / "html" / f"{number:04}.html").write_text(page)
        (folder / "ground-truth" / f"{number:04}.json").write_text(json.dumps(about))
    (tmp_path / "pages.json").write_text(json.dumps({"pages": ["0001", "0002"]}))
    monkeypatch.setattr(cases, "PAGES", tmp_path / "pages.json")
    monkeypatch.setattr(folds, "RECIPE", SMALL)
    monkeypatch.setattr(looks, "FEW_TREES", SMALL)
    monkeypatch.setattr(looks, "SEEDS", (0, 1))
    monkeypatch.setattr(looks, "WITHOUT", {LESS: looks.WITHOUT[LESS]})
    return folder.parent


def test_what_the_gate_keeps(data: Path) -> None:
    found = VISION["vision"](data, {"vips_f1", "tree_share", "snapshot_ratio"})
    assert found["tree_share"] == 1
    assert 0 <= found["vips_f1"] <= 1
    assert 0 < found["snapshot_ratio"] < 1


def test_methods_and_looks_are_measured(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    command = ["vision", "--data", str(data), "--drawn", str(tmp_path / "kept" / "drawn"), "-o", str(out)]
    assert main(command) == 0
    record = json.loads((out / "vision.json").read_text(encoding="utf-8"))
    methods = record["methods"]
    assert (methods["drawn"], methods["sensible"], methods["of"]) == (2, 4, 6)
    assert methods["tree"]["equal"] == 2
    assert methods["methods"]["dom_stats"]["f1"] > 0.9
    assert methods["methods"]["block_classifier"]["trained"] == "cross-validated"
    assert not any(found["failures"] for found in methods["methods"].values())
    found = record["looks"]["all pages"][looks.BOTH]
    assert found["pages"] == 6
    assert np.isfinite(found["gain"])
    assert record["looks"]["sensible pages"][looks.DEFAULT]["gain"] == 0
    text = (out / "vision.md").read_text(encoding="utf-8")
    assert "| dom_stats |" in text
    assert f"| {LESS} |" in text
    capsys.readouterr()
    assert main([*command, "--only", "methods"]) == 0  # models and drawings are there
    assert "default-features-1.zip is from an earlier run" in capsys.readouterr().out
