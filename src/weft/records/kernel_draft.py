"""The draft of a page's records in one call of the kernel: its best readings, and the posts of a discussion.

The kernel marks a page, finds its times, gathers the evidence, finds and reads its regions, weighs the readings and
finds the posts (`draft/page.rs`). What only patterns of all languages tell, it asks while it
reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from weft.deadline import check_deadline
from weft.kernel.records import RecordDraft, RecordModels, RegionViews, have_prices
from weft.page import Page
from weft.page.once import computed_once
from weft.records.board_rows import BoardRow, are_prices
from weft.records.language_words import REPLY_COUNT
from weft.records.model import RecordModel, default_model
from weft.records.names import clean_name, name_kinds
from weft.records.posts import Post
from weft.records.readings import Reading, RegionView
from weft.text.dates import Reference, kernel_reference

KINDS = ("rows", "posts", "items")
Search = tuple[RecordModels, "Answers", Reference | None]
"""What the kernel looks for records with: trees, answers to its questions, when the page was read."""


@dataclass(frozen=True, eq=False)
class Answers:
    """What the kernel asks of a page while it looks for records; most texts of most pages it tells itself."""

    def reply_counts(self, texts: Sequence[str]) -> list[bool]:
        """Which texts count replies."""
        return [REPLY_COUNT.search(text) for text in check_deadline(texts)]

    def price_texts(self, texts: Sequence[str]) -> list[bool]:
        """Which texts have a price, as they are written."""
        return have_prices(list(texts))

    def kinds(self, texts: Sequence[str]) -> list[int]:
        """What each short text can be; see `name_kind`."""
        return name_kinds(texts)

    def names(self, texts: Sequence[str]) -> list[str]:
        """The names in texts, without the labels before them."""
        return [clean_name(text) for text in check_deadline(texts)]

    def prices(self, texts: Sequence[str]) -> list[bool]:
        """Which texts have a price, when their spaces are single ones."""
        return are_prices(texts)


@dataclass(frozen=True, eq=False)
class KernelDraft:
    """What the kernel drafted of a page, and the regions of it, in the order of the kernel."""

    kernel: RecordDraft
    regions: RegionViews
    page: Page

    @computed_once
    def views(self) -> list[RegionView]:
        """The regions, with what is expected of those that are worth being read."""
        return [RegionView(self.page, self.regions, index, *told) for index, told in enumerate(self.kernel.regions)]

    @computed_once
    def leading(self) -> list[Reading]:
        """The readings that can be the best, the best first; where the best is no answer, those that can be regions."""
        return [one for index, kind in self.kernel.leading for one in self.readings(self.views[index], kind)]

    @computed_once
    def all_readings(self) -> list[Reading]:
        """All readings of all regions as far as the kernel has read them, the likeliest first."""
        found = [one for view in self.views for kind in KINDS for one in self.readings(view, kind)]
        return sorted(found, key=lambda reading: -reading.likely)

    def readings(self, view: RegionView, kind: str) -> tuple[Reading, ...]:
        """The reading of a region as `posts`, `rows` or `items`, if there is one."""
        found = self.kernel.reading(view.index, kind)
        if not found:
            return ()
        features, mass, likely = found
        reading = Reading(
            view=view,
            posts=tuple(map(Post._make, self.kernel.posts_of(view.index))) if kind == "posts" else (),
            rows=tuple(map(BoardRow._make, self.kernel.rows_of(view.index))) if kind == "rows" else (),
            is_items=kind == "items",
            features=features,
            mass=mass,
            likely=likely,
        )
        return (reading,)

    @computed_once
    def posts(self) -> tuple[Post, ...]:
        """The posts of the page, with the texts of their bodies that nobody said, and with the quotes in them."""
        return tuple(map(Post._make, self.kernel.posts))


def begin_search(*, reference: datetime | None = None, model: RecordModel | None = None) -> Search:
    """What the kernel looks for records with, on a page that was read at a time."""
    return (model or default_model()).kernel, Answers(), kernel_reference(reference)
