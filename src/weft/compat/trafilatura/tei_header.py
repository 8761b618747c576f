"""The header of trafilatura's TEI: its elements, in its order."""

from importlib.metadata import version
from xml.etree.ElementTree import Element

from weft.compat.trafilatura.document import BareDocument
from weft.compat.trafilatura.tree import element


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
