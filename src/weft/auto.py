"""What a newcomer calls: `weft.extract`, which composes extractors, metadata, records, a site and a browser.

Which method when is the list `CASCADE`. Each step looks at its sign. It answers with a document, or with the reason why
it is not its turn; the reasons of all steps that were passed are in the document's `reason`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from weft.content import CHOSEN, Metadata, Reason
from weft.deadline import time_limit
from weft.document import TEMPLATE, Document, Extractor, SiteMethod, SiteTemplates
from weft.errors import ArtifactError, BrowserError, ConfigError, LimitError
from weft.extractors import EXTRACTORS
from weft.extractors.completion import (
    SURE,
    Judgement,
    PageSigns,
    complete_document,
    extract_at_once,
    is_shipped,
    parse_and_decide,
)
from weft.extractors.features.page_totals import NEARLY_EMPTY, find_script_signs
from weft.extractors.kernel_model import LIKE_BOARDS
from weft.io.page_bytes import check_given
from weft.io.raw_page import RawPage
from weft.metadata.data_signs import find_data_signs
from weft.page import Limits, Page, parse
from weft.page.once import computed_once
from weft.records import is_board
from weft.registry import Registry

if TYPE_CHECKING:  # what a page alone does not need
    from weft.browser import Browser

AUTO = "auto"
"""The name of the cascade, where a method is chosen by name."""

DEFAULT = "block_classifier"
"""The extractor that the cascade ends with; an empty choice of it is an answer: the page has no content."""

VISUAL = "visual_classifier"
"""The extractor that the cascade asks about a page that was drawn."""

NO_BODY = "no_body"
"""The code of a reason: a template fits, and finds no body; its fields, records and metadata stay."""

SINGLE_PAGE = "single_page"
"""The code of a reason: a template fits, and the page alone is better; the template's fields and metadata stay."""

MODEL, FORUMS = ".zip", ".json"
METHOD_FILES = (MODEL, FORUMS)
"""How the name of a method ends that is a file: a model that `weft train` wrote, or what `weft forum learn` did."""

METHOD_READERS: Registry[Callable[[Path], Extractor]] = Registry(
    {
        FORUMS: "weft.papers.b.forums:read_forums",
        "node_classifier": "weft.papers.e.node_classifier:read_node_classifier",
    }
)
"""What reads the files of the papers' methods; by name, for the papers stand above this module."""

MIN_CONFIDENCE = 0.6
"""Confidence of the classifier under which a page is worth drawing.

In cross-validation on wcxb-dev the classifier that also sees has a word F1 of 0.513 there, the classifier 0.488 (109 of
1,358 pages; 95 % interval of the gain -0.012 to 0.066); on the others they hardly differ. VIPS has 0.368 there, and is
better nowhere."""

BARE = 4
"""Nodes of a page without any markup: html, head and body, which every page has, and a text."""

INSTALL = "pip install 'weft[browser]' and a Chromium"
"""What a drawing needs."""


def extract(
    html: bytes | str | Page,
    *,
    url: str | None = None,
    method: str | Extractor = AUTO,
    encoding: str | None = None,
    limits: Limits = Limits(),
    site: SiteTemplates | None = None,
    browser: Browser | None = None,
) -> Document:
    """Take the content out of a page.

    `method` is `auto`, a name in `weft.EXTRACTORS` or an extractor of your own. `encoding` is the charset that the HTTP
    header gave. A page on which nothing is found gives an empty document; what is no page (a picture, a feed,
    JSON, bytes without any tag) is a `SourceError`. `auto` uses the templates of `site` and draws pages with `browser`,
    where they are given; without a browser it never starts one, so that the same bytes give the same text on every
    machine. Methods that look at a page as drawn (`vips`) find a browser by themselves.

    >>> extract("<p>The warp is fixed, the weft runs through it.", method="whole_page").text
    'The warp is fixed, the weft runs through it.'
    """
    if not isinstance(html, Page):
        check_given(html, url or "")
    with time_limit(html.seconds if isinstance(html, Page) else limits.seconds):
        told = by_site = None
        if isinstance(html, Page):
            page = html
        elif method == AUTO and site is None and is_shipped(EXTRACTORS[DEFAULT]):
            page, told = parse_and_decide(html, url=url, encoding=encoding, limits=limits)
        elif method == AUTO and site is not None:
            page, by_site = site.read(html, url=url, encoding=encoding, limits=limits)
            if by_site.chosen_by == TEMPLATE:  # the first step of the cascade has answered
                return by_site
        else:
            page = parse(html, url=url, encoding=encoding, limits=limits)
        request = _Request(
            page=page, source=html, told=told, told_by_site=by_site, encoding=encoding, site=site, browser=browser
        )
        return _choose(request, method)


