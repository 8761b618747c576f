"""The sites of a corpus, with their pages."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.datasets import Case, read

SITE_CORPORA = ("themes", "realsites", "big9", "cx", "l3s-gn1")
APART = "l3s-gn1"  # three to eight pages a host, no templates known: never in a mean with the others


@dataclass(frozen=True, kw_only=True)
class SiteCases:
    """A site: its pages with what is true of them."""

    corpus: str
    name: str
    cases: tuple[Case, ...]

    @property
    def templates(self) -> dict[str, str]:
        """The true template by page; pages whose template is not known are left out."""
        return {case.id: case.truth["template"] for case in self.cases if case.truth.get("template") is not None}

    def subset(self, ids: frozenset[str]) -> "SiteCases":
        """The same site with these pages only."""
        return SiteCases(corpus=self.corpus, name=self.name, cases=tuple(case for case in self.cases if case.id in ids))

    def without_urls(self) -> "SiteCases":
        """The same site as a folder of files, whose names are left."""
        return replace(self, cases=tuple(replace(case, url="") for case in self.cases))

    def without_names(self) -> "SiteCases":
        """The same site as pages that nothing is known of: templates can be read off the URLs of a made-up site."""
        cases = enumerate(self.cases)
        return replace(self, cases=tuple(replace(case, url="", id=f"{number:06}") for number, case in cases))


def read_sites(data: Path, corpora: Sequence[str] = SITE_CORPORA, *, sites: int = 0, every: int = 1) -> list[SiteCases]:
    """The sites of the corpora; of each so many, evenly spread, or all (0), and of these every so-manieth."""
    found = []
    for corpus in corpora:
        dataset = corpus if corpus == "swde" else f"sites/{corpus}"
        by_site: dict[str, list[Case]] = {}
        for case in read(dataset, data):
            by_site.setdefault(case.site, []).append(case)
        whole = [SiteCases(corpus=corpus, name=name, cases=tuple(cases)) for name, cases in sorted(by_site.items())]
        step = max(1, len(whole) // sites) if sites else 1
        found += whole[::step][: sites or None][::every]
    return found


def thirds(site: SiteCases) -> tuple[SiteCases, SiteCases]:
    """The pages to learn on and those held out: every third page, so that each template is on both sides."""
    held = frozenset(case.id for case in site.cases[2::3])
    return site.subset(frozenset(case.id for case in site.cases) - held), site.subset(held)
