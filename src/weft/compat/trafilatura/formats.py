"""Trafilatura's output formats: its keys, columns and element names, so that what reads its output goes on working.

The header of trafilatura's TEI: its elements, in its order.
"""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.metadata import version
from xml.etree.ElementTree import Element, indent

from weft.compat.trafilatura.document import BareDocument
from weft.compat.trafilatura.lines import write_lines
from weft.compat.trafilatura.parameters import Settings
from weft.compat.trafilatura.tree import element, read_tree, write_tree
from weft.document import Document
from weft.io.tables import neutral_cell
from weft.kernel.renderers import plain_markdown
from weft.renderers.passages import without_tables


def tei_header(bare: BareDocument) -> Element:
    """Where a text comes from, as corpus linguists ask for it."""
    return element(
        "teiHeader",
        element(
            "fileDesc",
            _titles(bare),
            _published_text(bare),
            element("notesStmt", *_notes(bare)),
            element("sourceDesc", *_sources(bare)),
        ),
        element(
            "profileDesc",
            element("abstract", element("p", bare.description)),
            element("textClass", element("keywords", *_terms(bare))),
            element("creation", element("date", bare.filedate, type="download")),
        ),
        element("encodingDesc", element("appInfo", _application())),
    )


def _titles(bare: BareDocument) -> Element:
    authors = [element("author", name) for name in (bare.author or "").split("; ") if name]
    return element("titleStmt", element("title", bare.title, type="main"), *authors)


def _published_text(bare: BareDocument) -> Element:
    if not bare.license:
        return element("publicationStmt", element("p"))
    terms = element("availability", element("p", bare.license))
    return element("publicationStmt", element("publisher", _publisher(bare)), terms)


def _publisher(bare: BareDocument) -> str:
    host = bare.hostname or ""
    return f"{bare.sitename} ({host})" if bare.sitename and host else bare.sitename or host


def _notes(bare: BareDocument) -> list[Element]:
    notes = [element("note", bare.id, type="id")] if bare.id else []
    return [*notes, element("note", bare.fingerprint, type="fingerprint")]


def _sources(bare: BareDocument) -> list[Element]:
    """The page as a sentence, as a mark for it, and in full."""
    sigle = ", ".join(part for part in (bare.sitename, bare.date) if part)
    address = [element("ptr", type="URL", target=bare.url)] if bare.url else []
    published = element("publicationStmt", element("publisher", _publisher(bare)), *address, element("date", bare.date))
    return [
        element("bibl", ", ".join(part for part in (bare.title, sigle) if part)),
        element("bibl", sigle, type="sigle"),
        element("biblFull", _titles(bare), published),
    ]


def _terms(bare: BareDocument) -> list[Element]:
    lists = {"categories": bare.categories, "tags": bare.tags}
    return [element("term", ",".join(values), type=name) for name, values in lists.items() if values]


def _application() -> Element:
    label = element("label", "weft")
    return element("application", label, version=version("weft"), ident="weft")


_HEADER = (
    "title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags", "fingerprint", "id",
    "license",
)  # fmt: skip
_ATTRIBUTES = (
    "sitename", "title", "author", "date", "url", "hostname", "description", "categories", "tags", "license", "id",
    "fingerprint", "language",
)  # fmt: skip
_COLUMNS = (
    "url", "id", "fingerprint", "hostname", "title", "image", "date", "text", "comments", "license", "pagetype",
)  # fmt: skip
_RENAMED = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}  # in JSON, and put last
_YAML_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "y", "n", "null"})
_BARE_MARKS = re.compile("</?(?:strong|em|del|mark|sub|sup)>")
_VOID = re.compile("<(br|hr|img)([^>]*)>")


@dataclass(frozen=True, eq=False)
class Extracted:
    """What was found on a page, and how it is to be written."""

    document: Document
    bare: BareDocument
    settings: Settings

    @cached_property
    def text(self) -> str:
        """The body: Markdown where formatting is wanted, else lines."""
        settings, document = self.settings, self.document
        if settings.formatting and settings.format not in ("json", "xml", "xmltei", "html"):
            return document.render("markdown", settings.shown)
        keep = document.keep if settings.shown.tables else without_tables(document.page, document.keep)
        return write_lines(document.page, keep, settings.shown)

    @cached_property
    def comments(self) -> list[str]:
        """What readers wrote under an article, a text each."""
        if not self.settings.comments:
            return []
        return [
            text for record in self.document.comments if (body := record.fields.get("body")) and (text := body.value)
        ]

    def tree(self) -> Element:
        """The body as a `main` element."""
        document, settings = self.document, self.settings
        return read_tree(document.page, document.keep, settings.shown, formatting=settings.formatting)

    def comments_tree(self, name: str = "comments") -> Element:
        """The comments as paragraphs of an element."""
        return element(name, *(element("p", text) for text in self.comments))