def _choose(request: _Request, method: str | Extractor) -> Document:
    """The document of one method, or of the first step of the cascade that answers."""
    if method != AUTO:
        return _by_method(request, find_extractor(method) if isinstance(method, str) else method)
    passed: list[Reason] = []
    for step in CASCADE:
        answer = step(request)
        if isinstance(answer, Document):
            answer = _as_board(answer, request)
            if not passed:
                return answer
            return answer.with_values(reason=_join(passed, answer.reason, by_site=request.site is not None))
        if answer is not None:
            passed.append(answer)
    raise AssertionError("the last step answers always")


def _join(passed: list[Reason], own: Reason, *, by_site: bool) -> Reason:
    """Why no template chose, or else the code of the step that chose or of the last one passed; the words of all."""
    code = passed[0].code if by_site else own.code if own.code != CHOSEN else passed[-1].code
    return Reason(code, "; ".join(reason.detail for reason in (*passed, own) if reason.detail))


def find_extractor(method: str) -> Extractor:
    """The extractor of that name: ours, an installed package's (entry points `weft.extractors`), or a model's file."""
    if method.endswith(METHOD_FILES) and method not in EXTRACTORS:
        path = Path(method)
        return _read_method(path, path.stat().st_mtime_ns if path.exists() else 0)
    try:
        return EXTRACTORS[method]
    except KeyError:
        raise ConfigError(f"unknown method {method!r}", advice=f"choose one of {', '.join(method_names())}") from None


@lru_cache(maxsize=4)
def _read_method(path: Path, written: int) -> Extractor:
    """What a file of one's own chooses by; read again when it is written anew."""
    return METHOD_READERS[FORUMS](path) if path.suffix == FORUMS else _read_classifier(path)


def _read_classifier(path: Path) -> Extractor:
    """The classifier that asks a model, as `weft train` writes it."""
    from weft.extractors.block_classifier import BlockClassifier, Model
    from weft.model_file import read_model

    file = read_model(path)
    if file.header.get("model") in METHOD_READERS:
        return METHOD_READERS[file.header["model"]](path)
    try:
        model = Model.of(file)
    except KeyError as error:  # of another kind, such as a node classifier's
        advice = "weft train writes one that is a method"
        raise ArtifactError(f"a model without {error}", page=str(path), advice=advice) from None
    if not model.is_visual:
        return BlockClassifier(model=model)
    from weft.extractors.block_classifier import VisualClassifier

    return VisualClassifier(model=model)


def method_names() -> list[str]:
    """Every name that `method` may have."""
    return [AUTO, *EXTRACTORS, *EXTRACTORS.installed()]


def must_draw(extractor: Extractor) -> bool:
    """Whether an extractor chooses by how a page looks."""
    return bool(getattr(extractor, "needs_geometry", False))


