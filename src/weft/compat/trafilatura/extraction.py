"""trafilatura's functions, answered by weft: the same call, the same formats, None where there is no content.

SimHash (Charikar 2002): texts that share most of their words have fingerprints that share most of their bits.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from importlib import import_module
from typing import Any, TypeVar, Unpack

import numpy as np

from weft.auto import DEFAULT
from weft.auto import extract as weft_extract
from weft.compat.trafilatura.document import BareDocument, describe
from weft.compat.trafilatura.formats import FORMATS, Extracted
from weft.compat.trafilatura.parameters import OBJECT, Given, Settings, read_settings
from weft.document import Document, Failure
from weft.errors import ConfigError
from weft.extractors import BlockClassifier
from weft.io import RawPage
from weft.metadata import find_metadata, find_page_type
from weft.page import Page, parse
from weft.pipeline import attempt

_WORD = re.compile(r"\w+")


def find_fingerprint(text: str) -> str:
    """64 bits in hexadecimal: each bit is what most words of the text, by count, have there.

    >>> find_fingerprint("The warp is fixed."), find_fingerprint("the WARP is fixed")
    ('5e824bc408148a92', '5e824bc408148a92')
    """
    counts = Counter(_WORD.findall(text.lower()))
    hashes = b"".join(blake2b(word.encode(), digest_size=8).digest() for word in counts)
    bits = np.unpackbits(np.frombuffer(hashes, np.uint8)).reshape(-1, 64)
    votes = np.array(list(counts.values()), np.int64) @ (2 * bits.astype(np.int64) - 1)
    return np.packbits(votes > 0).tobytes().hex()


logger: logging.Logger = logging.getLogger("weft.compat")

Result = TypeVar("Result")


def extract(
    filecontent: object, url: str | None = None, record_id: str | None = None, **given: Unpack[Given]
) -> str | None:
    """The content of a page in one of the formats, None where it has none.

    | parameter | here |
    |---|---|
    | `filecontent` | bytes, str, a response with `.data`, an element of lxml, a `weft.Page`; None gives None |
    | `url`, `record_id` | honoured |
    | `fast` | always so: weft has one way and no second one to skip |
    | `no_fallback` | the same, with the `DeprecationWarning` that trafilatura has |
    | `favor_precision`, `favor_recall` | the choice of blocks has the highest expected F0.5 or F2 instead of F1 |
    | `include_comments` | comments under an article, where they are marked as such |
    | `output_format` | csv, html, json, markdown, txt, xml, xmltei; another is a `ConfigError` |
    | `tei_validation` | a warning: weft has no schema to validate with |
    | `target_language` | another language gives None; declared or guessed; one that is not known passes |
    | `include_tables`, `include_images`, `include_links` | as options of the renderer: the rest stays the same |
    | `include_formatting` | bold, italics and so on; txt and csv become Markdown; not in JSON, as in trafilatura |
    | `deduplicate` | a passage that a page says twice is kept once; a warning, since other pages are not remembered |
    | `date_extraction_params` | `original_date` (default on), `outputformat`, `min_date`, `max_date`; else a warning |
    | `with_metadata`, `only_with_metadata` | honoured |
    | `url_blacklist`, `author_blacklist` | honoured |
    | `prune_xpath` | honoured where lxml is installed, else a `ConfigError` |
    | `settingsfile`, `config` | sizes of file and output, and the time of parsing; a warning names the rest |
    | `options` | its attributes, as the parameters of the same meaning |
    | `max_tree_size` | an error, as in trafilatura |

    A page over a limit gives None and a line in the log `weft.compat`, as trafilatura does it.

    >>> page = "<title>Looms</title><p>A loom holds the <b>warp</b> while the weft is woven through it."
    >>> extract(page, output_format="markdown")
    'A loom holds the **warp** while the weft is woven through it.'
    """
    settings = read_settings(given)

    def write(page: Page) -> str | None:
        extraction = _find(page, record_id, settings)
        return FORMATS[settings.format](extraction) if extraction else None

    return _attempt(filecontent, url, settings, write)


def bare_extraction(
    filecontent: object, url: str | None = None, *, as_dict: bool = False, **given: Unpack[Given]
) -> BareDocument | dict[str, Any] | None:
    """The content of a page as attributes, None where it has none; `body` is an element of the standard library."""
    settings = read_settings(given, default=OBJECT)

    def describe(page: Page) -> BareDocument | dict[str, Any] | None:
        extraction = _find(page, None, settings)
        if extraction is None:
            return None
        extraction.bare.body, extraction.bare.commentsbody = extraction.tree(), extraction.comments_tree()
        return extraction.bare.as_dict() if as_dict else extraction.bare

    return _attempt(filecontent, url, settings, describe)


def extract_metadata(
    filecontent: object,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: set[str] | None = None,
) -> BareDocument:
    """What a page says about itself, with no text; `extensive` changes nothing: weft looks once, everywhere."""
    settings = read_settings(Given(date_extraction_params=date_config, author_blacklist=author_blacklist))

    def find(page: Page) -> BareDocument:
        nothing, page_type = np.zeros(0, np.int64), find_page_type(page)
        document = Document(page=page, keep=nothing, chosen_by="", page_type=page_type, find_metadata=find_metadata)
        return describe(document, settings)

    return _attempt(filecontent, default_url, settings, find) or BareDocument()


def _attempt(filecontent: object, url: str | None, settings: Settings, do: Callable[[Page], Result]) -> Result | None:
    """What is made of a page; None where there is none, or where it failed, which is logged."""

    def read_and_do(raw: RawPage) -> Result | None:
        page = _read(filecontent, url, settings)
        return None if page is None else do(page)

    nameless = RawPage(id=url or "", data=b"")
    done = attempt(nameless, read_and_do, seconds=settings.limits.seconds, passing=ConfigError)
    if isinstance(done, Failure):
        logger.warning("%s", done.message)
        return None
    return done


def _find(page: Page, record_id: str | None, settings: Settings) -> Extracted | None:
    """What is on the page, if it is all that the settings ask for."""
    document = _choose(page, settings)
    bare = describe(document, settings) if settings.metadata else BareDocument()
    extraction = Extracted(document, bare, settings)
    if len(extraction.text) < max(settings.least_chars, 1) or not _is_wanted(extraction):
        return None
    bare.id, bare.text, bare.raw_text = record_id, extraction.text, _plain(extraction)
    bare.fingerprint = find_fingerprint(bare.raw_text)
    bare.comments = ("\n\n" if settings.formatting else "\n").join(extraction.comments)
    return extraction


def _plain(extraction: Extracted) -> str:
    """The text without any layout."""
    return " ".join(extraction.document.render("text", extraction.settings.shown).split())


def _choose(page: Page, settings: Settings) -> Document:
    """What `auto` makes of the page; where its classifier chose, another wish chooses anew."""
    document = weft_extract(page)
    if settings.beta == 1 or document.chosen_by != DEFAULT:
        return document
    return weft_extract(page, method=BlockClassifier(beta=settings.beta))


def _is_wanted(extraction: Extracted) -> bool:
    settings, document, bare = extraction.settings, extraction.document, extraction.bare
    if settings.refused_urls & {bare.url, document.page.url, document.metadata.url.value}:
        return False
    if settings.language and document.language and document.language.split("-")[0] != settings.language:
        return False
    return bool(bare.date and bare.title and bare.url) or not settings.required


def _read(filecontent: object, url: str | None, settings: Settings) -> Page | None:
    """The page of whatever trafilatura would take; None where there is nothing."""
    if isinstance(filecontent, Page):
        return filecontent
    encoding = None
    if hasattr(filecontent, "getroottree"):  # an element of lxml: who has one has lxml
        filecontent, encoding = import_module("lxml.html").tostring(filecontent, encoding="utf-8"), "utf-8"
    elif hasattr(filecontent, "data"):  # a response of urllib3 or of trafilatura
        url, filecontent = url or getattr(filecontent, "url", None), filecontent.data
    if filecontent is None:
        return None
    if not isinstance(filecontent, bytes | str):
        raise ConfigError(f"a page is bytes, str, a response, an element of lxml or a Page, not {type(filecontent)}")
    if len(filecontent) < max(settings.least_bytes, 1):
        return None
    page = parse(filecontent, url=url, encoding=encoding, limits=settings.limits)
    return _prune(filecontent, page, settings) if settings.pruned else page


def _prune(data: bytes | str, page: Page, settings: Settings) -> Page:
    """The page without what the XPaths find; the kernel has no XPath, so lxml does it."""
    try:
        html: Any = import_module("lxml.html")
    except ImportError:
        raise ConfigError("prune_xpath needs lxml: pip install lxml, or leave it out") from None
    parser = html.HTMLParser(encoding=None if isinstance(data, str) else page.encoding)
    root = html.document_fromstring(data, parser=parser)
    for xpath in settings.pruned:
        for element in root.xpath(xpath):
            if element.getparent() is not None:
                element.drop_tree()
    return parse(html.tostring(root, encoding="utf-8"), url=page.url, encoding="utf-8", limits=settings.limits)
