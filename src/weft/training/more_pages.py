"""Pages to learn from beside those that scores are taken on: sites and forums, many of them Chinese.

They are here because the scored pages are nearly all English: without them a Chinese headline of twenty characters
looks like an English sentence of twenty words.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from weft.training.pages import KnownPage

SITES = ("realsites", "themes")
FORUMS = (
    "bbpress_twentytwentyone", "discuzx34_pc", "discuzx34gbk_pc", "discuzx35_pc", "discuzx35_touch", "fluxbb15_default",
    "mybb18_classic", "phpbb30_prosilver", "phpbb33_prosilver", "phpwind87_wind", "punbb14_default",
)  # fmt: skip
PER_SITE = {"realsites": 8, "themes": 2}  # pages of a site are alike
PER_FORUM = 6


def read_more_pages(data_dir: Path) -> list[KnownPage]:
    """Articles of sites and threads of forums, a few of each; none where the data sets are not there."""
    pages: list[KnownPage] = []
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


def _page(folder: Path, line: dict[str, Any], *, page_type: str, truth: str) -> KnownPage:
    return KnownPage(
        page_id=f"{folder.name}/{line['file']}",
        url=line.get("url") or "",
        page_type=page_type,
        truth=truth,
        drafted=False,
        path=folder / line["file"],
    )
