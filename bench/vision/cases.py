"""The pages of the vision benchmark: a hundred that render sensibly, by chance over page types (`sample`)."""

import json
from pathlib import Path

from bench.datasets import Case, read

PAGES = Path(__file__).resolve().parent / "pages.json"


def benchmark_cases(data: Path) -> list[Case]:
    """The pages that `pages.json` names, with their truth."""
    chosen = set(json.loads(PAGES.read_text(encoding="utf-8"))["pages"])
    return [case for case in read("wcxb-dev", data) if case.id in chosen]
