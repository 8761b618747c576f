"""What a site calls itself, and titles without it."""

import re

from weft.addresses import host_of
from weft.content import Field
from weft.late_patterns import late_pattern
from weft.metadata.head import read_metas
from weft.page import Page
from weft.page.once import once_a_page

SITE_METAS = ("og:site_name", "application-name", "apple-mobile-web-app-title")
MIN_SITE_LENGTH = 4  # letters of a name that may stand in another one
MAX_SITE_ENDING = 3  # letters that are more: ".at"
_ARTICLE = late_pattern(r"^(?:the|die|der|das|la|le|el|les|il|lo|de|het)\s+", re.IGNORECASE)
_SEPARATOR = late_pattern(
    r"\s+[-|–—―»«›‹·•:/~_<>]+\s+|\s*[|｜»_]\s*|\s+[-–—]"
    r"|(?<=[\u3040-\u9fff\uff00-\uffef”》])[-–—]+(?=[\u3040-\u9fff])"  # Chinese and Japanese write no spaces
)
_MAY_SEPARATE = late_pattern("[-|–—―»«›‹·•:/~_<>｜]")
_BARS = late_pattern(r"[|｜_]|(?<=[\u3040-\u9fff])[-–—](?=[\u3040-\u9fff])")  # behind the first stands no title
_DOWNWARDS = late_pattern(r"\s*(?:::?|»|>|›)\s*")  # from the site down to the page: the title comes last
# Parts of a title that name neither page nor site.
_NOISE = late_pattern(
    r"(?:[-–—|_]\s*)?(?:powered by .{1,40}|第\s?\d+\s?页|page \d+(?: of \d+)?|手机版|printable version|print view)$"
    r"|\s*[(（\[](?:page \d+(?: of \d+)?|第\s?\d+\s?页|复制链接)[)）\]]$",
    re.IGNORECASE,
)
_DATE_FIRST = late_pattern(r"^[0-3]?\d[./][01]?\d[./](?:19|20)\d\d\s{0,2}[-–—|:]\s{0,2}(?=\S)")
_NOISE_HINT = late_pattern(r"[Pp]owered|[Pp]age \d|第\s?\d|手机版|[Pp]rint|复制链接")
_HOME = late_pattern(r"(?:https?://[^/]++)?/?(?:\.{1,2}+/?+)*+(?:index\.\w++|#)?(?<=.)")
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


def home_names(page: Page, headings: list[Field]) -> frozenset[str]:
    """The headings that link to the home page, folded: they name the site."""
    names = (fold(field.value) for field in headings if _links_home(page, field.row))
    return frozenset(name for name in names if name)


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


def _links_home(page: Page, row: int) -> bool:
    links = [row + 1, int(page.parent[row])] if row + 1 < len(page) else []
    return any(_HOME.fullmatch(page.attribute(link, "href") or "") for link in links)


def title_parts(title: str) -> list[str]:
    """The parts of a title between bars, dashes and their like.

    >>> title_parts("Rain in May - News | Daily")
    ['Rain in May', 'News', 'Daily']
    """
    return _SEPARATOR.split(title) if _MAY_SEPARATE.search(title) else [title]


def split_last(title: str) -> tuple[str, str]:
    """A title without its last part, and that part; it is empty where there is only one.

    >>> split_last("Rain in May - News | Daily"), split_last("Rain")
    (('Rain in May - News', 'Daily'), ('Rain', ''))
    """
    cuts = list(_SEPARATOR.finditer(title)) if _MAY_SEPARATE.search(title) else []
    return (title[: cuts[-1].start()], title[cuts[-1].end() :]) if cuts else (title, "")


def strip_noise(title: str) -> str:
    """The title less page numbers and what the software adds.

    >>> strip_noise("Rain - Forum - Page 2 - Powered by Discuz!")
    'Rain - Forum'
    """
    title = _DATE_FIRST.sub("", title)
    while _NOISE_HINT.search(title) and (shorter := _NOISE.sub("", title).strip()) != title:
        title = shorter
    return title


def strip_site(title: str, sites: frozenset[str]) -> str:
    """The title less the parts that name the site; `sites` are folded names.

    >>> strip_site("Rain in May - News - Daily", frozenset({"daily"}))
    'Rain in May - News'
    """
    if not _MAY_SEPARATE.search(title):
        return title
    cuts = list(_SEPARATOR.finditer(title))
    while cuts and _names_site(title[cuts[-1].end() :], sites):
        title = title[: cuts.pop().start()]
    while (cut := _SEPARATOR.search(title)) and fold(title[: cut.start()]) in sites:
        title = title[cut.end() :]
    return title.strip(" -–—|_")


def _names_site(part: str, sites: frozenset[str]) -> bool:
    """Whether a part is a name of the site, or one is inside the other: `Arch Linux Forums`, `archlinux`."""
    folded = fold(part)
    return any(
        folded == site or (len(site) > 3 and site in folded) or (len(folded) > 3 and folded in site) for site in sites
    )


def main_part(title: str) -> str:
    """The part of a title of three or more parts, or of parts with bars, that names the page.

    >>> main_part("Rain - Weather - Daily News"), main_part("The Daily : Weather : Rain")
    ('Rain', 'Rain')
    """
    parts = title_parts(title)
    if len(parts) < 3 and not _BARS.search(title):
        return title
    cuts = [cut[0] for cut in _SEPARATOR.finditer(title)]
    return parts[-1] if all(_DOWNWARDS.fullmatch(cut) for cut in cuts) else parts[0]
