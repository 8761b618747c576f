"""Every operation on a page, how often it runs, and what is looked for in its output.

The core runs on each input; what is dear runs on every n-th, in turn over its variants. `everything` runs all of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

import numpy as np

from tests.fuzz.active import Fault, check_frame, check_html, check_json, check_markdown, check_tei, check_values
from tests.fuzz.inputs import SIBLINGS_EVERY, Input
from tests.fuzz.subjects import own_site, wrappers
from weft import (
    EXTRACTORS,
    RENDERERS,
    SIMILARITIES,
    Document,
    Limits,
    Page,
    Pipeline,
    RenderOptions,
    extract,
    learn,
    parse,
    parse_many,
)
from weft.content import Record, Region
from weft.errors import LimitError
from weft.io.raw_page import RawPage
from weft.records import find_comments, find_main_records, find_software, post_blocks
from weft.records.find import RECORD_METHODS

LIMITS = Limits(seconds=2.0)
REFERENCE = datetime(2026, 11, 16, 12, 0)
METHODS = ("block_classifier", "density", "cepr", "line_block", "dom_stats", "survey", "node_classifier")
MAX_TIMES = 40  # as large as the page an output may be
FREE = 100_000  # characters of any output
TEACHERS = (
    ("hierarchical", "slots"),
    ("leader", "block_rule"),
    ("h_k", "delete_same"),
    ("hierarchical", "delete_same_pairwise"),
)
LEARNING = [(similarity, *rest) for similarity in ("same_template", "paths", "istm") for rest in TEACHERS]


@dataclass
class Case:
    """One input on its way through the operations; what several of them need is made once."""

    input: Input

    @cached_property
    def page(self) -> Page:
        """The parsed page."""
        return parse(self.input.data, url=self.input.url, encoding=self.input.charset, limits=LIMITS)

    @cached_property
    def chosen(self) -> Document:
        """The choice of the cascade."""
        return extract(self.page)

    @cached_property
    def whole(self) -> Document:
        """All of it."""
        return extract(self.page, method="whole_page")

    @property
    def sibling(self) -> Page:
        """Another page that resembles it."""
        data = self.input.siblings[0] if self.input.siblings else self.input.data[: len(self.input.data) // 2]
        return parse(data, url=self.input.url, limits=LIMITS)


def parsing(case: Case, turn: int) -> None:
    """Bytes to columns; the columns fit each other."""
    page = case.page
    if not (page.parent[1:] < np.arange(1, len(page))).all() or int(page.end[0]) != len(page):
        raise Fault("parsing: the rows are no tree")
    blocks = page.blocks
    if len(blocks) and not 0 <= int(blocks.row.min()) <= int(blocks.row.max()) < len(page):
        raise Fault("parsing: a block stands on no row")


def choosing(case: Case, turn: int) -> None:
    """The cascade, or the whole page."""
    document = case.whole if turn % 4 else case.chosen
    keep = document.keep
    if len(keep) and not (
        int(keep[0]) >= 0 and int(keep[-1]) < len(document.page.blocks) and (np.diff(keep) > 0).all()
    ):
        raise Fault(f"choosing: {document.chosen_by} keeps blocks that are none")


def check_output(format: str, output: str, own_url: str | None, *, both: bool = True) -> None:
    """What holds for an output in that format."""
    if format == "html":
        check_html(output, "html")
    elif format == "markdown":
        check_markdown(output, both=both)
    elif format == "tei":
        check_tei(output, own_url)
    elif format == "json":
        check_json(output, own_url)


def check_size(format: str, output: str, data: bytes) -> None:
    """An output is not many times as large as its page: nesting may cost a prefix on each line, and no more."""
    if len(output) > MAX_TIMES * len(data) + FREE:
        raise Fault(f"{format}: the output outgrows its page")


def options_of(turn: int) -> RenderOptions:
    """Everything but the blocks' paths for four of five inputs, else each of the sixteen in turn."""
    bits = 7 if turn % 5 else turn // 5 % 16
    return RenderOptions(links=bool(bits & 1), images=bool(bits & 2), tables=bool(bits & 4), blocks=bool(bits & 8))


FORMATS = ("html", "markdown", "text", "html", "markdown", "tei", "json")  # no multiple of the 4 that choose


