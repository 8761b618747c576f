"""Every operation on a page, by name: a function from the bytes of a page to anything."""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

import weft
from weft.content import Field, Label, Region
from weft.extractors import EXTRACTORS
from weft.extractors.features import find_features
from weft.extractors.features.regions import Regions, region_features
from weft.metadata import find_embedded, find_metadata, find_page_type
from weft.page import Limits, Page, parse
from weft.papers.c import Ontology, SoftMealy, Tsimmis, teach_softmealy
from weft.records import find_comments, find_records, find_software, post_blocks, shipped_library
from weft.records.find import RECORD_METHODS
from weft.reports.blocks import scored_blocks, shown_blocks
from weft.reports.decision import find_decision
from weft.sites.finder import Cluster
from weft.sites.similarity import SIMILARITIES
from weft.sites.templates import FieldRule, FieldRules, Locator, Outline, SlotBody, Template

Operation = Callable[[bytes], object]
OnPage = Callable[[Page], object]
LIMITS = Limits(seconds=3600)  # growth is measured in CPU time; a busy machine is no limit

PAPERS = ("density", "cepr", "line_block", "dom_stats", "survey", "node_classifier")
WITHOUT_BROWSER = ("block_classifier", "whole_page", *PAPERS)
RENDERED_BY = ("text", "markdown", "html", "json", "tei")
PROGRAM = """
[heading, root, "*<h1>#</h1>*"]
[_rows, elements(root, "<p"), "#"]
[word, _rows, "*<b>#</b>*"]
"""


@cache
def taught_wrapper() -> SoftMealy:
    """A SoftMealy wrapper of a small list."""
    page = parse("<ul><li><b>Ann</b> on <i>Monday</i><li><b>Bo</b> on <i>Friday</i><li><b>Cy</b></ul>")
    labels = [
        Label(page_id="p", rows=tuple(page.rows_of(tag).tolist()), name=name)
        for tag, name in (("li", "record"), ("b", "who"), ("i", "day"))
    ]
    return teach_softmealy({"p": page}, labels)


def learn_site(html: bytes) -> weft.Site:
    """A site of three pages of one shape that differ in their title."""
    pages = [(f"https://weft.example/a/{k}", html.replace(b"The loom", b"Loom %d" % k, 1)) for k in range(3)]
    return weft.learn(pages, limits=LIMITS)


@cache
def _small_site() -> weft.Site:
    body = "<nav><a href=/>Home</a></nav><article><h1>Loom {k}</h1><p>Loom {k} is the one this page is about.</article>"
    return weft.learn([(f"https://weft.example/a/{k}", body.format(k=k).encode()) for k in range(6)])


@cache
def _open_site() -> weft.Site:
    """A site whose template every page fits: what is in the body is kept, less links and one text; texts are fields."""
    outline = Outline.from_json({"html": {"head": {}, "body": {"p": {}}}})
    everything, line = ("html > head", "html > body"), "html > body > p::text"
    body = SlotBody(outline=outline, keep=everything, no_links=outline.paths, texts=frozenset({"loom"}))
    labels = {Locator.parse(line): frozenset({"Loom:"})}
    paths = (line, f"{line}[2]", f'{line}:after("Loom:")', "html > body > div::all")
    rules = tuple(FieldRule(name=path, path=Locator.parse(path)) for path in paths)
    template = Template(name="any", outline=outline, body=body, fields=FieldRules(rules, frozenset(), labels))
    return weft.Site(clusters=(Cluster(template=template, page_ids=(), medoid=""),))


def _by_open_site(page: Page) -> object:
    document = _open_site().choose(page)
    return document.text, dict(document.fields), document.chosen_by


def extract_by(name: str) -> OnPage:
    """The choice of an extractor."""
    return lambda page: EXTRACTORS[name].extract(page)


def score_by(name: str) -> OnPage:
    """The scores of an extractor."""
    return lambda page: EXTRACTORS[name].score(page)


def render_as(name: str) -> OnPage:
    """The whole page in a format."""
    return lambda page: EXTRACTORS["whole_page"].extract(page).render(name)


def records_by(name: str) -> OnPage:
    """The records of a method with their fields."""
    return lambda page: _values(RECORD_METHODS[name](page, None))


def describe_by(name: str) -> OnPage:
    """What a similarity keeps."""
    return lambda page: SIMILARITIES[name].describe(page)


def _describe_regions(page: Page) -> object:
    return region_features(Regions(page, find_features(page), np.linspace(0, 1, len(page.blocks))))


def _values(regions: Sequence[Region]) -> list[dict[str, Field]]:
    return [dict(record.fields) for region in regions for record in region.records]


def _complete(page: Page) -> object:
    document = weft.extract(page)
    return document.text, list(document.records), list(document.regions), repr(document.metadata), document.comments


def _report(page: Page) -> object:
    document = weft.extract(page)
    scorer = EXTRACTORS["block_classifier"]
    return shown_blocks(document), scored_blocks(document, scorer, decision=find_decision(document, scorer))


ON_PAGE: dict[str, OnPage] = {
    "parse": lambda page: page.blocks,
    **{f"extract_{name}": extract_by(name) for name in WITHOUT_BROWSER},
    **{f"score_{name}": score_by(name) for name in WITHOUT_BROWSER},
    "auto": _complete,
    **{f"render_{name}": render_as(name) for name in RENDERED_BY},
    **{f"records_{name}": records_by(name) for name in RECORD_METHODS},
    "records_library": lambda page: shipped_library().find(page),
    "region_features": _describe_regions,
    "post_blocks": post_blocks,
    "metadata": lambda page: repr(find_metadata(page)),  # which asks for every field
    "embedded": find_embedded,
    "page_type": find_page_type,
    "comments": find_comments,
    "software": find_software,
    **{f"describe_{name}": describe_by(name) for name in SIMILARITIES},
    "template": lambda page: _small_site().choose(page),
    "open_template": _by_open_site,
    "tsimmis": lambda page: Tsimmis.read(PROGRAM).find(page),
    "ontology": lambda page: Ontology.named("contact").find(page),
    "softmealy": lambda page: taught_wrapper().find(page),
    "report": _report,
}
"""What is done with a page that is parsed."""


def _with_parse(work: OnPage) -> Operation:
    return lambda html: work(parse(html, limits=LIMITS))


def _read(page: Page) -> object:
    return repr(find_metadata(page)), find_embedded(page), find_page_type(page), find_software(page)


def _repeat(page: Page) -> object:
    return _values(find_records(page)), find_comments(page), post_blocks(page), shipped_library().find(page)


def _write(page: Page) -> object:
    document = EXTRACTORS["whole_page"].extract(page)
    return [document.render(name) for name in RENDERED_BY]


SINGLE: dict[str, Operation] = {
    name: _with_parse(work)
    for name, work in ON_PAGE.items()
    if name != "report"  # it writes the XPath of every block, which is as long as the block is deep
} | {"learn": learn_site}
COMPOSED: dict[str, Operation] = {
    "extraction": _with_parse(_complete),
    "rendering": _with_parse(_write),
    "records": _with_parse(_repeat),
    "reading": _with_parse(_read),
}
"""The main ways through weft, each several operations."""
