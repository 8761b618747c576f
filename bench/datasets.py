"""Readers: one data set in, its pages with their truth out."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.places import Missing
from weft.scoring.marks import tokens
from weft.training.corpora import FILLER, LANGUAGES, MIN_WORDS

BLOCK_NAMES = (
    "address article aside blockquote br caption dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 "
    "header hr li main nav ol p pre section summary table tbody td th thead tr ul"
)
BLOCK_TAGS = frozenset(BLOCK_NAMES.split())
PAGE_TYPES = {"category": "collection", "thread": "forum", "list": "listing"}  # the data's words -> our vocabulary


@dataclass(frozen=True, kw_only=True)
class Case:
    """One page and what is true of it."""

    id: str
    path: Path
    url: str = ""
    site: str = ""  # pages of one site never stand on both sides of a split
    page_type: str = "other"
    text: str = ""
    scored: bool = True  # False: the data set does not say what this page's text is
    truth: Mapping[str, Any] = field(default_factory=dict)  # everything the data set says
    language: str = ""  # where the data set says it
    wanted: tuple[str, ...] = ()  # snippets that the text must hold, where the data set has no whole text …
    unwanted: tuple[str, ...] = ()  # … and that it must not hold

    @property
    def data(self) -> bytes:
        """The page's bytes, read when asked: a data set may not fit in memory."""
        return self.path.read_bytes()


def read_wcxb(folder: Path) -> Iterator[Case]:
    """WCXB: one JSON file a page; `category` is our `collection`."""
    for file in sorted((folder / "ground-truth").glob("*.json")):
        entry = json.loads(file.read_bytes())
        truth, kind = entry["ground_truth"], entry["_internal"]["page_type"]["primary"]
        yield Case(
            id=file.stem,
            path=folder / "html" / f"{file.stem}.html",
            url=entry.get("url") or "",
            site=_host(entry.get("url") or ""),
            page_type=PAGE_TYPES.get(kind, kind),
            text=truth.get("main_content") or "",
            truth=truth,
        )


def read_readability(folder: Path) -> Iterator[Case]:
    """Readability's test pages: the truth is the reviewed output of a tool; pages of filler text are not scored."""
    for page in sorted(path for path in folder.iterdir() if path.is_dir()):
        text = text_of((page / "expected.html").read_text(encoding="utf-8"))
        yield Case(
            id=page.name,
            path=page / "source.html",
            site=page.name,
            page_type="article",
            text=text,
            scored=FILLER not in text.lower() and tokens(text).total() >= MIN_WORDS,
            truth=json.loads((page / "expected-metadata.json").read_bytes()),
        )


def read_news(folder: Path) -> Iterator[Case]:
    """News in five languages."""
    for path, line in _lines(folder):
        yield Case(
            id=_id(folder, path),
            path=path,
            site=line["host"],
            page_type="article",
            text=line["text"],
            language=LANGUAGES.get(line["language"], line["language"]),
            truth=line,
        )


def read_snippets(folder: Path) -> Iterator[Case]:
    """Articles of which a few snippets are known: some that their text holds, some that it does not."""
    for path, line in _lines(folder):
        yield Case(
            id=_id(folder, path),
            path=path,
            url=line["url"],
            site=_host(line["url"]),
            page_type="article",
            truth=line,
            wanted=tuple(line["with"]),
            unwanted=tuple(line["without"]),
        )


def read_dates(folder: Path) -> Iterator[Case]:
    """Pages of which the day of publication is known, and nothing else."""
    for path, line in _lines(folder):
        url = line["url"]
        yield Case(id=_id(folder, path), path=path, url=url, site=_host(url), scored=False, truth=line)


def read_magic(folder: Path) -> Iterator[Case]:
    """magic-html: the folder of a page is its type."""
    for path, line in _lines(folder):
        url = line.get("url") or ""
        yield Case(
            id=_id(folder, path),
            path=path,
            url=url,
            site=_host(url),
            page_type=path.parent.parent.name,
            text=line["text"] or "",
            truth=line,
        )


def read_sites(folder: Path) -> Iterator[Case]:
    """Whole sites, and SWDE: pages without a true text are read too, but not scored as text."""
    for path, line in _lines(folder):
        yield Case(
            id=_id(folder, path),
            path=path,
            url=line.get("url") or "",
            site=line["site"],
            page_type=PAGE_TYPES.get(line["page_type"], line["page_type"]),
            text=line.get("text") or "",
            scored=line.get("text") is not None,
            truth=line,
        )


def read_forums(folder: Path) -> Iterator[Case]:
    """Forums: the text of a thread page is its posts, one after another; boards have records but no text."""
    for path, line in _lines(folder):
        thread = line["page_type"] == "thread"
        records = line.get("records") or []
        yield Case(
            id=_id(folder, path),
            path=path,
            url=line.get("url") or "",
            site=path.parent.parent.name,
            page_type={"thread": "forum", "list": "board"}.get(line["page_type"], "other"),
            text="\n".join(record.get("text") or "" for record in records) if thread else "",
            scored=thread,
            truth=line,
        )


READERS: dict[str, Callable[[Path], Iterator[Case]]] = {
    "wcxb-dev": read_wcxb,
    "news": read_news,
    "snippets": read_snippets,
    "dates": read_dates,
    "magic": read_magic,
    "readability-pages": read_readability,
    "sites": read_sites,
    "swde": read_sites,
    "forums": read_forums,
}
MAIN_MEASURE = {"wcxb-dev": "word_f1", "readability-pages": "word_f1", "snippets": "snippet_f1"}
"""The others are largely Chinese, or have Chinese pages: `token_f1`."""


def main_measure(name: str) -> str:
    """The measure that systems are ordered by on a data set."""
    return MAIN_MEASURE.get(name.split("/")[0], "token_f1")


def read(name: str, data: Path) -> list[Case]:
    """The pages of a data set, or of a folder of one: `sites` or `sites/themes` or `sites/themes/hexo-next`."""
    reader = READERS.get(name.split("/")[0])
    if reader is None:
        raise Missing(f"no data set {name!r}; there are: {', '.join(READERS)}, and folders of them")
    folder = data / name
    if not folder.is_dir():
        raise Missing(f"no {folder}: unpack it with `python -m bench data {name.split('/')[0]}`")
    return list(reader(folder))


def spread(cases: list[Case], pages: int) -> list[Case]:
    """So many of the cases, evenly spread, so that a part has the mixture of the whole; 0: all."""
    if not pages or pages >= len(cases):
        return cases
    return [cases[index * len(cases) // pages] for index in range(pages)]


def text_of(markup: str) -> str:
    r"""The text of clean markup, one line a block. Not weft's own: a truth must not depend on what it judges.

    >>> text_of("<div><p>One <b>two</b></p><p>three</div>")
    'One two\nthree'
    """
    reader = _Text()
    reader.feed(markup)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.parts).split("\n"))
    return "\n".join(line for line in lines if line)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in BLOCK_TAGS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCK_TAGS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        self.parts.append(data.replace("\n", " "))


def _lines(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    for file in sorted(folder.rglob("truth.jsonl")):
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                entry = json.loads(line)
                yield file.parent / entry["file"], entry


def _id(folder: Path, path: Path) -> str:
    return path.relative_to(folder).with_suffix("").as_posix()


def _host(url: str) -> str:
    return urlsplit(url).netloc.removeprefix("www.")
