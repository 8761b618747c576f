"""What the kernel answers of metadata, against the search field by field."""

from pathlib import Path
from random import Random

import pytest

import weft
from tests.seeds import every_seed
from weft.content import Field
from weft.deadline import time_limit
from weft.metadata.page_fields import _OWN, PageFields
from weft.page import Page, parse

NAMES = (
    "Ann Lee", "By Ann Lee", "Ann Lee and Bo Chu", "Admin", "The Loom", "Loom Team", "dpa", "雨田", "Zoë Müller",
    "Ann Lee, Bo Chu", "J. R. O'Neill-Smith", "user_12", "Dr. Ann  Lee", "Ann &amp; Bo", "Reuters", "Ann E. Lee",
    "Lee-", "x", "Ann Lee on Monday", "Von Bo", "www.loom.example", "Loom e. V.", "News Desk", "loom", "Ann; Bo Chu",
)  # fmt: skip
DATES = (
    "2022-09-04", "2022-09-04T06:38:48.125+08:00", "2022-09-04T06:38Z", "4 May 2022", "1970-01-01", "2022-02-30",
    "2022", "02/04/2022", "May 4, 2022", "soon", "20220904",
)  # fmt: skip
ADDRESSES = (
    "/a", "https://loom.example/b", "a/b", "//x.example/", "/a/../b", "", "javascript:x", "https://loom.example/2022/05/04/",
    "https://x.example/é", "/a?", "mailto:x",
)  # fmt: skip
LINES = (
    "By Ann Lee", "Ann Lee", "May 4, 2022", "Ann Lee, 4 May 2022", "Posted by Ann", "Text: Bo Chu", "Von Ann Lee",
    "A tale of rain &amp; sun by nobody", "4.5.2022-Ann Lee", "Ann May 4.5.2020", "作者：雨田", "5 min read", "Share",
    "2 hours ago", "Published 4 May 2022", "A loom holds the warp, and the weft runs through it from side to side.",
    "Der Weber spannte die letzten Fäden auf, bevor es dunkel wurde.", "Berlin, 4 May 2022 – It rained in the town.",
    "By Ann, May 4, 2022", "Updated Sept. 14, 2022", "xMay 4, 2022", "May 4, 2022, 10:30", "Monday, May 4, 2022",
    "Written by", "Author", "Ann", "Lee", "|by Bo", "Updated: 2022-05-06",
)  # fmt: skip
CLASSES = ("author", "byline", "date", "tags", "author-box", "breadcrumb", "reading-time", "sidebar", "x", "category")


def meta(random: Random) -> str:
    """A `meta` that declares something."""
    kind, values = random.choice((
        (("author", "article:author", "citation_author", "dc.creator", "twitter:data1"), NAMES),
        (("article:published_time", "date", "article:modified_time", "datePublished"), DATES),
        (("og:image", "og:url"), ADDRESSES),
        (("og:site_name", "application-name", "og:title", "description", "og:description", "generator"), NAMES),
        (("article:section", "article:tag", "keywords", "news_keywords"), ("Rain, sun", "Looms", "", "rain")),
        (("twitter:label1",), ("Written by", "Est. reading time", "Von")),
        (("og:locale", "language"), ("en_US", "de", "x", "english")),
    ))  # fmt: skip
    return f'<meta name="{random.choice(kind)}" content="{random.choice(values)}">'


def linked_data(random: Random) -> str:
    """A script of linked data."""
    kind = random.choice(("Person", "Organization"))
    author = f'{{"@type": "{kind}", "name": "{random.choice(NAMES)}", "url": "{random.choice(ADDRESSES)}"}}'
    dates = f'"datePublished": "{random.choice(DATES)}", "dateModified": "{random.choice(DATES)}"'
    items = f'{{"@type": "ListItem", "position": 1, "name": "Rain", "item": "{random.choice(ADDRESSES)}"}}'
    way = f'{{"@type": "BreadcrumbList", "itemListElement": [{items}]}}'
    about = f'{{"@type": "Article", "author": {author}, {dates}, "isAccessibleForFree": true}}'
    return f'<script type="application/ld+json">{random.choice((about, way, f"[{about}, {way}]"))}</script>'


def link(random: Random) -> str:
    """A link with a relation."""
    tag, relation = random.choice(("a", "link")), random.choice(("author", "tag", "category", "canonical", "next prev"))
    relation = random.choice((relation, "alternate", "license", "feed", "amphtml"))
    more = random.choice(("", "hreflang=de", "hreflang=x-default", "type=application/rss+xml title='A &amp; B'"))
    return f'<{tag} rel="{relation}" {more} href="{random.choice(ADDRESSES)}">{random.choice(NAMES)}</{tag}>'


def element(random: Random) -> str:
    """A line of the page, in an element of some name."""
    tag, name = random.choice(("p", "div", "span", "time", "a", "h2", "nav")), random.choice(CLASSES)
    texts = [random.choice((*LINES, *NAMES)) for _ in range(random.choice((1, 1, 1, 2, 3)))]
    inner = "".join(f"<span>{text}</span>" for text in texts) if random.random() < 0.4 else " ".join(texts)
    marks = random.choice(("", "", "itemprop=author", "itemprop=datePublished", "itemprop='name'", "hidden"))
    inner = f"<b itemprop=name>{random.choice(NAMES)}</b>" if marks == "itemprop=author" else inner
    return f'<{tag} class="{name}" {marks} href="{random.choice(ADDRESSES)}">{inner}</{tag}>'


def make_page(random: Random) -> Page:
    """A random page with a title, and things around it that tell of it."""
    head = [random.choice((meta, meta, meta, linked_data, link))(random) for _ in range(random.randrange(6))]
    before, behind = (
        [random.choice((element, element, link))(random) for _ in range(random.randrange(6))] for _ in "ab"
    )
    start = random.choice(("<html>", "<html lang=en-GB>", "<html lang=de dir=rtl>", "<html lang='zh_CN'>"))
    title = random.choice(("Rain in May", "The Loom", "Rain on 4 May 2022", "雨"))
    body = "".join((*before, f"<h1>{title}</h1>", *behind))
    url = random.choice((None, "https://www.loom.example/a", "https://loom.example/2022/05/04/雨/", "http://["))
    return parse(f"{start}<title>{title}</title>{''.join(head)}<body>{body}", url=url)


def compare(page: Page, *, bylines: bool, fields: dict[str, Field]) -> int:
    """How many fields the kernel answers; all are as they are found one by one."""
    answers = PageFields(page, bylines=bylines, fields=fields)._ask_kernel()
    twin = PageFields(page, bylines=bylines, fields=fields)
    with time_limit(60):
        assert answers == {name: _OWN[name](twin) for name in answers}
    return len(answers)


@every_seed(300)
def test_random_pages(seed: int) -> None:
    random = Random(seed)
    page = make_page(random)
    given = {"title": "Rain", "date": random.choice(DATES), "author": "Bo", "image": "/i.png", "language": "fr"}
    chosen = {name: Field(value=value, row=1) for name, value in given.items() if random.random() < 0.2}
    compare(page, bylines=random.random() < 0.8, fields=chosen)


def test_most_fields_are_answered() -> None:
    counts = [compare(make_page(Random(seed)), bylines=True, fields={}) for seed in range(100)]
    assert sum(counts) / len(counts) > 12


@pytest.mark.parametrize("path", sorted((Path(weft.__file__).parent / "demo" / "pages").glob("*.html")), ids=str)
def test_pages_of_the_demo(path: Path) -> None:
    assert compare(parse(path.read_bytes()), bylines=True, fields={}) > 12
