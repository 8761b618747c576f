"""What nobody said in the bodies of records, and the quotes in them, in the kernel beside its twin."""

import random
from dataclasses import replace

import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.records.plain_said_parts import quote_rows, unsaid_rows
from tests.records.test_role_features import random_parts
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.page import Page
from weft.records.alignment import align_records
from weft.records.evidence import gather
from weft.records.find import RecordSearch
from weft.records.model import default_model
from weft.records.posts import body_parts
from weft.records.regions import find_candidates
from weft.records.role_features import Parts
from weft.records.roles import BODY_WORDS
from weft.training.made_forums import made_thread
from weft.training.record_examples import KnownPage

ROLES = ("buttons", "signatures", "quotes")
STRUCTURES = (
    "<pre>let warp = 4;\nlet weft = 5;</pre>",
    "<table><tr><th>Yarn<th>Price<tr><td>Wool<td>4</table>",
    "<blockquote>Ann wrote: Which loom should a beginner buy?</blockquote>",
    "<div class=signature>-- <br>Weaving since 1999</div>",
    "<a href=/reply/1>Reply</a> <a href=/report/1>Report</a>",
)


def assert_as_twin(parts: Parts) -> int:
    """How many rows were found, the same in the kernel and in its twin."""
    evidence, slots, model = parts.evidence, parts.slots, default_model()
    unsaid, quotes = _native.said_parts(
        evidence.page.table,
        evidence.columns,
        (evidence.link_kind_column, evidence.shown),
        slots.ranges,
        slots.slot,
        parts.known,
        [model.trees[name] for name in ROLES],
    )
    assert tuple(unsaid) == unsaid_rows(parts, model)
    assert tuple(quotes) == quote_rows(parts, model)
    return len(unsaid) + len(quotes)


@every_seed(40)
def test_the_twin_finds_the_same_in_random_bodies(seed: int) -> None:
    rng = random.Random(seed)
    html = make_page(seed, 120) + "".join(f"<div><p>{rng.choice(STRUCTURES)}</p></div>" for _ in range(30))
    assert_as_twin(replace(random_parts(gather(parse(html)), rng), numbers=(), asked=BODY_WORDS))


def count_found(page: Page) -> int:
    """How many rows were found in the posts of a page and in its other regions."""
    search, found = RecordSearch(page), 0
    for candidate in find_candidates(page, search.evidence.times.rows)[:6]:
        slots = align_records(search.evidence, candidate.ranges)
        found += assert_as_twin(body_parts(search.evidence, slots, search.posts()))
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_finds_the_same_in_threads(layout: str) -> None:
    bodies = [f"I would say so. {structure}" for structure in STRUCTURES]
    posts = [replace(said, body=said.body + body) for said, body in zip(POSTS * 2, bodies, strict=False)]
    count_found(parse(thread(layout, tuple(posts))))


@every_seed(12)
def test_the_twin_finds_the_same_in_made_threads(seed: int) -> None:
    assert count_found(KnownPage(made_thread(seed, 0)).page) >= 0


def test_some_are_found() -> None:
    assert sum(count_found(KnownPage(made_thread(program, 0)).page) for program in range(20))


def test_trees_of_other_features_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    slots = align_records(evidence, [(3, 5), (5, 7)])
    parts = Parts(evidence=evidence, slots=slots, mains=[(3, 5), (5, 7)])
    trees = default_model().trees
    page = (evidence.link_kind_column, evidence.shown)
    for known, names in ((parts.known, ("titles", *ROLES[1:])), (([(3, 99), (5, 7)], *parts.known[1:]), ROLES)):
        with pytest.raises(ValueError, match="parts"):
            _native.said_parts(
                evidence.page.table,
                evidence.columns,
                page,
                slots.ranges,
                slots.slot,
                known,
                [trees[name] for name in names],
            )
