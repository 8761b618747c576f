"""What a page is called, by its titles and its address.

By the name of a page, data about it is told from data about other pages.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit

from weft.late_patterns import late_pattern
from weft.metadata.head import read_metas
from weft.metadata.titles import find_title
from weft.metadata.values import first_text
from weft.page import Page

_NOT_WORD = late_pattern(r"[\W_]+")


def fold(text: str) -> str:
    """Letters and digits only, in lower case: what has to be equal for two titles to be equal."""
    return _NOT_WORD.sub("", text).lower()


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
