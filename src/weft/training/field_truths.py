"""What is true of pages: title, authors, day, as the data sets tell them, and what makes an answer right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from weft.training.training_pages import registered_domain

SETS = ("dates", "snippets", "wcxb-dev", "fundus", "news")
TAUGHT = ("readability-pages", "markdown", "sites/themes", "sites/realsites", "forums", "forums2")
"""Sets that teach and judge nothing: a tool's answers that were reviewed, pages of themes and of forum programs."""
MARKED = ("wcxb-dev",)  # people say of each page whether it has an author and a date
MAX_OF_HOST = 8  # pages of a host in one set
MAX_TAUGHT = 4
_NOT_WORD = re.compile(r"[\W_]+")
_LABEL = re.compile(r"^(?:by|von|par|por|di|作者|author|autor)\b[\s:：]*", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*[;；、|/]\s*|,\s+|\s+(?:und|and|et|y|e|&)\s+")
DAY = len("2022-09-04")
MONTH = len("2022-09")


@dataclass(frozen=True, kw_only=True)
class TruePage:
    """A page and what is true of it."""

    path: Path
    corpus: str
    url: str = ""
    host: str = ""
    truth: Mapping[str, Any] = field(default_factory=dict)
    made: bytes = b""  # the page itself, where it is made of another one

    def read(self) -> bytes:
        """The bytes of the page."""
        return self.made or self.path.read_bytes()

    @property
    def fold_key(self) -> int:
        """A number of its host: pages of one host are never on both sides."""
        return int.from_bytes(sha256(self.host.encode()).digest()[:4])


def read_pages(data: Path, names: Sequence[str] = SETS + TAUGHT) -> list[TruePage]:
    """The pages of the data sets that tell a field."""
    pages = [page for name in names if (data / name).is_dir() for page in _READERS.get(name, _read_lines)(data, name)]
    kept, counts = list[TruePage](), dict[tuple[str, str], int]()
    for page in pages:
        key = page.corpus, page.host
        counts[key] = counts.get(key, 0) + 1
        most = MAX_TAUGHT if page.corpus in TAUGHT else MAX_OF_HOST
        if page.truth and (page.corpus == "wcxb-dev" or counts[key] <= most):
            kept.append(page)
    return kept


def _read_lines(data: Path, name: str) -> Iterator[TruePage]:
    with (data / name / "truth.jsonl").open(encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            truth = {key: line[key] for key in ("title", "author", "date") if line.get(key)}
            if day := line.get("day"):
                truth["date"] = f"{day[:4]}-{day[4:6]}-{day[6:]}"
            if line.get("authors"):
                truth["author"] = "; ".join(line["authors"])
            url = line.get("url") or ""
            host = registered_domain(url or f"http://{line.get('host', '')}/")
            yield TruePage(path=data / name / line["file"], corpus=name, url=url, host=host, truth=truth)


def _read_wcxb(data: Path, name: str) -> Iterator[TruePage]:
    names = {"title": "title", "author": "author", "publish_date": "date"}
    for file in sorted((data / name / "ground-truth").glob("*.json")):
        entry = json.loads(file.read_bytes())
        told = entry["ground_truth"]
        truth = {own: told[key] for key, own in names.items() if told.get(key)}
        path, url = data / name / "html" / f"{file.stem}.html", entry.get("url") or ""
        yield TruePage(path=path, corpus=name, url=url, host=registered_domain(url), truth=truth)


def _read_readability(data: Path, name: str) -> Iterator[TruePage]:
    names = {"title": "title", "byline": "author", "publishedTime": "date"}
    for file in sorted((data / name).glob("*/expected-metadata.json")):
        told = json.loads(file.read_bytes())
        truth = {own: told[key] for key, own in names.items() if told.get(key)}
        if re.search(r"\d", truth.get("author", "")):
            del truth["author"]  # the tool took a date for a name, or with it
        yield TruePage(path=file.parent / "source.html", corpus=name, host=file.parent.name, truth=truth)


def _read_sites(data: Path, name: str) -> Iterator[TruePage]:
    for file in sorted((data / name).glob("*/truth.jsonl")):
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        for line in sorted(lines, key=lambda line: sha256(line["file"].encode()).digest()):
            told = {key: line[key] for key in ("title", "author", "date") if line.get(key)}
            truth = {key: own for key, own in told.items() if line.get(f"{key}_visible", True)}
            if line["page_type"] == "article" and truth:
                path, url = file.parent / line["file"], line["url"]
                yield TruePage(path=path, corpus=name, url=url, host=file.parent.name, truth=truth)


def _read_forums(data: Path, name: str) -> Iterator[TruePage]:
    for file in sorted((data / name).glob("*/truth.jsonl")):
        for line in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            first: dict[str, Any] = next((record for record in line["records"] if record.get("is_first")), {})
            truth = {key: own for key, own in (("title", line.get("title")), ("author", first.get("author"))) if own}
            if line["page_type"] == "thread" and first:
                path = file.parent / line["file"]
                yield TruePage(path=path, corpus=name, url=line["url"], host=line["engine"], truth=truth)


_READERS: dict[str, Callable[[Path, str], Iterator[TruePage]]] = {
    "wcxb-dev": _read_wcxb,
    "readability-pages": _read_readability,
    "sites/themes": _read_sites,
    "sites/realsites": _read_sites,
    "forums": _read_forums,
    "forums2": _read_forums,
}


def fold(text: str) -> str:
    """Letters and digits only, in lower case."""
    return _NOT_WORD.sub("", text).lower()


def true_keys(name: str, truth: Any) -> frozenset[str]:
    """What makes values right: the day, the title, or each name of the authors, as the kernel compares them."""
    if not truth:
        return frozenset()
    if name == "modified":
        return frozenset(truth)
    if name == "date":
        return frozenset({str(truth)[:DAY]})
    if name == "title":
        return frozenset({fold(str(truth))})
    return names_of("; ".join(truth) if isinstance(truth, list) else truth)


def names_of(text: str) -> frozenset[str]:
    """The names of authors, folded, whatever stands before and between them."""
    return frozenset(key for part in _BETWEEN.split(_LABEL.sub("", text.strip())) if (key := fold(part)))
