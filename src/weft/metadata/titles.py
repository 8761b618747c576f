"""The title of a page, and the blocks that print it."""

import re
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.content import Field
from weft.deadline import in_time, within
from weft.late_patterns import late_pattern
from weft.metadata.head import Metas, read_metas
from weft.metadata.heading_parts import heading_parts, heading_text, is_for_listeners
from weft.metadata.site_names import (
    fold,
    home_names,
    main_part,
    site_names,
    split_last,
    strip_noise,
    strip_site,
    title_parts,
)
from weft.metadata.values import READ_LENGTH, clean_text, first_text
from weft.page import Page
from weft.page.once import once_a_page

MAX_HEADINGS = 8  # pages that set every heading as h1 are common; the title is among the first
MAX_HEADING_LENGTH = 300
MAX_LINES = 2_000  # of about the length of a title that are compared with it
AGREEMENT = 0.2  # share of words that h1 has in common with a declared title: below it speaks of something else
MIN_PART = 8  # letters of a part of a heading that is the title alone
MIN_LONE_WORDS = 3
MIN_TITLE_WORDS = 5  # that a site's name seldom has
_WORD = late_pattern("[\u3040-\u9fff]|[^\\W_\u3040-\u9fff]+")
_GENERIC = frozenset({"", "home", "homepage", "index", "blog", "news", "首页"})
FIRST = 10  # blocks that can print the title
ALIKE = 0.8  # share of the longer text: a heading may add a mark or the site's name
_HEADINGS = ("h1", "h2", "h3")
_TITLE = late_pattern(r"title|headline", re.IGNORECASE)
_NO_TITLE = late_pattern(r"subtitle|widget|untitled", re.IGNORECASE)


@once_a_page
def find_title(page: Page) -> Field:
    """The title, without the name of the site. Headings, `title` and `meta` tell it; a page is read for it once.

    A heading that is part of the declared title is the title as a reader sees it. Without one, the title is the
    declared title less the name of the site.

    >>> from weft import parse
    >>> find_title(parse("<title>Rain in May - The Daily News</title><h1>Rain in May</h1>")).value
    'Rain in May'
    """
    with within(page.seconds):
        title = kernel_title(page)
        return choose_title(page, read_metas(page)) if title is None else title


def kernel_title(page: Page) -> Field | None:
    """The title of most pages, as the kernel finds it (`page_title.rs`); None where more has to be looked at."""
    found = _native.find_title(page.table, page.url or "")
    return Field(value=found[0], row=found[1], source=found[2]) if found else None


def choose_title(page: Page, metas: Metas) -> Field:
    """The title, looked for step by step; the twin of what the kernel finds."""
    declared = _declared(page, metas)
    first = list(_headings(page, "h1"))
    sites = site_names(page) | home_names(page, first)
    if whole := _last_in(first, {fold(field.value) for field in declared} - sites - _GENERIC):
        return whole  # most articles: nothing more has to be looked at
    second = list(_headings(page, "h2"))
    unseen = [field for field in second if is_for_listeners(page, field.row)]
    headings = sorted([*first, *(field for field in second if field not in unseen)], key=lambda field: field.row)
    sites |= home_names(page, headings)
    titles, first, headings = (_without_site(fields, sites) for fields in (declared, first, headings))
    if heading := _part(page, first, titles) or _exact_first(first, headings, titles):
        return heading
    if heading := _agreeing(first, titles) or _lone(page, first, metas) or _exact(unseen, titles):
        return heading
    titles = [field.with_value(_without_banner(page, field.value)) for field in titles]
    # "Reddit - The heart of the internet": behind the site's name comes its motto.
    mottos = [field for field in titles if not any(whole.value.startswith(field.value) for whole in declared)]
    named = [field.with_value(main_part(field.value)) for field in titles if field not in mottos]
    return next(iter([*named, *first, *mottos, *headings, *declared]), Field())


def _headings(page: Page, tag: str) -> Iterator[Field]:
    """The first headings of a tag, in document order."""
    for row in page.rows_of(tag)[:MAX_HEADINGS].tolist():
        text = heading_text(page, row)
        value = strip_noise(clean_text(text)) if len(text) <= 4 * MAX_HEADING_LENGTH else ""
        if 0 < len(value) <= MAX_HEADING_LENGTH:
            yield Field(value=value.rstrip("¶# "), row=row, source=tag)


