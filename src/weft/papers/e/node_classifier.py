"""Node classification (paper E, section 3): nine numbers of a text node, and a model that calls it clean or dirty."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, time_limit
from weft.document import Document
from weft.errors import ArtifactError, ConfigError
from weft.kernel.html import TAG_NAMES
from weft.model_file import ModelFile, read_model
from weft.page import Page, tag_number
from weft.papers.e.node_models import read_classify

FEATURES = (
    "length",  # characters of the text as written
    "sentences",  # ends of sentences
    "spaces",  # white space of the text as written
    "marks",  # punctuation marks, Chinese and Western
    "depth",  # elements on the path
    "last_tag",  # of the path, encoded
    "second_last_tag",  # of the path, encoded
    "siblings",  # children of the same parent that have the same tag, itself included
    "position",  # of the node among the page's nodes, up to 1
)
IS_COUNT = np.array([name in ("length", "sentences", "spaces", "marks", "siblings") for name in FEATURES])
TAG_COLUMNS = [FEATURES.index("last_tag"), FEATURES.index("second_last_tag")]
# Paper E: a, li, center, span, strong "and so on": what stands inside a paragraph. So do, in a browser, tags that HTML
# does not know; they are unwrapped too.
UNWRAPPED = (
    "a abbr acronym b bdi bdo big br center cite code data del dfn em font i ins kbd label li mark nobr q rb rp rt rtc "
    "ruby s samp small span strike strong sub sup time tt u var wbr"
).split()
DROPPED = ("head", "script", "style", "img")
SENTENCE_ENDS = "。！？!?…"  # and a full stop that no letter or digit follows
MARKS = "!\"'(),-./:;?[]{}‘’“”«»–—…、。，；：？！（）《》〈〉【】「」『』〔〕·～"
SPACES = " \t\n\r\f\v\u00a0\u2002\u2003\u2009\u3000"
MODEL = Path(__file__).with_name("models") / "node_classifier.zip"
CLEAN = 0.5  # the class that is more likely, as a classifier answers in the paper

TEXT = tag_number("#text")
_IS_SPACE, _IS_MARK, _IS_END, _IS_STOP, _IS_WORD = 1, 2, 4, 8, 16


@dataclass(frozen=True, eq=False, kw_only=True)
class Nodes:
    """The leaves with text of a page from which tags were dropped and unwrapped, in document order.

    A node is a maximal run of text under one element that stays: no element that stays begins or ends inside it.
    Hidden text is absent. `row` and `node` are pairs: the rows of text and the node of each.
    """

    element: NDArray[np.int64]  # by node: the element that holds it
    row: NDArray[np.int64]
    node: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.element)


@dataclass(frozen=True, eq=False, kw_only=True)
class NodeModel:
    """A fitted model: how to encode and standardise the features, and what then tells how likely a node is clean."""

    tags: Mapping[str, int]  # codes from 1; other tags are 0
    mean: NDArray[np.float64]
    deviation: NDArray[np.float64]
    classify: Callable[[NDArray[np.float32]], NDArray[np.float64]]
    for_distances: bool = False  # logarithms of counts and a column for each tag; trees need neither

    def standardise(self, features: NDArray[np.float64]) -> NDArray[np.float32]:
        """Every feature with mean 0 and variance 1 on the pages that the model was fitted to."""
        scaled = ((self.prepare(features) - self.mean) / self.deviation).astype(np.float32)
        if not self.for_distances:
            return scaled
        rows = np.eye(len(self.tags) + 1, dtype=np.float32)[:, 1:]  # a tag that the model does not know has none
        tags = [rows[features[:, column].astype(int)] for column in TAG_COLUMNS]
        return np.concatenate([np.delete(scaled, TAG_COLUMNS, axis=1), *tags], axis=1)

    def prepare(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """The features before they are standardised.

        The paper wants them "approximately Gaussian"; counts have a long tail, and their logarithms have none. On the
        ten sites of table 1 logistic regression gains 2.3 points of F1 by it, the SVM 0.6.
        """
        return np.where(IS_COUNT, np.log1p(features), features) if self.for_distances else features

    @property
    def width(self) -> int:
        """How many numbers a standardised node has."""
        return len(FEATURES) + len(TAG_COLUMNS) * (len(self.tags) - 1) if self.for_distances else len(FEATURES)

    def score(self, page: Page, nodes: Nodes) -> NDArray[np.float64]:
        """How likely each node is clean."""
        if not len(nodes):
            return np.zeros(0)
        return self.classify(self.standardise(measure_nodes(page, nodes, self.tags)))


@dataclass(frozen=True, kw_only=True)
class NodeClassifier:
    """Keeps the blocks that have most of their characters in clean nodes.

    `model` is `xgboost` (shipped, and run by the kernel) or a model that `weft.papers.e` fitted.
    """

    model: str | NodeModel = "xgboost"

    def extract(self, page: Page) -> Document:
        """The blocks in clean nodes; nothing where every node is dirty."""
        with time_limit(page.seconds):
            nodes = find_nodes(page)
            clean = find_model(self.model).score(page, nodes) > CLEAN
            keep = np.flatnonzero((mean_by_block(page, nodes, clean) > 0.5) & ~page.blocks.hidden)
            return Document(page=page, keep=keep, chosen_by="node_classifier")

    def score(self, page: Page) -> NDArray[np.float64]:
        """How likely the nodes of each block are clean, by characters."""
        with time_limit(page.seconds):
            nodes = find_nodes(page)
            return mean_by_block(page, nodes, find_model(self.model).score(page, nodes))


def find_model(model: str | NodeModel) -> NodeModel:
    """The fitted model, or the one that ships under that name."""
    if isinstance(model, NodeModel):
        return model
    if model == "xgboost":
        return shipped_model()
    if model in ("svm", "logistic"):
        raise ConfigError(
            f"no {model} model ships", advice="weft train --method node_classifier writes one, weft.papers.e fits one"
        )
    raise ConfigError(f"unknown model {model!r}; choose xgboost, or fit svm or logistic with weft.papers.e")


@cache
def shipped_model() -> NodeModel:
    """The boosted trees in the package, read on first use."""
    return node_model(read_model(MODEL))


def node_model(file: ModelFile) -> NodeModel:
    """The model of a file that `weft train --method node_classifier` wrote."""
    try:
        model = NodeModel(
            tags={tag: code for code, tag in enumerate(file.header["tags"], start=1)},
            mean=np.array(file.header["mean"], np.float64),
            deviation=np.array(file.header["deviation"], np.float64),
            for_distances=bool(file.header.get("for_distances", False)),
            classify=lambda matrix: np.zeros(len(matrix)),
        )
        if model.mean.shape != (len(FEATURES),) or model.deviation.shape != (len(FEATURES),):
            raise ValueError("it has other features")
        return replace(model, classify=read_classify(file, model.width))
    except KeyError as error:
        raise ArtifactError(f"{file.name}: no {error} in it; train it again") from None
    except (ValueError, TypeError, AttributeError) as error:
        raise file.broken(error) from None


def read_node_classifier(path: Path) -> NodeClassifier:
    """The extractor that asks a model of one's own."""
    return NodeClassifier(model=node_model(read_model(path)))


