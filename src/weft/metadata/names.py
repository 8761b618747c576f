"""Names: what a site calls itself, and what a page is called, by its titles and its address.

By the name of a page, data about it is told from data about other pages.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from weft.addresses import host_of
from weft.late_patterns import late_pattern
from weft.metadata.head import read_metas
from weft.metadata.titles import find_title
from weft.metadata.values import first_text
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


MIN_LENGTH = 6  # letters of a title that may be part of another one, and of a step of an address
MAX_TITLE = 300  # characters
MAX_LINKS = 200
_TITLES = ("og:title", "twitter:title")


@dataclass(frozen=True, kw_only=True)
class PageNames:
    """The titles of a page, folded, and the last steps of its addresses."""

    titles: frozenset[str]
    steps: frozenset[str]

    @staticmethod
    def of(page: Page) -> "PageNames":
        """The names that a page declares, and those it prints as h1."""
        texts = [first_text(page, row, MAX_TITLE) for row in page.rows_of("title", "h1")[:4].tolist()]
        texts += [find_title(page).value, *(entry.value for entry in read_metas(page).pick(*_TITLES))]
        links = [row for row in page.rows_of("link")[:MAX_LINKS].tolist() if page.attribute(row, "rel") == "canonical"]
        addresses = [page.url or "", *(page.attribute(row, "href") or "" for row in links)]
        return PageNames(
            titles=frozenset(folded for text in texts if (folded := fold(text))),
            steps=frozenset(step for address in addresses if (step := last_step(address))),
        )

    def fit(self, name: str, address: str) -> bool:
        """Whether something of that title is the page; of what has no title the address tells.

        >>> names = PageNames(titles=frozenset({"loomsofthenorththedaily"}), steps=frozenset({"looms-north"}))
        >>> names.fit("Looms of the North", ""), names.fit("Reeds", "/a/looms-north"), names.fit("", "/a/looms-north")
        (True, False, True)
        """
        folded = fold(name)
        if not folded:
            return last_step(address) in self.steps
        is_part = len(folded) >= MIN_LENGTH and any(title.startswith(folded) for title in self.titles)
        return is_part or folded in self.titles


def last_step(address: str) -> str:
    """The last step of an address, in lower case; empty where it is too short to tell a page from others."""
    try:
        step = urlsplit(address).path.rstrip("/").rpartition("/")[2]
    except ValueError:  # brackets that hold no address
        return ""
    return step.lower() if len(step) >= MIN_LENGTH else ""
