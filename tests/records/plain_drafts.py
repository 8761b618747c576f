"""The draft of a page's records step by step: the twin of the kernel's `record_page.rs` and `record_drafting.rs`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tests.records.plain_said_blocks import said_blocks
from weft._native import Trees
from weft.page import Page
from weft.records.alignment import align_records
from weft.records.drafts import Draft, draft_readings
from weft.records.evidence import Evidence, Rows, gather
from weft.records.find import MIN_OTHER, RecordSearch, find_anchors, least_of, repeated_spans
from weft.records.model import RecordModel
from weft.records.names import author_columns
from weft.records.posts import Post, in_spans, mark_parts
from weft.records.reading_features import PageMeasures
from weft.records.readings import (
    MIN_WORTH,
    SPLITTING,
    Reading,
    RegionView,
    in_order,
    list_views,
    view_regions,
    weigh_readings,
    with_likely,
)
from weft.records.single_post import find_lone_posts, find_main_posts

MAIN_SHARE = 0.4  # of the page's text that rows must hold to be its matter where it is no discussion
DISCUSSION = 0.0  # score of a page from which on its small regions and posts alone are worth reading
MAX_WORTH = 6  # marked regions that are read as posts and rows: answers inside of answers make several of one thread
MIN_LONE = 0.4  # expected share of the true records from which on a post that stands alone is an answer
MIN_ANSWER = 0.15  # the same of another post whose body has the tag and classes of a likely one
MIN_MAIN = 0.45  # the same of a main post before the others
SURE = 0.9  # expected share from which on no post alone is looked for
MIN_SAME = 0.4  # likelihood of a post that may be taken in place of one with the same body and time
MIN_AUTHOR = 0.5  # likelihood of the author of a post that lacks the others' column


class PlainSearch:
    """What is drafted of one page, in steps; of the regions that a search has let pass."""

    def __init__(self, search: RecordSearch) -> None:
        self.search = search
        self.page: Page = search.page
        self.evidence: Evidence = gather(search.page, reference=search.reference)
        self.measures = PageMeasures(self.evidence)
        self.model: RecordModel = search.model

    @cached_property
    def anchors(self) -> list[Rows]:
        """The rows by which records are searched."""
        return find_anchors(self.evidence)

    @property
    def score(self) -> float:
        """How much the page speaks as discussions do; 0 where nothing marks records of one."""
        return self.measures.score if self.anchors else 0.0

    @cached_property
    def every(self) -> list[RegionView]:
        """All regions of the page; boxes of links beside an article are not worth reading."""
        return view_regions(self.measures, self.anchors, share=MAIN_SHARE if self.score < DISCUSSION else 0.0)

    @cached_property
    def drafts(self) -> list[Draft]:
        """The page's regions, each of which is read when that is asked for."""
        views = weigh_regions(list_views(self.measures, self.search.found.views), self.model)
        return draft_readings(self.measures, views, self.model)

    @cached_property
    def leading(self) -> list[Reading]:
        """The readings that can be the best, the best first; where the best is no answer, those that can be regions."""
        leading = leading_readings(self.drafts, self.model)
        if leading and leading[0].likely < least_of(leading[0]):
            return weigh_readings(
                [one for draft in self.drafts for one in draft.likelier(MIN_OTHER, self.model)], self.model
            )
        return leading

    @cached_property
    def lone_posts(self) -> list[Post]:
        """The post that stands alone, with those that answer it; empty where the best reading is likelier."""
        expected = max([MIN_LONE, *(reading.likely for reading in self.leading[:1])])
        if expected >= SURE or not len(self.evidence.times.rows) or self.score < DISCUSSION:
            return []
        lone = find_lone_posts(self.measures, repeated_spans(self.evidence))
        likely = self.model.lone(lone.features)
        if max(likely, default=0.0) <= expected:
            return []
        scored = sorted(zip(likely, (one.post for one in lone), strict=True), key=lambda entry: -entry[0])
        best = with_likeliest_author(self.evidence, scored, self.model.authors)
        return with_answers(self.page, [(scored[0][0], best), *scored[1:]])

    @cached_property
    def posts(self) -> tuple[Post, ...]:
        """The posts of a discussion."""
        if self.lone_posts:
            return self._marked(self.lone_posts)
        best = next((one for one in self.leading if one.likely >= least_of(one)), None)
        return self._with_main_post(best) if best and best.posts else ()

    def _marked(self, posts: Sequence[Post]) -> tuple[Post, ...]:
        slots = align_records(self.evidence, [(post.start, post.end) for post in posts])
        return mark_parts(self.evidence, slots, posts, self.model)

    def _with_main_post(self, reading: Reading) -> tuple[Post, ...]:
        posts = with_missing_authors(self.evidence, reading.posts, self.model.authors)
        posts = mark_parts(self.evidence, reading.slots, posts, self.model)
        lone = find_main_posts(self.measures, posts)
        likely = self.model.lone(lone.features)
        best = max(zip(likely, range(len(lone)), strict=True), default=(0.0, -1))
        return (*self._marked([lone[best[1]].post]), *posts) if best[0] >= MIN_MAIN else posts

    def post_blocks(self) -> tuple[int, NDArray[np.int64]]:
        """How many posts the page has, and the blocks of their bodies, in document order, each text once."""
        return said_blocks(self.evidence, [(post.body, post.cut, post.quotes) for post in self.posts])


