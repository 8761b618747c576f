"""The templates of a site in one call of the kernel: from bytes to the body and its text, or from a parsed page.

`Site.choose_in_steps` says the same step by step, and is the twin. Pages that the kernel leaves go its way: those that
fit no template or one that is doubted, and what is rare, such as several articles on one page.
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
from weft.page import Limits, Page
from weft.page.kernel import kernel_call
from weft.page.limits import kernel_limits
from weft.site.finder import FITS, Finder
from weft.templates import SlotBody, Template

MAX_WORDS = 1 << 62  # a person may have written any number into a guard


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
    ) -> tuple[Page, TemplateChoice | None]:
        """The page, as `parse` reads it, and the choice on it; its table remembers the text of what is kept.

        A page of which no address is known must be read before anybody can say what to try.
        """
        url = url and without_user(url)
        tried = self.finder.tried(url, url) if url else ()
        with within(limits.seconds), kernel_call(url or ""):
            table, told = self._kernel.read(data, kernel_limits(limits), tried, charset=encoding)
        return Page(table, url, seconds=limits.seconds), self._read(told)

    def choose(self, page: Page) -> TemplateChoice | None:
        """The choice on a page; none where the twin must choose."""
        with kernel_call() as seconds:
            return self._read(self._kernel.choose(page.table, self.finder.tried_on(page), seconds=seconds))

    def _read(self, told: tuple[int, NDArray[np.int64], NDArray[np.int32]] | None) -> TemplateChoice | None:
        return TemplateChoice(self.finder.clusters[told[0]].template, told[1], told[2]) if told else None

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
        is_used = template.is_learned and (guard.holds or not self.is_guarded)
        body = _compile_body(template) if is_used else None
        return template.outline.kernel, template.flags.tolist(), template.usual_count, body, words, fit

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
