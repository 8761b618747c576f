"""What a newcomer calls: the one place that composes extractors, metadata, records and a browser.

Which method when is the list `CASCADE`: each step looks at its sign and answers with a document, or says why it is not
its turn; what it said is in the document's `reason`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from weft.content import Label, Metadata
from weft.document import TEMPLATE, Document, Extractor, SiteMethod
from weft.errors import ArtifactError, BrowserError, ConfigError, LimitError
from weft.extractors import EXTRACTORS
from weft.extractors.block_classifier import BlockClassifier, Model, VisualClassifier
from weft.extractors.finish import SURE, complete_document
from weft.extractors.model_file import read_model
from weft.extractors.vips import Vips
from weft.features.page_totals import NEARLY_EMPTY, find_script_signs
from weft.io.raw_page import RawPage, no_progress
from weft.page import Limits, Page, parse
from weft.records import is_board

if TYPE_CHECKING:  # what a page alone does not need
    from importlib.metadata import EntryPoints

    from weft.browser import Browser
    from weft.io.raw_page import RawPages
    from weft.site import Site

DEFAULT = "block_classifier"
"""What `auto` uses; an empty choice of it is an answer: the page has no content."""

SEEING = "visual_classifier"
"""What `auto` asks about a page that was drawn."""

LIKE_BOARDS = frozenset({"forum", "listing", "empty", "other"})
"""What the classifier takes most boards for; it never is sure of another type."""

VISUAL = (Vips, VisualClassifier)
"""Extractors that choose by how a page looks: it must have been drawn."""

MODEL = ".zip"
"""How the name of a method ends that is a file: a model of one's own."""

UNSURE = 0.6
"""Confidence of the classifier under which a page is worth drawing.

In cross-validation on wcxb-dev the classifier that also sees has a word F1 of 0.513 there, the classifier 0.488 (109 of
1,358 pages; 95 % interval of the gain -0.012 to 0.066); on the others they hardly differ. VIPS has 0.368 there, and is
better nowhere."""

BARE = 4
"""Nodes of a page without any markup: html, head and body, which every page has, and a text."""

INSTALL = "pip install 'weft[browser]' and a Chromium"
"""What vision needs; said where a page would need it and has not got it."""


def extract(
    html: bytes | str | Page,
    *,
    url: str | None = None,
    method: str | Extractor = "auto",
    encoding: str | None = None,
    limits: Limits = Limits(),
    site: Site | None = None,
    browser: Browser | None = None,
) -> Document:
    """Take the content out of a page.

    `method` is `auto`, a name in `weft.EXTRACTORS` or an extractor of your own. `encoding` is the charset that the HTTP
    header gave. A page on which nothing is found gives an empty document. `auto` uses the templates of `site` and draws
    pages with `browser`, where they are given; without a browser it never looks for one, so that the same bytes give
    the same text on every machine. Methods that look at a page as drawn (`vips`) find a browser by themselves.

    >>> extract("<p>The warp is fixed, the weft runs through it.", method="whole_page").text
    'The warp is fixed, the weft runs through it.'
    """
    page = html if isinstance(html, Page) else parse(html, url=url, encoding=encoding, limits=limits)
    turn = _Turn(page=page, given=html, encoding=encoding, site=site, browser=browser)
    if method != "auto":
        return _by_method(turn, find_extractor(method) if isinstance(method, str) else method)
    passed: list[str] = []
    for step in CASCADE:
        answer = step(turn)
        if isinstance(answer, Document):
            answer = _as_board(answer)
            return replace(answer, reason="; ".join((*passed, answer.reason))) if passed else answer
        if answer:
            passed.append(answer)
    raise AssertionError("the last step answers always")


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
    from weft.site import Site

    recipe = Site(similarity=similarity, clustering=clustering, learner=learner, fallback=DEFAULT)
    return recipe.update(pages, labels, limits=limits, progress=progress)


