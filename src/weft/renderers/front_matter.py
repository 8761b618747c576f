"""What stands above the content in Markdown: front matter in YAML, and the title as a heading."""

import json
import re

from weft.addresses import own_address
from weft.document import Document
from weft.render_options import RenderOptions
from weft.renderers.passages import TEXT, Container, Passage, Piece, text_of

TITLE_SHARE = 0.5
"""Of the letters of the longer one, what the shorter of a title and an `h1` must have to say the same.

A page's title may have more than its heading, such as the name of the site; and a heading more, such as a subtitle."""

UNKNOWN_TYPE = "other"

_WORD = re.compile(r"\w+")
# What YAML does not take in a quoted text as it is; JSON has escaped the controls before the space.
_UNPRINTED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def front_matter(document: Document) -> str:
    """What is known of a page as YAML between two lines of dashes, and a blank line; empty where nothing is known.

    >>> from weft import parse
    >>> from weft.content import NO_REASON, Field, Metadata
    >>> from weft.document import no_choice
    >>> metadata = Metadata(title=Field(value="Looms: a history"), language=Field(value="no"))
    >>> document = no_choice(parse("<p>x"), NO_REASON).with_values(find_metadata=lambda page: metadata)
    >>> print(front_matter(document), end="")
    ---
    title: "Looms: a history"
    language: "no"
    ---
    <BLANKLINE>
    """
    metadata = document.metadata
    values = {
        "title": metadata.title.value,
        "author": metadata.author.value,
        "date": metadata.date.value,
        "url": own_address(document.page.url) or metadata.url.value,
        "language": metadata.language.value,
        "section": metadata.section.value,
        "licence": metadata.licence.value,
        "access": metadata.access.value,
        "page_type": "" if document.page_type == UNKNOWN_TYPE else document.page_type,
    }
    lines = [f"{name}: {quote(value)}" for name, value in values.items() if value]
    for name, topics in (("categories", metadata.categories), ("tags", metadata.tags)):
        if topics:
            lines.append(f"{name}: [{', '.join(quote(topic.value) for topic in topics)}]")
    if metadata.word_count:
        lines.append(f"word_count: {metadata.word_count.typed}")
    if document.confidence:
        lines.append(f"confidence: {document.confidence:.2f}")
    return "\n".join(["---", *lines, "---", "", ""]) if lines else ""


def quote(text: str) -> str:
    """A text in double quotes, as YAML reads it again: a string of JSON, and what only YAML wants escaped.

    Every text is quoted: without quotes `no` is a truth value and `2024-05-01` a date.

    >>> print(quote("a: b\\u2028#"))
    "a: b\\u2028#"
    """
    written = json.dumps(_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text), ensure_ascii=False)
    return _UNPRINTED.sub(lambda sign: f"\\u{ord(sign.group()):04x}", written)


def with_title(passages: list[Passage], document: Document, options: RenderOptions) -> list[Passage]:
    """The passages with the title as a heading of the first level: once, and above all others where none says it.

    An `h1` that says it stays where it is. The first heading or the first passage that says it becomes the `h1`.
    """
    title = _words(document.metadata.title.value) if options.title else []
    if not title or any(_level(passage) == 1 and _says(passage, title) for passage in passages):
        return passages
    heading = (Container("heading", -1, 1),)
    first_heading = next((passage for passage in passages if _level(passage)), None)
    first = next((passage for passage in passages[:1] if not passage.path), None)
    for own in filter(None, (first_heading, first)):
        if _words(text_of(own)) == title:
            lifted = Passage(heading, own.pieces, own.row)
            return [lifted if passage is own else passage for passage in passages]
    return [Passage(heading, [Piece(TEXT, " ".join(document.metadata.title.value.split()))]), *passages]


def _level(passage: Passage) -> int:
    """The level of a heading, 0 of any other passage."""
    inner = passage.inner
    return inner.number if inner and inner.role == "heading" else 0


def _says(passage: Passage, title: list[str]) -> bool:
    """Whether a heading says the title: one of the two is a good part of the other."""
    short, long = sorted(("".join(_words(text_of(passage))), "".join(title)), key=len)
    return short in long and len(short) >= TITLE_SHARE * len(long)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