def find_nodes(page: Page) -> Nodes:
    """The nodes of a page."""
    stays = _stays(page)
    edges = np.cumsum(stays + _ends(page, stays))  # the same between two edges of elements that stay
    dropped = np.isin(page.tag, _DROPPED)
    around: NDArray[np.int64] = np.cumsum(dropped) - np.cumsum(_ends(page, dropped))
    texts = np.flatnonzero((page.tag == TEXT) & ~page.hidden & ~page.raw & (around == 0))
    filled = texts[page.chars[texts] > 0]
    runs, first = np.unique(edges[filled], return_index=True)
    node = np.searchsorted(runs, edges[texts])
    beside = np.append(runs, -1)[node] == edges[texts]  # blank text belongs to a node or to none
    return Nodes(element=page.nearest(stays)[filled[first]], row=texts[beside], node=node[beside])


def measure_nodes(page: Page, nodes: Nodes, tags: Mapping[str, int]) -> NDArray[np.float64]:
    """The nine features of each node, tags encoded by `tags`."""
    stays = _stays(page)
    holder = page.nearest(stays)
    upper = holder[np.maximum(page.parent[nodes.element], 0)]
    codes = np.array([tags.get(name, 0) for name in TAG_NAMES] + [0])
    code = codes[np.minimum(page.tag, len(TAG_NAMES))]
    columns = [
        *_count_text(page, nodes),
        (np.cumsum(stays) - np.cumsum(_ends(page, stays)))[nodes.element],
        code[nodes.element],
        np.where(nodes.element > 0, code[upper], 0),
        _count_siblings(page, stays, holder)[nodes.element],
        np.arange(1, len(nodes) + 1) / max(len(nodes), 1),
    ]
    return np.column_stack(columns).astype(np.float64)


