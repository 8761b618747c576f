"""Under which terms a page may be read and used: its licence, and whether it costs something."""

from weft.content import Field, Link
from weft.late_patterns import late_pattern
from weft.metadata.relations import Links, source_of
from weft.metadata.values import absolute_url, clean_text, first_text
from weft.page import Page

FREE, METERED, LOCKED = "free", "metered", "locked"
"""The values of `access`: open to all, so many pages a month, for subscribers."""

MAX_NAME = 100  # characters of the name of a licence
_CREATIVE_COMMONS = late_pattern(r"creativecommons\.org/(licenses|publicdomain)/([a-z-]{2,11})(?:/([0-9.]{1,4}))?")
_PUBLIC_DOMAIN = {"zero": "CC0", "mark": "Public Domain Mark"}
_ACCESS = {
    "true": FREE, "yes": FREE, "free": FREE, "1": FREE, "false": LOCKED, "no": LOCKED, "0": LOCKED, "locked": LOCKED,
    "premium": LOCKED, "paid": LOCKED, "subscription": LOCKED, "metered": METERED, "freemium": METERED,
}  # fmt: skip


def find_licence(page: Page, links: Links, declared: list[Field], base: str) -> Link:
    """The licence of a page: what links with `rel=license` name, else what its data declare.

    >>> from weft import parse
    >>> from weft.metadata.sources import declared
    >>> page = parse('<a rel=license href="https://creativecommons.org/licenses/by-sa/4.0/deed.de">frei</a>')
    >>> find_licence(page, declared(page).links, [], "").value
    'CC BY-SA 4.0'
    """
    for row, is_link, href, *_ in links.get("license", ()):
        url = absolute_url(href, base)
        if name := licence_name(url) or clean_text(first_text(page, row, MAX_NAME)) or url:
            return Link(value=name, url=url, row=row, source=source_of(is_link=is_link))
    for field in declared:
        url = absolute_url(field.value, base) if "/" in field.value and " " not in field.value else ""
        if name := licence_name(field.value) or url or field.value[:MAX_NAME]:
            return Link(value=name, url=url, row=field.row, source=field.source)
    return Link()


def licence_name(address: str) -> str:
    """The short name of a licence of Creative Commons, by its address; empty for any other."""
    named = _CREATIVE_COMMONS.search(address.lower())
    if named is None:
        return ""
    short = _PUBLIC_DOMAIN.get(named[2], "") if named[1] == "publicdomain" else f"CC {named[2].upper()}"
    return " ".join(filter(None, (short, named[3])))


def find_access(declared: list[Field]) -> Field:
    """Whether a page is `free`, `metered` or `locked`, by the first declaration that says so."""
    for field in declared:
        if value := _ACCESS.get(field.value.strip().lower(), ""):
            return Field(value=value, row=field.row, source=field.source)
    return Field()
