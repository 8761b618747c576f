"""The site against the single page: what learning a site brings on each, by a block model that has not seen its host.

`python -m bench.sites.against --models DIR` prints the table; `bench/sites/README.md` says what it means.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import Any

import weft
from bench.datasets import Case, main_measure, read
from bench.metrics import token_score, word_score
from bench.run import summary as run_summary
from bench.sites.corpora import SITE_CORPORA, SiteCases, read_sites
from bench.sites.learning import as_raw, learn, parse
from bench.sites.sheet import Sheet, markdown
from bench.sites.unseen import UnseenModels
from bench.table import grid
from weft.auto import SINGLE_PAGE
from weft.engines import LearnJob
from weft.engines.learning import MIN_PAGES, encode_sample
from weft.engines.sampling import Sampler
from weft.io import RawPage
from weft.sites.finder import host_of

MIN_SIZE = 6  # pages from which on a site must not lose
MIN_NEWS = 8  # pages of a host of news from which on it has a goal
MAX_LOSS = 0.005  # F1 that a site may lose against the single page
CRAWL = "crawl"  # hosts of news and of wcxb-dev in one mixed crawl
CORPORA = (*SITE_CORPORA, "news", CRAWL)
REAL = ("realsites", "big9", "cx")
WAYS = ("template", "guard", "fallback")


@dataclass(frozen=True, kw_only=True)
class Compared:
    """One site: mean F1 of its pages by the single page and by the site, and who answered how often."""

    corpus: str
    name: str
    model: str  # that judged it
    pages: int
    scored: int
    single: float
    site: float
    ways: Mapping[str, int] = field(default_factory=dict)

    @property
    def gain(self) -> float:
        """What the site brings."""
        return self.site - self.single


@dataclass
class Singles:
    """The F1 of single pages, kept in a file: they are the same however sites are learned."""

    path: Path | None = None
    scores: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path and self.path.is_file():
            self.scores = json.loads(self.path.read_bytes())

    def score(self, model: str, case: Case, extract: Callable[[], weft.Document]) -> float:
        """The F1 of a page by itself."""
        key = f"{model} {case.path.parent.name}/{case.path.name} {case.url}"
        if key not in self.scores:
            self.scores[key] = f1_of(case, extract().text)
        return self.scores[key]

    def save(self) -> None:
        """Write what was measured."""
        if self.path:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self.scores))


def f1_of(case: Case, text: str) -> float:
    """Word F1 on wcxb-dev, whose pages are English; token F1 elsewhere."""
    measure = word_score if main_measure(case.path.parent.parent.name) == "word_f1" else token_score
    return measure(text, case.text).f1


def way_of(document: weft.Document) -> str:
    """Who answered: the template, the single page because the guard says so, or because no template fits."""
    if document.chosen_by == "template":
        return "template"
    return "guard" if document.reason.code == SINGLE_PAGE else "fallback"


def compare(site: SiteCases, learned: weft.Site | None, singles: Singles, model: str) -> Compared:
    """A learned site beside its pages one by one; only pages with a known text count."""
    before, after, ways = [], [], Counter[str]()
    for case in site.cases:
        try:
            page = parse(case)
        except weft.LimitError:
            continue
        document = weft.extract(page, site=learned)
        ways[way_of(document)] += 1
        if case.scored and (case.page_type == "article" or site.corpus == CRAWL):
            before.append(singles.score(model, case, lambda page=page: weft.extract(page)))  # type: ignore[misc]
            after.append(f1_of(case, document.text))
    return Compared(
        corpus=site.corpus,
        name=site.name,
        model=model.split()[0],
        pages=len(site.cases),
        scored=len(after),
        single=fmean(before) if before else 0.0,
        site=fmean(after) if after else 0.0,
        ways={way: ways[way] for way in WAYS},
    )


def learn_as_crawl(site: SiteCases) -> weft.Site | None:
    """The host's site as `weft run --learn` learns it: from a sample, through JSON; none where it has too few pages."""
    sampler = Sampler()
    for case in site.cases:
        sampler.see(as_raw(case))
    for host, sample in sampler.take().items():
        line = json.loads(LearnJob().start()(RawPage(id=host, data=encode_sample(host, sample))))
        return weft.Site.from_json(line["site"]) if "site" in line else None
    return None


def read_hosts(data: Path) -> list[SiteCases]:
    """The hosts of `news` as sites; their pages have no address."""
    return _by_host(read("news", data), "news", lambda case: case.site)


def read_crawl(data: Path) -> list[SiteCases]:
    """The hosts of a mixed crawl: of `wcxb-dev`, and of `news` with addresses made of a page's host and its file."""
    news = [_with_url(case) for case in read("news", data)]
    cases = [*news, *(case for case in read("wcxb-dev", data) if case.url)]
    return [site for site in _by_host(cases, CRAWL, lambda case: host_of(case.url)) if len(site.cases) >= MIN_PAGES]


def _with_url(case: Case) -> Case:
    return replace(case, url=f"http://{case.site}/{case.path.name}")


def _by_host(cases: Iterable[Case], corpus: str, host: Callable[[Case], str]) -> list[SiteCases]:
    hosts: dict[str, list[Case]] = {}
    for case in cases:
        hosts.setdefault(host(case), []).append(case)
    return [SiteCases(corpus=corpus, name=name, cases=tuple(group)) for name, group in sorted(hosts.items())]