def mean_by_block(page: Page, nodes: Nodes, values: NDArray[np.float64] | NDArray[np.bool_]) -> NDArray[np.float64]:
    """The mean over each block's characters of a value per node; 0 for blocks without nodes."""
    weight = np.zeros((2, len(page) + 1))
    weight[0, nodes.row + 1] = page.chars[nodes.row]
    weight[1, nodes.row + 1] = page.chars[nodes.row] * values[nodes.node]
    total = np.cumsum(weight, axis=1)
    chars, weighted = total[:, page.blocks.last] - total[:, page.blocks.first]
    return weighted / np.maximum(chars, 1)


def _stays(page: Page) -> NDArray[np.bool_]:
    """Which rows are elements of the tree that is left; `html` always is."""
    stays = (page.tag < len(TAG_NAMES)) & ~np.isin(page.tag, _NOT_STAYING)
    stays[:1] = True
    return stays


def _ends(page: Page, wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many of the wanted subtrees end right before each row."""
    return np.bincount(page.end[wanted], minlength=len(page) + 1)[: len(page)]


def _count_siblings(page: Page, stays: NDArray[np.bool_], holder: NDArray[np.int64]) -> NDArray[np.int64]:
    """For every element that stays, how many children of its parent have its tag."""
    rows = np.flatnonzero(stays)
    family = holder[np.maximum(page.parent[rows], 0)] * 2**16 + page.tag[rows]
    _, which, count = np.unique(family, return_inverse=True, return_counts=True)
    siblings = np.zeros(len(page), np.int64)
    siblings[rows] = count[which]
    return siblings


def _count_text(page: Page, nodes: Nodes) -> list[NDArray[Any]]:
    """Length, sentences, spaces and marks of each node."""
    starts, stops = page.table.text_start[nodes.row], page.table.text_end[nodes.row]
    source = page.text_bytes[: stops.max(initial=0)]  # scripts stand behind the content
    letters = np.frombuffer(source.decode().encode("utf-32-le"), "<u4")
    lead = (np.frombuffer(source, np.uint8) & 0xC0) != 0x80  # the first byte of each character
    positions = np.concatenate(([0], np.cumsum(lead)))
    first, after = positions[starts], positions[stops]
    kinds = _kinds()
    kind = kinds[np.minimum(letters, len(kinds) - 1)]
    columns = (np.ones(len(kind), bool), _sentence_ends(kind, after), kind & _IS_SPACE > 0, kind & _IS_MARK > 0)
    totals = [np.concatenate(([0], np.cumsum(column))) for column in columns]
    return [np.bincount(nodes.node, (total[after] - total[first]).astype(np.float64), len(nodes)) for total in totals]


def _sentence_ends(kind: NDArray[np.uint8], after: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Where a sentence ends: at the last of its marks, and at no full stop inside a number or an address."""
    following = np.append(kind[1:], np.uint8(0))
    following[after - 1] = 0  # what follows a text is another's
    ends = (kind & (_IS_END | _IS_STOP) > 0) & (following & (_IS_END | _IS_STOP) == 0)
    return ends & ~((kind & _IS_STOP > 0) & (following & _IS_WORD > 0))


@cache
def _kinds() -> NDArray[np.uint8]:
    """What each character is, by code point; the last entry stands for all beyond the first plane."""
    kinds = np.zeros(2**16, np.uint8)
    words = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    sets = ((SPACES, _IS_SPACE), (MARKS, _IS_MARK), (SENTENCE_ENDS, _IS_END), (".", _IS_STOP), (words, _IS_WORD))
    for characters, kind in check_deadline(sets):
        kinds[[ord(character) for character in characters]] |= kind
    return kinds


_DROPPED = [tag_number(tag) for tag in DROPPED]
_NOT_STAYING = [TEXT, *_DROPPED, *(tag_number(tag) for tag in UNWRAPPED)]
