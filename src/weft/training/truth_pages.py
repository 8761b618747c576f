"""Pages whose content people have marked, and the reader of `wcxb-dev`; `corpora` reads all other data sets."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from weft.errors import SourceError

# Under these a registered name is one label longer: example.co.uk.
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "gob", "gouv", "gov", "ne", "net", "or", "org"})
SCORED = "wcxb-dev"
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
    corpus: str = SCORED  # the data set, such as `news` or `sites/themes`
    language: str = ""  # as `el` or `zh`; empty where the data set does not say
    site: str = ""  # what the data set calls the site or the program, where the address does not say it
    wanted: tuple[str, ...] = ()  # snippets that the content holds: all that is known of it, `truth` is empty then
    unwanted: tuple[str, ...] = ()  # snippets that it must not hold

    @property
    def domain(self) -> str:
        """The site or the registered domain: pages that share it share a template, and stay together in every split."""
        return self.site or registered_domain(self.url) or self.page_id

    @property
    def is_partial(self) -> bool:
        """Whether the truth is snippets, which say nothing about the other blocks."""
        return bool(self.wanted or self.unwanted)


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


def is_untouched(domain: str) -> bool:
    """Whether the shipped model never learns from the pages of a domain: so for a third of all domains.

    The third is the same in every data set. `wcxb-dev` is learned from whole, and scored by cross-validation.

    >>> [is_untouched(domain) for domain in ("a.com", "b.com", "c.com", "d.com")]
    [False, False, True, True]
    """
    return int(hashlib.sha256(f"untouched {domain}".encode()).hexdigest(), 16) % 3 == 0


def digest(pages: Iterable[TruthPage]) -> str:
    """A hash of the pages' ids and truths: which data a model was made from."""
    total = hashlib.sha256()
    for page in pages:
        total.update("\0".join([page.page_id, page.truth, *page.wanted, *page.unwanted, ""]).encode())
    return total.hexdigest()
