"""The title of a page, and the blocks that print it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.content import Field
from weft.metadata.metas import Metas, pick, read_metas
from weft.metadata.values import clean_text
from weft.page import Page

MOST_HEADINGS = 8  # pages that set every heading as h1 are common; the title is among the first
LONGEST_HEADING = 300
AGREEMENT = 0.2  # share of words that h1 has in common with a declared title: below it speaks of something else
_SEPARATOR = re.compile(r"\s+[-|–—―»«·•:/~_<>]+\s+|\s*[|｜»_]\s*|\s+[-–—]")  # noqa: RUF001
_WORD = re.compile("[\u3040-\u9fff]|[^\\W_\u3040-\u9fff]+")
_GENERIC = frozenset({"", "home", "homepage", "index", "blog", "news", "首页"})
_HOME = re.compile(r"(?:https?://[^/]+)?/?(?:\.{1,2}/?)*(?:index\.\w+|#)?(?<=.)")
_NOT_WORD = re.compile(r"[\W_]+")
_GENERIC_HOST = frozenset("www com org net co uk gov edu blog forum forums news en m docs bbs cn de".split())


def fold(text: str) -> str:
    """Letters and digits only, in lower case: what has to be equal for two titles to be equal."""
    return _NOT_WORD.sub("", text).lower()


def find_title(page: Page, *, metas: Metas | None = None) -> Field:
    """The title, without the name of the site: from `h1`, `title` and `meta` alone, because every page asks for it.

    A heading that the page's declared title contains is the title as a reader sees it; failing that the declared
    title less the site's name.

    >>> from weft import parse
    >>> find_title(parse("<title>Rain in May - The Daily News</title><h1>Rain in May</h1>")).value
    'Rain in May'
    """
    metas = read_metas(page) if metas is None else metas
    sites = _site_names(page, metas) + _home_headings(page)
    declared = _declared(page, metas)
    stripped = _titles(declared, sites)
    headings = _titles(_headings(page, "h1"), sites)
    if heading := _agreeing(headings, stripped, AGREEMENT):
        return heading
    if not headings and (heading := _agreeing(_titles(_headings(page, "h2"), sites), stripped, 1.0)):
        return heading
    # "Reddit - The heart of the internet": behind the site's name comes its motto.
    mottos = [field for field in stripped if not any(whole.value.startswith(field.value) for whole in declared)]
    titles = [field for field in stripped if field not in mottos]
    return next(iter([*titles, *headings, *mottos, *declared]), Field())


def _titles(fields: Iterable[Field], sites: tuple[str, ...]) -> list[Field]:
    """The fields less the site's name, and without those that say nothing else."""
    stripped = [replace(field, value=strip_site(field.value, sites)) for field in fields]
    return [field for field in stripped if (folded := fold(field.value)) not in sites and folded not in _GENERIC]


def _agreeing(headings: list[Field], declared: list[Field], least: float) -> Field:
    """The heading that agrees best with what the page declares, if it agrees at all."""
    best = max(headings, key=lambda heading: _agreement(heading, declared)[::-1], default=Field())
    return best if best and _agreement(best, declared)[0] >= least else Field()


def _agreement(heading: Field, declared: list[Field]) -> tuple[float, float]:
    """How much a heading and the declared titles have in common: the best share of words (0 to 1), and their sum."""
    mine = _words(heading.value)
    shares = [max(_share(mine, part) for part in _parts(field.value)) for field in declared]
    return max(shares, default=0.0), sum(shares)


def _parts(title: str) -> list[set[str]]:
    return [_words(part) for part in {title, *_SEPARATOR.split(title)}]


def _share(mine: set[str], other: set[str]) -> float:
    return len(mine & other) / max(len(mine | other), 1)


def _words(text: str) -> set[str]:
    """Words, and each character of a script that writes without spaces."""
    return set(_WORD.findall(text.lower()))


def _headings(page: Page, tag: str) -> Iterator[Field]:
    for row in page.rows_of(tag)[:MOST_HEADINGS].tolist():
        text = page.text(row)
        if len(text) <= 4 * LONGEST_HEADING and (value := clean_text(text)) and len(value) <= LONGEST_HEADING:
            yield Field(value=value, row=row, source=tag)


def _home_headings(page: Page) -> tuple[str, ...]:
    """Headings that link to the home page: the site's name, folded."""
    folded = []
    for row in page.rows_of("h1", "h2")[:MOST_HEADINGS].tolist():
        links = [row + 1, int(page.parent[row])] if row + 1 < len(page) else []
        if any(_HOME.fullmatch(page.attribute(link, "href") or "") for link in links):
            folded.append(fold(page.text(row)[:LONGEST_HEADING]))
    return tuple(name for name in folded if name)


def _declared(page: Page, metas: Metas) -> list[Field]:
    """Titles that the head declares; only the first `title`, the others are those of drawings."""
    fields = pick(metas, "og:title", "twitter:title")[:2]
    for row in page.rows_of("title")[:1].tolist():
        fields.append(Field(value=clean_text(page.text(row)), row=row, source="title"))
    return fields


def _site_names(page: Page, metas: Metas) -> tuple[str, ...]:
    """What the site calls itself, folded: declared names, then the words of its host."""
    names = [field.value for field in pick(metas, "og:site_name", "application-name", "apple-mobile-web-app-title")]
    address = page.url or next((field.value for field in pick(metas, "og:url")), "")
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        host = ""
    labels = [label for label in host.split(".") if label not in _GENERIC_HOST]
    return tuple(folded for name in (*names, host.removeprefix("www."), *labels) if (folded := fold(name)))


def strip_site(title: str, sites: tuple[str, ...]) -> str:
    """The title less the parts that name the site; `sites` are folded names.

    >>> strip_site("Rain in May - News | Daily", ("daily",))
    'Rain in May - News'
    """
    cuts = list(_SEPARATOR.finditer(title))
    while cuts and _names_site(title[cuts[-1].end() :], sites):
        title = title[: cuts.pop().start()]
    while cuts and fold(title[: cuts[0].start()]) in sites:
        start = cuts.pop(0).end()
        title = title[start:]
        cuts = list(_SEPARATOR.finditer(title))
    return title.split(" | ")[0].strip()


def _names_site(part: str, sites: tuple[str, ...]) -> bool:
    folded = fold(part)
    return any(folded == site or (len(site) > 3 and site in folded) or (len(folded) > 3 and folded in site) for site in sites)


def title_blocks(page: Page, title: str) -> NDArray[np.int64]:
    """The blocks that print the title as a heading: a run of neighbours that together say the title, first place only.

    A block counts when it sits in `h1` to `h3`, is marked as headline or has a class of that name.
    """
    return np.zeros(0, np.int64)
