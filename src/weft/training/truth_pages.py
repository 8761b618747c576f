"""Pages whose content people have marked: those of `wcxb-dev`, and extra corpora to learn from.

Scores are taken on `wcxb-dev` alone, whose pages are nearly all English. The extra corpora, sites and forums, are many
of them Chinese: without them a Chinese headline of twenty characters looks like an English sentence of twenty words.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from weft.errors import SourceError

# Under these a registered name is one label longer: example.co.uk.
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "gob", "gouv", "gov", "ne", "net", "or", "org"})
SCORED = "wcxb-dev"
EXTRA = ("sites", "forums")
_TYPES = {"category": "collection"}


@dataclass(frozen=True, kw_only=True)
class TruthPage:
    """A page and the text that people took for its content."""

    page_id: str
    url: str
    page_type: str
    truth: str
    drafted: bool  # an extractor made the first draft of the truth
    path: Path

    @property
    def domain(self) -> str:
        """The registered domain: pages that share it share a template, and must not stand on both sides of a split."""
        return registered_domain(self.url) or self.page_id


def registered_domain(url: str) -> str:
    """The registered domain of an address, empty where it has none.

    >>> registered_domain("https://news.example.co.uk/a"), registered_domain("")
    ('example.co.uk', '')
    """
    labels = (urlsplit(url).hostname or "").lower().split(".")
    size = 3 if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL else 2
    return ".".join(labels[-size:])


def read_pages(folder: Path) -> list[TruthPage]:
    """The pages of a folder with `ground-truth/ID.json` and `html/ID.html`, by ID."""
    paths = sorted((folder / "ground-truth").glob("*.json"))
    if not paths:
        advice = "unpack the data set wcxb-dev and name its folder"
        raise SourceError("no ground-truth/*.json in it", page=str(folder), advice=advice)
    return [_read_page(path, folder / "html" / f"{path.stem}.html") for path in paths]


def _read_page(path: Path, html: Path) -> TruthPage:
    text = path.read_text(encoding="utf-8")
    about = json.loads(text)
    page_type = about["_internal"]["page_type"]["primary"]
    return TruthPage(
        page_id=path.stem,
        url=about.get("url") or "",
        page_type=_TYPES.get(page_type, page_type),
        truth=about["ground_truth"].get("main_content") or "",
        drafted="rs-trafilatura-draft" in text,
        path=html,
    )


def digest(pages: Iterable[TruthPage]) -> str:
    """A hash of the pages' ids and truths: which data a model was made from."""
    total = hashlib.sha256()
    for page in pages:
        total.update(f"{page.page_id}\0{page.truth}\0".encode())
    return total.hexdigest()


SITES = ("realsites", "themes")
FORUMS = (
    "bbpress_twentytwentyone", "discuzx34_pc", "discuzx34gbk_pc", "discuzx35_pc", "discuzx35_touch", "fluxbb15_default",
    "mybb18_classic", "phpbb30_prosilver", "phpbb33_prosilver", "phpwind87_wind", "punbb14_default",
)  # fmt: skip
PER_SITE = {"realsites": 8, "themes": 2}  # pages of a site are alike
PER_FORUM = 6


def read_extra_corpora(data_dir: Path) -> list[TruthPage]:
    """Articles of sites and threads of forums, a few of each; none where the data sets are not there."""
    pages: list[TruthPage] = []
    for corpus in SITES:
        for folder in sorted((data_dir / "sites" / corpus).glob("*")):
            articles = [line for line in _lines(folder) if line["page_type"] == "article" and line["text"]]
            pages += [
                _page(folder, line, page_type="article", truth=line["text"])
                for line in _spread(articles, PER_SITE[corpus])
            ]
    for name in FORUMS:
        folder = data_dir / "forums" / name
        threads = [line for line in _lines(folder) if line["page_type"] == "thread" and line["records"]]
        pages += [
            _page(folder, line, page_type="forum", truth="\n".join(record["text"] or "" for record in line["records"]))
            for line in _spread(threads, PER_FORUM)
        ]
    return pages


def _lines(folder: Path) -> Iterator[dict[str, Any]]:
    path = folder / "truth.jsonl"
    if path.exists():
        with path.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def _spread(lines: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Some of the lines, evenly from first to last."""
    return lines[:: max(len(lines) // most, 1)][:most]


def _page(folder: Path, line: dict[str, Any], *, page_type: str, truth: str) -> TruthPage:
    return TruthPage(
        page_id=f"{folder.name}/{line['file']}",
        url=line.get("url") or "",
        page_type=page_type,
        truth=truth,
        drafted=False,
        path=folder / line["file"],
    )
