"""The draft of a page's records in one call of the kernel beside its twin, which goes step by step."""

import random
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, board, thread
from tests.records.plain_drafts import PlainSearch
from tests.records.test_board_rows import make_board
from tests.records.test_lone_authors import LONE
from tests.records.test_region_parts import make_posts
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.errors import LimitError
from weft.features.declared import word_lists
from weft.page import Page
from weft.records.find import RecordSearch
from weft.records.item_features import PLACES
from weft.records.kernel_draft import Answers
from weft.records.model import FEATURES, default_model
from weft.records.names import clean_name, name_arrays, says_nothing
from weft.records.reading_features import READ_FEATURES
from weft.records.readings import Reading
from weft.records.words import POSTS as FORUM
from weft.training.made_forums import made_board, made_thread
from weft.training.made_listings import made_listing

GOLDEN = sorted((Path(__file__).parent.parent / "golden").rglob("*.html"))


def told(readings: list[Reading]) -> list[tuple[object, ...]]:
    """What readings say, without what computes it."""
    return [
        (one.view.index, one.posts, one.rows, one.is_items, one.mass, one.likely, one.features.tolist())
        for one in readings
    ]


def assert_gathered_alike(search: RecordSearch, plain: PlainSearch) -> None:
    """What the kernel found on the way to the draft is what it finds in single steps."""
    own, wanted, found = search.evidence, plain.evidence, search.found
    for name in ("tokens", "flags", "attribute_times", "prices", "counts"):
        np.testing.assert_array_equal(getattr(own.marks, name), getattr(wanted.marks, name), strict=True)
    assert own.marks.times == wanted.marks.times
    assert (own.times.texts, own.times.sources) == (wanted.times.texts, wanted.times.sources)
    for name in ("rows", "others"):
        np.testing.assert_array_equal(getattr(own.times, name), getattr(wanted.times, name), strict=True)
    assert found.is_marked == bool(plain.anchors)
    assert search._is_discussion == (plain.score >= FORUM)
    if not found.evidence:  # nothing becomes of any region
        assert (len(found.views), found.draft) == (0, None)
        return
    for name in ("is_time", "is_date", "times_under", "text_rows", "framed", "appended", "is_title", "weights", "link"):
        np.testing.assert_array_equal(getattr(found.evidence, name), getattr(wanted.columns, name), strict=True)
    np.testing.assert_array_equal(found.link_kinds, wanted.link_kind_column, strict=True)
    for sums, known in zip(found.sums or (), plain.measures.sums, strict=True):
        np.testing.assert_array_equal(sums, known, strict=True)
    if found.names:
        assert [one.tolist() for one in found.names[::2]] == [one.tolist() for one in name_arrays(wanted)[:2]]
        assert found.names[1].tolist() == says_nothing(wanted).tolist()


def assert_as_twin(page: Page) -> set[str]:
    """What the page was drafted as, the same in the kernel and in its twin."""
    search = RecordSearch(page)
    plain = PlainSearch(search)
    assert_gathered_alike(search, plain)
    assert told(search.leading) == told(plain.leading)
    assert [(draft.view.is_worth, draft.view.expected) for draft in search._drafts] == [
        (draft.view.is_worth, draft.view.expected) for draft in plain.drafts
    ]
    assert search.posts() == plain.posts
    assert search.is_alone == bool(plain.lone_posts)
    assert search.post_blocks()[0] == plain.post_blocks()[0]
    np.testing.assert_array_equal(search.post_blocks()[1], plain.post_blocks()[1], strict=True)
    kinds = {"posts" if one.posts else "rows" if one.rows else "items" for one in search.leading}
    return kinds | ({"alone"} if search.is_alone else set()) | ({"said"} if search.posts() else set())


def test_the_features_are_those_of_the_model() -> None:
    assert tuple(_native.READ_FEATURES) == READ_FEATURES


@every_seed(40)
def test_the_twin_drafts_the_same_of_random_pages(seed: int) -> None:
    rng = random.Random(seed)
    forum = "<a href=/forum>Forum</a><a href=/register>Register</a>"
    for html in (make_page(seed, 200), forum + make_posts(rng), forum + make_board(rng), make_posts(rng) + LONE):
        assert_as_twin(parse(html))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_drafts_the_same_of_threads(layout: str) -> None:
    quoted = [replace(post, body=f"<blockquote>{POSTS[0].body}</blockquote>{post.body}") for post in POSTS]
    foreign = [replace(post, author=f"von Jörg {n % 2}") for n, post in enumerate(POSTS)]
    assert assert_as_twin(parse(thread(layout, POSTS))) >= {"posts", "said"}
    for html in (thread(layout, tuple(quoted)), thread(layout, tuple(foreign)), thread(layout) + board(), LONE):
        assert_as_twin(parse(html))


