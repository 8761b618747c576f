"""The sections of `python -m bench markdown` as files: `markdown.json` and `markdown.md`."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.datasets import read, spread
from bench.markdown import kinds, tei, written
from bench.report import as_json
from bench.run import summary

SECTIONS = ("written", "kinds", "tei")
SYSTEMS = written.SYSTEMS


@dataclass(frozen=True, kw_only=True)
class Sample:
    """The pages of the comparison and of TEI: so many of a data set, evenly spread."""

    dataset: str = "wcxb-dev"
    pages: int = 300


def make(data: Path, out: Path, *, sample: Sample, systems: Sequence[str], only: Sequence[str]) -> int:
    """Measure the sections, write the record and print the tables."""
    whole = read(sample.dataset, data)
    cases = spread(whole, sample.pages)
    where = summary([], [])
    record: dict[str, Any] = {
        "dataset": sample.dataset,
        "whole": len(whole),
        "pages": len(cases),
        **{key: where[key] for key in ("made", "commit", "machine")},
        "systems": [],
    }
    parts = [
        f"# Markdown, HTML and TEI on {sample.dataset}",
        f"{record['pages']} of {record['whole']} pages, {record['made']}, commit {record['commit']}, "
        f"{record['machine']}.",
    ]
    if not only or "written" in only:
        record["systems"] = written.measure(cases, systems, dataset=sample.dataset)
        parts.append(written.markdown(record["systems"]))
    if not only or "kinds" in only:
        record["kinds"] = kinds.make(data)
        parts.append(kinds.markdown(record["kinds"]))
    if not only or "tei" in only:
        record["tei"] = tei.measure(cases)
        parts.append(tei.markdown(record["tei"]))
    text = "\n\n".join(parts) + "\n"
    (out / "markdown.json").write_text(as_json(record), encoding="utf-8")
    (out / "markdown.md").write_text(text, encoding="utf-8")
    print(text)
    return 0
