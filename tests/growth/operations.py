"""Every operation on a page, by name: a function from the bytes of a page to anything."""

from collections.abc import Callable
from functools import cache

import weft
from weft.content import Label
from weft.extractors import EXTRACTORS
from weft.metadata import find_embedded, find_metadata, find_page_type
from weft.page import Page, parse
from weft.papers.c import Ontology, SoftMealy, Tsimmis, teach_softmealy
from weft.records import find_comments, find_records, find_software, post_blocks, shipped_library
from weft.records.find import RECORD_METHODS
from weft.reports.blocks import scored_blocks, shown_blocks
from weft.similarity import SIMILARITIES

Operation = Callable[[bytes], object]

WITHOUT_BROWSER = ("block_classifier", "whole_page", "density", "line_block", "dom_stats", "survey", "node_classifier")
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
    return weft.learn(pages)


def apply_template(html: bytes) -> object:
    """What the template of a small site finds on a page."""
    return _small_site().choose(parse(html))


@cache
def _small_site() -> weft.Site:
    body = "<nav><a href=/>Home</a></nav><article><h1>Loom {k}</h1><p>Loom {k} is the one this page is about.</article>"
    return weft.learn([(f"https://weft.example/a/{k}", body.format(k=k).encode()) for k in range(6)])


def render_whole(html: bytes, format: str) -> str:
    """The whole page in a format."""
    return EXTRACTORS["whole_page"].extract(parse(html)).render(format)


def _on_page(work: Callable[[Page], object]) -> Operation:
    return lambda html: work(parse(html))


def _complete(page: Page) -> object:
    document = weft.extract(page)
    return document.text, document.records, document.regions, document.metadata, document.comments


SINGLE: dict[str, Operation] = {
    "parse": _on_page(lambda page: page.blocks),
    **{f"extract_{name}": _on_page(lambda page, name=name: EXTRACTORS[name].extract(page)) for name in WITHOUT_BROWSER},
    **{f"score_{name}": _on_page(lambda page, name=name: EXTRACTORS[name].score(page)) for name in WITHOUT_BROWSER},
    "auto": _on_page(_complete),
    **{f"render_{name}": lambda html, name=name: render_whole(html, name) for name in RENDERED_BY},
    **{
        f"records_{name}": _on_page(lambda page, name=name: RECORD_METHODS[name](page, None)) for name in RECORD_METHODS
    },
    "records_library": _on_page(lambda page: shipped_library().find(page)),
    "post_blocks": _on_page(post_blocks),
    "metadata": _on_page(find_metadata),
    "embedded": _on_page(find_embedded),
    "page_type": _on_page(find_page_type),
    "comments": _on_page(find_comments),
    "software": _on_page(find_software),
    **{
        f"describe_{name}": _on_page(lambda page, name=name: SIMILARITIES[name].describe(page)) for name in SIMILARITIES
    },
    "template": apply_template,
    "learn": learn_site,
    "tsimmis": _on_page(lambda page: Tsimmis.read(PROGRAM).find(page)),
    "ontology": _on_page(lambda page: Ontology.named("contact").find(page)),
    "softmealy": _on_page(lambda page: taught_wrapper().find(page)),
    "report": _on_page(
        lambda page: (
            shown_blocks(weft.extract(page)),
            scored_blocks(weft.extract(page), EXTRACTORS["block_classifier"]),
        )
    ),
}


def _read(page: Page) -> object:
    return find_metadata(page), find_embedded(page), find_page_type(page), find_software(page)


def _repeat(page: Page) -> object:
    regions = find_records(page)
    values = [dict(record.fields) for region in regions for record in region.records]
    return values, find_comments(page), post_blocks(page), shipped_library().find(page)


def _write(page: Page) -> object:
    document = EXTRACTORS["whole_page"].extract(page)
    return [document.render(name) for name in RENDERED_BY]


COMPOSED: dict[str, Operation] = {
    "extraction": _on_page(_complete),
    "rendering": _on_page(_write),
    "records": _on_page(_repeat),
    "metadata": _on_page(_read),
}
