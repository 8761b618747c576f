"""One call from HTML to a rendered page, for tests."""

from typing import Any

import numpy as np

from weft.document import Document
from weft.page import parse
from weft.renderers import RenderOptions, render

URL = "https://example.org/blog/post.html"


def show(html: str, format: str = "markdown", *, keep: list[int] | None = None, url: str = URL, **options: Any) -> str:
    """Render the kept blocks of a page, all of them where none are named."""
    page = parse(html, url=url)
    chosen = np.arange(len(page.blocks)) if keep is None else np.array(keep, dtype=np.int64)
    return render(Document(page=page, keep=chosen), format=format, options=RenderOptions(**options))
