"""Paper B's table 5 as a record: `python -m bench.papers.paper_b` writes bench/record/paper_b.json (some minutes).

Forums that nobody learned from: each installation is left out in turn; the others give the location library, the
clusters and one SoftMealy template a cluster, labelled by the default on the centre page. A page of the forum left out
then goes the paper's way (figure 3): library, records, nearest centre, that centre's template, fields.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.papers.flow_b import cluster_marks, count_clusters, try_flow
from bench.places import data_folder
from bench.readme import RECORD
from bench.records.clustering import OURS, by_structure, describe, template
from bench.records.locating import KINDS, best, letter_shares
from bench.records.truth import REAL, Case, read
from bench.records.wrapping import MIN_PAGES as MIN_MEMBERS
from bench.records.wrapping import MIN_RECORDS, NAMES, outcome
from bench.run import summary
from weft.content import Region
from weft.page import Page
from weft.papers.b.record_paths import sibling_rows
from weft.papers.b.repeated_subtrees import PRINTED, REPAIRED
from weft.papers.c import SoftMealy, learn_softmealy
from weft.papers.c import found_example as wrapper_example
from weft.records.find import find_records
from weft.records.location_library import LocationLibrary
from weft.records.locations import main_page_records

FILE = "paper_b.json"
OUTCOMES = ("pages", "whole", "no location", "no template")
SEEN = ("template", "software", "nothing")  # of a forum's pages, on the other forums
MIN_PAGES = 2  # of a place in the library: one page's habit is no location

PRINTED_METHODS = {"as printed": PRINTED, "repaired": REPAIRED}
ITS_KIND = ("discuzx34_pc", "discuzx34_second", "discuzx34gbk_pc", "discuzx35_pc", "phpwind87_wind")

Regions = Sequence[Region]


@dataclass(frozen=True, eq=False)
class Centre:
    """The centre page of a cluster and what its records look like."""

    case: Case
    description: NDArray[np.uint64]


def make(data: Path, out: Path = RECORD) -> int:
    """Leave out one forum after the other, try the flow and the location, and keep what their pages gave."""
    cases = [case for case in read(data) if case.corpus != "realworld" and case.page_type != "other"]
    programs = {case.engine for case in cases}
    found = leave_out(cases)
    where = summary([], [])
    record = {
        "made": where["made"],
        "machine": where["machine"],
        "unseen": found,
        "flow": try_flow(cases, programs).figures(),
        "clusters_left_out": cluster_marks(count_clusters(cases, programs)),
        "location": locate_as_printed(read(data)),
        "left_out": location_left_out(out),
    }
    (out / FILE).write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


def locate_as_printed(cases: Iterable[Case]) -> dict[str, Any]:
    """A to E of the location as printed and repaired, on all pages and on those of software that it was made for."""
    letters = {name: {kind: Counter[str]() for kind in ("all", "its kind")} for name in PRINTED_METHODS}
    for case in cases:
        if case.ambiguous or case.page_type == "other":
            continue
        for name, method in PRINTED_METHODS.items():
            verdict = best(case, [region.records for region in method.find(case.page)[:1]], printed=True)
            letters[name]["all"][verdict.letter] += 1
            if case.corpus in ITS_KIND:
                letters[name]["its kind"][verdict.letter] += 1
    return {name: {kind: letter_shares(count) for kind, count in kinds.items()} for name, kinds in letters.items()}


def location_left_out(out: Path) -> dict[str, float]:
    """A + D of weft's finder on pages of programs that it did not learn from, from the record of that measure."""
    path = out / "records_left_out.json"
    layouts = json.loads(path.read_text(encoding="utf-8"))["layouts"]
    here = [own for layout, own in layouts.items() if not layout.startswith(REAL)]
    pages, right = Counter[str](), Counter[str]()
    for own, kind in product(here, KINDS.values()):
        mark = own.get(f"{kind} A + D", {"pages": 0, "served": 0.0})
        pages[kind] += mark["pages"]
        right[kind] += round(mark["served"] * mark["pages"])
    shares = {f"{kind} A+D": right[kind] / pages[kind] for kind in pages}
    return {"pages": pages.total(), "right": right.total(), **shares}


def leave_out(cases: Sequence[Case]) -> dict[str, Any]:
    """By forum the pages that came out whole, and sums by how much of the forum the others have shown."""
    found = {case.id: find_records(case.page) for case in cases}
    wrappers: dict[str, SoftMealy | None] = {}
    forums: dict[str, dict[str, Any]] = {}
    for forum in sorted({case.corpus for case in cases}):
        others = [case for case in cases if case.corpus != forum]
        own = [case for case in cases if case.corpus == forum]
        forums[forum] = _try_forum(own, others, found, wrappers)
    return {"forums": forums, **{seen: _sums(forums.values(), seen) for seen in SEEN}}


