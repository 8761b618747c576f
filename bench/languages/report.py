"""The table of `python -m bench languages`: the share of texts whose language each detector tells."""

import json
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.languages.detectors import DETECTORS
from bench.languages.judge import Judge, read_judges
from bench.places import peers_present, peers_python
from bench.run import summary
from bench.table import grid
from weft import _native

WORKER = Path(__file__).resolve().parent / "detectors.py"
SYSTEMS = ("weft", *DETECTORS)
SLOW = {"lingua": 6}  # asked for one text in so many
SAME = {"no": "nb", "nn": "nb", "hbs": "sr", "sh": "sr", "fil": "tl", "iw": "he"}  # Norwegian is one language here


@dataclass(frozen=True)
class Answers:
    """What a detector said of each text it was asked for, and the CPU time of one."""

    version: str
    codes: Sequence[str]
    every: int
    microseconds: float


def make(data: Path, out: Path, *, packages: Path, systems: Sequence[str] = ()) -> int:
    """Ask every detector for every text; write `languages.json` and `languages.md`, and print the table."""
    names = systems or (SYSTEMS if peers_present() else SYSTEMS[:1])
    judges = read_judges(packages, data)
    where = summary([], [])
    record: dict[str, Any] = {key: where[key] for key in ("made", "commit", "machine")}
    answers = {name: _ask(name, judges) for name in names}
    record["systems"] = {name: _shares(judges, answer) for name, answer in answers.items()}
    record["languages"] = {
        kind: len({judge.language for judge in judges if judge.kind == kind}) for kind in _kinds(judges)
    }
    text = markdown(record)
    (out / "languages.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (out / "languages.md").write_text(text, encoding="utf-8")
    print(text)
    return 0


def _kinds(judges: Sequence[Judge]) -> list[str]:
    return list(dict.fromkeys(judge.kind for judge in judges))


def _ask(name: str, judges: Sequence[Judge]) -> Answers:
    every = SLOW.get(name, 1)
    texts = [judge.text for judge in judges[::every]]
    if name == "weft":
        started = time.process_time()
        codes = [_native.guess_language(text)[0] for text in texts]
        return Answers("", codes, every, 1e6 * (time.process_time() - started) / len(texts))
    command = [str(peers_python()), "-P", str(WORKER), name]
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    version, *said, seconds = map(json.loads, done.stdout.splitlines())
    return Answers(version, said, every, 1e6 * seconds / len(texts))


def _shares(judges: Sequence[Judge], answers: Answers) -> dict[str, Any]:
    """Kind -> the mean over languages of the share told right, and each language's."""
    counts: dict[str, dict[str, list[bool]]] = {}
    for judge, code in zip(judges[:: answers.every], answers.codes, strict=True):
        own = SAME.get(judge.language, judge.language)
        counts.setdefault(judge.kind, {}).setdefault(own, []).append(SAME.get(code, code) == own)
    kinds = {
        kind: {language: sum(right) / len(right) for language, right in sorted(languages.items())}
        for kind, languages in counts.items()
    }
    means = {kind: sum(shares.values()) / len(shares) for kind, shares in kinds.items()}
    return {"version": answers.version, "microseconds": answers.microseconds, "mean": means, "languages": kinds}


def markdown(record: Mapping[str, Any]) -> str:
    """The record as a table."""
    systems = record["systems"]
    rows = [
        [kind, str(count), *(f"{system['mean'].get(kind, 0):.3f}" for system in systems.values())]
        for kind, count in record["languages"].items()
    ]
    rows.append(["CPU µs a text", "", *(f"{system['microseconds']:.0f}" for system in systems.values())])
    heads = [f"{name} {system['version']}".strip() for name, system in systems.items()]
    return (
        f"# Languages\n\n{record['made']}, commit {record['commit']}, {record['machine']}. The share of texts whose "
        "language is told, the mean over languages. No text trains weft's model; lingua's texts are of the sources "
        "that lingua was made from. A detector that does not know a language is wrong there.\n\n"
        + grid(["texts", "languages", *heads], rows)
        + "\n"
    )
