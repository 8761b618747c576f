"""The Markdown or HTML that each system writes for the pages; what a peer of a pinned version wrote is kept."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.datasets import Case
from bench.known_texts import keep_known, read_known
from bench.peer_loaders import PEERS
from bench.places import OUT, Missing
from bench.run import ANSWERS, Result
from bench.systems import Answer, Worker, format_of

KEPT = OUT / "markup"
BATCH = 64  # pages after which what a peer wrote is kept


@dataclass(frozen=True, kw_only=True)
class Answers:
    """What one system wrote, by page; a page that failed has an empty answer."""

    name: str
    version: str = ""
    format: str = "markdown"  # or `html`, or `text` of a system that writes neither
    by_page: dict[str, str] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)


def ask_system(name: str, cases: Sequence[Case], *, dataset: str, form: str = "markup", kept: Path = KEPT) -> Answers:
    """The answers of one system; `answers:NAME=FILE` has those made elsewhere."""
    if name.startswith(ANSWERS):
        return read_answers(name, cases)
    worker = Worker(name, form=form)
    answers = Answers(name=name, version=worker.version, format=format_of(name) if form == "markup" else form)
    try:
        if name in PEERS:
            answers.by_page.update(read_known(dataset, {name: worker.version}, folder=kept)[name])
        for batch in _batches([case for case in cases if case.id not in answers.by_page]):
            written = [worker.ask(case) for case in batch]
            keep_known(dataset, batch, [Result(name=name, version=worker.version, answers=written)], folder=kept)
            _add(answers, batch, written)
            _progress(name, len(answers.by_page), len(cases))
    finally:
        worker.close()
    return answers


def read_answers(name: str, cases: Sequence[Case]) -> Answers:
    """Answers of a file with a line of {id, markdown} a page."""
    title, _, path = name.removeprefix(ANSWERS).partition("=")
    try:
        with Path(path).open(encoding="utf-8") as lines:
            written = {entry["id"]: entry["markdown"] for entry in map(json.loads, lines)}
    except (OSError, KeyError) as error:
        raise Missing(f"{name}: {error!r}; write it as answers:NAME=FILE with lines of id and markdown") from None
    absent = sum(case.id not in written for case in cases)
    if absent:
        raise Missing(f"{path} has no answer for {absent} of {len(cases)} pages")
    return Answers(name=title, by_page=written)


def _add(answers: Answers, batch: Sequence[Case], written: Sequence[Answer]) -> None:
    for case, answer in zip(batch, written, strict=True):
        answers.by_page[case.id] = answer.text
        if answer.error:
            answers.failed.append(case.id)


def _batches(cases: Sequence[Case]) -> Iterator[Sequence[Case]]:
    return (cases[start : start + BATCH] for start in range(0, len(cases), BATCH))


def _progress(name: str, done: int, whole: int) -> None:
    print(f"bench: {name}: {done} of {whole} pages", file=sys.stderr, flush=True)