def _try_forum(
    own: Sequence[Case], others: Sequence[Case], found: Mapping[str, Regions], wrappers: dict[str, SoftMealy | None]
) -> dict[str, Any]:
    examples = [main_page_records(case.page, found[case.id]) for case in others]
    library = LocationLibrary.learn([one for one in examples if len(one.records) > 1], least_pages=MIN_PAGES)
    rows = [record_rows(case.page, library.find(case.page) or found[case.id]) for case in others]
    centres = find_centres(others, describe(others, rows))
    tallies: dict[str, Counter[str]] = defaultdict(Counter)
    for case in own:
        tallies[case.page_type][_try_page(case, library, centres, wrappers)] += 1
    kinds = {kind: next(case for case in own if case.page_type == kind) for kind in sorted(tallies)}
    return {
        "engine": own[0].engine,
        "places": len(library.places),
        "templates": len(centres),
        **{
            kind: {"seen": _seen(case, others), "pages": tallies[kind].total(), **tallies[kind]}
            for kind, case in kinds.items()
        },
    }


def _seen(case: Case, others: Sequence[Case]) -> str:
    """What the other forums have shown of pages like this one."""
    if template(case) in {template(other) for other in others}:
        return "template"
    return "software" if case.engine in {other.engine for other in others} else "nothing"


def record_rows(page: Page, regions: Regions) -> list[int]:
    """The record nodes of the main region."""
    spans = [(record.start, record.end) for region in regions[:1] for record in region.records]
    return [row for start, end in spans for row in sibling_rows(page, start, end)]


def find_centres(cases: Sequence[Case], descriptions: Sequence[NDArray[np.uint64]]) -> list[Centre]:
    """The page of each cluster that is nearest to the others, one with several records if there is any."""
    centres = []
    for group in by_structure(descriptions, OURS).groups:
        if len(group) < MIN_MEMBERS:
            continue
        nearness = np.round(OURS.matrix([descriptions[place] for place in group]).sum(axis=1), 9).tolist()
        few = [len(cases[place].records) < MIN_RECORDS for place in group]
        best = min(range(len(group)), key=lambda at: (few[at], -nearness[at], at))
        centres.append(Centre(cases[group[best]], descriptions[group[best]]))
    return centres


def _try_page(
    case: Case, library: LocationLibrary, centres: Sequence[Centre], wrappers: dict[str, SoftMealy | None]
) -> str:
    """What came of a page: `whole`, what was wrong first, `no location`, or `no template` where no centre is alike."""
    rows = record_rows(case.page, library.find(case.page))
    if not rows:
        return "no location"
    description = describe([case], [rows])[0]
    likeness = OURS.matrix([description, *(centre.description for centre in centres)])[0, 1:]
    if not len(likeness) or likeness.max() <= OURS.same_above:
        return "no template"
    centre = centres[int(np.argmax(likeness))].case
    if centre.id not in wrappers:
        wrappers[centre.id] = _learn(centre)
    wrapper = wrappers[centre.id]
    taken = wrapper.find(case.page) if wrapper else ()
    return outcome(case, taken[0].records if taken else ())


def _learn(centre: Case) -> SoftMealy | None:
    """A template from the default's records on a page; none where it found none."""
    regions = find_records(centre.page)
    example = wrapper_example(centre.page, regions[0].records if regions else (), NAMES[centre.page_type])
    return learn_softmealy([example]) if example.records else None


def _sums(forums: Iterable[Mapping[str, Any]], seen: str) -> dict[str, Any]:
    """By kind of page how many forums, pages and outcomes."""
    known = list(forums)
    sums = {}
    for kind in NAMES:
        rows = [forum[kind] for forum in known if kind in forum and forum[kind]["seen"] == seen]
        sums[kind] = {"forums": len(rows), **{name: sum(row.get(name, 0) for row in rows) for name in OUTCOMES}}
    return sums


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.papers.paper_b", description=make.__doc__)
    parser.add_argument("--data", default="", help="the unpacked data; else WEFT_DATA, else data/ in the checkout")
    parser.add_argument("-o", "--out", type=Path, default=RECORD, help="the folder of the record")
    options = parser.parse_args()
    raise SystemExit(make(data_folder(options.data), options.out))
