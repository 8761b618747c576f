"""What a generated wrapper does: the template of a cluster, its records, and the names of what it gives."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from weft.content import Record
from weft.document import Document
from weft.metadata import merge_fields
from weft.page import Page
from weft.papers.c import SoftMealy
from weft.papers.c.softmealy import START
from weft.sites.templates import Template
from weft.sites.templates.records import URL
from weft.studio.source_text import make_identifiers

AUTHOR = "author"
ALWAYS = ("title", AUTHOR, "date")  # which the page itself may declare where no rule finds them
TYPES = ("str", "tuple")  # that a field of this name would hide
TAKEN = (*ALWAYS, *TYPES, "url", "body", "records")
JOIN = "; "  # between the values of a field that a record has more than once
MAX_REPEATED = 99  # of these values
READ = ("article", "forum", "board", "documentation")  # on which other fields are mostly boxes beside the text
# What a page and a record are called, by the type of the page.
CLASSES = {
    "article": ("Article", "Comment"),
    "forum": ("Thread", "Post"),
    "board": ("Board", "Topic"),
    "product": ("Product", "Offer"),
    "collection": ("Collection", "Product"),
    "listing": ("Listing", "Item"),
}
OTHER = ("Content", "Item")


@dataclass(frozen=True, eq=False, kw_only=True)
class WrapperPlan:
    """A template and a wrapper for records, as one program; `run` gives what the program will give."""

    template: Template
    host: str = ""
    records: SoftMealy | None = None  # None: the records, if any, are the template's
    names: Sequence[str] = ()  # fields to give; empty: all that matter on pages of the type

    @property
    def classes(self) -> tuple[str, str]:
        """The names of the classes of a page and of a record."""
        return CLASSES.get(self.template.page_type, OTHER)

    @cached_property
    def rules(self) -> Template:
        """The template with the rules of those fields only that are given."""
        fields = self.template.fields
        is_read = self.template.page_type in READ or self.records is not None or self.template.records
        wanted = {*ALWAYS, *self.names} if self.names or is_read else {rule.name for rule in fields.rules}
        kept = tuple(rule for rule in fields.rules if rule.name in wanted)
        return replace(self.template, fields=replace(fields, rules=kept))

    @cached_property
    def fields(self) -> dict[str, str]:
        """The further fields of a page, each with its identifier."""
        own = (rule.name for rule in self.rules.fields.rules if rule.name not in ALWAYS)
        return make_identifiers(own, taken=TAKEN)

    @cached_property
    def record_fields(self) -> dict[str, str]:
        """The fields of a record, each with its identifier; empty where there are no records."""
        if self.records is not None:
            return make_identifiers([*self.records.reach[START], *filter(None, self.records.states)], taken=TYPES)
        return make_identifiers([*self.rules.records.fields, URL], taken=TYPES) if self.rules.records else {}

    @property
    def first_author(self) -> str:
        """The identifier of the field of the first post that names the author of a thread; empty on other pages.

        What a forum's page declares as its author are the makers of the program, or nobody.
        """
        return self.record_fields.get(AUTHOR, "") if self.template.page_type == "forum" else ""

    def run(self, page: Page) -> dict[str, Any]:
        """What the program gives for a page, as JSON values."""
        # Not `weft.extract`: a wrapper is this one template alone, without a fallback for pages that it does not fit.
        document = self.rules.extract(page)
        metadata = merge_fields(page, document.fields)
        values = {name: field.value for name, field in document.fields.items()}
        records = [*map(self._run_record, self._find_records(document))] if self.record_fields else []
        author = metadata.author.value
        if self.first_author:
            author = values.get(AUTHOR) or next((record[self.first_author] for record in records), "")
        return {
            "url": page.url or "",
            "title": metadata.title.value,
            "author": author,
            "date": metadata.date.value,
            "body": document.text,
            **{identifier: values.get(name, "") for name, identifier in self.fields.items()},
            **({"records": records} if self.record_fields else {}),
        }

    def _find_records(self, document: Document) -> Sequence[Record]:
        if self.records is None:
            return document.records
        return [record for region in self.records.find(document.page) for record in region.records]

    def _run_record(self, record: Record) -> dict[str, str]:
        return {identifier: self._value(record, name) for name, identifier in self.record_fields.items()}

    def _value(self, record: Record, name: str) -> str:
        """The value of a field; all of them where it repeats, which SoftMealy names `name_2` and so on."""
        names = [name, *(f"{name}_{number}" for number in range(2, MAX_REPEATED + 1))] if self.repeats(name) else [name]
        return JOIN.join(record.fields[one].value for one in names if one in record.fields)

    def repeats(self, name: str) -> bool:
        """Whether a record may have a field more than once."""
        return self.records is not None and self.records.states[name].repeats
