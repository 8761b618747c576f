"""The gate: what was once reached stays reached.

`floors.json` names measures. Qualities have a floor; CPU ratios have a ceiling, with room for a busy machine.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.datasets import Case
from bench.encodings.gated import ENCODINGS
from bench.metadata.gated import METADATA
from bench.places import peers_python
from bench.report import scored_cases
from bench.run import Options, Result, cpu_ratio, quality_of, run
from bench.sites.gated import MEASURED
from bench.systems import BASELINE
from bench.table import grid
from bench.vision.gated import VISION

ELSEWHERE = MEASURED | VISION | METADATA | ENCODINGS  # what is not measured by a run over single pages
FLOORS = Path(__file__).resolve().parent / "floors.json"
ROOM = 1.2  # a ratio set by --raise: repeated runs on a busy machine differ by up to a fifth


@dataclass(frozen=True, kw_only=True)
class Floor:
    """One measure of one system on one data set, and the bound it must keep."""

    dataset: str
    system: str
    measure: str  # `word_f1`, `token_f1`, … or `ratio`; of whole sites those of `bench.sites.gated`
    bound: float  # the least quality, the most ratio
    page_type: str = ""  # empty: all pages
    to: str = ""  # of a ratio: the system compared with; empty: the bare lexbor parse
    pages: int = 0  # so many pages, evenly spread; 0: all
    why: str = ""  # why the bound was set anew, where a decision changed what is measured

    @property
    def is_ratio(self) -> bool:
        """Whether less is better."""
        return self.measure.endswith("ratio")

    def keeps(self, value: float) -> bool:
        """Whether a measured value is within the bound."""
        return value <= self.bound if self.is_ratio else value >= self.bound

    def raised(self, value: float) -> "Floor":
        """The same with the bound that a measured value allows; never an easier one.

        >>> Floor(dataset="d", system="s", measure="word_f1", bound=0.5).raised(0.81239).bound
        0.8123
        """
        reached = math.ceil(value * ROOM * 100) / 100 if self.is_ratio else math.floor(value * 10_000) / 10_000
        harder = min(self.bound, reached) if self.is_ratio else max(self.bound, reached)
        return Floor(**{**asdict(self), "bound": harder})


def read_floors(path: Path = FLOORS) -> list[Floor]:
    """The floors of the file; what stands at its default is not written there."""
    return [Floor(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]


def write_floors(floors: Sequence[Floor], path: Path = FLOORS) -> None:
    """One floor a line, so that a raised floor is one line of a diff."""
    needed = ("dataset", "system", "measure", "bound")
    lines = [json.dumps({k: v for k, v in asdict(floor).items() if v or k in needed}) for floor in floors]
    path.write_text("[\n  " + ",\n  ".join(lines) + "\n]\n", encoding="utf-8")


def check(data: Path, *, raising: bool) -> int:
    """Measure all that the file names, print the table, and answer 1 where a bound is broken."""
    floors = read_floors()
    values = measure_all(floors, data)
    print(grid(["measure", "bound", "measured", ""], [_row(floor, values[floor]) for floor in floors]))
    broken = [floor for floor in floors if not floor.keeps(values[floor])]
    if raising:
        write_floors([floor.raised(values[floor]) for floor in floors])
    print(
        f"\n{len(broken)} of {len(floors)} measures out of bounds"
        if broken
        else f"\nall {len(floors)} measures within bounds"
    )
    return 1 if broken else 0


def measure_all(floors: Sequence[Floor], data: Path) -> dict[Floor, float]:
    """The value of each floor; systems of one data set run together, times apart from qualities.

    A quality is the same every time and takes one round over many pages; a time takes several over few.
    """
    values = _whole_sites([floor for floor in floors if floor.dataset in ELSEWHERE], data)
    floors = [floor for floor in floors if floor not in values]
    for dataset, pages, timed in dict.fromkeys((floor.dataset, floor.pages, floor.is_ratio) for floor in floors):
        group = [floor for floor in floors if (floor.dataset, floor.pages, floor.is_ratio) == (dataset, pages, timed)]
        cases = scored_cases(dataset, data, pages)
        names = dict.fromkeys(name for floor in group for name in (floor.system, floor.to) if name)
        families = () if timed else tuple(dict.fromkeys(floor.measure.rpartition("_")[0] for floor in group))
        results = run(cases, list(names), Options(rounds=5 if timed else 1, families=families))
        values |= {floor: _ratio(floor, results) if timed else _quality(floor, cases, results) for floor in group}
    return values


def _whole_sites(floors: Sequence[Floor], data: Path) -> dict[Floor, float]:
    """The floors of learned sites, which are measured on sites and not page by page."""
    values: dict[Floor, float] = {}
    for dataset in dict.fromkeys(floor.dataset for floor in floors):
        group = [floor for floor in floors if floor.dataset == dataset]
        found = ELSEWHERE[dataset](data, {floor.measure for floor in group})
        values |= {floor: found[floor.measure] for floor in group}
    return values


def _ratio(floor: Floor, results: Sequence[Result]) -> float:
    peers_python()  # without the peers there is nothing to compare with: say how to get them
    by_name = {result.name: result for result in results}
    ratio = cpu_ratio(by_name[floor.system], by_name[floor.to or BASELINE])
    return math.inf if ratio is None else ratio


def _quality(floor: Floor, cases: Sequence[Case], results: Sequence[Result]) -> float:
    [result] = [result for result in results if result.name == floor.system]
    kinds = {floor.page_type} if floor.page_type else {case.page_type for case in cases}
    indexes = [index for index, case in enumerate(cases) if case.page_type in kinds]
    return quality_of(result, indexes)[floor.measure]["mean"]


def _row(floor: Floor, value: float) -> list[str]:
    compared = f" to {floor.to or BASELINE}" if floor.is_ratio else ""
    what = " ".join(part for part in (floor.dataset, floor.system, floor.measure + compared, floor.page_type) if part)
    sign = "≤" if floor.is_ratio else "≥"
    return [what, f"{sign} {floor.bound:g}", f"{value:.4f}", "ok" if floor.keeps(value) else "BROKEN"]
