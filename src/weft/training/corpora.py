"""Every data set with a truth, read into one form: what a model may learn from and what it is scored on.

`wcxb-dev` is nearly all English. The other sets bring other languages, sites with many pages, forum programs: without
them a Chinese headline of twenty characters looks like an English sentence of twenty words.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from weft.errors import SourceError
from weft.page import parse
from weft.scoring.marks import tokens
from weft.training.training_pages import SCORED, TruthPage, read_pages, registered_domain

COPIES = frozenset({"forums/realworld", "forums2/realworld"})  # their pages are those of `wcxb-dev` and `magic`
MIN_WORDS = 50  # a page of fewer words that a tool's test made up is no example of a page
FILLER = "lorem ipsum"
MAX_OF_HOST = {"sites/themes": 2, "forums": 6, "forums2": 6}  # pages of a host are alike, those of a theme most of all
MAX_OF_OTHER_HOSTS = 8
LANGUAGES = {"Greek": "el", "Chinese": "zh", "English": "en", "Polish": "pl", "Russian": "ru"}
_CANONICAL = re.compile(rb"""<link[^>]*rel=["']?canonical["']?[^>]*>""", re.IGNORECASE)
_HREF = re.compile(rb"""href=["']?(https?://[^"'\s>]+)""", re.IGNORECASE)
_PROGRAM = re.compile(r"[a-z]+")  # `vbulletin3-custom` and `vbulletin5/6` are one program
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_NOTE = re.compile(r"\[\^[^\]]*\]:?")
_SIGNS = re.compile(r"^[#>*+-]+ +|[*`_]{1,3}|^```.*$", re.MULTILINE)
_NUMBER = re.compile(r"-\d+$")

Lines = Iterator[dict[str, Any]]


def read_corpora(data_dir: Path, names: Iterable[str] | None = None) -> list[TruthPage]:
    """All pages with a truth of the data sets in a folder, or of some: `news`, `sites`, `sites/themes`.

    Data sets that the folder does not have give none; a name that no data set has is an error.
    """
    there = corpus_names(data_dir)
    wanted = there if names is None else [corpus for name in names for corpus in _of_name(name, there)]
    return [page for corpus in dict.fromkeys(wanted) for page in _read(data_dir, corpus)]


def read_learnable(data_dir: Path) -> list[TruthPage]:
    """What the shipped model learns from besides `wcxb-dev`: a few pages a host."""
    return few_of_host(read_corpora(data_dir, [name for name in corpus_names(data_dir) if name != SCORED]))


def corpus_names(data_dir: Path) -> list[str]:
    """The data sets that a folder has, in a fixed order; those of many folders by folder: `forums/mybb18_classic`."""
    names = [SCORED, "news", "snippets", "magic/article", "magic/forum", "readability-pages", "fundus", "markdown"]
    for parent in ("sites", "forums", "forums2"):
        names += [f"{parent}/{folder.name}" for folder in sorted((data_dir / parent).glob("*")) if folder.is_dir()]
    return [name for name in names if name not in COPIES and (data_dir / name).is_dir()]


def few_of_host(pages: Iterable[TruthPage]) -> list[TruthPage]:
    """At most so many pages of a host in a data set, evenly from its first to its last; `wcxb-dev` whole."""
    hosts: dict[tuple[str, str], list[TruthPage]] = defaultdict(list)
    for page in pages:
        hosts[page.corpus, page.domain].append(page)
    return [page for (corpus, _), group in hosts.items() for page in _spread(group, _max_of_host(corpus))]


def _max_of_host(corpus: str) -> int:
    if corpus == SCORED:
        return 0
    return MAX_OF_HOST.get(corpus) or MAX_OF_HOST.get(corpus.split("/")[0]) or MAX_OF_OTHER_HOSTS


def _spread(pages: Sequence[TruthPage], most: int) -> Sequence[TruthPage]:
    return pages[:: max(len(pages) // most, 1)][:most] if most else pages


def _of_name(name: str, there: Sequence[str]) -> list[str]:
    if name not in READERS and name.split("/")[0] not in READERS:
        raise SourceError(f"no data set is called {name}", advice=f"there are: {', '.join(READERS)}")
    return [corpus for corpus in there if corpus == name or corpus.startswith(f"{name}/")]


def _read(data_dir: Path, corpus: str) -> Iterable[TruthPage]:
    reader = READERS.get(corpus) or READERS[corpus.split("/")[0]]
    return reader(data_dir / corpus, corpus)


def _read_scored(folder: Path, corpus: str) -> Iterable[TruthPage]:
    return read_pages(folder)


def _read_news(folder: Path, corpus: str) -> Iterator[TruthPage]:
    for line in _lines(folder):
        site = registered_domain(f"//{line['host']}")
        language = LANGUAGES.get(line["language"], line["language"])
        yield _page(folder, corpus, line, truth=line["text"], site=site, language=language)


def _read_snippets(folder: Path, corpus: str) -> Iterator[TruthPage]:
    for line in _lines(folder):
        yield _page(folder, corpus, line, wanted=tuple(line["with"]), unwanted=tuple(line["without"]))


def _read_magic(folder: Path, corpus: str) -> Iterator[TruthPage]:
    for line in _lines(folder):
        yield _page(folder, corpus, line, truth=line["text"] or "", page_type=folder.name)


def _read_readability(folder: Path, corpus: str) -> Iterator[TruthPage]:
    """The truth is what a tool keeps, reviewed by its authors; pages that they made up for a test are left out."""
    for page in sorted(path for path in folder.iterdir() if path.is_dir()):
        expected = parse((page / "expected.html").read_bytes())
        truth = "\n".join(" ".join(block.text.split()) for block in expected.blocks)
        if FILLER in truth.lower() or tokens(truth).total() < MIN_WORDS:
            continue
        about = json.loads((page / "expected-metadata.json").read_bytes())
        line = {"file": f"{page.name}/source.html"}
        language = (about.get("lang") or "").split("-")[0].lower()
        yield _page(folder, corpus, line, truth=truth, site=_canonical_site(page), language=language)


def _canonical_site(page: Path) -> str:
    """The domain that a saved page names as its own; else its folder, `yahoo-4` beside `yahoo-1`."""
    link = _CANONICAL.search((page / "source.html").read_bytes())
    address = _HREF.search(link[0]) if link else None
    return registered_domain(address[1].decode("latin-1")) if address else _NUMBER.sub("", page.name)


def _read_sites(folder: Path, corpus: str) -> Iterator[TruthPage]:
    """The articles of the sites; a site's folder is its name, or a host that may share its domain with another."""
    for site in sorted(path for path in folder.iterdir() if path.is_dir()):
        about = site / "meta.json"
        language = json.loads(about.read_bytes()).get("lang") or "" if about.is_file() else ""
        name = registered_domain(f"//{site.name}") if "." in site.name else site.name
        for line in _lines(site):
            if line["page_type"] == "article" and line["text"]:
                yield _page(site, corpus, line, truth=line["text"], site=name, language=language)


def _read_forum(folder: Path, corpus: str) -> Iterator[TruthPage]:
    """The threads of a forum; pages of one program stay together, whichever its version and skin."""
    for line in _lines(folder):
        if line["page_type"] == "thread" and line["records"]:
            truth = "\n".join(record["text"] or "" for record in line["records"])
            program = _PROGRAM.match(line.get("engine") or "")
            yield _page(folder, corpus, line, truth=truth, page_type="forum", site=program[0] if program else "")


def _read_fundus(folder: Path, corpus: str) -> Iterator[TruthPage]:
    """Articles whose truth has the paragraphs and subheadings; lists and boxes are often left out."""
    for line in _lines(folder):
        yield _page(
            folder,
            corpus,
            line,
            truth=line["text"],
            site=registered_domain(f"//{line['host']}"),
            language=line["language"],
            has_gaps=True,
        )


def _read_markdown(folder: Path, corpus: str) -> Iterator[TruthPage]:
    """Small pages with their Markdown, as text."""
    for line in _lines(folder):
        truth, site = _without_markup(line["markdown"]), f"markdown/{line['source']}"
        yield _page(folder, corpus, line, truth=truth, site=site, has_type=False)


def _without_markup(markdown: str) -> str:
    """The words of Markdown.

    >>> _without_markup("# A [link](/a)![](b.png)\\n* *one* `two`[^1]")
    'A link\\none two'
    """
    text = _IMAGE.sub("", markdown)
    text = _LINK.sub(r"\1", _NOTE.sub("", text))
    return _SIGNS.sub("", text).strip()


READERS: dict[str, Callable[[Path, str], Iterable[TruthPage]]] = {
    SCORED: _read_scored,
    "news": _read_news,
    "snippets": _read_snippets,
    "magic": _read_magic,
    "readability-pages": _read_readability,
    "sites": _read_sites,
    "forums": _read_forum,
    "forums2": _read_forum,
    "fundus": _read_fundus,
    "markdown": _read_markdown,
}


def _lines(folder: Path) -> Lines:
    path = folder / "truth.jsonl"
    if path.exists():
        with path.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def _page(folder: Path, corpus: str, line: dict[str, Any], **about: Any) -> TruthPage:
    file = folder / line["file"]
    parts = file.relative_to(folder) if corpus.endswith(folder.name) else file.relative_to(folder.parent)
    defaults: dict[str, Any] = {"url": line.get("url") or "", "page_type": "article", "truth": "", "drafted": False}
    return TruthPage(page_id=f"{corpus}/{parts.as_posix()}", path=file, corpus=corpus, **(defaults | about))
