"""Training pages: pages whose content people have marked, as features, labels, their trust and bags of words.

Here is the reader of `wcxb-dev`; `corpora` reads all other data sets.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.errors import SourceError
from weft.extractors.features import Features, find_features
from weft.kernel.extractors import caption_blocks
from weft.page import Page, parse
from weft.scoring.marks import tokens
from weft.training.labels import SnippetHolders, add_siblings, find_holders, label_blocks, label_snippets

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
    made: str = ""  # how a page was made of another: the trees of page types do not learn from it
    has_type: bool = True  # whether somebody says of what type the page is
    has_gaps: bool = False  # parts of the body are left out in the truth: lists, boxes, a standfirst

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


def digest(pages: Iterable[TruthPage]) -> str:
    """A hash of the pages' ids and truths: which data a model was made from."""
    total = hashlib.sha256()
    for page in pages:
        total.update("\0".join([page.page_id, page.truth, *page.wanted, *page.unwanted, ""]).encode())
    return total.hexdigest()


_BAG_WORD = re.compile(r"\w+")


@dataclass(frozen=True, eq=False, kw_only=True)
class TrainingPage:
    """A page as a learner sees it."""

    page: TruthPage
    parsed: Page
    blocks: NDArray[np.float32]  # features, one row a block
    totals: NDArray[np.float32]  # features of the page
    label: NDArray[np.float32]  # share of each block's words that are content
    trust: NDArray[np.float32]  # weight of each label: 1 where the truth is whole, 0 where it says nothing of the block
    words: NDArray[np.int32]
    bags: Sequence[Counter[str]]  # the words of each block
    truth: Counter[str]
    holders: SnippetHolders | None = None  # of a page whose truth is snippets

    @property
    def features(self) -> Features:
        """The features of the page and of its blocks."""
        return Features(self.blocks, self.totals)

    def f1(self, keep: Iterable[int]) -> float:
        """Word F1 of keeping some blocks: bags of lower-cased words; nothing is right where nothing is content.

        Words at which two blocks meet are counted apart, as a rendered text has them. Where the truth is snippets, the
        F1 of the page's snippets.
        """
        if self.holders is not None:
            return self.holders.f1(frozenset(keep))
        answer: Counter[str] = Counter()
        for block in keep:
            answer.update(self.bags[block])
        return bag_f1(answer, self.truth)


def bag_f1(answer: Counter[str], truth: Counter[str]) -> float:
    """The harmonic mean of precision and recall of a bag of words.

    >>> bag_f1(Counter("ab"), Counter("bc")), bag_f1(Counter(), Counter())
    (0.5, 1.0)
    """
    size = answer.total() + truth.total()
    return 2 * (answer & truth).total() / size if size else 1.0


def read_training_page(page: TruthPage) -> TrainingPage:
    """Parse a page, find its features, label its blocks."""
    return make_training_page(page, parse(page.path.read_bytes(), url=page.url))


def make_training_page(page: TruthPage, parsed: Page) -> TrainingPage:
    """The training page of a parsed page; its looks are among the features where a browser has drawn it."""
    features = find_features(parsed, visual=bool(parsed.geometry))
    texts = [block.text for block in parsed.blocks]
    label, trust = _labels(page, parsed, texts)
    bag = _bag if page.corpus == SCORED else tokens  # WCXB counts `\w+`; the other sets are not English alone
    return TrainingPage(
        page=page,
        parsed=parsed,
        blocks=features.blocks,
        totals=features.page,
        label=label,
        trust=trust,
        words=parsed.blocks.words,
        bags=[bag(text) for text in texts],
        truth=bag(page.truth),
        holders=find_holders(texts, page.wanted, page.unwanted) if page.is_partial else None,
    )


def _labels(page: TruthPage, parsed: Page, texts: Sequence[str]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    if page.is_partial:
        label, trust = label_snippets(texts, page.wanted, page.unwanted)
        add_siblings(parsed, label, trust)
        return label, trust
    label = label_blocks(texts, page.truth).astype(np.float32)
    trust = np.ones(len(label), np.float32)
    trust[caption_blocks(parsed.table)] = 0  # truths disagree about captions, and no text has them
    if page.has_gaps:
        body = np.flatnonzero(label >= 0.5)
        inside = slice(body[0], body[-1]) if len(body) else slice(0)
        trust[inside][label[inside] < 0.5] = 0
    return label, trust


def _bag(text: str) -> Counter[str]:
    return Counter(_BAG_WORD.findall(text.lower()))
