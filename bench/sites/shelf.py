"""Sites and pages that several measures ask for: learned and parsed once in a run."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from time import process_time

import weft
from bench.datasets import Case
from bench.sites.corpora import SiteCases
from bench.sites.learning import Recipe, learn, parse, with_learner


@dataclass(frozen=True, kw_only=True)
class Learned:
    """A learned site, and the CPU seconds that learning took, parsing included."""

    site: weft.Site
    seconds: float


@dataclass
class Shelf:
    """Learned sites of a whole run, which are small, and the pages of one site, which are not.

    Learning is most of the time of a run, and the same few hundred sites are asked for by every section.
    """

    _learned: dict[Hashable, Learned] = field(default_factory=dict)
    _pages: dict[Hashable, weft.Page] = field(default_factory=dict)
    _site: tuple[str, str] = ("", "")

    def learn(self, site: SiteCases, recipe: Recipe = Recipe()) -> Learned:
        """The site as `weft.learn` learns it from these pages."""
        key = (tuple((case.path, case.url, case.id) for case in site.cases), recipe)
        if key not in self._learned:
            started = process_time()
            self._learned[key] = Learned(site=learn(site.cases, recipe), seconds=process_time() - started)
        return self._learned[key]

    def learn_bodies(self, site: SiteCases, learner: str) -> weft.Site:
        """The default's clusters, with the bodies that another learner learns on them."""
        return with_learner(self.learn(site).site, self.pages(site), learner)

    def page(self, site: SiteCases, case: Case) -> weft.Page:
        """A page of the site in hand; a LimitError where it is over a limit."""
        if self._site != (site.corpus, site.name):
            self._site = site.corpus, site.name
            self._pages.clear()
        key = case.path, case.url
        if key not in self._pages:
            self._pages[key] = parse(case)
        return self._pages[key]

    def pages(self, site: SiteCases) -> dict[str, weft.Page]:
        """All pages of a site by their ids, but for those over a limit."""
        found = {}
        for case in site.cases:
            try:
                found[case.id] = self.page(site, case)
            except weft.LimitError:
                continue
        return found
