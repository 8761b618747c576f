"""The data sets of single pages that the record holds: which pages, which systems, and how weft stands to them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench import report
from bench.cross_validated import NAME as CROSS_VALIDATED
from bench.cross_validated import answers_file
from bench.datasets import Case, main_measure, read, spread
from bench.known_texts import installed, keep_known, read_known
from bench.peer_loaders import PEERS
from bench.places import OUT
from bench.run import ANSWERS, Options
from bench.site_answers import answer_sites

OURS = ("weft", "node_classifier", "dom_stats", "line_block", "density", "whole_page", "weft-parse")
SYSTEMS = (*OURS, *PEERS)
SLOW = ("goose3", "newspaper4k", "gne", "defuddle", "readability.js")  # 70 to 600 ms a page: most of a run's time
SLOWISH = ("jusText", "boilerpy3", "html2text", "inscriptis", "crawl4ai")  # 15 to 100 ms, and far from the front
GOLDEN = 0.6180339887498949


@dataclass(frozen=True, kw_only=True)
class TextSet:
    """A data set in the record; its name is that of its file, with `/` as `-`."""

    name: str
    title: str
    standing: str  # what weft has seen of it: whether its row is in-sample
    dataset: str = ""  # of `bench.datasets`; empty: the name
    belongs: Callable[[Case], bool] = lambda case: True
    pages: int = 0  # evenly spread; 0: all
    quick: int = 24
    of_sites: bool = False  # whole sites: `weft site` is asked too
    every: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SLOW, 8))  # asked for every so-manieth page
    timed: int = 4  # peers whose texts are known are timed on every so-manieth page
    folds: bool = False  # weft's texts are cross-validated

    @property
    def file(self) -> str:
        """The stem of its files in the record."""
        return self.name.replace("/", "-")


UNSEEN = "weft was not trained on these pages"
SEEN = "weft is trained on pages of these hosts: its row is cross-validated by domain"
TEXT_SETS = (
    TextSet(
        name="wcxb-dev",
        title="WCXB, development half: seven page types, nearly all English",
        standing=SEEN,
        quick=48,
        timed=8,  # 170 pages
        every={**dict.fromkeys(SLOW, 8), **dict.fromkeys(SLOWISH, 4)},
        folds=True,
    ),
    TextSet(
        name="magic",
        title="magic-html's benchmark: articles and forums, many Chinese",
        standing=SEEN,
        folds=True,
    ),
    TextSet(
        name="readability-pages",
        title="mozilla/readability's test pages: articles",
        standing=f"{SEEN}; the truth is readability's own reviewed output, so readability-lxml plays at home",
        folds=True,
    ),
    TextSet(
        name="news",
        title="news of 2011 and 2012 in Greek, Chinese, English, Polish and Russian",
        standing=SEEN,
        folds=True,
    ),
    TextSet(
        name="snippets",
        title="trafilatura's evaluation: articles with wanted and unwanted snippets, mostly German and English",
        standing=f"{SEEN}; trafilatura plays at home",
        folds=True,
    ),
    TextSet(
        name="sites/themes",
        title="63 sites made from real blog and documentation themes, two thirds Chinese",
        standing="in-sample in part: two pages of each site trained the classifier, and the constants of whole-site "
        "learning were chosen on these sites",
        pages=126,  # two of each site: pages of a site are alike
        of_sites=True,
    ),
    TextSet(
        name="sites/realsites",
        title="22 real sites, mostly Chinese",
        standing="in-sample in part: eight pages of each site trained the classifier, and the constants of whole-site "
        "learning were chosen on these sites",
        pages=88,  # four of each site
        of_sites=True,
    ),
    TextSet(
        name="sites/big9",
        title="three news sites, four redesigns each",
        pages=60,
        standing=f"{UNSEEN}; constants of whole-site learning were chosen on these sites, among others",
        of_sites=True,
    ),
    TextSet(
        name="sites/cx",
        title="BBC news",
        pages=37,
        standing=f"{UNSEEN}; constants of whole-site learning were chosen on these sites, among others",
        of_sites=True,
    ),
    TextSet(
        name="sites/l3s-gn1",
        title="news pages, three to eight a host",
        standing=UNSEEN,
        of_sites=True,
    ),
    TextSet(
        name="forums/realworld",
        title="real threads of many engines",
        standing="the classifier was not trained on these pages; the record finder's rules were read off some of them",
    ),
    TextSet(
        name="forums/served",
        title="threads served by real forum software run locally",
        standing="in-sample in part: six pages of eleven of the twenty skins trained the classifier",
        dataset="forums",
        belongs=lambda case: case.site != "realworld",
        pages=60,  # three of each skin
    ),
)


def read_set(wanted: TextSet, data: Path, *, quick: bool = False) -> tuple[list[Case], list[Case]]:
    """The pages to be judged, and all pages of the data set, which a site is learned from."""
    whole = [case for case in read(wanted.dataset or wanted.name, data) if wanted.belongs(case)]
    return spread([case for case in whole if case.scored], wanted.quick if quick else wanted.pages), whole


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much a run takes on."""

    quick: bool = False  # few pages, one round, no cross-validation
    whole: bool = False  # all pages, sites and sizes: hours; else samples, which say their size
    minutes: float = 0.0  # of a data set at most: the pages that it got to are evenly spread; 0: all pages
    every_page: bool = False  # slow peers on all pages too: an hour more
    systems: Sequence[str] = SYSTEMS


