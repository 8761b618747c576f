"""Clusters of forum pages: H-K on record paths beside an FPC-like baseline and the split by software and version."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.metrics import score
from bench.records.truth import Case
from weft.page import Page
from weft.papers.b.record_paths import HK, RecordPaths, sibling_rows
from weft.records.find import find_records
from weft.records.fingerprints import find_software
from weft.records.location_library import LocationLibrary
from weft.records.locations import main_page_records

# Corpora whose pages one template takes out, which is paper B's truth: a wrapper learned on a page of one takes the
# pages of the other out as well as one of their own does, both ways (measured with SoftMealy, every fifth page).
SAME_TEMPLATE = {
    "discuzx34gbk_pc": "discuzx34_pc",
    "discuzx34_second": "discuzx34_pc",
    "discuzx35_pc": "discuzx34_pc",
    "discuzx35_archiver": "discuzx34_archiver",
    "mybb18_horizontal": "mybb18_classic",
}
BARE_LISTS = ("discuzx34_archiver", "discuzx35_archiver", "mybb18_archive", "phpwind87_simple")  # boards: <ul><li><a>

PRINTED_ALIKE = 1 / 3  # paper B's threshold: a distance of 2
OURS = RecordPaths(repair="root", same_above=PRINTED_ALIKE)
FPC_ALIKE = 0.8  # cosine of a page and a centre; FPC's own value is not printed in paper B
FPC_ROUNDS = 20
FPC_LAYERS = 12


@dataclass(frozen=True)
class Clusters:
    """A cluster number for each case, -1 for none."""

    numbers: list[int]

    @property
    def groups(self) -> list[list[int]]:
        """The places of the cases, cluster by cluster, the largest first."""
        found: dict[int, list[int]] = {}
        for place, number in enumerate(self.numbers):
            if number >= 0:
                found.setdefault(number, []).append(place)
        return sorted(found.values(), key=lambda group: (-len(group), group[0]))


def template(case: Case) -> tuple[str, str]:
    """The true cluster of a page: the pages that one template takes out."""
    if case.page_type == "list" and case.corpus in BARE_LISTS:
        return "bare", case.page_type
    return SAME_TEMPLATE.get(case.corpus, case.corpus), case.page_type


def record_rows(cases: Sequence[Case]) -> list[list[int]]:
    """The record nodes of pages, as in the paper's flow: at the places of a library, learned from what the default
    finds on the pages with several records; else where the default finds them."""
    found = [find_records(case.page) for case in cases]
    several = [main_page_records(case.page, regions) for case, regions in zip(cases, found, strict=True)]
    library = LocationLibrary.learn([one for one in several if len(one.records) > 1], least_pages=2)
    rows = []
    for case, regions in zip(cases, found, strict=True):
        main = (library.find(case.page) or regions)[:1]
        rows.append(
            [
                row
                for region in main
                for record in region.records
                for row in sibling_rows(case.page, record.start, record.end)
            ]
        )
    return rows


def describe(cases: Sequence[Case], rows: Sequence[Sequence[int]]) -> list[NDArray[np.uint64]]:
    """The record paths of each page."""
    similarity = RecordPaths()
    return [
        similarity.describe_records(case.page, np.array(own, np.int64)) for case, own in zip(cases, rows, strict=True)
    ]


def by_structure(descriptions: Sequence[NDArray[np.uint64]], similarity: RecordPaths) -> Clusters:
    """H-K on the paths in the records."""
    return _numbered(HK().group(descriptions, similarity), len(descriptions))


def by_software(cases: Sequence[Case]) -> Clusters:
    """Pages of one software and version, as the page itself says, boards and threads apart."""
    numbers: dict[Hashable, int] = {}
    found = []
    for case in cases:
        made = find_software(case.page)
        found.append(numbers.setdefault((made.name, made.version, case.page_type), len(numbers)))
    return Clusters(found)


def by_layers(cases: Sequence[Case]) -> Clusters:
    """FPC-like: counts of tags in each layer of the tree; centres are added page by page, then moved by K-means."""
    vectors = np.stack([_layers(case.page) for case in cases])
    centres: list[NDArray[np.float64]] = []
    for vector in vectors:
        if not centres or max(float(vector @ centre) for centre in centres) < FPC_ALIKE:
            centres.append(vector)
    means = np.stack(centres)
    nearest = np.argmax(vectors @ means.T, axis=1)
    for _ in range(FPC_ROUNDS):
        for number in np.unique(nearest):
            mean = vectors[nearest == number].sum(axis=0)
            means[number] = mean / max(float(np.linalg.norm(mean)), 1e-9)
        moved = np.argmax(vectors @ means.T, axis=1)
        if np.array_equal(moved, nearest):
            break
        nearest = moved
    return Clusters(nearest.tolist())


def _layers(page: Page) -> NDArray[np.float64]:
    elements = page.tag != 0
    layer = np.minimum(page.depth[elements], FPC_LAYERS - 1).astype(np.int64)
    counts = np.bincount(layer * 256 + np.minimum(page.tag[elements], 255), minlength=FPC_LAYERS * 256)
    weights = np.sqrt(counts.astype(np.float64))
    return weights / max(float(np.linalg.norm(weights)), 1e-9)


def _numbered(groups: Sequence[NDArray[np.int64]], size: int) -> Clusters:
    numbers = [-1] * size
    for number, group in enumerate(groups):
        for place in group.tolist():
            numbers[place] = number
    return Clusters(numbers)


def pair_scores(clusters: Clusters, truth: Sequence[Hashable]) -> dict[str, float]:
    """Pairs of pages in one cluster that belong together, and pairs that belong together in one cluster.

    >>> pair_scores(Clusters([0, 0, 1]), ["a", "a", "a"])["recall"]
    0.3333333333333333
    """

    def pairs(counts: Counter[Any]) -> int:
        return sum(count * (count - 1) // 2 for count in counts.values())

    # A page without a cluster is alone.
    own = [number if number >= 0 else ("alone", place) for place, number in enumerate(clusters.numbers)]
    marks = score(pairs(Counter(zip(own, truth, strict=True))), pairs(Counter(own)), pairs(Counter(truth)))
    return {"precision": marks.precision, "recall": marks.recall, "f1": marks.f1, "clusters": len(clusters.groups)}


def compare(cases: Sequence[Case], descriptions: Sequence[NDArray[np.uint64]]) -> dict[str, Any]:
    """The partitions beside each other, and paper B's tables 1 and 2 over our pages."""
    truth = [template(case) for case in cases]
    partitions = {
        "H-K, root, the paper's threshold": by_structure(descriptions, OURS),
        "H-K, square, the paper's threshold": by_structure(descriptions, RecordPaths(same_above=PRINTED_ALIKE)),
        "FPC-like": by_layers(cases),
        "software and version": by_software(cases),
    }
    found = {name: pair_scores(clusters, truth) for name, clusters in partitions.items()}
    return {"pairs": found, "templates": len(set(truth)), **_tables(cases, next(iter(partitions.values())))}


def _tables(cases: Sequence[Case], clusters: Clusters) -> dict[str, Any]:
    """Versions a software (table 1), and clusters of three pages and more a version (table 2)."""
    sizes = Counter(clusters.numbers)
    versions: dict[str, set[str]] = {}
    needed: dict[str, set[int]] = {}
    for case, number in zip(cases, clusters.numbers, strict=True):
        versions.setdefault(case.engine, set()).add(case.version)
        if number >= 0 and sizes[number] > 2:
            needed.setdefault(f"{case.engine} {case.version}", set()).add(number)
    return {
        "versions": {name: len(found) for name, found in sorted(versions.items())},
        "templates_by_version": {name: len(found) for name, found in sorted(needed.items())},
    }
