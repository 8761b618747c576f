"""`python -m bench vision`: measure, write `vision.json` and `vision.md`, and print the tables."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.places import CHECKOUT
from bench.run import summary
from bench.sites.sheet import Sheet, markdown, number
from bench.vision.cases import benchmark_cases
from bench.vision.folds import RECIPE, Folds, make_folds
from bench.vision.looks import BOTH, DEFAULT, VARIANTS, measure_looks
from bench.vision.methods import measure_methods
from bench.vision.sensible import is_sensible
from weft.training.training_pages import TrainingPage, make_training_page
from weft.training.visual import read_drawn, read_drawn_pages

DRAWN = CHECKOUT / "bench" / "out" / "drawn"
SECTIONS = ("methods", "looks")
DIGITS = 4
TITLE = "Vision"
ABOUT = (
    "Made by `python -m bench vision`. Pages of wcxb-dev, drawn by Chromium with the network closed and scripts off. A "
    "page renders sensibly when less than half of its text stands where a browser puts it by itself "
    "(bench/vision/sensible.py)."
)
NAMES = {"block_classifier": DEFAULT, "visual_classifier": BOTH}  # what the trained methods may ask for


def make(data: Path, out: Path, *, only: Sequence[str] = (), drawn: Path | None = None) -> int:
    """Measure the sections (all unless named); `drawn` keeps how all pages look, and those it lacks are drawn first.

    Sections that an earlier run left in the folder stay in the report, each with the time and machine of its run.
    """
    path = out / "vision.json"
    record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    folder = drawn or DRAWN
    pages = read_drawn_pages(data, folder, progress=_tell)
    _tell(f"{len(pages)} pages as they were drawn into {folder.name}/")
    parsed = {page.page_id: read_drawn(folder, page) for page in pages}
    examples = [make_training_page(page, parsed[page.page_id]) for page in pages]
    sensible = [page_id for page_id, page in parsed.items() if is_sensible(page)]
    for section in only or SECTIONS:
        found = MEASURED[section](data, folder, examples, sensible)
        where = summary([], [])
        record[section] = {"made": where["made"], "machine": where["machine"], **found}
        text = write(record, out)
    print(text)
    return 0


def write(record: dict[str, Any], out: Path) -> str:
    """Write what was measured as JSON and as tables, which are the answer."""
    rounded = json.loads(json.dumps(record), parse_float=lambda digits: round(float(digits), DIGITS))
    (out / "vision.json").write_text(json.dumps(rounded, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    text = markdown(TITLE, ABOUT, sheets(record))
    (out / "vision.md").write_text(text, encoding="utf-8")
    return text


def _tell(step: str) -> None:
    print(f"bench: {step}", flush=True)


def _methods(data: Path, folder: Path, examples: Sequence[TrainingPage], sensible: Sequence[str]) -> dict[str, Any]:
    folds = {name: _folds(variant, folder, examples) for name, variant in NAMES.items()}
    return {"sensible": len(sensible), "of": len(examples), **measure_methods(benchmark_cases(data), folds)}


def _looks(data: Path, folder: Path, examples: Sequence[TrainingPage], sensible: Sequence[str]) -> dict[str, Any]:
    return measure_looks(examples, sensible, full={name: _folds(name, folder, examples) for name in VARIANTS})


def _folds(variant: str, folder: Path, examples: Sequence[TrainingPage]) -> Folds:
    name = variant.replace(" + ", "-").replace(" ", "-")
    return make_folds(examples, features=VARIANTS[variant], folder=folder.parent / "folds", name=name)


MEASURED: dict[str, Callable[..., dict[str, Any]]] = {"methods": _methods, "looks": _looks}


def sheets(record: dict[str, Any]) -> list[Sheet]:
    """The tables of what the record holds."""
    found = []
    if "methods" in record:
        found += [_method_sheet(record["methods"]), _type_sheet(record["methods"]), _cost_sheet(record["methods"])]
    if "looks" in record:
        found += _looks_sheets(record["looks"])
    return found


def _method_sheet(record: dict[str, Any]) -> Sheet:
    ordered = sorted(record["methods"].items(), key=lambda item: -item[1]["f1"])
    rows = [
        [
            name,
            found["trained"],
            number(found["f1"]),
            f"{found['low']:.3f}–{found['high']:.3f}",
            number(found["cpu_ms_mean"], ".2f"),
            number(found["cpu_ms_median"], ".2f"),
            str(len(found["failures"])),
        ]
        for name, found in ordered
    ]
    note = (
        f"{record['pages']} of the {record['sensible']} pages (of {record['of']}) that render sensibly, by chance over "
        f"page types, chosen before any score was seen; {record['made']}, {record['machine']}. Word F1, mean over "
        "pages, with its 95 % interval. Trained methods, and `auto`, which asks them, are judged by models that have "
        "seen no page of the domain. CPU: the choice of blocks on a drawn page, the least of three rounds."
    )
    return Sheet(title="Methods on drawn pages", note=note, head=METHOD_HEAD, rows=rows)


METHOD_HEAD = ("method", "trained", "word F1", "95 %", "CPU ms", "median", "failed")


def _type_sheet(record: dict[str, Any]) -> Sheet:
    kinds = sorted(record["page_types"], key=lambda kind: -record["page_types"][kind])
    ordered = sorted(record["methods"].items(), key=lambda item: -item[1]["f1"])
    rows = [[name, *(number(found["by_type"][kind]) for kind in kinds)] for name, found in ordered]
    return Sheet(
        title="By page type", head=["method", *(f"{kind} ({record['page_types'][kind]})" for kind in kinds)], rows=rows
    )


def _cost_sheet(record: dict[str, Any]) -> Sheet:
    drawing, tree = record["drawing"], record["tree"]
    rows = [
        ["pages drawn", f"{record['drawn']} of {record['pages']}"],
        ["ms until loaded, median", number(drawing["render_ms_median"], ".0f")],
        ["ms from there to the geometry, median", number(drawing["snapshot_ms_median"], ".0f")],
        ["share of the geometry in all time", number(drawing["snapshot_share"], ".1%")],
        ["the same, median page", number(drawing["snapshot_share_median"], ".1%")],
        ["CPU ms of the VIPS block tree, median", number(tree["segment_ms_median"], ".1f")],
        ["the same, most", number(tree["segment_ms_most"], ".1f")],
        ["leaves of the block tree, median", number(tree["leaves_median"], ".0f")],
        ["pages whose second drawing gave the same block tree", f"{tree['equal']} of {tree['pages']}"],
    ]
    note = "Wall time of one browser on a machine with other work; block trees are compared node by node."
    return Sheet(title="What drawing costs, and whether it repeats", note=note, head=["measure", "value"], rows=rows)


LOOKS = {
    "sensible pages": "Learned from and judged on the pages that render sensibly, few trees, mean of several splits",
    "all pages, sensible": "Learned from all pages, judged on those that render sensibly, all trees",
    "all pages": "Learned from and judged on all pages, all trees",
}


def _looks_sheets(record: dict[str, Any]) -> list[Sheet]:
    note = (
        f"Cross-validated in {RECIPE.folds} folds by registered domain; {record['sensible']} of {record['pages']} "
        f"pages render sensibly; few trees: {record['few_trees']}, all: {record['trees']}. Word F1 of the blocks alone "
        "(no records, titles kept). Gain: over the default features on the same pages, with its 95 % interval over "
        f"pages; differences under 0.003 are noise. {record['made']}, {record['machine']}."
    )
    found = [_looks_sheet(title, record[name]) for name, title in LOOKS.items()]
    return [Sheet(title="What looks bring to the block classifier", note=note), *found]


def _looks_sheet(title: str, variants: dict[str, Any]) -> Sheet:
    [base, *_] = variants.values()
    kinds = sorted(base["pages_by_type"], key=lambda kind: -base["pages_by_type"][kind])
    rows = [
        [
            name,
            number(found["f1"]),
            f"{found['gain']:+.3f}",
            f"{found['gain_low']:+.3f} … {found['gain_high']:+.3f}",
            number(found["best_f1"]),
            *(number(found["by_type"][kind]) for kind in kinds),
        ]
        for name, found in variants.items()
    ]
    head = ["features", "word F1", "gain", "95 %", "best cut", *(f"{k} ({base['pages_by_type'][k]})" for k in kinds)]
    return Sheet(title=title, head=head, rows=rows)
