"""The fields of a page's metadata: the given one, else what the page says."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from weft.content import Field, Image, Link
from weft.deadline import time_limit
from weft.metadata.answers import find_answers, read_page
from weft.metadata.authors import AuthorEvidence, SiteNames, choose_author, choose_person, find_authors, is_maker
from weft.metadata.bylines import read_bylines
from weft.metadata.head import Relations, find_alternates, find_feeds, find_related
from weft.metadata.images import find_image, given_image
from weft.metadata.languages import find_language
from weft.metadata.near_title import Near
from weft.metadata.page_dates import DeclaredDates, PageDates, first_date
from weft.metadata.printed_dates import DateStyle, writes_day_first
from weft.metadata.reading import find_access, find_direction, find_licence, printed_minutes, read_count, read_minutes
from weft.metadata.sources import PRIORITY, Declared, declared, in_order, kernel_declared
from weft.metadata.titles import find_title
from weft.metadata.topics import declared_topics, find_topics
from weft.metadata.values import absolute_url, clean_language
from weft.page import Page
from weft.page.once import computed_once, is_known, once_a_page
from weft.renderers.page_addresses import base_of

ADDRESS_STARTS = ("https://", "http://", "/")  # a given text such as "Read more" is no address


@once_a_page
def page_language(page: Page) -> Field:
    """The language of a page, as it declares it or as its text is."""
    return find_language(page, declared(page).ranked("language"))


def writes_day_first_on(page: Page, language: Field) -> bool | None:
    """Whether the day comes first on a page of that language."""
    tags = declared(page).ranked("language")
    return writes_day_first(page, language, [field.value for field in tags])


class _NearOnce:
    """What stands near the title of a page, found when it is first asked for."""

    __slots__ = ("_found", "_page")

    def __init__(self, page: Page) -> None:
        self._page = page
        self._found: Near | None = None

    def __call__(self) -> Near:
        if self._found is None:
            self._found = Near.of(self._page)
        return self._found


class PageFields:
    """Finds the fields of one page's metadata; what several need is found once."""

    def __init__(
        self, page: Page, *, bylines: bool, fields: Mapping[str, Field], reference: datetime | None = None
    ) -> None:
        self.page: Page = page
        self.bylines: bool = bylines
        self.reference: datetime | None = reference
        self.find_near: Callable[[], Near] = _NearOnce(page)
        self.given: dict[str, Field] = {name: _stripped(field) for name, field in fields.items() if name in PRIORITY}

    def find_title(self) -> Field:
        """The title alone: the given one, else what the page says."""
        with time_limit(self.page.seconds):
            return self.given.get("title") or self.title

    def find_all(self) -> dict[str, object]:
        """All fields of `Metadata`, found together: most in one call of the kernel, the others one by one."""
        with time_limit(self.page.seconds):
            answers = self._ask_kernel()
            if not self.given and len(answers) == len(_OWN):
                return answers
            asked = [name for name in _GIVEN if (name if name != "authors" else "author") in self.given]
            found = {name: _GIVEN[name](self, name) for name in asked}
            return {
                name: found.get(name) or (answers[name] if name in answers else find(self))
                for name, find in _OWN.items()
            }

    def _ask_kernel(self) -> dict[str, object]:
        """The fields that the kernel is sure of; what other fields are made from is kept.

        With a time of reference, relative dates count, which the kernel does not read.
        """
        given, skipped = _given_language(self.given), [name for name in _SKIPPED if name in self.given]
        answers = None
        if not is_known(kernel_declared, self.page):
            answers = read_page(self.page, bylines=self.bylines, skipped=skipped, language=given.value)
        answers = self._ask_in_steps(given, skipped) if answers is None else answers
        if self.reference:
            answers = {name: answer for name, answer in answers.items() if name not in ("date", "modified")}
        if given:
            return {name: answer for name, answer in answers.items() if name not in ("language", "direction")}
        if "language" in answers:
            self.__dict__["language"] = answers["language"]
        return answers

    def _ask_in_steps(self, given: Field, skipped: list[str]) -> dict[str, object]:
        """The same where something was read before, or has to be read in Python."""
        kernel = self.declared.kernel
        if kernel is None:
            return {}
        near, heading = self.near.kernel if self.bylines else None, find_title(self.page)
        page = self.title.value, (heading.value, heading.row), self.page.url or "", self.base, given.value
        return find_answers(kernel, near, page, skipped)

    @computed_once
    def declared(self) -> Declared:
        """What the page declares."""
        return declared(self.page)

    @computed_once
    def relations(self) -> Relations:
        """The links by relation."""
        return self.declared.relations

    @computed_once
    def base(self) -> str:
        """What addresses are joined with."""
        return base_of(self.page)

    def ranked(self, name: str) -> list[Field]:
        """The declared candidates of a field, those of the best source first."""
        return self.declared.ranked(name)

    @property
    def near(self) -> Near:
        """What stands near the title."""
        return self.find_near()

    @property
    def near_if_printed(self) -> Near | None:
        """What stands near the title, where that counts."""
        return self.near if self.bylines else None

    @computed_once
    def title(self) -> Field:
        """The title as headings and head tell it, else as data do."""
        return find_title(self.page) or _first(self.ranked("title"))

    @computed_once
    def language(self) -> Field:
        """The given language, else that of the page."""
        return _given_language(self.given) or page_language(self.page)

    @computed_once
    def style(self) -> DateStyle:
        """How dates are read."""
        # It must not hold these fields: they keep it, and a page that nobody holds is let go at once.
        language = self.__dict__.get("language") or _given_language(self.given)
        find = partial(_day_first, self.page, language)
        return DateStyle(reference=self.reference, find_day_first=find)

    @computed_once
    def sites(self) -> SiteNames:
        """What the site is called."""
        return SiteNames(self.site_name().value, self.declared.sites)

    def site_name(self) -> Field:
        """What the site calls itself."""
        return _first(self.ranked("site_name"))

    @computed_once
    def author(self) -> Field:
        """The first of the declared and printed ones; who is printed is looked for where no person is declared."""
        fields = _without_makers(self.ranked("author"), self.declared.programs)
        declared = [field for field in fields if field.source != "opengraph"]
        if self.bylines and not choose_person(declared, self.sites):
            printed = read_bylines(self.near, self.relations)
            fields = in_order("author", [*fields, *printed.get("author", ())])
        return choose_author([*fields, *self.ranked("organisation")], self.sites)

    def authors(self) -> tuple[Link, ...]:
        """The authors one by one."""
        evidence = AuthorEvidence(
            self.ranked("author_links"), self.ranked("organisation"), self.sites, self.relations, self.base
        )
        return find_authors(self.page, self.author, evidence)

    @computed_once
    def dates(self) -> PageDates:
        """When the page was published and changed."""
        near = self.find_near if self.bylines else None
        return PageDates(self.page, self._declared_dates(), self.style, find_title(self.page), near)

    def _declared_dates(self) -> DeclaredDates:
        """What a page declares of its dates, and its addresses."""
        own = [Field(value=self.page.url)] if self.page.url else []
        addresses = [field for field in self.ranked("url") if field.source != "json-ld"]
        published, unsure, modified = (self.ranked(name) for name in ("date", "unsure_date", "modified"))
        return DeclaredDates(published=published, unsure=unsure, modified=modified, addresses=own + addresses)

    @computed_once
    def image(self) -> Image:
        """The picture of the page."""
        return find_image(self.ranked("image"), self.base)

    @computed_once
    def topics(self) -> dict[str, Any]:
        """The section, the categories and the tags."""
        declared = {name: self.ranked(name) for name in ("way", "tags", "section")}
        return find_topics(declared, self.near_if_printed, self.relations, self.title.value, self.base)

    def reading_time(self) -> Field:
        """The minutes that the page declares or prints."""
        declared = read_minutes(self.ranked("reading_time"))
        return declared or (printed_minutes(self.near) if self.bylines else Field())

    def related(self, *names: str) -> Field:
        """Where the first link with one of the relations leads."""
        return find_related(self.declared.links, self.base, *names)


