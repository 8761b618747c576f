"""The sections of `python -m bench markdown` as files: `markdown.json` and `markdown.md`."""

from collections.abc import Mapping, Sequence
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


def make(data: Path, out: Path, *, sample: Sample, systems: Sequence[str] = SYSTEMS, only: Sequence[str] = ()) -> int:
    """Measure the sections, write the record and print the tables."""
    whole = read(sample.dataset, data)
    cases = spread(whole, sample.pages)
    wanted = only or SECTIONS
    where = summary([], [])
    record: dict[str, Any] = {
        "dataset": sample.dataset,
        "whole": len(whole),
        "pages": len(cases),
        **{key: where[key] for key in ("made", "commit", "machine")},
        "systems": written.measure(cases, systems, dataset=sample.dataset) if "written" in wanted else [],
    }
    if "kinds" in wanted:
        record["kinds"] = kinds.make(data)
    if "tei" in wanted:
        record["tei"] = tei.measure(cases)
    text = markdown(record)
    (out / "markdown.json").write_text(as_json(record), encoding="utf-8")
    (out / "markdown.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


def markdown(record: Mapping[str, Any]) -> str:
    """The tables of the sections that were measured."""
    parts = [
        f"# Markdown and TEI on {record['dataset']}",
        f"{record['pages']} of {record['whole']} pages, {record['made']}, commit {record['commit']}, "
        f"{record['machine']}.",
        written.markdown(record["systems"]) if record["systems"] else "",
        kinds.markdown(record["kinds"]) if "kinds" in record else "",
        tei.markdown(record["tei"]) if "tei" in record else "",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"