def measure(wanted: TextSet, data: Path, out: Path, effort: Effort = Effort()) -> None:
    """Run the systems on a data set and write its record."""
    cases, whole = read_set(wanted, data, quick=effort.quick)
    cases = scattered(cases)
    versions = installed(effort.systems)
    known = {} if effort.quick else read_known(wanted.name, versions)
    how = Options(
        rounds=1 if effort.quick else 2,
        enough=0.02,
        minutes=effort.minutes,
        families=(main_measure(wanted.name).removesuffix("_f1"),),
        every={} if effort.quick or effort.every_page else _steps(wanted, known, cases),
        known=known,
    )
    named = [name for name in effort.systems if name not in PEERS or name in versions]
    named += _folds(data, wanted.name) if wanted.folds and not effort.quick else []
    results = report.make(
        cases,
        named,
        dataset=wanted.name,
        how=how,
        out=out,
        others=lambda done: [answer_sites(done, whole)] if wanted.of_sites else [],
        about={"whole": sum(case.scored for case in whole)},
    )
    if not effort.quick:
        keep_known(wanted.name, cases[: len(results[0].answers)], results)


def scattered(cases: Sequence[Case]) -> list[Case]:
    """The cases in an order of which any beginning is evenly spread, by multiples of the golden ratio."""
    places = sorted(range(len(cases)), key=lambda place: place * GOLDEN % 1.0)
    return [cases[place] for place in _inverse(places)]


def _inverse(places: Sequence[int]) -> list[int]:
    """From `the n-th comes from place p` to `place p goes to n`."""
    order = [0] * len(places)
    for number, place in enumerate(places):
        order[place] = number
    return order


def _steps(wanted: TextSet, known: Mapping[str, Mapping[str, str]], cases: Sequence[Case]) -> dict[str, int]:
    """Which peers are asked for a part of the pages: the slow ones, and those whose texts are all known."""
    whole = {name for name, texts in known.items() if all(case.id in texts for case in cases)}
    return {**dict.fromkeys(whole, wanted.timed), **wanted.every}


def _folds(data: Path, name: str) -> list[str]:
    """The default's cross-validated texts on a data set as a system."""
    return [f"{ANSWERS}{CROSS_VALIDATED}={answers_file(data, OUT / 'answers', name)}"]
