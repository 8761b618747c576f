"""What a page is about, as it prints it: its tags, its categories, and the way to it from the home page."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any

from weft.content import Field, Link
from weft.deadline import check_deadline, kernel_call
from weft.late_patterns import late_pattern
from weft.metadata.class_names import ADDRESS_NUMBERS, NAME_NUMBERS
from weft.metadata.head import Relations
from weft.metadata.names import fold
from weft.metadata.near_title import Near
from weft.metadata.values import absolute_url, clean_text, first_text
from weft.page import Page

MAX_TOPICS = 30
MAX_TOPIC_LENGTH = 60  # characters; longer links under a tag are titles of other pages
MAX_MARKED = 6  # elements of a telling class that are looked into
MAX_LINKS = 60  # under one of them
MAX_LISTS = 20  # nearest to the title
ROWS_BEFORE, ROWS_BEHIND = 60, 1_000  # the title: an article of fifty paragraphs ends within them
MIN_LED = 2  # tags that are told by their addresses alone: one may be a link of the text
MAX_GAP = 24  # bytes of text between two links of one list: a comma, a bar, "and"

_EDGES = " \t#,;|/·•›»>:…"
_NO_TOPIC = frozenset(
    "tags tag home start startseite accueil inicio hjem edit comments uncategorized uncategorised 首页 ホーム".split()
)
_HOME = late_pattern(r"(?:https?://[^/]++)?/?(?:index\.\w++)?")


def find_topics(
    ranked: Mapping[str, list[Field]], near: Near | None, relations: Relations, title: str, base: str
) -> dict[str, Any]:
    """The section, the categories and the tags of a page, as `Metadata` takes them.

    `ranked` are the declared ones, those of the best source first; without `near` only these count.
    """
    printed = printed_topics(near, relations, base) if near else {"tags": [], "categories": []}
    way = _declared_way(ranked["way"], title, base) or (printed_way(near, title, base) if near else [])
    tags = declared_topics(ranked["tags"])
    categories = tuple(printed["categories"]) or declared_topics(ranked["section"]) or tuple(way)
    named = [*declared_topics(ranked["section"])[:1], *way[-1:], *printed["categories"][:1]]
    section = Field(value=named[0].value, row=named[0].row, source=named[0].source) if named else Field()
    return {"section": section, "categories": categories, "tags": tuple(printed["tags"]) or tags}


def declared_topics(fields: list[Field]) -> tuple[Link, ...]:
    """Each topic once, in the order of the page, from the best source that has any."""
    unique: dict[str, Link] = {}
    for field in fields:
        value = field.value.strip()
        if value and field.source == fields[0].source:
            unique.setdefault(value.lower(), Link(value=value, row=field.row, source=field.source))
    return tuple(unique.values())[:MAX_TOPICS]


def _declared_way(fields: list[Field], title: str, base: str) -> list[Link]:
    """The breadcrumbs that JSON-LD tells, without the home page and the page itself, which leads nowhere or here."""
    way = [
        Link(value=field.value, url=absolute_url(field.url, base), row=field.row, source=field.source)
        for field in fields
        if isinstance(field, Link)
    ]
    if way and (_HOME.fullmatch(way[0].url) or way[0].value.lower() in _NO_TOPIC):
        way = way[1:]
    if way and (way[-1].url in ("", base) or fold(way[-1].value) == fold(title)):
        way = way[:-1]
    return way


def printed_topics(near: Near, relations: Relations, base: str) -> dict[str, list[Link]]:
    """The tags and categories that stand beside the article, those right behind the title or nearest to it."""
    categories = relations.get("category", [])
    others = frozenset(categories)
    tags = [row for row in relations.get("tag", ()) if row not in others]
    return {
        "tags": _printed(near, tags, "tags", base, least=MIN_LED),
        "categories": _printed(near, categories, "categories", base, least=1),
    }


def _printed(near: Near, related: list[int], kind: str, base: str, *, least: int) -> list[Link]:
    """Topics as the kernel finds them (`metadata/topics.rs`); where it is not sure of a text, step by step."""
    with kernel_call():
        found = near.kernel.topics(related, NAME_NUMBERS[kind], ADDRESS_NUMBERS[kind], least)
    return topics_in_steps(near, related, kind, base, least=least) if found is None else _links(found, base, "printed")


def _links(found: list[tuple[str, int, str]], base: str, source: str) -> list[Link]:
    return [Link(value=text, url=absolute_url(address, base), row=row, source=source) for text, row, address in found]


def topics_in_steps(near: Near, related: list[int], kind: str, base: str, *, least: int) -> list[Link]:
    """Topics of links with a relation, else of marked ones, else of `least` that lead to some; the kernel's twin."""
    own = _topics(near, related or _marked_links(near, kind), base)
    return own or _topics(near, _leading_links(near, kind), base, least=least)


