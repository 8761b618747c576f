"""The draft of a page's records in one call of the kernel: its best readings, and the posts of a discussion.

The kernel reads the regions of a page, weighs the readings and finds the posts (`record_drafting.rs`). What only
patterns of all languages tell, it asks while it reads. The readable twin is
`tests/records/plain_drafts.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from weft import _native
from weft.deadline import in_time
from weft.page.kernel import kernel_call
from weft.page.once import kept
from weft.records.board_rows import BoardRow, is_price
from weft.records.bodies import Span
from weft.records.model import RecordModel
from weft.records.names import clean_name, name_kind
from weft.records.posts import Post
from weft.records.reading_features import PageMeasures
from weft.records.readings import Reading, RegionView


class Answers:
    """What the kernel asks of a page while it reads; most texts of most pages it tells itself."""

    def kinds(self, texts: Sequence[str]) -> list[int]:
        """What each short text can be; see `name_kind`."""
        return [name_kind(text) for text in in_time(texts)]

    def names(self, texts: Sequence[str]) -> list[str]:
        """The names in texts, without the labels before them."""
        return [clean_name(text) for text in in_time(texts)]

    def prices(self, texts: Sequence[str]) -> list[bool]:
        """Which texts have a price."""
        return [is_price(text) for text in in_time(texts)]


@dataclass(frozen=True, eq=False)
class KernelDraft:
    """What the kernel drafted of a page, and the regions that it was given, in the order of the kernel."""

    kernel: _native.RecordDraft
    regions: Sequence[RegionView]

    @kept
    def views(self) -> list[RegionView]:
        """The regions, with what is expected of those that are worth being read."""
        told = zip(self.regions, self.kernel.worth, strict=True)
        return [replace(view, is_worth=is_worth, expected=expected) for view, (is_worth, expected) in told]

    @kept
    def leading(self) -> list[Reading]:
        """The readings that can be the best, the best first; where the best is no answer, those that can be regions."""
        return [one for index, kind in self.kernel.leading for one in self.readings(self.views[index], kind)]

    def was_read(self, view: RegionView, kind: str) -> bool:
        """Whether the kernel read a region as `posts` or as `rows`."""
        return self.kernel.was_read(view.index, kind)

    def readings(self, view: RegionView, kind: str) -> tuple[Reading, ...]:
        """The reading of a region as `posts`, `rows` or `items`, if there is one."""
        found = self.kernel.reading(view.index, kind)
        if not found:
            return ()
        told, mass, likely = found
        reading = Reading(
            view=view,
            posts=tuple(map(_post, self.kernel.posts_of(view.index))) if kind == "posts" else (),
            rows=tuple(map(_row, self.kernel.rows_of(view.index))) if kind == "rows" else (),
            is_items=kind == "items",
            features=np.concatenate((view.features, told)),
            mass=mass,
            likely=likely,
        )
        return (reading,)

    @kept
    def posts(self) -> tuple[Post, ...]:
        """The posts of the page, with the texts of their bodies that nobody said, and with the quotes in them."""
        return tuple(
            Post(
                start=start, end=end, body=body, author=author, time=time, odd=odd, cut=tuple(cut), quotes=tuple(quotes)
            )
            for start, end, body, author, time, odd, cut, quotes in in_time(self.kernel.posts)
        )


def draft_records(
    measures: PageMeasures, views: Sequence[RegionView], model: RecordModel, *, may_be_alone: bool
) -> KernelDraft:
    """What the kernel drafts of a page with these regions; posts that stand alone are looked for where they may."""
    evidence, page = measures.evidence, measures.page
    times = evidence.times
    with kernel_call() as seconds:
        draft = _native.draft_records(
            page.table,
            evidence.columns,
            views[0].views if views else None,
            (
                evidence.link_kind_column,
                measures.sums,
                evidence.telling,
                times.rows,
                times.texts,
                times.isos,
                measures.score,
                measures.declared if views else [],
            ),
            model.kernel,
            Answers(),
            may_be_alone,
            seconds=seconds,
        )
    return KernelDraft(draft, views)


def _post(told: tuple[int, int, Span, int, int, bool]) -> Post:
    start, end, body, author, time, odd = told
    return Post(start=start, end=end, body=body, author=author, time=time, odd=odd)


def _row(told: Sequence[int]) -> BoardRow:
    start, end, title, author, time, last_author, last_time, replies, views = told
    return BoardRow(
        start=start, end=end, title=title, author=author, time=time, last_author=last_author, last_time=last_time,
        replies=replies, views=views,
    )  # fmt: skip