def weigh_regions(views: Sequence[RegionView], model: RecordModel) -> list[RegionView]:
    """The regions, those that are marked with whether they are worth being read as posts and rows."""
    marked = [index for index, view in enumerate(views) if view.is_marked]
    likely = model.regions(np.array([views[index].features for index in marked], np.float32))
    order = sorted(zip(likely, marked, strict=True), key=lambda entry: -entry[0])
    worth = {index: value for value, index in order[:MAX_WORTH] if value >= MIN_WORTH}
    return [replace(view, is_worth=index in worth, expected=worth.get(index, 0.0)) for index, view in enumerate(views)]


def leading_readings(drafts: Sequence[Draft], model: RecordModel) -> list[Reading]:
    """The readings with what the model expects of them, the best first, without those that cannot be the best.

    Nothing that is left out here is expected to find as much as the best, nor are there posts that split those of the
    best, so that the first is the first of all. Regions of which the most is expected are read first.
    """
    every = with_likely([one for draft in drafts for one in draft.as_items], model)
    read = {id(one.view): [one] for one in every}
    best = max((one.likely for one in every), default=0.0)
    for draft in sorted(drafts, key=lambda draft: -draft.view.expected):
        if draft.posts_reach(best - SPLITTING, model):
            posts = with_likely(draft.as_posts, model)
            read[id(draft.view)] = [*posts, *read.get(id(draft.view), ())]
            best = max(best, *(one.likely for one in posts)) if posts else best
    for draft in drafts:
        if draft.rows_reach(best, model):
            read[id(draft.view)] = [*with_likely(draft.as_rows, model), *read.get(id(draft.view), ())]
    return in_order([one for draft in drafts for one in read.get(id(draft.view), ())])


def with_likeliest_author(evidence: Evidence, scored: Sequence[tuple[float, Post]], trees: Trees) -> Post:
    """Of the posts with body and time of the first one, that which is likeliest a post with the author that trees tell.

    The element of a body and its time is as likely a post as one around it that also has the author.
    """
    first = scored[0][1]
    best, chosen = 0.0, first
    for likely, post in scored:
        if likely >= MIN_SAME and (post.body, post.time) == (first.body, first.time):
            author, is_author = find_lone_author(evidence, post, trees)
            if likely * is_author > best:
                best, chosen = likely * is_author, post._replace(author=author)
    return chosen


def find_lone_author(evidence: Evidence, post: Post, trees: Trees) -> tuple[int, float]:
    """The likeliest author of a post that has nothing beside it, and how likely; -1 where there is none."""
    slots = align_records(evidence, [(post.start, post.end)])
    columns, features = author_columns(evidence, slots, in_spans(evidence.page, [post.body]), [post.time])
    if not columns:
        return -1, 0.0
    likely = trees.likely(features)
    best = int(np.argmax(likely))
    return columns[best][0], likely[best]


def with_missing_authors(evidence: Evidence, posts: Sequence[Post], trees: Trees) -> tuple[Post, ...]:
    """The posts; where most have an author, one without is asked for an author of its own."""
    if 2 * sum(post.author < 0 for post in posts) > len(posts):
        return tuple(posts)
    found = [
        (post, find_lone_author(evidence, post, trees)) if post.author < 0 else (post, (-1, 0.0)) for post in posts
    ]
    return tuple(post._replace(author=own[0]) if own[1] >= MIN_AUTHOR else post for post, own in found)


def with_answers(page: Page, scored: list[tuple[float, Post]]) -> list[Post]:
    """The likeliest post, and the others of its kind: a question and its one answer repeat nothing either."""
    chosen = [scored[0][1]]
    body = chosen[0].body[0]
    for likely, post in scored[1:]:
        is_alike = page.table.step[post.body[0]] == page.table.step[body] and bool(page.classes(body))
        if is_alike and likely >= MIN_ANSWER and all(post.end <= one.start or one.end <= post.start for one in chosen):
            chosen.append(post)
    return sorted(chosen, key=lambda post: post.start)
