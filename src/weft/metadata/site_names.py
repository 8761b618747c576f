"""What a site calls itself."""

import re

from weft.addresses import host_of
from weft.late_patterns import late_pattern
from weft.metadata.head import read_metas
from weft.page import Page
from weft.page.once import once_a_page

SITE_METAS = ("og:site_name", "application-name", "apple-mobile-web-app-title")
MIN_SITE_LENGTH = 4  # letters of a name that may stand in another one
MAX_SITE_ENDING = 3  # letters that are more: ".at"
_ARTICLE = late_pattern(r"^(?:the|die|der|das|la|le|el|les|il|lo|de|het)\s+", re.IGNORECASE)
_NOT_WORD = late_pattern(r"[\W_]+")
_GENERIC_HOST = frozenset("www com org net co uk gov edu blog forum forums news en m docs bbs cn de example".split())


def fold(text: str) -> str:
    """Letters and digits only, in lower case: what has to be equal for two titles to be equal."""
    return _NOT_WORD.sub("", text).lower()


@once_a_page
def site_names(page: Page) -> frozenset[str]:
    """What the site calls itself, folded: declared names, and its host."""
    metas = read_metas(page)
    names = [field.value for field in metas.pick(*SITE_METAS)]
    address = page.url or next((field.value for field in metas.pick("og:url")), "")
    host = host_of(address)
    names += [host.removeprefix("www."), *(label for label in host.split(".") if label not in _GENERIC_HOST)]
    return frozenset(folded for name in names if (folded := fold(name)))


def is_site(name: str, site_name: str, sites: frozenset[str]) -> bool:
    """Whether a name is the declared name of the site, or one word that `sites`, its folded names, have.

    A person's own site has the person's name, which is more than one word.

    >>> names = frozenset({"furche", "annlee"})
    >>> is_site("Die Furche", "", names), is_site("furche.at", "", names), is_site("Ann Lee", "", names)
    (True, True, False)
    """
    folded, word = fold(name), fold(_ARTICLE.sub("", name))
    if site_name and folded == fold(site_name):
        return True
    if len(_ARTICLE.sub("", name).split()) > 1:
        return False
    return word in sites or any(
        len(site) >= MIN_SITE_LENGTH and site in word and len(word) - len(site) <= MAX_SITE_ENDING for site in sites
    )