def find_extractor(method: str) -> Extractor:
    """The extractor of that name: ours, an installed package's (entry points `weft.extractors`), or a model's file."""
    if method in EXTRACTORS:
        return EXTRACTORS[method]
    if method.endswith(MODEL):
        path = Path(method)
        return _read_classifier(path, path.stat().st_mtime_ns if path.exists() else 0)
    for entry in _offered():
        if entry.name == method:
            extractor: Extractor = entry.load()()
            return extractor
    raise ConfigError(f"unknown method {method!r}; choose one of {', '.join(method_names())}")


@lru_cache(maxsize=4)
def _read_classifier(path: Path, written: int) -> Extractor:
    """The classifier that asks a model of one's own, as `weft train` writes it; read again when it is trained anew."""
    try:
        model = Model.of(read_model(path))
    except KeyError as error:  # of another kind, such as a node classifier's
        raise ArtifactError(f"{path}: a model without {error}; weft train writes one that is a method") from None
    return VisualClassifier(model=model) if model.is_visual else BlockClassifier(model=model)


def method_names() -> list[str]:
    """Every name that `method` may have."""
    return ["auto", *EXTRACTORS, *sorted(entry.name for entry in _offered())]


def _offered() -> EntryPoints:
    """The extractors of installed packages."""
    from importlib.metadata import entry_points  # it reads what every installed package says: only when asked

    return entry_points(group="weft.extractors")


@dataclass(frozen=True, eq=False, kw_only=True)
class _Turn:
    """A page, and what may be used on it."""

    page: Page
    given: bytes | str | Page  # what it was parsed from, for a browser to draw
    encoding: str | None = None
    site: Site | None = None
    browser: Browser | None = None

    @cached_property
    def usual(self) -> Document:
        """The answer that needs no drawing: the site's where there is one, else the classifier's."""
        return self.site.extract(self.page) if self.site else complete_document(EXTRACTORS[DEFAULT].extract(self.page))

    def draw(self, *, scripts: bool = True) -> Page:
        """The page as a browser shows it: the given one, with scripts where it may; else one that is found, without."""
        if self.page.geometry:
            return self.page
        if isinstance(self.given, Page):
            raise BrowserError("a parsed page cannot be drawn: give its bytes, or a page from weft.browser")
        data, charset = self.given, self.encoding
        if isinstance(data, str):
            data, charset = data.encode(errors="replace"), "utf-8"
        raw = RawPage(id=self.page.url or "the page", data=data, url=self.page.url, charset=charset)
        if self.browser is not None:
            options = self.browser.options
            return self.browser.draw(raw, options=replace(options, scripts=scripts and options.scripts)).page
        from weft.browser import Browser  # an extra: who draws nothing need not have it

        with Browser() as browser:
            return browser.draw(raw).page


def _by_template(turn: _Turn) -> Document | str:
    """Sign: the page fits a template of the given site."""
    if turn.site is None:
        return ""
    return turn.usual if turn.usual.chosen_by == TEMPLATE else _why_no_template(turn)


def _by_data(turn: _Turn) -> Document | str:
    """Sign: the page shows almost no words, but carries content as data; that becomes a document of its own."""
    page, blocks = turn.page, turn.page.blocks
    words = int(blocks.words[~blocks.hidden].sum())
    if words >= NEARLY_EMPTY:
        return ""
    from weft.metadata import find_embedded, find_metadata, find_page_type

    if not (text := find_embedded(page)):
        if len(page) == BARE:
            return "it has no markup; was a path or an address given in the place of the page?"
        return "it shows few words and has no content as data"
    shown = text if "<p" in text or "<br" in text else "".join(f"<p>{escape(line)}" for line in text.splitlines())
    return replace(
        EXTRACTORS["whole_page"].extract(parse(shown, url=page.url)),
        chosen_by="embedded",
        reason="the page shows nothing; this is in its data",
        page_type=find_page_type(page),
        find_metadata=lambda _: find_metadata(page),
    )


