"""Labelled nodes (paper E, algorithm 1): a node is clean when its text is in the main content, else dirty."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.errors import SourceError
from weft.page import Page, parse
from weft.page.page import TAG_NUMBERS
from weft.papers.e.node_classifier import FEATURES, Nodes, find_nodes, measure_nodes

SPLITS = ("nodes", "pages", "sites")
TAG_COLUMNS = [FEATURES.index("last_tag"), FEATURES.index("second_last_tag")]


@dataclass(frozen=True, kw_only=True)
class Example:
    """A page in a file, the site it is of and its main content."""

    site: str
    path: Path
    text: str


@dataclass(frozen=True, eq=False, kw_only=True)
class NodeSet:
    """The nodes of many pages as columns: features, whether they are clean, and where they are from."""

    features: NDArray[np.float64]
    clean: NDArray[np.bool_]
    page: NDArray[np.int64]  # the number of the example
    site: NDArray[np.str_]
    tags: Mapping[str, int]  # codes of the tags in the features
    digest: str  # of the bytes and texts that were read

    def __len__(self) -> int:
        return len(self.clean)

    def take(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> NodeSet:
        """Some of the nodes."""
        return NodeSet(
            features=self.features[chosen],
            clean=self.clean[chosen],
            page=self.page[chosen],
            site=self.site[chosen],
            tags=self.tags,
            digest=self.digest,
        )

    def groups(self, by: str) -> NDArray[np.int64]:
        """A number for each node, the same for what must not stand on both sides of a split."""
        keys = {"nodes": np.arange(len(self)), "pages": self.page, "sites": self.site}[by]
        return np.unique(keys, return_inverse=True)[1]

    def split(self, by: str, *, seed: int, share: float = 0.7) -> tuple[NodeSet, NodeSet]:
        """Two parts, 7:3 as in the paper. It does not say of what: by nodes, a page teaches about itself."""
        groups = self.groups(by)
        order = np.random.default_rng(seed).permutation(int(groups.max(initial=-1)) + 1)
        first = np.isin(groups, order[: round(share * len(order))])
        return self.take(first), self.take(~first)


def read_sites(folder: Path, sites: Sequence[str] = ()) -> list[Example]:
    """The pages with a text of the sites (`realsites/geiar`), or of all below the folder."""
    files = [folder / site / "truth.jsonl" for site in sites] or sorted(folder.rglob("truth.jsonl"))
    examples = []
    for file in files:
        for line in _read(file).splitlines():
            truth = json.loads(line)
            if truth.get("text"):
                examples.append(Example(site=truth["site"], path=file.parent / truth["file"], text=truth["text"]))
    return examples


def read_wcxb(folder: Path) -> list[Example]:
    """The pages of WCXB; the host is the site. Pages whose truth is empty have dirty nodes only."""
    examples = []
    for file in sorted((folder / "ground-truth").glob("*.json")):
        entry = json.loads(_read(file))
        host = urlsplit(entry.get("url") or "").netloc.removeprefix("www.")
        text = entry["ground_truth"].get("main_content") or ""
        examples.append(Example(site=host, path=folder / "html" / f"{file.stem}.html", text=text))
    return examples


def read_nodes(examples: Iterable[Example]) -> NodeSet:
    """The labelled nodes of the examples, in order."""
    features, clean, sizes, sites = [], [], [], []
    digest = hashlib.sha256()
    for example in examples:
        data = _read(example.path)
        digest.update(data + example.text.encode())
        page = parse(data)
        nodes = find_nodes(page)
        features.append(measure_nodes(page, nodes, TAG_NUMBERS))
        clean.append(label_nodes(page, nodes, example.text))
        sizes.append(len(nodes))
        sites.append(example.site)
    if not features:
        raise SourceError("no examples to read nodes from")
    matrix, tags = _encode(np.concatenate(features))
    return NodeSet(
        features=matrix,
        clean=np.concatenate(clean),
        page=np.repeat(np.arange(len(sizes)), sizes),
        site=np.repeat(np.array(sites), sizes),
        tags=tags,
        digest=digest.hexdigest(),
    )


def label_nodes(page: Page, nodes: Nodes, text: str) -> NDArray[np.bool_]:
    """Whether each node's text is in the text, letters and digits compared; a node without any is dirty.

    White space never agrees, and hand-made texts write quotes and dashes in their own way: on the news pages of nymag
    the nodes found in the texts hold 18 % of their characters where all signs are compared, 95 % so.
    """
    text = _letters(text)
    parts: list[list[str]] = [[] for _ in range(len(nodes))]
    for row, node in zip(nodes.row.tolist(), nodes.node.tolist(), strict=True):
        parts[node].append(page.text(row))
    keys = [_letters("".join(part)) for part in parts]
    return np.array([bool(key) and key in text for key in keys], dtype=np.bool_)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def _encode(features: NDArray[np.float64]) -> tuple[NDArray[np.float64], dict[str, int]]:
    """The features with the tags that occur in them coded by their order in the alphabet, from 1."""
    used = set(np.unique(features[:, TAG_COLUMNS]).astype(int).tolist())
    names = sorted(name for name, number in TAG_NUMBERS.items() if number in used and number)
    tags = {name: code for code, name in enumerate(names, start=1)}
    codes = np.array([tags.get(name, 0) for name in TAG_NUMBERS])
    features[:, TAG_COLUMNS] = codes[features[:, TAG_COLUMNS].astype(int)]
    return features, tags


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(f"{path}: cannot be read: {error.strerror}") from None