_OWN: dict[str, Callable[[PageFields], object]] = {
    "title": lambda own: own.title,
    "author": lambda own: own.author,
    "authors": PageFields.authors,
    "date": lambda own: own.dates.published(),
    "modified": lambda own: own.dates.modified(),
    "language": lambda own: own.language,
    "direction": lambda own: find_direction(own.page, own.language),
    "site_name": PageFields.site_name,
    "description": lambda own: _first(own.ranked("description")),
    "section": lambda own: own.topics["section"],
    "categories": lambda own: own.topics["categories"],
    "tags": lambda own: own.topics["tags"],
    "url": lambda own: _address(own.ranked("url"), own.base),
    "alternates": lambda own: find_alternates(own.declared.links, own.base),
    "amp": lambda own: own.related("amphtml"),
    "feeds": lambda own: find_feeds(own.declared.links, own.base),
    "next_page": lambda own: own.related("next"),
    "previous_page": lambda own: own.related("prev", "previous"),
    "image": lambda own: own.image,
    "licence": lambda own: find_licence(own.page, own.declared.links, own.ranked("licence"), own.base),
    "access": lambda own: find_access(own.ranked("access")),
    "word_count": lambda own: read_count(own.ranked("word_count")),
    "reading_time": PageFields.reading_time,
}
"""How each field is found on the page itself."""