def _by_scripts(turn: _Turn) -> Document | str:
    """Sign: the page is empty because scripts build it; it is drawn with them, and what is there then is classified."""
    signs = find_script_signs(turn.page)
    if not signs or turn.page.geometry:
        return ""
    why = f"scripts build the page ({signs})"
    if turn.browser is None:
        return f"{why}; to draw it takes --vision --scripts or Browser(DrawOptions(scripts=True)), {INSTALL}"
    if not turn.browser.options.scripts:
        return f"{why}; to draw it with them takes --scripts or DrawOptions(scripts=True)"
    try:
        drawn = replace(turn, page=turn.draw()).usual
    except (BrowserError, LimitError) as error:
        return f"{why}; it could not be drawn: {error}"
    if not len(drawn.keep):
        return f"{why}; it is empty with them too: --network or DrawOptions(network=True) lets it load more"
    return replace(drawn, reason=f"{why}, so it was drawn with them; {drawn.reason}")


def _by_looks(turn: _Turn) -> Document | str:
    """Sign: the classifier is unsure of a page that has words; the one that also sees looks at it, without scripts."""
    usual, shown = turn.usual, ~turn.page.blocks.hidden
    is_sure = usual.chosen_by != DEFAULT or usual.confidence >= UNSURE
    if is_sure or turn.page.blocks.words[shown].sum() < NEARLY_EMPTY:
        return ""
    why = f"{DEFAULT} is unsure ({usual.confidence:.2f}, under {UNSURE})"
    if turn.browser is None and not turn.page.geometry:
        return f"{why}; to look at the page takes --vision or browser=Browser(), {INSTALL}"
    try:
        seen = complete_document(EXTRACTORS[SEEING].extract(turn.draw(scripts=False)))
    except (BrowserError, LimitError) as error:
        return f"{why}; it could not be drawn: {error}"
    return replace(
        usual,  # what a template knows of the page stays: without scripts, rows are those of the page as parsed
        page=seen.page,
        keep=seen.keep,
        chosen_by=seen.chosen_by,
        confidence=seen.confidence,
        reason=f"{why}, so the page was drawn; {seen.reason}",
    )


def _by_classifier(turn: _Turn) -> Document:
    """Sign: none; it answers on any page. Where a site is given, it is the site's fallback."""
    document = turn.usual
    if turn.site is not None:
        return replace(document, reason=document.reason.removeprefix(f"{_why_no_template(turn)}: "))
    return document


def _why_no_template(turn: _Turn) -> str:
    return turn.usual.reason.partition(":")[0]


CASCADE: tuple[Callable[[_Turn], Document | str], ...] = (
    _by_template,
    _by_data,
    _by_scripts,
    _by_looks,
    _by_classifier,
)
"""The steps of `auto`: the first that answers with a document chooses; the others say why not, or nothing."""


def _by_method(turn: _Turn, extractor: Extractor) -> Document:
    """One extractor's document; a page that it must see is drawn first."""
    if isinstance(extractor, VISUAL):
        return complete_document(extractor.extract(turn.draw()))
    page, note = turn.page, ""
    if isinstance(extractor, SiteMethod):
        extractor = extractor.with_site(turn.site)
        if extractor.needs_drawing(page):
            try:
                page = turn.draw()
            except (BrowserError, LimitError) as error:  # it has a next best
                note = f"; it could not be drawn: {error}"
    document = extractor.extract(page)
    document = replace(document, reason=document.reason + note)
    return document if document.chosen_by == TEMPLATE else complete_document(document)


def _as_board(document: Document) -> Document:
    """The document of a list of threads as one: rows tell it better than the classifier, which has seen no boards.

    What a row says of its thread, who began it and when, is not said of the page. A template knows its own type, and
    where the classifier is sure of another the records are not looked for: a crawl that wants texts does not pay.
    """
    is_sure = document.page_type not in LIKE_BOARDS and document.page_type_probability >= SURE
    if is_sure or document.chosen_by in (TEMPLATE, "records") or not is_board(document.page, document.records):
        return document
    return replace(document, page_type="board", page_type_probability=0.0, find_metadata=_declared_metadata)


def _declared_metadata(page: Page) -> Metadata:
    """What a page declares of itself, without what it prints."""
    from weft.metadata import find_metadata

    return find_metadata(page, bylines=False)