def write_text(extraction: Extracted) -> str:
    """`txt` and `markdown`: a header where metadata is wanted, the body, the comments."""
    gap = "\n\n" if extraction.settings.formatting else "\n"
    header = ""
    if extraction.settings.metadata:
        values = ((name, getattr(extraction.bare, name)) for name in _HEADER)
        header = "".join(f"{name}: {_yaml(value)}\n" for name, value in values if value)
        header = f"---\n{header}---\n"
    comments = extraction.comments
    if extraction.settings.formatting:  # what readers wrote is text, not Markdown
        comments = [plain_markdown(text) for text in comments]
    return header + gap.join([extraction.text, *comments])


def write_json(extraction: Extracted) -> str:
    """One object; only text and comments where no metadata is wanted."""
    bare = extraction.bare
    if not extraction.settings.metadata:
        return json.dumps({"text": bare.text, "comments": bare.comments}, ensure_ascii=False)
    values = {name: value for name, value in bare.as_dict().items() if name not in ("body", "commentsbody", *_RENAMED)}
    lists = {name: ";".join(values.pop(name) or ()) for name in ("categories", "tags")}
    renamed = {name: getattr(bare, own) for own, name in _RENAMED.items()}
    return json.dumps({**values, **renamed, **lists}, ensure_ascii=False)


def write_csv(extraction: Extracted) -> str:
    """One line of values with tabs between them; `null` for what is not known."""
    out = io.StringIO()
    values = (getattr(extraction.bare, name) or "null" for name in _COLUMNS)
    csv.writer(out, delimiter="\t").writerow(map(neutral_cell, values))
    return out.getvalue()


def write_html(extraction: Extracted) -> str:
    """A page with the metadata in its head, its elements closed as in XML. Comments have no place in it."""
    body = extraction.document.render("html", extraction.settings.shown)
    if not extraction.settings.formatting:
        body = _BARE_MARKS.sub("", body)
    metas = "".join(
        f'<meta name="{name}" content="{escape(value)}"/>\n' for name, value in _attributes(extraction).items()
    )
    head = f"<head>\n{metas}</head>\n" if extraction.settings.metadata else ""
    return f"<html>\n{head}<body>\n{_VOID.sub(_close, body)}\n</body>\n</html>"


def write_xml(extraction: Extracted) -> str:
    """`doc` with the metadata as attributes, `main` and `comments`."""
    root = element("doc", extraction.tree(), extraction.comments_tree(), **_attributes(extraction))
    return write_tree(root)


def write_tei(extraction: Extracted) -> str:
    """TEI with trafilatura's header; the body in a division `entry`, comments in one of their own."""
    entry = extraction.tree()
    entry.tag, entry.attrib = "div", {"type": "entry"}
    for head in entry.iter("head"):
        head.tag, head.attrib = "ab", {**head.attrib, "type": "header"}
    for image in entry.iter("graphic"):
        image.attrib = {"url": image.get("src", "")}
    comments = extraction.comments_tree("div")
    comments.set("type", "comments")
    text = element("text", element("body", entry, comments))
    header = tei_header(extraction.bare)
    indent(header)  # no text stands beside an element in it
    return write_tree(element("TEI", header, text, xmlns="http://www.tei-c.org/ns/1.0"))


def _attributes(extraction: Extracted) -> dict[str, str]:
    """The metadata that XML and HTML show, lists joined; without metadata only an id and the fingerprint."""
    names = _ATTRIBUTES if extraction.settings.metadata else ("id", "fingerprint")
    values = ((name, getattr(extraction.bare, name)) for name in names)
    return {name: ";".join(value) if isinstance(value, list) else value for name, value in values if value}


def _yaml(value: str | list[str]) -> str:
    """A value as YAML reads it back: plain where that is safe, else as JSON, which is YAML too."""
    if isinstance(value, str) and value[0].isalpha() and value.isprintable():
        means_more = value.lower() in _YAML_WORDS or any(sign in f"{value} " for sign in (": ", " #", "  "))
        return json.dumps(value, ensure_ascii=False) if means_more else value
    return json.dumps(value, ensure_ascii=False)


def _close(match: re.Match[str]) -> str:
    return f"<{match[1]}{match[2]}/>"


FORMATS: dict[str, Callable[[Extracted], str]] = {
    "csv": write_csv,
    "html": write_html,
    "json": write_json,
    "markdown": write_text,
    "txt": write_text,
    "xml": write_xml,
    "xmltei": write_tei,
}
