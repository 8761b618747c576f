"""The templates of a site in one call of the kernel: from bytes to the body and its text, or from a parsed page.

`Site.choose_in_steps` says the same step by step, and is the twin. Pages that the kernel leaves go its way: those that
fit no template or one that is doubted, and what is rare, such as several articles on one page. Of these it tells in the
same call which template they fit, and what the page alone says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.addresses import without_user
from weft.deadline import within
from weft.extractors import EXTRACTORS
from weft.extractors.at_once import is_shipped, remember_told
from weft.extractors.block_classifier import NAME, default_model
from weft.page import Limits, Page
from weft.page.kernel import kernel_call
from weft.page.limits import kernel_limits
from weft.site.finder import FITS, Finder, Match
from weft.templates import SlotBody, Template
from weft.templates.template import Reading

MAX_WORDS = 1 << 62  # a person may have written any number into a guard


Fitting = tuple[int, NDArray[np.int64] | None, NDArray[np.int32], tuple[int, int, int], NDArray[np.int64] | None]
"""What the kernel tells: a cluster, its body, the slots of all rows, the counts of the fit, what the slots keep."""


class TemplateChoice(NamedTuple):
    """The template of a page, the blocks of the body by it, and the slots of the page's rows."""

    template: Template
    keep: NDArray[np.int64]
    slots: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class TemplatesAtOnce:
    """The templates of the clusters that a finder knows."""

    finder: Finder
    is_guarded: bool  # whether the fallback is the extractor that templates are held against

    def read(
        self, data: bytes | str, *, url: str | None, encoding: str | None, limits: Limits
    ) -> tuple[Page, TemplateChoice | Match | None]:
        """The page, as `parse` reads it, and what `choose` says of it; its table remembers the text of what is kept.

        A page of which no address is known must be read before anybody can say what to try. Where templates were tried
        and none chooses, the page remembers what the kernel told of it alone, in the same call.
        """
        url = url and without_user(url)
        tried = self.finder.tried(url, url) if url else ()
        judge = default_model().kernel if self.is_guarded and is_shipped(EXTRACTORS[NAME]) else None
        with within(limits.seconds), kernel_call(url or ""):
            table, fitting, told = self._kernel.read(
                data, kernel_limits(limits), tried, judge=judge, charset=encoding, url=url
            )
        page = Page(table, url, seconds=limits.seconds)
        if told:
            remember_told(page, told)
        return page, self._read(fitting)

    def choose(self, page: Page) -> TemplateChoice | Match | None:
        """The choice on a page; the cluster that it fits where the twin must choose; none where it must find that."""
        with kernel_call() as seconds:
            return self._read(self._kernel.choose(page.table, self.finder.tried_on(page), seconds=seconds))

    def _read(self, fitting: Fitting | None) -> TemplateChoice | Match | None:
        if fitting is None:
            return None
        number, keep, slots, counts, kept = fitting
        template = self.finder.clusters[number].template
        if keep is not None and kept is None:
            return TemplateChoice(template, keep, slots)
        assert kept is not None, "the kernel tells what the slots keep where it settles no body"
        reading = Reading(slots, template.fit_of(counts), kept)
        return Match(cluster=number, score=reading.fit.score, reading=reading, keep=keep)

    @cached_property
    def _kernel(self) -> _native.Templates:
        templates = [cluster.template for cluster in self.finder.clusters]
        return _native.Templates([self._compile(template) for template in templates], FITS)

    def _compile(self, template: Template) -> tuple[Any, ...]:
        """A template as the kernel reads it: with the words and the fit of the pages that need no second look."""
        guard, words, fit = template.guard, (0, MAX_WORDS), 0.0
        if self.is_guarded and guard.trust < 1:
            least, most = (max(-1, min(count, MAX_WORDS)) for count in guard.words)
            words, fit = (least, most), guard.fit
        is_doubted = self.is_guarded and not guard.holds
        body = _compile_body(template) if template.is_learned else None
        outline = template.outline.kernel, template.flags.tolist(), template.usual_count
        return *outline, body, (is_doubted, words, fit)

    def __getstate__(self) -> dict[str, Any]:
        return {"finder": self.finder, "is_guarded": self.is_guarded}


def _compile_body(template: Template) -> tuple[Any, ...] | list[int] | None:
    """What chooses the body: slots and texts, or the slots of records; none where it is something else."""
    body, slots = template.body, template.outline.slots
    if template.records and not template.has_body:
        return [slots[path] for path in template.records.paths if path in slots]
    if not isinstance(body, SlotBody) or body.outline is not template.outline:
        return None
    own, no_links = ([slots[path] for path in paths] for paths in (body.own, body.no_links))
    return own, no_links, set(body.texts), body.lengths.tolist()