def sites_of(data: Path, corpora: Sequence[str], *, fewest: int) -> list[SiteCases]:
    """The sites of the corpora with at least so many pages; of a crawl all that are learned."""
    sites = read_sites(data, [corpus for corpus in corpora if corpus in SITE_CORPORA])
    sites += read_hosts(data) if "news" in corpora else []
    sites = [site for site in sites if len(site.cases) >= fewest]
    return sites + (read_crawl(data) if CRAWL in corpora else [])


def measure(sites: Sequence[SiteCases], models: UnseenModels, singles: Singles) -> list[Compared]:
    """Every site, by a model that has not seen it."""
    compared = []
    for site in sites:
        is_wcxb = "wcxb-dev" in site.cases[0].path.parts
        name = models.name(SiteCases(corpus="wcxb-dev", name=site.name, cases=site.cases) if is_wcxb else site)
        with models.use(name):
            learned = learn_as_crawl(site) if site.corpus == CRAWL else learn(site.cases)
            compared.append(compare(site, learned, singles, models.version(name)))
        singles.save()
    return [one for one in compared if one.scored]


def summary(compared: Sequence[Compared]) -> list[dict[str, Any]]:
    """Means over the sites of each corpus and of the groups that have a goal."""
    groups = {corpus: [one for one in compared if one.corpus == corpus] for corpus in CORPORA}
    large = [one for one in compared if one.pages >= MIN_SIZE and one.corpus != CRAWL]
    groups["sites of 6 pages or more"] = [one for one in large if one.corpus in SITE_CORPORA]
    groups["real sites of 6 pages or more"] = [one for one in large if one.corpus in REAL]
    groups["news, 8 pages or more"] = [one for one in large if one.corpus == "news" and one.pages >= MIN_NEWS]
    groups["3 to 5 pages"] = [one for one in compared if one.pages < MIN_SIZE and one.corpus != CRAWL]
    return [_summarise(name, group) for name, group in groups.items() if group]


def _summarise(name: str, group: Sequence[Compared]) -> dict[str, Any]:
    ways = sum((Counter(one.ways) for one in group), Counter[str]())
    worst = sorted(group, key=lambda one: one.gain)[:3]
    return {
        "group": name,
        "sites": len(group),
        "single": fmean(one.single for one in group),
        "site": fmean(one.site for one in group),
        "below": sum(one.gain < -MAX_LOSS for one in group),
        "worst": [f"{one.name} {one.gain:+.3f}" for one in worst if one.gain < 0],
        **{way: ways[way] for way in WAYS},
    }


def as_record(compared: Sequence[Compared]) -> dict[str, Any]:
    """What was measured, when and where: means of the groups, then the sites."""
    where = run_summary([], [])
    about = {"made": where["made"], "commit": where["commit"], "machine": where["machine"]}
    return {**about, "groups": summary(compared), "sites": [asdict(one) for one in compared]}


def against_sheets(record: Mapping[str, Any]) -> list[Sheet]:
    """The groups, then the sites that lose."""
    head = ["", "sites", "single page", "site", "below by .005", "by template", "by guard", "by fallback", "worst"]
    rows = [
        [group["group"], str(group["sites"]), f"{group['single']:.3f}", f"{group['site']:.3f}", str(group["below"])]
        + [str(group[way]) for way in WAYS]
        + [", ".join(group["worst"])]
        for group in record["groups"]
    ]
    note = "Each site is judged by a block model that has not seen its host; wcxb-dev in the crawl by one that has."
    return [Sheet(title="The site against the single page", note=note, head=head, rows=rows)]


def _lines(compared: Sequence[Compared]) -> str:
    rows = [
        [
            one.corpus,
            one.name,
            one.model,
            f"{one.pages}",
            *_figures(one),
            " / ".join(str(one.ways[way]) for way in WAYS),
        ]
        for one in sorted(compared, key=lambda one: (CORPORA.index(one.corpus), one.gain))
    ]
    return grid(["corpus", "site", "model", "pages", "single", "site", "gain", "template / guard / fallback"], rows)


def _figures(one: Compared) -> list[str]:
    return [f"{one.single:.3f}", f"{one.site:.3f}", f"{one.gain:+.3f}"]


def main() -> None:
    """Measure and print: for work on how sites are learned."""
    parser = argparse.ArgumentParser(prog="python -m bench.sites.against", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"), help="the unpacked data (default: data)")
    parser.add_argument("--models", type=Path, required=True, help="folder with half0.zip and half1.zip")
    parser.add_argument("--singles", type=Path, help="JSON file that keeps the scores of single pages")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only hosts of this half")
    parser.add_argument("--only", nargs="*", choices=CORPORA, default=CORPORA, help="corpora; all unless named")
    parser.add_argument("--every", type=int, default=1, help="one of so many sites")
    parser.add_argument("--fewest", type=int, default=MIN_PAGES, help="pages of a site")
    parser.add_argument("--quiet", action="store_true", help="no line a site")
    parser.add_argument("-o", "--output", type=Path, help="JSON file for what was measured")
    options = parser.parse_args()
    from bench.sites.unseen import domain_of, half_of

    sites = sites_of(options.data, options.only, fewest=options.fewest)
    if options.half is not None:
        sites = [site for site in sites if half_of(domain_of(site)) == options.half]
    compared = measure(sites[:: options.every], UnseenModels(options.models), Singles(options.singles))
    if options.output:
        options.output.write_text(json.dumps(as_record(compared), indent=1) + "\n", encoding="utf-8")
    if not options.quiet:
        print(_lines(compared))
    print(markdown("", "", against_sheets({"groups": summary(compared)})))


if __name__ == "__main__":
    main()
