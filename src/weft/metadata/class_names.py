"""Names of elements and addresses of links that say what stands there, by kind.

The kernel runs all patterns of a page as one automaton: a kind has the rows with a class or id, or with an address, in
which its wanted pattern is found, in lower case, and its unwanted one is not.
"""

from dataclasses import dataclass
from functools import cache

from weft.kernel.metadata import NamePatterns


@dataclass(frozen=True)
class Kind:
    """What is wanted in a name and what is unwanted, as patterns without look-arounds."""

    wanted: str
    unwanted: str = r"[^\x00-\x{10ffff}]"  # nothing


_LIST = r"(?:[-_]{1,2}(?:links?|list|items?|wrapper|container|block|box|area|section|wrap|inner|content))?$"

NAMES: dict[str, Kind] = {
    "side": Kind(
        r"(?:^|\s)(?:(?:site|page|main|global)[-_])?footer|comment|reply|replies|related|sidebar|widget|recent|popular"
        r"|menu|teaser|promo|trending|recommend|carousel"
    ),
    "author": Kind(
        r"(?:^|[-_])(?:by-?line|author|writer|zuozhe|auteur|autor)",
        r"bio|image|img|avatar|photo|pic|box|desc|social|job|role|date|time|count|about"
        r"|(?:^|[-_])(?:author|autor)(?:i[sz]|ing)",
    ),
    "author box": Kind(
        r"author[-_]{0,2}(?:box|bio|card|info|details?|profile|about|block)|about[-_](?:the[-_])?author",
        "image|img|avatar|photo|pic|social|comment",
    ),
    "date": Kind(
        r"(?:date|time|published|pubdate|pub[-_]?time|publish(?:ed)?[-_]?(?:date|time|on|at)|posted[-_]?on|timestamp"
        r"|dateline)(?:[-_]{1,2}(?:published|time|created|posted|text|info|meta|wrapper))?$|^(?:date|publish)",
        "update|modified|read|event|expir|validat|video|duration|countdown|candidate|picker|birth",
    ),
    "tags": Kind(
        rf"(?:^|[-_])(?:tags|tag[-_]?list|tagged(?:[-_]with)?|keywords|schlagw(?:oe|o|ö)rter){_LIST}"
        rf"|^(?:entry|post|article|story|news)[-_]topics{_LIST}",
        "cloud|popular|trending|top|all|meta|head|main|more|search|filter",
    ),
    "categories": Kind(
        rf"(?:^|[-_])(?:cats?|categor(?:y|ies)|kategorien?){_LIST}",
        "^(?:cat|category|categories|kategorien?)$|popular|top|all|menu|nav|head|main|more|search|filter",
    ),
    "way": Kind("crumb", "item|sep|last|current|title|link|icon|schema"),
    "minutes": Kind(
        r"read(?:ing)?[-_]?(?:time|duration)|min(?:ute)?s?[-_]?(?:to[-_])?read|time[-_]to[-_]read|lese(?:zeit|dauer)"
        r"|tiempo[-_]?(?:de[-_]?)?lectura|temps[-_]?(?:de[-_]?)?lecture",
        "unread|thread|spread|progress|icon",
    ),
}
"""What the classes and ids of elements say."""

ADDRESSES: dict[str, Kind] = {
    "author": Kind(
        "/(?:authors?|profiles?|people|contributors?|staff|by|autor(?:en|in|es)?|auteurs?|autori|writers?|journalists?"
        "|reporters?|newsteam)/[^/]"
    ),
    "tags": Kind(
        "/(?:tags?|topics?|themen?|thema|schlagw(?:oe|o|ö)rt(?:er)?|stichwort|etiquetas?|keywords?|mot-cle)/[^/]"
    ),
    "categories": Kind("/(?:categor(?:y|ies|ia|ias|ie)|kategorien?|rubriken?|rubrique|ressort|cat)/[^/]"),
}
"""What the addresses of links say."""


@cache
def patterns() -> tuple[NamePatterns, NamePatterns]:
    """All patterns of names, and all of addresses, each as one automaton."""
    return _compiled(NAMES), _compiled(ADDRESSES)


def _compiled(kinds: dict[str, Kind]) -> NamePatterns:
    return NamePatterns([(kind.wanted, kind.unwanted) for kind in kinds.values()])


NAME_NUMBERS = {name: number for number, name in enumerate(NAMES)}
ADDRESS_NUMBERS = {name: number for number, name in enumerate(ADDRESSES)}
"""The number of each kind, by which the kernel knows it."""