def rendering(case: Case, turn: int) -> None:
    """One format in turn, most often those that browsers and readers run: of the whole page or of the choice."""
    document = case.whole if turn % 4 else case.chosen
    options = options_of(turn)
    format = FORMATS[turn % len(FORMATS)]
    output = document.render(format, options)
    if not options.blocks:  # each has the path of its element
        check_size(format, output, case.input.data)
    check_output(format, output, case.input.url, both=turn % 8 == 0)


def by_method(case: Case, turn: int) -> None:
    """Another method, its scores, and its choice as Markdown."""
    name = METHODS[turn % len(METHODS)]
    document = extract(case.page, method=name)
    if len(EXTRACTORS[name].score(case.page)) != len(case.page.blocks):
        raise Fault(f"by_method: {name} scores other blocks")
    check_output("markdown", document.markdown, case.input.url)


def explaining(case: Case, turn: int) -> None:
    """Why a block was scored as it was, and the report for people."""
    from weft.reports import block_map, explain, find_decision, scored_blocks

    scorer = EXTRACTORS["block_classifier"]
    decision = find_decision(case.chosen, scorer)
    blocks = scored_blocks(case.chosen, scorer, why=3, decision=decision)
    block_map(case.chosen, blocks, decision=decision)
    if decision:
        explain(decision, str(turn % len(blocks)))


def looking(case: Case, turn: int) -> None:
    """The methods that see, on a made-up drawing."""
    from tests.boxes import scatter

    page = scatter(case.page, turn)
    for name in ("vips", "visual_classifier"):
        _ = extract(page, method=name).text


def piping(case: Case, turn: int) -> None:
    """The one way from a raw page to a line, in each format; the same bytes twice."""
    formats = list(RENDERERS)
    pipeline = Pipeline(limits=LIMITS, format=formats[turn % len(formats)], options=options_of(turn))
    raw = RawPage(id="page", data=case.input.data, url=case.input.url, charset=case.input.charset)
    line, again = (pipeline.line(raw, pipeline.outcome(raw)) for _ in range(2))
    values = check_json(line.decode(), case.input.url)
    if line != again and b'"limit"' not in line + again:
        raise Fault("piping: two runs differ")
    if not isinstance(values, dict) or values["status"] not in ("ok", "failed"):
        raise Fault("piping: no status")


def recording(case: Case, turn: int) -> None:
    """Records by each method, with their fields, and the comments."""
    names = list(RECORD_METHODS)
    regions = RECORD_METHODS[names[turn % len(names)]](case.page, REFERENCE if turn % 2 else None)
    check_regions(case.page, regions, case.input.url)
    if turn % len(names) == 0:
        post_blocks(case.page)
        check_records(case.page, find_comments(case.page), case.input.url)


def check_regions(page: Page, regions: tuple[Region, ...] | list[Region], own_url: str | None) -> None:
    """Regions stand on the page, and so do their records."""
    for region in regions:
        if not -1 <= region.row < len(page):
            raise Fault("recording: a region stands on no row")
        check_records(page, region.records, own_url)


def check_records(page: Page, records: tuple[Record, ...], own_url: str | None) -> None:
    """Records stand on the page, and their fields can be written."""
    for record in records:
        if not 0 <= record.start < record.end <= len(page):
            raise Fault("recording: a record stands on no row")
        check_values({name: value.value for name, value in record.fields.items()}, "", own_url)


def fingerprinting(case: Case, turn: int) -> None:
    """The program that made the page."""
    find_software(case.page)


def comparing(case: Case, turn: int) -> None:
    """Each similarity in turn: from 0 to 1 and symmetric."""
    names = list(SIMILARITIES)
    similarity = SIMILARITIES[names[turn % len(names)]]
    one, other = similarity.describe(case.page), similarity.describe(case.sibling)
    both = similarity.compare(one, other), similarity.compare(other, one)
    matrix = similarity.matrix([one, other, one])
    if not all(-1e-9 <= value <= 1 + 1e-9 for value in (*both, *matrix.flat)) or abs(both[0] - both[1]) > 1e-9:
        raise Fault(f"comparing: {names[turn % len(names)]} gives {both}")