def _marked_links(near: Near, kind: str) -> list[int]:
    """The links in the elements of a telling class, nearest to the title first."""
    return sorted({link for row in near.beside(kind) for link in _links_under(near.page, row)})


def _links_under(page: Page, row: int) -> list[int]:
    """The first links under a row."""
    anchors = page.rows_of("a")
    first, last = anchors.searchsorted(row), anchors.searchsorted(int(page.end[row]))
    return anchors[first : min(last, first + MAX_LINKS)].tolist()


def _leading_links(near: Near, kind: str) -> list[int]:
    """The links around the article whose address speaks of a topic."""
    rows = near.leading(kind)
    first, last = near.title_row - ROWS_BEFORE, near.title_row + ROWS_BEHIND
    return rows[bisect_left(rows, first) : bisect_left(rows, last)]


def _topics(near: Near, rows: list[int], base: str, *, least: int = 1) -> list[Link]:
    """The links of the list of so many topics that is nearest to the title, each topic once."""
    if not rows:
        return []
    lists = [group for group in _lists(near.page, rows) if len(group) >= least]
    lists.sort(key=lambda group: near.distance(group[0]))
    for group in lists[:MAX_LISTS]:
        found = [] if _is_elsewhere(near, group[0]) else _read(near.page, group, base)
        if len(found) >= least:
            return found[:MAX_TOPICS]
    return []


def _is_elsewhere(near: Near, row: int) -> bool:
    """Whether a row stands in side matter, or in an article that does not hold the title."""
    page = near.page
    articles = page.rows_of("article")
    around = articles[(articles < row) & (row < page.end[articles])]
    others = (around > near.title_row) | (page.end[around] <= near.title_row)
    return bool(others.any()) or near.in_side(row)


def _lists(page: Page, rows: list[int]) -> Iterator[list[int]]:
    """The links that follow each other with hardly a word between them."""
    group: list[int] = []
    for row in rows:
        if group and not 0 <= page.table.text_start[row] - page.table.text_end[group[-1]] <= MAX_GAP:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _read(page: Page, rows: list[int], base: str) -> list[Link]:
    found: dict[str, Link] = {}
    for row in check_deadline(rows):
        text = clean_text(first_text(page, row, 2 * MAX_TOPIC_LENGTH)).strip(_EDGES)
        if 1 < len(text) <= MAX_TOPIC_LENGTH and text.lower() not in _NO_TOPIC:
            url = absolute_url(page.attribute(row, "href") or "", base)
            found.setdefault(text.lower(), Link(value=text, url=url, row=row, source="printed"))
    return list(found.values())


def printed_way(near: Near, title: str, base: str) -> list[Link]:
    """The breadcrumbs of a page, without the home page and the page itself.

    >>> from weft import parse
    >>> page = parse("<nav class=breadcrumb><a href=/>Home</a> › <a href=/w>Weather</a> › Rain</nav><h1>Rain</h1>")
    >>> [link.value for link in printed_way(Near(page, int(page.rows_of("h1")[0])), "Rain", "https://loom.example/")]
    ['Weather']
    """
    with kernel_call():
        found = near.kernel.way(NAME_NUMBERS["way"], title)
    return way_in_steps(near, title, base) if found is None else _links(found, base, "breadcrumb")


def way_in_steps(near: Near, title: str, base: str) -> list[Link]:
    """The same, read step by step; the kernel's twin."""
    page = near.page
    for row in near.nearest(near.named("way"), MAX_MARKED):
        inner = [link for link in _links_under(page, row) if not _HOME.fullmatch(page.attribute(link, "href") or "")]
        if way := [link for link in _read(page, inner, base) if fold(link.value) != fold(title)]:
            return [Link(value=link.value, url=link.url, row=link.row, source="breadcrumb") for link in way]
    return []
