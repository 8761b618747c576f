"""The pages where weft does worst, and those where a peer beats it most: what to look at next.

Found from the answers that a run leaves in `NAME.pages/`. The record holds ids and scores only; the views of the pages
(`page_view.py`) hold text of others, so they lie in bench/out and are not kept.
"""

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.cross_validated import NAME as CROSS_VALIDATED
from bench.datasets import Case
from bench.page_view import Text, write_view
from bench.peer_loaders import PEERS

FILE = "failures.json"
SHOWN = 10  # pages of each kind and data set: a person looks at that many
CONVERTERS = ("html2text", "inscriptis")  # these keep everything: they win where the truth is the whole page
BANDS = (0.5, 0.8, 0.95)
BEHIND = 0.02  # a peer that is ahead by less is not ahead


@dataclass(frozen=True, kw_only=True)
class Failure:
    """One page: our score, the best peer there and its score."""

    id: str
    page_type: str
    ours: float
    peer: str
    theirs: float
    worst: bool  # among our lowest scores; else among those where a peer is ahead most


Answers = Mapping[str, Mapping[str, Any]]  # by page: scores and text


def read_answers(folder: Path) -> dict[str, Answers]:
    """What each system answered page by page, as `bench.run.write_pages` left it."""
    found: dict[str, Answers] = {}
    for file in sorted(folder.glob("*.jsonl")):
        with file.open(encoding="utf-8") as lines:
            found[file.stem] = {entry["id"]: entry for entry in map(json.loads, lines)}
    return found


def own_name(answers: Mapping[str, Answers]) -> str:
    """Weft's row: cross-validated where there is one."""
    return CROSS_VALIDATED if CROSS_VALIDATED in answers else "weft"


def find_failures(answers: Mapping[str, Answers], measure: str) -> list[Failure]:
    """Our lowest scores, then the pages where a peer is ahead most; each page once."""
    ours = answers[own_name(answers)]
    peers = {name: answers[name] for name in answers if name in PEERS and name not in CONVERTERS}
    found = []
    for page, entry in ours.items():
        scores = {name: pages[page]["scores"][measure] for name, pages in peers.items() if page in pages}
        peer = max(scores, key=lambda name: scores[name], default="")
        score, best = entry["scores"][measure], scores.get(peer, 0.0)
        found.append(Failure(id=page, page_type=entry["page_type"], ours=score, peer=peer, theirs=best, worst=False))
    worst = sorted(found, key=lambda failure: (failure.ours, failure.id))[:SHOWN]
    behind = [failure for failure in found if failure not in worst and failure.theirs - failure.ours > BEHIND]
    behind.sort(key=lambda failure: (failure.ours - failure.theirs, failure.id))
    return [*(Failure(**{**asdict(failure), "worst": True}) for failure in worst), *behind[:SHOWN]]


def bands_of(answers: Answers, measure: str) -> list[int]:
    """How many pages have a score under 0.5, under 0.8, under 0.95, and above."""
    scores = [entry["scores"][measure] for entry in answers.values()]
    edges = [0.0, *BANDS, 2.0]
    return [sum(low <= score < high for score in scores) for low, high in itertools.pairwise(edges)]


def view_name(page: str) -> str:
    """The file of a page's view: a name that stays in its folder whatever the id is.

    >>> view_name("discuz/../../html/1")
    'discuz_.._.._html_1.html'
    """
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in page)
    return f"{safe.lstrip('.') or '_'}.html"


def record_failures(cases: Sequence[Case], *, pages: Path, measure: str, views: Path) -> dict[str, Any]:
    """The failures of one data set as plain data; writes the view of each page into `views`."""
    answers = read_answers(pages)
    ours, by_id = own_name(answers), {case.id: case for case in cases}
    failures = find_failures(answers, measure)
    views.mkdir(parents=True, exist_ok=True)
    for failure in failures:
        texts = [Text(name=ours, text=answers[ours][failure.id]["text"], score=failure.ours)]
        if failure.peer:
            texts.append(Text(name=failure.peer, text=answers[failure.peer][failure.id]["text"], score=failure.theirs))
        write_view(by_id[failure.id], texts, views / view_name(failure.id))
    bands = {name: bands_of(found, measure) for name, found in answers.items() if len(found) == len(answers[ours])}
    return {"ours": ours, "measure": measure, "bands": bands, "pages": [asdict(failure) for failure in failures]}


def keep(record: Path, dataset: str, found: Mapping[str, Any], *, order: Sequence[str]) -> None:
    """Put the failures of a data set into the record, a page a line."""
    path = record / FILE
    known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    known[dataset] = json.loads(json.dumps(found), parse_float=lambda digits: round(float(digits), 4))
    parts = []
    for name in [name for name in order if name in known]:
        pages = ",\n".join(f"  {json.dumps(page, ensure_ascii=False)}" for page in known[name].pop("pages"))
        about = json.dumps(known[name])[1:-1]
        parts.append(f' {json.dumps(name)}: {{{about}, "pages": [\n{pages}\n ]}}')
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
