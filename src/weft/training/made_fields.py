"""Small pages without an author, made of real ones: a heading, a link of the site's own, some paragraphs.

Real pages without an author have much else that may be one; on these the ranker learns that a menu's label alone,
beneath a heading, is nobody's name. Labels and texts are those of training pages, so that no list of them is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from random import Random

from weft.page import Page, parse
from weft.training.field_truths import TruePage

MADE = "made"
MAX_PAGES = 240
MAX_LABEL = 30  # characters
MIN_TEXT = 120
PARAGRAPHS = 3
HOST_SHARE = 0.1  # of labels that are the host's name
MENUS = ("nav", "header", "footer")
_SHAPES = ("<p>{}</p>", "<p><a href=/x>{}</a></p>", "<ul><li><a href=/x>{}</a></ul>", "<div><span>{}</span></div>")


def made_pages(pages: Sequence[TruePage]) -> Iterator[TruePage]:
    """Pages that are made of some, of the same hosts."""
    random = Random(0)
    titled = [page for page in pages if page.truth.get("title") and page.host]
    for page in random.sample(titled, min(MAX_PAGES, len(titled))):
        source = parse(page.read(), url=page.url or None)
        labels, texts = _labels(source), _texts(source)
        if labels and texts:
            label = page.host if random.random() < HOST_SHARE else random.choice(labels)
            shape = random.choice(_SHAPES).format(escape(label))
            title = escape(str(page.truth["title"]))
            body = "".join(f"<p>{escape(text)}</p>" for text in texts[:PARAGRAPHS])
            html = f"<title>{title}</title><h1>{title}</h1>{shape}{body}"
            yield TruePage(
                path=page.path,
                corpus=MADE,
                url=f"https://{page.host}/a",
                host=page.host,
                truth={"author": ""},
                made=html.encode(),
            )


def _labels(page: Page) -> list[str]:
    """The texts of links in menus."""
    menus = [range(row, int(page.end[row])) for menu in MENUS for row in page.rows_of(menu)]
    links = [row for row in page.rows_of("a") if any(row in menu for menu in menus)]
    return [text for row in links if 1 < len(text := " ".join(page.text(int(row)).split())) <= MAX_LABEL]


def _texts(page: Page) -> list[str]:
    texts = [" ".join(page.text(int(row)).split()) for row in page.rows_of("p")]
    return [text for text in texts if len(text) >= MIN_TEXT]