_SKIPPED = ("author", "date", "image")
"""The fields that are not looked for where they are given; if what is given cannot be read, they are found alone."""


def _day_first(page: Page, given: Field) -> bool:
    return bool(writes_day_first_on(page, given or page_language(page)))


def _given_date(own: PageFields, name: str) -> Field | None:
    return first_date([own.given[name]], own.style) if name in own.given else None


def _given_address(own: PageFields, name: str) -> Field | None:
    field = own.given.get(name, Field())
    if not field.value.startswith(ADDRESS_STARTS):
        return None
    address = _address([field], own.base)
    return given_image(address, own.image) if name == "image" else address


def _given_authors(own: PageFields, name: str) -> tuple[Link, ...]:
    author = own.given.get("author", Field())
    names = [name for name in author.value.split("; ") if name]
    return tuple(Link(value=name, row=author.row, source=author.source) for name in names)


def _given_tags(own: PageFields, name: str) -> tuple[Link, ...]:
    tags = own.given.get("tags", Field())
    return declared_topics([tags.with_value(tag) for tag in re.split("[,;，；、]", tags.value)])


_GIVEN: dict[str, Callable[[PageFields, str], object]] = {
    **{name: lambda own, name: own.given.get(name) for name in ("title", "author", "site_name", "description")},
    "authors": _given_authors,
    **dict.fromkeys(("date", "modified"), _given_date),
    **dict.fromkeys(("url", "image"), _given_address),
    "tags": _given_tags,
}
"""How each field is read that a template or a person gave; the language is read before all others."""


def _stripped(field: Field) -> Field:
    value = field.value.strip()
    return field if value == field.value else field.with_value(value)


def _without_makers(fields: list[Field], programs: list[str]) -> list[Field]:
    """The candidates without authors who made the program of the site and not the page: "Discuz! Team"."""
    return [field for field in fields if not is_maker(field.value, programs)] if programs else fields


def _given_language(fields: Mapping[str, Field]) -> Field:
    """The given language, where it is the code of one and no sentence."""
    field = fields.get("language", Field())
    code = clean_language(field.value) if len(field.value.split()) == 1 else ""
    return field.with_value(code) if code else Field()


def _first(fields: list[Field]) -> Field:
    return next((field for field in fields if field.value), Field())


def _address(fields: list[Field], base: str) -> Field:
    for field in fields:
        if address := absolute_url(field.value, base):
            return field.with_value(address)
    return Field()
