"""What a newcomer calls: the one place that composes extractors, metadata and records."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape
from importlib.metadata import entry_points

from weft.content import Label
from weft.document import Document, Extractor
from weft.errors import ConfigError
from weft.extractors import EXTRACTORS
from weft.extractors.finish import finish
from weft.metadata import find_embedded, find_metadata, find_page_type
from weft.page import Limits, Page, parse
from weft.site import Site
from weft.site.learning import RawPages, no_progress

NEARLY_EMPTY = 50
"""A page that shows fewer words may hold its content as data, for scripts to show."""

DEFAULT = "block_classifier"
"""What `auto` uses; an empty choice of it is an answer: the page has no content."""


def extract(
    html: bytes | str | Page,
    *,
    url: str | None = None,
    method: str | Extractor = "auto",
    encoding: str | None = None,
    limits: Limits = Limits(),
) -> Document:
    """Take the content out of a page.

    `method` is `auto`, a name in `weft.EXTRACTORS` or an extractor of your own. `encoding` is the charset that the HTTP
    header gave. A page on which nothing is found gives an empty document.

    >>> extract("<p>The warp is fixed, the weft runs through it.", method="whole_page").text
    'The warp is fixed, the weft runs through it.'
    """
    page = html if isinstance(html, Page) else parse(html, url=url, encoding=encoding, limits=limits)
    if method == "auto" and (document := _from_data(page)):
        return document
    return finish(_choose(page, method))


def learn(
    pages: RawPages,
    labels: Iterable[Label] = (),
    *,
    similarity: str = "same_template",
    clustering: str = "hierarchical",
    learner: str = "slots",
    limits: Limits = Limits(),
    progress: Callable[[int], None] = no_progress,
) -> Site:
    """Learn a site from its pages: group them by template, and learn where each template has its content.

    `pages` are RawPages or pairs of a URL (or any id) and the bytes, read once and in any number. `labels` are a
    person's marks, where there are some. Pages that cannot be read are named in `failures`.

    >>> page = "<title>{0}</title><nav>Home</nav><h1>{0}</h1><p>{0} is what this page of the shop is about, at length."
    >>> pages = [(f"http://weft.example/p/{k}", page.format(f"Loom {k}").encode()) for k in range(8)]
    >>> site = learn(pages)
    >>> site.extract(page.format("Shuttle"), url="http://weft.example/p/99").text
    'Shuttle is what this page of the shop is about, at length.'
    """
    recipe = Site(similarity=similarity, clustering=clustering, learner=learner, fallback=DEFAULT)
    return recipe.update(pages, labels, limits=limits, progress=progress)


def find_extractor(method: str) -> Extractor:
    """The extractor of that name, ours or one that an installed package offers (entry points `weft.extractors`)."""
    if method in EXTRACTORS:
        return EXTRACTORS[method]
    for entry in entry_points(group="weft.extractors", name=method):
        extractor: Extractor = entry.load()()
        return extractor
    raise ConfigError(f"unknown method {method!r}; choose one of {', '.join(method_names())}")


def method_names() -> list[str]:
    """Every name that `method` may have."""
    return ["auto", *EXTRACTORS, *sorted(entry.name for entry in entry_points(group="weft.extractors"))]


def _from_data(page: Page) -> Document | None:
    """The content that the page carries only as data, as a document of its own; none where the page shows content."""
    blocks = page.blocks
    if blocks.words[~blocks.hidden].sum() >= NEARLY_EMPTY or not (text := find_embedded(page)):
        return None
    shown = text if "<p" in text or "<br" in text else "".join(f"<p>{escape(line)}" for line in text.splitlines())
    document = EXTRACTORS["whole_page"].extract(parse(shown, url=page.url))
    reason = "the page shows nothing; this is in its data"
    return replace(
        document,
        chosen_by="embedded",
        reason=reason,
        page_type=find_page_type(page),
        find_metadata=lambda _: find_metadata(page),
    )


def _choose(page: Page, method: str | Extractor) -> Document:
    if not isinstance(method, str):
        return method.extract(page)
    return find_extractor(DEFAULT if method == "auto" else method).extract(page)
