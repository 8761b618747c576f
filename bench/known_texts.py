"""The peers' texts by version: a peer answers a page the same every time, so a later run need only time some pages.

Kept in bench/out/texts, never in the repository. Weft's own texts are not: its code changes while its version does not.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from bench.datasets import Case
from bench.peer_loaders import PEERS
from bench.places import OUT, Missing, peers_python
from bench.run import Result
from bench.systems import Answer, Worker

TEXTS = OUT / "texts"


def installed(systems: Iterable[str]) -> dict[str, str]:
    """The version of each peer among the systems; one that does not load is said and left out, so that others run."""
    wanted = [name for name in systems if name in PEERS]
    if wanted:
        peers_python()  # without any peer there is nothing to compare with: say how to get them
    versions = {}
    for name in wanted:
        try:
            worker = Worker(name)
        except Missing as missing:
            print(f"bench: left out: {missing}", flush=True)
            continue
        worker.close()
        versions[name] = worker.version
    return versions


def read_known(dataset: str, versions: Mapping[str, str], *, folder: Path = TEXTS) -> dict[str, dict[str, str]]:
    """Per peer the texts by page of earlier runs of this version."""
    return {name: _read(_file(folder, dataset, name, version)) for name, version in versions.items()}


def keep_known(dataset: str, cases: Iterable[Case], results: Iterable[Result], *, folder: Path = TEXTS) -> None:
    """Add what a run answered; pages that failed or were not asked are left out."""
    cases = list(cases)
    for result in results:
        if result.name not in PEERS:
            continue
        path = _file(folder, dataset, result.name, result.version)
        texts = _read(path) | _texts(cases, result.answers)
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps({"id": page, "text": text}, ensure_ascii=False) for page, text in sorted(texts.items()))
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _texts(cases: list[Case], answers: list[Answer]) -> dict[str, str]:
    pairs = zip(cases, answers, strict=True)
    return {case.id: answer.text for case, answer in pairs if answer.asked and not answer.error}


def _read(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8") as lines:
        return {entry["id"]: entry["text"] for entry in map(json.loads, lines)}


def _file(folder: Path, dataset: str, name: str, version: str) -> Path:
    return folder / dataset.replace("/", "-") / f"{name}-{version}.jsonl"