def by_site(case: Case, turn: int) -> None:
    """The templates of a site that we learned before."""
    url = ("http://weft.example/blog/7", "http://weft.example/page/3", "http://weft.example/old/41", case.input.url)[
        turn % 4
    ]
    document = extract(case.input.data, url=url, encoding=case.input.charset, limits=LIMITS, site=own_site())
    check_json(document.render("json"), url)


def learning(case: Case, turn: int) -> None:
    """A site learned from pages that resemble each other, written, read and used."""
    from weft import Site

    similarity, clustering, learner = LEARNING[turn % len(LEARNING)]
    pages = [
        (f"http://weft.example/p/{number}", data) for number, data in enumerate((case.input.data, *case.input.siblings))
    ]
    site = learn(pages, similarity=similarity, clustering=clustering, learner=learner, limits=LIMITS)
    text = json.dumps(site.to_json())
    site = Site.from_json(check_json(text))
    document = site.extract(case.input.data, url=pages[0][0], encoding=case.input.charset, limits=LIMITS)
    check_json(document.render("json"), pages[0][0])


def wrapping(case: Case, turn: int) -> None:
    """Each wrapper in turn."""
    wrapper = wrappers()[turn % len(wrappers())]
    check_regions(case.page, list(wrapper.find(case.page)), case.input.url)


def teaching(case: Case, turn: int) -> None:
    """A wrapper that is taught with the records of the page itself."""
    from weft.papers.c import found_example, learn_softmealy

    records = find_main_records(case.page, reference=REFERENCE)[:20]
    names = sorted({name for record in records for name in record.fields})[:4]
    if names:
        wrapper = learn_softmealy([found_example(case.page, records, names)])
        check_regions(case.sibling, list(wrapper.find(case.sibling)), case.input.url)


def framing(case: Case, turn: int) -> None:
    """The page as studio shows it."""
    from weft.studio.frame import write_frame

    check_frame(write_frame(case.page))


def walking(case: Case, turn: int) -> None:
    """What people call on nodes."""
    for row in range(0, len(case.page), max(1, len(case.page) // 7)):
        node = case.page.node(row)
        _ = (
            node.xpath,
            node.text,
            node.attributes,
            node.children,
            node.parent,
            case.page.classes(row),
            case.page.id(row),
            repr(node),
        )
    _ = repr(case.page), repr(case.chosen)


def parsing_many(case: Case, turn: int) -> None:
    """Several pages at once, as bytes and as text."""
    text = case.input.data.decode(errors="replace")
    pages = parse_many([case.input.data, text, *case.input.siblings], threads=1, limits=LIMITS)
    if isinstance(pages[1], Page) and not isinstance(pages[0], LimitError):
        _ = extract(pages[1]).text


@dataclass(frozen=True, kw_only=True)
class Operation:
    """An operation, on which share of the inputs it runs, and how many variants it has."""

    run: Callable[[Case, int], None]
    every: int = 1
    variants: int = 1


def _operations() -> Iterator[Operation]:
    yield Operation(run=parsing)
    yield Operation(run=choosing, variants=4)
    yield Operation(run=rendering, variants=84)
    yield Operation(run=by_method, every=8, variants=len(METHODS))
    yield Operation(run=recording, every=4, variants=6)
    yield Operation(run=piping, every=16, variants=20)
    yield Operation(run=comparing, every=8, variants=7)
    yield Operation(run=by_site, every=16, variants=4)
    yield Operation(run=wrapping, every=8, variants=7)
    yield Operation(run=fingerprinting, every=8)
    yield Operation(run=framing, every=16)
    yield Operation(run=walking, every=32)
    yield Operation(run=parsing_many, every=32)
    yield Operation(run=teaching, every=32)
    yield Operation(run=explaining, every=128)
    yield Operation(run=looking, every=128)
    yield Operation(run=learning, every=16 * SIBLINGS_EVERY, variants=len(LEARNING))


OPERATIONS = {operation.run.__name__: operation for operation in _operations()}


def plan(number: int) -> Iterator[tuple[str, int]]:
    """The operations on input `number`, each with the variant whose turn it is."""
    for name, operation in OPERATIONS.items():
        if number % operation.every == 0:
            yield name, number // operation.every


def everything() -> Iterator[tuple[str, int]]:
    """All operations in all variants."""
    for name, operation in OPERATIONS.items():
        for turn in range(operation.variants):
            yield name, turn
