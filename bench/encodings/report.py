"""The table of `python -m bench encodings`: the share of pages that each detector decodes right."""

import json
import subprocess
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.encodings.cases import Case, make_cases
from bench.encodings.detectors import DETECTORS
from bench.encodings.texts import read_texts
from bench.places import peers_present, peers_python
from bench.run import summary
from bench.table import grid
from weft import parse

WORKER = Path(__file__).resolve().parent / "detectors.py"
SYSTEMS = ("weft", *DETECTORS)


def make(data: Path, out: Path, *, systems: Sequence[str] = (), cuts: int = 3) -> int:
    """Ask every detector for every case; write `encodings.json` and `encodings.md`, and print the table."""
    names = systems or (SYSTEMS if peers_present() else SYSTEMS[:1])
    cases = make_cases(read_texts(data), cuts=cuts)
    where = summary([], [])
    record: dict[str, Any] = {key: where[key] for key in ("made", "commit", "machine")}
    record["cases"] = len(cases)
    answers = {name: _ask(name, cases) for name in names}
    record["versions"] = {name: answer.version for name, answer in answers.items()}
    record["rows"] = [
        {"row": label, "cases": len(numbers), "judging": sum(cases[i].half for i in numbers)}
        | {name: _shares(answer.right, numbers, cases) for name, answer in answers.items()}
        for label, numbers in _groups(cases).items()
    ]
    if "weft" in answers:
        record["wrong in half 0"] = _wrong(cases, answers["weft"])
    text = markdown(record)
    (out / "encodings.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (out / "encodings.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


def judging_shares(data: Path) -> dict[str, float]:
    """Of each row the share of the judging half that weft decodes right."""
    cases = make_cases(read_texts(data))
    right = _ask("weft", cases).right
    return {label: _shares(right, numbers, cases)["judging half"] for label, numbers in _groups(cases).items()}


class _Answers:
    """What a detector said of every case, and whether the page reads right so."""

    def __init__(self, version: str, names: list[str], right: list[bool]) -> None:
        self.version, self.names, self.right = version, names, right


def _ask(name: str, cases: Sequence[Case]) -> _Answers:
    if name == "weft":
        pages = [parse(case.data) for case in cases]
        names = [f"{page.encoding} by {page.encoding_source}" for page in pages]
        reads = [page.encoding for page in pages]
        return _Answers("", names, [case.is_right(as_python(said)) for case, said in zip(cases, reads, strict=True)])
    lines = "\n".join(b64encode(case.data).decode() for case in cases) + "\n"
    command = [str(peers_python()), "-P", str(WORKER), name]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    version, *said = map(json.loads, done.stdout.splitlines())
    return _Answers(version, said, [case.is_right(as_python(n)) for case, n in zip(cases, said, strict=True)])


def as_python(name: str) -> str:
    """Python's codec that reads what the web means by a name."""
    known = {
        "windows-874": "cp874",
        "euc-kr": "cp949",
        "shift_jis": "cp932",
        "gbk": "gb18030",
        "gb2312": "gb18030",
        "ibm866": "cp866",
        "utf-16le": "utf-16-le",
        "utf-16be": "utf-16-be",
        "iso-8859-8-i": "iso8859-8",
        "x-mac-cyrillic": "mac_cyrillic",
        "macintosh": "mac_roman",
    }
    return known.get(name.lower(), name or "ascii")


def _groups(cases: Sequence[Case]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    for number, case in enumerate(cases):
        groups.setdefault(f"{case.condition}, {case.length}", []).append(number)
    return dict(sorted(groups.items(), key=lambda item: _order(item[0])))


def _order(label: str) -> tuple[str, int]:
    condition, _, length = label.rpartition(", ")
    return condition, int(length)


def _shares(right: Sequence[bool], numbers: Sequence[int], cases: Sequence[Case]) -> dict[str, float]:
    judging = [right[i] for i in numbers if cases[i].half]
    return {
        "all": sum(right[i] for i in numbers) / len(numbers),
        "judging half": sum(judging) / len(judging) if judging else 0.0,
    }


def _wrong(cases: Sequence[Case], answers: _Answers) -> dict[str, int]:
    """How often each encoding of each language was taken for another, the most frequent first."""
    counts: dict[str, int] = {}
    for case, name, is_right in zip(cases, answers.names, answers.right, strict=True):
        if not is_right and not case.half:
            key = f"{case.condition}, {case.length}: {case.language} {case.encoding} as {name}"
            counts[key] = counts.get(key, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: -item[1]))


def markdown(record: Mapping[str, Any]) -> str:
    """The record as a table."""
    names = list(record["versions"])
    rows = [
        [
            row["row"],
            str(row["cases"]),
            *(f"{row[name]['judging half']:.3f} ({row[name]['all']:.3f})" for name in names),
        ]
        for row in record["rows"]
    ]
    heads = [f"{name} {record['versions'][name]}".strip() for name in names]
    return (
        f"# Encodings\n\n{record['made']}, commit {record['commit']}, {record['machine']}. {record['cases']} pages. "
        "The share decoded right: of the judging half, and (of all). *20, 150, 4000*: characters of the text.\n\n"
        + grid(["what the page says, characters", "pages", *heads], rows)
        + "\n"
    )
