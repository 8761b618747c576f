"""What stands above the content in Markdown: front matter in YAML."""

import json
import re

from weft.addresses import own_address
from weft.document import Document

UNKNOWN_TYPE = "other"

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
