"""Pages that list things, for the model of records: those read by eye, those with one list picked, made ones.

The judge half of the pages read by eye, and every page of its hosts, is left out.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any

from bench.records.listing_pages import JUDGE, LEARNING
from bench.records.listing_truth import ListingCase, read_listings
from weft import parse
from weft.training.augment.cases import TrainingCase
from weft.training.made_listings import made_listing, made_single
from weft.training.record_examples import KnownListing
from weft.training.record_model import PageSource
from weft.training.training_pages import SCORED, TruthPage, read_pages

# Weights were chosen by cross-validation on the learning half, leaving out a quarter of the hosts at a time.
BY_EYE_WEIGHT = 4.0
PICKED_WEIGHT = 3.0
MADE_WEIGHT = 0.1
MADE_SITES = 200
PICKED = Path(__file__).with_name("listings_picked.json")


def judge_hosts(data: Path) -> frozenset[str]:
    """The hosts of the pages that only judge."""
    domains = {page.page_id: page.domain for page in read_pages(data / SCORED)}
    return frozenset(domains[case.id] for case in read_listings(data) if case.half == JUDGE)


def listing_sources(data: Path) -> list[PageSource]:
    """The pages that list things, without those that judge; none where there is no data set."""
    if not (data / SCORED).exists():
        return made_sources(MADE_SITES)
    cases, pages, judges = read_listings(data), read_pages(data / SCORED), judge_hosts(data)
    domains = {page.page_id: page.domain for page in pages}
    by_eye = [
        PageSource(
            id=f"by eye/{case.id}",
            program=f"host {domains[case.id]}",
            read=partial(read_listing, case),
            weight=BY_EYE_WEIGHT,
            kind="listing by eye",
        )
        for case in cases
        if case.half == LEARNING
    ]
    return [*by_eye, *_picked_sources(pages, judges), *made_sources(MADE_SITES)]


def _picked_sources(pages: list[TruthPage], judges: frozenset[str]) -> list[PageSource]:
    """The pages of which one list was picked by eye from those that a finder proposed."""
    picked = {entry["id"]: entry for entry in json.loads(PICKED.read_bytes())["pages"]}
    return [
        PageSource(
            id=f"picked/{page.page_id}",
            program=f"host {page.domain}",
            read=partial(read_picked, page, picked[page.page_id]),
            weight=PICKED_WEIGHT,
            kind="listing picked",
        )
        for page in pages
        if page.page_id in picked and page.domain not in judges
    ]


def made_sources(sites: int) -> list[PageSource]:
    """Lists of made sites, and of every other one a page about one thing."""
    makers = {"list": made_listing, "single": made_single}
    return [
        PageSource(
            id=f"made {kind}/{site}",
            program=f"made site {site}",
            read=partial(makers[kind], site, 0),
            weight=MADE_WEIGHT,
            kind="made listing",
        )
        for site in range(sites)
        for kind in (("list", "single") if site % 2 else ("list",))
    ]


def read_listing(case: ListingCase) -> KnownListing:
    """A page that was read by eye."""
    page = parse(case.path.read_bytes(), url=case.url or None)  # not the case's own, which would stay in memory
    known = TrainingCase(id=case.id, page=page, page_type="items", records=())
    lists = tuple(tuple(item.rows["title"] for item in items) for items in case.lists if items)
    return KnownListing(known, lists=lists, is_priced=case.kind == "cards")


def read_picked(page: TruthPage, truth: dict[str, Any]) -> KnownListing:
    """A page of which one list was picked, or none."""
    parsed = parse(page.path.read_bytes(), url=page.url or None)
    if len(parsed) != truth["rows"]:
        raise ValueError(f"{page.page_id}: {len(parsed)} rows where {truth['rows']} were read: the truth has moved")
    case = TrainingCase(id=page.page_id, page=parsed, page_type="items", records=())
    lists = (tuple(truth["titles"]),) if truth["titles"] else ()
    return KnownListing(case, lists=lists, is_priced=truth["priced"])
