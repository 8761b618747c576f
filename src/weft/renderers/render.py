"""One function for all formats."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from weft.content import Content
from weft.errors import ConfigError
from weft.page import Page
from weft.renderers.json import render_json
from weft.renderers.options import RenderOptions
from weft.renderers.outline import outline
from weft.renderers.tables import data_blocks, data_tables
from weft.renderers.text import render_text

Rows = NDArray[np.int64]
Renderer = Callable[[Page, Rows, Content, RenderOptions], str]


# The formats that have much to import, imported by the first page that is written so.
def _markdown(page: Page, keep: Rows, content: Content, options: RenderOptions) -> str:
    from weft.renderers.markdown import render_markdown

    return render_markdown(page, keep, content, options)


def _html(page: Page, keep: Rows, content: Content, options: RenderOptions) -> str:
    from weft.renderers.html import render_html

    return render_html(page, keep, content, options)


def _tei(page: Page, keep: Rows, content: Content, options: RenderOptions) -> str:
    from weft.renderers.tei import render_tei

    return render_tei(page, keep, content, options)


RENDERERS: dict[str, Renderer] = {
    "text": render_text,
    "markdown": _markdown,
    "html": _html,
    "json": render_json,
    "tei": _tei,
}
DEFAULT_OPTIONS = RenderOptions()


def render(
    page: Page,
    keep: Rows,
    content: Content,
    *,
    format: str = "text",
    options: RenderOptions = DEFAULT_OPTIONS,
) -> str:
    """Write the kept blocks (sorted indexes into `page.blocks`) and what was found in one of the formats.

    >>> from weft import parse
    >>> render(parse("<p>a <b>b</b>"), np.array([0]), Content(), format="markdown")
    'a **b**'
    """
    renderer = RENDERERS.get(format)
    if renderer is None:
        raise ConfigError(f"unknown format {format!r}; choose one of {', '.join(RENDERERS)}")
    return renderer(page, without_tables(page, keep) if not options.tables else keep, content, options)


def without_tables(page: Page, keep: Rows) -> Rows:
    """The kept blocks that do not stand in a table of data."""
    return keep[~data_blocks(page, keep, data_tables(page, outline(page, keep).mask))]