@dataclass(frozen=True, eq=False, kw_only=True)
class _Request:
    """A page, and what may be used on it."""

    page: Page
    source: bytes | str | Page  # what it was parsed from, for a browser to draw
    told: Judgement | None = None  # what the kernel said of it while it was read
    told_by_site: Document | None = None  # the same of a site
    encoding: str | None = None
    site: SiteTemplates | None = None
    browser: Browser | None = None

    @computed_once
    def by_site(self) -> Document | None:
        """What the site knows of the page."""
        return self.told_by_site or (self.site.choose(self.page) if self.site else None)

    @computed_once
    def _completed(self) -> tuple[Document, PageSigns | None]:
        """The document of the page alone, and what was seen of the page on the way, where the kernel looked."""
        extractor = EXTRACTORS[self.site.fallback if self.site else DEFAULT]
        if is_shipped(extractor):
            return extract_at_once(self.page, self.told)
        return complete_document(extractor.extract(self.page)), None

    @computed_once
    def signs(self) -> PageSigns:
        """What a fast look sees of the page and of its default document."""
        if signs := self._completed[1]:
            return signs
        words, hidden = self.page.blocks.words, self.page.blocks.hidden
        data = find_data_signs(self.default_document)
        return PageSigns(data, int(words.sum()), int(words[~hidden].sum()), may_be_board=True)

    @computed_once
    def default_document(self) -> Document:
        """The answer of the page alone, with what a site's template knows of it beside the body."""
        document = self._completed[0]
        site_document = self.by_site
        if site_document is None or not site_document.cluster:
            return document
        if site_document.reason.code not in (NO_BODY, SINGLE_PAGE):
            return document.with_values(cluster=site_document.cluster, page_type=site_document.page_type)
        return document.with_values(
            cluster=site_document.cluster,
            page_type=site_document.page_type,
            fields=site_document.fields,
            records=site_document.records,
            find_metadata=site_document.find_metadata,
        )

    def draw(self, *, scripts: bool = True) -> Page:
        """The page as a browser shows it: the given one, with scripts where it may; else one that is found, without."""
        if self.page.geometry:
            return self.page
        if isinstance(self.source, Page):
            raise BrowserError("a parsed page cannot be drawn", advice="give its bytes, or a page from weft.browser")
        data, charset = self.source, self.encoding
        if isinstance(data, str):
            data, charset = data.encode(errors="replace"), "utf-8"
        raw = RawPage(id=self.page.url or "the page", data=data, url=self.page.url, charset=charset)
        if self.browser is not None:
            options = self.browser.options
            return self.browser.draw(raw, options=replace(options, scripts=scripts and options.scripts)).page
        from weft.browser import Browser  # an extra: who draws nothing need not have it

        with Browser() as browser:
            return browser.draw(raw).page


def _by_template(request: _Request) -> Document | Reason | None:
    """Sign: the page fits a template of the given site."""
    document = request.by_site
    if document is None:
        return None
    return document if document.chosen_by == TEMPLATE else document.reason


def _by_data(request: _Request) -> Document | Reason | None:
    """Sign: the page carries content as data, and does not show it; that becomes a document, or joins what is shown."""
    page = request.page
    if signs := request.signs.data:
        from weft.metadata import with_data

        if document := with_data(request.default_document, signs):
            return document
    if request.signs.shown_words >= NEARLY_EMPTY:
        return None
    from weft.metadata import find_embedded, in_place

    if html := find_embedded(page):
        reason = Reason("data", "the page shows nothing; this is in its data")
        if document := in_place(request.default_document, html, reason):
            return document
    if len(page) == BARE and len(page.blocks):
        return Reason("no_markup", "it has no markup; was a path or an address given in the place of the page?")
    return Reason("few_words", "it shows few words and has no content as data")


def _by_scripts(request: _Request) -> Document | Reason | None:
    """Sign: the page is empty because scripts build it; it is drawn with them, and what is there then is classified."""
    signs = find_script_signs(request.page) if request.signs.words < NEARLY_EMPTY else ""
    if not signs or request.page.geometry:
        return None
    reason = Reason("scripts", f"scripts build the page ({signs})")
    if request.browser is None:
        return reason.then(f"browser=Browser(DrawOptions(scripts=True)) draws it, with {INSTALL}")
    if not request.browser.options.scripts:
        return reason.then("DrawOptions(scripts=True) draws it with them")
    try:
        drawn_request = replace(request, page=request.draw(), told=None, told_by_site=None)
    except (BrowserError, LimitError) as error:
        return reason.then(f"it could not be drawn: {error}")
    answer = _by_template(drawn_request)  # the page may fit one only now
    drawn = answer if isinstance(answer, Document) else drawn_request.default_document
    if not len(drawn.keep):
        return reason.then("it is empty with them too: DrawOptions(network=True) lets it load more")
    detail = f"{reason.detail}, so it was drawn with them"
    return replace(drawn, reason=Reason(reason.code, detail).then(drawn.reason.detail))