def test_the_twin_drafts_the_same_of_boards_and_posts_alone() -> None:
    assert "rows" in assert_as_twin(parse(board()))
    assert assert_as_twin(parse(LONE)) >= {"alone", "said"}
    assert "items" in set().union(*(assert_as_twin(made_listing(site, 0).page) for site in range(8)))
    assert not assert_as_twin(parse("<p>Nothing repeats here"))


@every_seed(8)
def test_the_twin_drafts_the_same_of_made_forums(seed: int) -> None:
    for case in (made_thread(seed, 0), made_board(seed, 0)):
        assert_as_twin(case.page)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name + "-" + path.stem)
def test_the_twin_drafts_the_same_of_golden_pages(path: Path) -> None:
    assert_as_twin(parse(path.read_bytes()))


@every_seed(60)
def test_names_of_ascii_are_those_of_the_patterns(seed: int) -> None:
    rng = random.Random(seed)
    words = ["by", "posted by", "Ann", "von", "par", "de", "van", ":", ",", "-", "  ", "written", "by:", "x", "7", "|"]
    texts = [rng.choice(["", " "]).join(rng.choices(words, k=rng.randrange(1, 6))) for _ in range(8)]
    posts = (
        f"<div class=post><b class=author>{text}</b> 2022-09-0{n} 06:38<p>It is so.</div>"
        for n, text in enumerate(texts, 1)
    )
    assert_as_twin(parse("<a href=/forum>Forum</a>" + "".join(posts)))
    assert [clean_name(text) for text in texts] == Answers().names(texts)


class Broken(Answers):
    """Raises, or gives too few answers."""

    def names(self, texts: Any) -> list[str]:
        raise LimitError("seconds", 1.0)

    def prices(self, texts: Any) -> list[bool]:
        return []


def draft(page: Page, answers: Answers | None = None, *, seconds: float = inf) -> _native.PageRecords:
    """What the kernel finds on a page with these answers."""
    search = default_model().kernel, answers or Answers(), None
    return _native.draft_page(page.table, page.url or "", search, seconds=seconds)


def test_what_is_asked_may_fail() -> None:
    page = parse(thread("div", POSTS))
    found = draft(page).draft
    assert found is not None
    assert found.said == len(POSTS)
    with pytest.raises(LimitError):
        draft(page, Broken())
    counted = "<li><a href=/t/{0}>Loom {0}</a> {0} replies <b>Ann</b> 2022-09-0{0} 06:38</li>"
    with pytest.raises(ValueError, match="one answer"):
        draft(parse("<ul>" + "".join(map(counted.format, range(1, 8))) + "</ul>"), Broken())
    with pytest.raises(ValueError, match="length"):
        _native.draft_page(page.table, "", (default_model().kernel, Answers()), seconds=1.0)  # type: ignore[arg-type]


def test_an_address_that_the_kernel_cannot_read_is_asked_for() -> None:
    for url in (None, "https://löm.example/forum/1", "https://loom.example/forum/1"):
        search = RecordSearch(parse(board(), url=url))
        assert search.readings[0].features.tolist() == PlainSearch(search).leading[0].features.tolist()


def test_the_deadline_is_asked() -> None:
    with pytest.raises(_native.LimitTripped):
        draft(parse(thread("div", POSTS * 200)), seconds=0.0)


def test_trees_of_other_features_are_refused() -> None:
    trees, words = default_model().trees, word_lists()
    for name in FEATURES:
        if name != "numbers":  # no draft asks for numbers
            with pytest.raises(ValueError, match=name):
                _native.RecordModels({one: of for one, of in trees.items() if one != name}, words, PLACES)
            with pytest.raises(ValueError, match=name):
                _native.RecordModels(trees | {name: trees["regions" if name != "regions" else "lone"]}, words, PLACES)
    with pytest.raises(ValueError, match="regions"):
        _native.RecordModels(trees, words, PLACES[1:])
