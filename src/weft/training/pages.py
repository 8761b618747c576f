"""Pages with known content, as `wcxb-dev` keeps them."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from weft.errors import SourceError

# Under these a registered name is one label longer: example.co.uk.
_SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "gob", "gouv", "gov", "ne", "net", "or", "org"})
_TYPES = {"category": "collection"}


@dataclass(frozen=True, kw_only=True)
class KnownPage:
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


def read_pages(folder: Path) -> list[KnownPage]:
    """The pages of a folder with `ground-truth/ID.json` and `html/ID.html`, by ID."""
    paths = sorted((folder / "ground-truth").glob("*.json"))
    if not paths:
        raise SourceError(f"{folder}: no ground-truth/*.json in it; unpack the data set wcxb-dev and name its folder")
    return [_read_page(path, folder / "html" / f"{path.stem}.html") for path in paths]


def _read_page(path: Path, html: Path) -> KnownPage:
    text = path.read_text(encoding="utf-8")
    about = json.loads(text)
    page_type = about["_internal"]["page_type"]["primary"]
    return KnownPage(
        page_id=path.stem,
        url=about.get("url") or "",
        page_type=_TYPES.get(page_type, page_type),
        truth=about["ground_truth"].get("main_content") or "",
        drafted="rs-trafilatura-draft" in text,
        path=html,
    )


def digest(pages: Iterable[KnownPage]) -> str:
    """A hash of the pages' ids and truths: which data a model was made from."""
    total = hashlib.sha256()
    for page in pages:
        total.update(f"{page.page_id}\0{page.truth}\0".encode())
    return total.hexdigest()
