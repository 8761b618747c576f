"""Which method when (paper C, section 5): by the signs of a page to a template, line blocks, DOM statistics or vision.

The paper's table as printed: regular pages → template; simple ones → strip the tags; complex ones whose text is
concentrated → DOM statistics; complex and scattered ones → vision. What regular, simple and concentrated are it leaves
to the reader; here they are numbers of the page. A baseline: on wcxb-dev, on the half that chose no threshold, its word
F1 is 0.785 with a browser and 0.757 without; VIPS alone has 0.803, the default, cross-validated on all pages, 0.871.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from weft.content import CHOSEN, Reason
from weft.document import TEMPLATE, Document, Extractor, SiteTemplates
from weft.extractors.vips import Vips
from weft.nouns import with_noun
from weft.page import Page
from weft.papers.a.density import is_container
from weft.papers.c.dom_stats import DomStats
from weft.papers.c.line_block import LineBlock


@dataclass(frozen=True, kw_only=True)
class Signs:
    """What the table asks of a page."""

    containers: int  # `div` and `table`: how much structure there is to see through
    concentration: float  # the largest share of the text outside links that one container has, those in it apart


@dataclass(frozen=True, kw_only=True)
class Survey:
    """Hands each page to the method that paper C names for its kind; `reason` says the signs.

    A scattered page needs a browser's drawing; without one it goes to DOM statistics, the paper's next best, and the
    reason says so. `weft.extract` draws such a page where a browser can be found.
    """

    # Chosen on one half of the wcxb-dev and magic pages, split by site. Up to so many containers line blocks have the
    # higher word F1 there, beyond DOM statistics; on the other half they have 0.036 more up to it.
    simple: int = 40
    # The split of complex pages that says most of how DOM statistics fares: on the half that chose it, its word F1 is
    # 0.87 from here on and 0.67 below.
    concentrated: float = 0.6
    site: SiteTemplates | None = field(default=None, compare=False)  # knows the templates of regular pages

    def extract(self, page: Page) -> Document:
        """What the method for this kind of page chooses."""
        regular, why = self._by_template(page)
        if regular:
            return replace(regular, reason=Reason(regular.reason.code, f"regular: {regular.reason.detail}"))
        method, signs = self._choose(page)
        document = method.extract(page)
        return replace(document, reason=Reason(CHOSEN, why).then(signs).then(document.reason.detail))

    def score(self, page: Page) -> NDArray[np.float64]:
        """The score of the method for this kind of page."""
        regular, _ = self._by_template(page)
        if regular is None:
            return self._choose(page)[0].score(page)
        scores = np.zeros(len(page.blocks))
        scores[regular.keep] = 1
        return scores

    def with_site(self, site: SiteTemplates | None) -> Survey:
        """The same with the site whose templates answer for regular pages, where it has none."""
        return replace(self, site=self.site or site)

    def needs_drawing(self, page: Page) -> bool:
        """Whether the table sends the page to vision, and nobody has drawn it yet."""
        signs = find_signs(page)
        is_scattered = signs.containers > self.simple and signs.concentration < self.concentrated
        return is_scattered and not page.geometry and self._by_template(page)[0] is None

    def _by_template(self, page: Page) -> tuple[Document | None, str]:
        """What a template of the site finds on a regular page, or why the page is none."""
        if self.site is None:
            return None, "not known to be regular: no site given"
        document = self.site.choose(page)
        if document.chosen_by == TEMPLATE:
            return document, ""
        return None, f"not regular: {document.reason.detail}"

    def _choose(self, page: Page) -> tuple[Extractor, str]:
        """The method for a page that is not regular, and its signs in words."""
        signs = find_signs(page)
        if signs.containers <= self.simple:
            return LineBlock(), f"simple: {with_noun(signs.containers, 'container')}, at most {self.simple}"
        structure = f"complex: {with_noun(signs.containers, 'container')}, over {self.simple}"
        share = f"{signs.concentration:.0%} of the text in one of them"
        if signs.concentration >= self.concentrated:
            return DomStats(), f"{structure}; concentrated: {share}, at least {self.concentrated:.0%}"
        scattered = f"{structure}; scattered: {share}, under {self.concentrated:.0%}"
        if page.geometry:
            return Vips(), scattered
        return DomStats(), f"{scattered}; vision needs the page drawn in a browser, so the next best"


def find_signs(page: Page) -> Signs:
    """The signs of a page; what is hidden counts as absent.

    >>> from weft import parse
    >>> find_signs(parse("<div><p>One two three</div><div>four <a href=/>five</a></div>"))
    Signs(containers=2, concentration=0.7333333333333333)
    """
    blocks, container = page.blocks, is_container(page)
    plain = np.where(blocks.hidden, 0, blocks.chars - blocks.link_chars)
    home = page.nearest(container)[blocks.row]
    most = np.bincount(home, plain).max(initial=0.0)
    return Signs(containers=int(container.sum()), concentration=float(most / max(plain.sum(), 1)))
