"""Every format says the same words as the page, whatever the markup and whatever the text looks like."""

from xml.etree import ElementTree

import numpy as np
from markdown_it import MarkdownIt
from numpy.typing import NDArray

from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from weft.document import Document
from weft.page import Page, parse
from weft.renderers import render

PAGES = 300
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def every(page: Page) -> NDArray[np.int64]:
    return np.arange(len(page.blocks))


def some(page: Page, seed: int) -> NDArray[np.int64]:
    """Three blocks in four."""
    return np.flatnonzero(np.random.default_rng(seed).random(len(page.blocks)) < 0.75)


def words(html: str) -> list[str]:
    page = parse(html)
    return render(Document(page=page, keep=every(page))).split()


@every_seed(PAGES)
def test_text_holds_the_words_of_the_kept_blocks(seed: int) -> None:
    page = parse(RandomPage(seed).html())
    keep = some(page, seed)
    assert "".join(render(Document(page=page, keep=keep)).split()) == "".join(
        "".join(page.blocks.text(index).split()) for index in keep.tolist()
    )


@every_seed(PAGES)
def test_html_holds_the_words_of_the_text(seed: int) -> None:
    page = parse(RandomPage(seed).html())
    keep = some(page, seed)
    assert (
        words(render(Document(page=page, keep=keep), format="html")) == render(Document(page=page, keep=keep)).split()
    )


@every_seed(PAGES)
def test_tei_holds_the_words_of_the_text(seed: int) -> None:
    page = parse(RandomPage(seed).html())
    keep = some(page, seed)
    tree = ElementTree.fromstring(render(Document(page=page, keep=keep), format="tei"))
    body = tree.find(".//{http://www.tei-c.org/ns/1.0}body")
    assert body is not None
    for line_break in body.iter("{http://www.tei-c.org/ns/1.0}lb"):
        line_break.text = "\n"
    assert "".join(body.itertext()).split() == render(Document(page=page, keep=keep)).split()


@every_seed(PAGES)
def test_markdown_read_by_a_renderer_holds_the_words_of_the_text(seed: int) -> None:
    page = parse(RandomPage(seed).html())
    keep = some(page, seed)
    markdown = render(Document(page=page, keep=keep), format="markdown")
    assert words(MARKDOWN.render(markdown)) == render(Document(page=page, keep=keep)).split()
