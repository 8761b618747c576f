"""Drafts: the regions of a page, each read as posts, as rows and as items when that is asked for.

To read posts and rows is dear. The trees that weigh readings tell the most that can be expected of one of which only
some features are known: what a region is before it is read, then its bodies, then its titles. What cannot be the best
reading is read no further.

The kernel reads what can be the best in one call (`kernel_draft.py`); what it has not read is read here, step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.records.board_rows import BoardRow, Titled, bare_rows, fill_rows, read_titles
from weft.records.bodies import Bodies, find_bodies
from weft.records.evidence import Candidate
from weft.records.kernel_draft import KernelDraft
from weft.records.model import RecordModel
from weft.records.posts import Judges, Post, posts_with
from weft.records.reading_features import (
    MISSING,
    POSTS,
    READ_FEATURES,
    ROWS,
    UNKNOWN,
    PageMeasures,
    post_features,
    row_features,
    title_features,
    vector,
)
from weft.records.readings import (
    NEARLY,
    Reading,
    RegionView,
    as_items,
    lists_things,
)

Features = dict[str, float]
_UNREAD = dict.fromkeys(READ_FEATURES, nan) | {"is_items": 0.0}
_UNREAD_POSTS = np.array(vector(_UNREAD | {"is_posts": 1.0, "titled": 0.0} | dict.fromkeys(ROWS, MISSING)))
_UNREAD_ROWS = np.array(vector(_UNREAD | {"is_posts": 0.0} | dict.fromkeys(POSTS, MISSING)))
_PLACE = {name: place for place, name in enumerate(READ_FEATURES)}


@dataclass(frozen=True, eq=False, kw_only=True)
class Draft:
    """A region with its readings, each of which is read when it is asked for, once."""

    measures: PageMeasures
    view: RegionView
    judges: Judges
    read: KernelDraft | None = None  # what the kernel has read

    @property
    def is_worth(self) -> bool:
        """Whether it is read as posts and as rows."""
        return self.view.is_marked and self.view.is_worth

    @cached_property
    def _titled(self) -> Titled:
        return read_titles(self.measures.evidence, self.view.slots, self.judges)

    @cached_property
    def _bodies(self) -> Bodies:
        return find_bodies(self.measures.evidence, self.view.slots, self.judges.bodies)

    @cached_property
    def as_posts(self) -> tuple[Reading, ...]:
        """The reading as posts, where there are two at least."""
        if self.read and self.read.was_read(self.view, "posts"):
            return self.read.readings(self.view, "posts")
        if not self.is_worth or self._bodies.mass <= 0:
            return ()
        evidence, candidate, bodies = self.measures.evidence, self.view.candidate, self._bodies
        posts = _without_strays(candidate, posts_with(evidence, self.view.slots, bodies, self.judges))
        kept = tuple(post for post in check_deadline(posts) if post.parts > 1)
        if len(kept) < 2:
            return ()
        features = _of_titles(self._titled) | _of_bodies(bodies)
        features |= post_features(self.measures, kept, bodies.mass, self._title_chars)
        return (self._reading(features, posts=kept, mass=bodies.mass * len(kept)),)

    @cached_property
    def as_rows(self) -> tuple[Reading, ...]:
        """The reading as rows, where there is one."""
        if self.read and self.read.was_read(self.view, "rows"):
            return self.read.readings(self.view, "rows")
        if not self._has_rows:
            return ()
        rows = fill_rows(self.measures.evidence, self.view.slots, self._titled, self.judges)
        features = row_features(self.measures.evidence, rows, len(self.view.candidate.ranges))
        chars = sum(int(self.measures.page.chars[row.title]) for row in rows) / len(self.view.candidate.ranges)
        return (self._reading(self._told_by_titles | features, rows=tuple(rows), mass=chars * len(rows)),)

    @cached_property
    def as_items(self) -> tuple[Reading, ...]:
        """The reading as items, where it lists things."""
        return (as_items(self.view),) if lists_things(self.view) else ()

    @property
    def others(self) -> tuple[Reading, ...]:
        """The readings as posts and as items."""
        return (*self.as_posts, *self.as_items)

    def posts_reach(self, least: float, model: RecordModel) -> bool:
        """Whether the model can expect so much of the reading as posts, as far as it was read."""
        if not self.is_worth:
            return False
        if "as_posts" in self.__dict__ or (self.read and self.read.was_read(self.view, "posts")):
            return bool(self.as_posts)
        return least <= 0 or all(self._most(known, model) >= least - NEARLY for known in self._known_of_posts())

    def rows_reach(self, least: float, model: RecordModel) -> bool:
        """Whether the model can expect so much of the reading as rows, whatever their parts besides the titles are."""
        if not self.is_worth or self._most(_UNREAD_ROWS, model) < least - NEARLY:
            return False
        return self.most_of_rows(model) >= least - NEARLY

    def most_of_rows(self, model: RecordModel) -> float:
        """The most that the model can expect of the reading as rows, whatever their parts besides the titles are."""
        return self._most(vector(self._told_by_titles | UNKNOWN), model) if self._has_rows else 0.0

    def likelier(self, least: float, model: RecordModel) -> tuple[Reading, ...]:
        """The readings, without rows and posts of which the model cannot expect so much."""
        rows = self.as_rows if self.rows_reach(least, model) else ()
        posts = self.as_posts if self.posts_reach(least, model) else ()
        return (*rows, *posts, *self.as_items)

    def _known_of_posts(self) -> Iterator[NDArray[np.float64]]:
        """What is known of the reading as posts before it is read, after the bodies, and after the titles."""
        yield _UNREAD_POSTS
        if self._bodies.mass > 0:
            known, mass = _UNREAD_POSTS.copy(), self._bodies.mass
            _put(known, _of_bodies(self._bodies) | {"body_mass": mass})
            yield known
            ratio = self._title_chars / max(mass, 1.0)
            _put(known, _of_titles(self._titled) | {"title_chars": self._title_chars, "title_ratio": ratio})
            yield known

    def _most(self, told: NDArray[np.float64] | list[float], model: RecordModel) -> float:
        known: NDArray[np.float64] = np.concatenate((self.view.features, told))
        return model.most_of_reading(known.astype(np.float32))

    @property
    def _has_rows(self) -> bool:
        return self.is_worth and bool(self._titled.titles) and not self._titled.is_index

    @cached_property
    def _title_chars(self) -> float:
        """The mean length of the titles."""
        chars = self.measures.page.chars
        return sum(int(chars[row]) for row in self._titled.titles.values()) / len(self.view.candidate.ranges)

    @cached_property
    def _told_by_titles(self) -> Features:
        rows = bare_rows(self.view.slots, self._titled)
        told = title_features(self.measures, rows, len(self.view.candidate.ranges))
        return _of_titles(self._titled) | told

    def _reading(
        self, features: Features, *, mass: float, posts: tuple[Post, ...] = (), rows: tuple[BoardRow, ...] = ()
    ) -> Reading:
        told = np.concatenate((self.view.features, vector(features)))
        return Reading(view=self.view, posts=posts, rows=rows, features=told, mass=mass)


def draft_readings(
    measures: PageMeasures, views: Sequence[RegionView], judges: Judges, *, read: KernelDraft | None = None
) -> list[Draft]:
    """The regions with their readings, of which none is read yet but for those that the kernel has read."""
    return [Draft(measures=measures, view=view, judges=judges, read=read) for view in views]


def list_readings(measures: PageMeasures, views: Sequence[RegionView], judges: Judges) -> list[Reading]:
    """The readings of these regions."""
    drafts = check_deadline(draft_readings(measures, views, judges))
    return [one for draft in drafts for one in (*draft.as_rows, *draft.others)]


def _put(known: NDArray[np.float64], features: Features) -> None:
    """Write features into what is known of a reading."""
    for name, value in features.items():
        known[_PLACE[name]] = value


def _of_titles(titled: Titled) -> Features:
    """What the titles of a region say of its readings."""
    return {"title_likely": titled.likely, "title_next": titled.runner_up, "is_index": float(titled.is_index)}


def _of_bodies(bodies: Bodies) -> Features:
    """What the bodies of a region say of its reading as posts."""
    return {"body_likely": bodies.likely, "body_next": bodies.runner_up}


def _without_strays(candidate: Candidate, posts: list[Post]) -> list[Post]:
    """The posts without those inside a record that are built differently: comments on a post."""
    members = set(candidate.members)
    return (
        posts
        if candidate.spanning
        else [post for post in check_deadline(posts) if not post.odd or post.start in members]
    )