def _declared(page: Page, metas: Metas) -> list[Field]:
    """Titles that the head declares, each once; only the first `title`, the others are those of drawings."""
    fields = metas.pick("og:title", "twitter:title")[:2]
    for row in page.rows_of("title")[:1].tolist():
        fields.append(Field(value=clean_text(first_text(page, row, READ_LENGTH)), row=row, source="title"))
    unique = {field.value: field for field in reversed(fields)}
    return [_with_value(field, strip_noise(field.value)) for field in reversed(unique.values())]


def _with_value(field: Field, value: str) -> Field:
    """The field with another value, itself where it has that."""
    return field if field.value == value else field.with_value(value)


def _without_site(fields: Iterable[Field], sites: frozenset[str]) -> list[Field]:
    """The fields less the site's name, and without those that say nothing else."""
    stripped = [_with_value(field, strip_site(field.value, sites)) for field in fields]
    return [field for field in stripped if (folded := fold(field.value)) not in sites and folded not in _GENERIC]


def _without_banner(page: Page, title: str) -> str:
    """The title less its last part, where the page prints that part first and the rest in a line of its own below.

    Old pages name the site in a banner and have no headings.
    """
    rest, last = split_last(title)
    if not last:
        return title
    name = fold(last)
    texts = np.flatnonzero((page.tag == 0) & ~page.raw & (page.chars >= len(name)) & (page.chars <= 2 * len(last)))
    banner = next((row for row in texts[:MAX_LINES].tolist() if name == fold(page.text(row))), len(page))
    return rest if find_line(page, rest, behind=banner) >= 0 else title


def find_line(page: Page, text: str, *, behind: int = 0) -> int:
    """The element of the first block behind a row that prints a text and nothing else, -1 where there is none.

    >>> from weft import parse
    >>> page = parse("<p>The Daily<p><b>Rain</b> in May<p>It rained.")
    >>> page.text(find_line(page, "Rain in May"))
    'Rain in May'
    """
    found = _native.find_line(page.table, text, behind)
    return line_in_steps(page, text, behind=behind) if found is None else found


def line_in_steps(page: Page, text: str, *, behind: int) -> int:
    """The same, looked for step by step; the twin of what the kernel finds (`title_rest.rs`)."""
    blocks, wanted = page.blocks, fold(text)
    fits = (blocks.first > behind) & (blocks.chars >= len(wanted)) & (blocks.chars <= 2 * len(text))
    indices = np.flatnonzero(fits)[:MAX_LINES].tolist()
    printed = (index for index in indices if wanted and fold(blocks.text(index)) == wanted)
    return next((int(blocks.row[index]) for index in printed), -1)


def _part(page: Page, headings: list[Field], declared: list[Field]) -> Field:
    """The part of a heading that is a declared title: beside it stand a kicker, a section or a second title."""
    wholes = {fold(field.value) for field in declared}
    for heading in headings:
        if fold(heading.value) not in wholes:
            parts = [part for part in heading_parts(page, heading.row) if fold(part) in wholes]
            if parts and len(fold(parts[0])) >= MIN_PART:
                return heading.with_value(parts[0])
    return Field()


def _lone(page: Page, headings: list[Field], metas: Metas) -> Field:
    """The only h1 of an article, where it is more than a word or two: a section is not called so.

    The first screen of a shop or a service has an h1 too, and there it is a slogan.
    """
    if len(headings) != 1 or len(_words(headings[0].value)) < MIN_LONE_WORDS:
        return Field()
    row, articles = headings[0].row, page.rows_of("article")
    is_inside = bool(np.any((articles < row) & (row < page.end[articles])))
    is_article = any(field.value.lower() == "article" for field in metas.pick("og:type"))
    return headings[0] if is_inside or is_article else Field()


def _exact_first(first: list[Field], headings: list[Field], declared: list[Field]) -> Field:
    """The h1 that is a whole declared title, whatever other heading is another one; else the best of all headings."""
    return _last_in(first, {fold(field.value) for field in declared}) or _exact(headings, declared)