def _by_looks(request: _Request) -> Document | Reason | None:
    """Sign: the classifier is unsure of a page that has words; the one that also sees is asked, without scripts."""
    document = request.default_document
    is_sure = document.chosen_by != DEFAULT or document.confidence >= MIN_CONFIDENCE
    if is_sure or request.signs.shown_words < NEARLY_EMPTY:
        return None
    reason = Reason("unsure", f"{DEFAULT} is unsure ({document.confidence:.2f}, under {MIN_CONFIDENCE})")
    if request.browser is None and not request.page.geometry:
        return reason.then(f"browser=Browser() looks at the page, with {INSTALL}")
    try:
        seen = EXTRACTORS[VISUAL].extract(request.draw(scripts=False))
    except (BrowserError, LimitError) as error:
        return reason.then(f"it could not be drawn: {error}")
    if len(seen.keep) and document.page_type != "empty":  # the default knows types better
        share = document.page_type_probability
        seen = replace(seen, page_type=document.page_type, page_type_probability=share)
    seen = complete_document(seen)
    return replace(
        document,  # what a template knows of the page stays: without scripts, rows are those of the page as parsed
        page=seen.page,
        keep=seen.keep,
        chosen_by=seen.chosen_by,
        confidence=seen.confidence,
        reason=Reason(reason.code, f"{reason.detail}, so the page was drawn").then(seen.reason.detail),
    )


def _by_classifier(request: _Request) -> Document:
    """Sign: none; it answers on any page. Where a site is given, it is the site's fallback."""
    return request.default_document


CASCADE: tuple[Callable[[_Request], Document | Reason | None], ...] = (
    _by_template,
    _by_data,
    _by_scripts,
    _by_looks,
    _by_classifier,
)
"""The steps of `auto`: the first that answers with a document chooses; the others give a reason why not, or nothing."""


def _by_method(request: _Request, extractor: Extractor) -> Document:
    """One extractor's document; a page that it must see is drawn first."""
    if must_draw(extractor):
        return complete_document(extractor.extract(request.draw()))
    page, note = request.page, ""
    if isinstance(extractor, SiteMethod):
        extractor = extractor.with_site(request.site)
        if extractor.needs_drawing(page):
            try:
                page = request.draw()
            except (BrowserError, LimitError) as error:  # it has a next best
                note = f"it could not be drawn: {error}"
    document = extractor.extract(page)
    if note:
        document = replace(document, reason=document.reason.then(note))
    return document if document.chosen_by == TEMPLATE else complete_document(document)


def _as_board(document: Document, request: _Request) -> Document:
    """The document of a list of threads as one: rows tell it better than the classifier, which has seen no boards.

    What a row says of its thread, who began it and when, is not said of the page. A template knows its own type, and
    where the classifier is sure of another the records are not looked for: a crawl that wants texts does not pay.
    """
    is_sure = document.page_type not in LIKE_BOARDS and document.page_type_probability >= SURE
    if is_sure or document.chosen_by in (TEMPLATE, "records"):
        return document
    if document.page is request.page and not request.signs.may_be_board:
        return document
    if not is_board(document.page, document.records):
        return document
    return replace(document, page_type="board", page_type_probability=0.0, find_metadata=_declared_metadata)


def _declared_metadata(page: Page) -> Metadata:
    """What a page declares of itself, without what it prints."""
    from weft.metadata import find_metadata

    return find_metadata(page, bylines=False)