def _exact(headings: list[Field], declared: list[Field]) -> Field:
    """The heading that is a whole declared title or else its first or last part.

    Of two headings the lower one is the title, for a site prints its own name first; but a
    first part of many words is no site's name.
    """
    wholes = {fold(field.value) for field in declared}
    parts = [title_parts(field.value) for field in declared]
    opening, closing = (_last_in(headings, {fold(group[end]) for group in parts}) for end in (0, -1))
    is_below = bool(closing) and closing.row > opening.row
    if is_below and closing.source == "h2" and len(_words(opening.value)) >= MIN_TITLE_WORDS:
        is_below = False
    return _last_in(headings, wholes) or (closing if is_below else opening or closing)


def _last_in(headings: list[Field], names: set[str]) -> Field:
    """The last heading of these names: a site prints its own before the title."""
    return next((field for field in reversed(headings) if fold(field.value) in names), Field())


def _agreeing(headings: list[Field], declared: list[Field]) -> Field:
    """The heading that has most words in common with what the page declares, if it has enough."""
    wanted = [[_words(part) for part in {field.value, *title_parts(field.value)}] for field in declared]
    best, best_score = Field(), (0.0, 0.0)
    for heading in headings:
        mine = _words(heading.value)
        shares = [max(_share(mine, words) for words in group) for group in wanted]
        score = (sum(shares), max(shares, default=0.0))
        if score > best_score:
            best, best_score = heading, score
    return best if best_score[1] >= AGREEMENT else Field()


def _share(mine: set[str], other: set[str]) -> float:
    return len(mine & other) / max(len(mine | other), 1)


def _words(text: str) -> set[str]:
    """Words, and each character of a script that writes without spaces."""
    return set(_WORD.findall(text.lower()))


def title_blocks(page: Page, title: str, among: NDArray[np.int64]) -> NDArray[np.int64]:
    """The blocks of `among` that print the title as a heading. An extractor leaves them out of the text.

    Only the first few blocks count: below the first paragraphs a title is not the page's.

    A heading is `h1` to `h3`, an element marked as `headline`, or one whose class speaks of a title.

    >>> from weft import parse
    >>> title_blocks(parse("<p>Home<h1>Rain in May</h1><p>It rained."), "Rain in May!", np.arange(3)).tolist()
    [1]
    """
    wanted = fold(title)
    blocks = page.blocks
    rows, first, last = _fitting(page, len(wanted), page.blocks.row[among[:FIRST]])
    for row, start, stop in in_time(zip(rows.tolist(), first.tolist(), last.tolist(), strict=True)):
        text = fold("".join(blocks.text(index) for index in range(start, stop)))
        is_whole = _alike(text, wanted) or (page.tag_name(row) == "h1" and wanted in text)  # with a kicker beside it
        if is_whole and wanted and _is_heading(page, row):
            return np.arange(start, stop)
    return np.zeros(0, np.int64)


def begins_with_heading(page: Page, among: NDArray[np.int64]) -> bool:
    """Whether one of the first few blocks is a heading. This costs less than finding the title."""
    return any(_is_heading(page, row) for row in set(page.blocks.row[among[:FIRST]].tolist()))


def _fitting(
    page: Page, length: int, elements: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The elements, their parents and grandparents with about as much text as the title, and their ranges of blocks."""
    parents = np.maximum(page.parent[elements], 0)
    above = np.maximum(page.parent[parents], 0)
    rows = np.array(sorted({*elements.tolist(), *parents.tolist(), *above.tolist()}), np.int64)
    first, last = np.searchsorted(page.blocks.first, rows), np.searchsorted(page.blocks.first, page.end[rows])
    total = np.concatenate(([0], np.cumsum(page.blocks.chars)))
    chars = total[last] - total[first]
    fits = (chars > 0) & (chars >= length * ALIKE) & (chars <= 2 * length + 20)
    return rows[fits], first[fits], last[fits]


def _is_heading(page: Page, row: int) -> bool:
    """Whether a row, or the element around it, is a heading or is called one."""
    for near in (row, max(int(page.parent[row]), 0)):
        names = " ".join(page.classes(near))
        if page.tag_name(near) in _HEADINGS or page.attribute(near, "itemprop") == "headline":
            return True
        if _TITLE.search(names) and not _NO_TITLE.search(names):
            return True
    return False


def _alike(text: str, wanted: str) -> bool:
    shorter, longer = sorted((text, wanted), key=len)
    return bool(shorter) and shorter in longer and len(shorter) >= ALIKE * len(longer)
