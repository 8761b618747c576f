"""What stands near the title, and the topics there: the kernel beside its plain twins."""

from pathlib import Path
from random import Random

import pytest

import weft
from tests.metadata import plain_near
from tests.seeds import every_seed
from weft import parse
from weft.metadata.class_names import NAMES
from weft.metadata.near_title import Near
from weft.metadata.sources import declared
from weft.metadata.topics import printed_topics, printed_way, topics_in_steps, way_in_steps
from weft.page import Page

BASE = "https://loom.example/"
TAGS = ("div", "div", "nav", "aside", "article", "blockquote", "p", "time", "abbr", "ul", "span")
CLASSES = ("", "", "", "sidebar", "tags", "post-tags", "entry-category", "breadcrumbs", "date", "byline", "comments")
ADDRESSES = (
    "",
    "/",
    "/index.html",
    "/tag/loom",
    "/tags/silk",
    "/category/rain",
    "/a",
    "https://loom.example",
    "/index.é",
)
TEXTS = (
    "Looms",
    "looms",
    "Silk",
    "#Warp,",
    "Rain in May",
    "Tags",
    "x",
    "",
    "é" * 70,
    "&amp;amp; co",
    "Σίσυφος",
    "Home",
)


def random_page(random: Random) -> Page:
    """Links and dates in boxes of telling names."""

    def box(depth: int) -> str:
        if depth == 0 or random.random() < 0.4:
            relation = random.choice(("", "", "", "rel=tag", "rel=category", "rel='category tag'"))
            link = f"<a {relation} href='{random.choice(ADDRESSES)}'>{random.choice(TEXTS)}</a>"
            return link * random.choice((1, 1, 2)) + random.choice(
                ("", ", ", "a long text between two links of one list")
            )
        tag = random.choice(TAGS)
        own = random.choice(("", "", "datetime=2022-09-04", "title=Now"))
        inner = "".join(box(depth - 1) for _ in range(random.randrange(5)))
        return f"<{tag} class='{random.choice(CLASSES)}' {own}>{inner}{random.choice(TEXTS)}</{tag}>"

    boxes = [box(3) for _ in range(random.randrange(1, 6))]
    boxes.insert(random.randrange(len(boxes) + 1), "<h1>Rain in May</h1>")
    return parse("".join(boxes) + "<p>The end." * random.choice((0, 50)))


def compare(near: Near) -> None:
    """Ask both ways."""
    page, relations = near.page, declared(near.page).relations
    assert [near.in_side(row) for row in range(len(page))] == [
        plain_near.in_side(near, row) for row in range(len(page))
    ]
    for kind in NAMES:
        assert near.beside(kind) == near(near.named(kind)) == plain_near.beside(near, near.named(kind))
    assert near.marked() == plain_near.marked(near)
    assert near.title_blocks == plain_near.title_blocks(near)
    categories = relations.get("category", [])
    tags = [row for row in relations.get("tag", ()) if row not in categories]
    assert printed_topics(near, relations, BASE) == {
        "tags": topics_in_steps(near, tags, "tags", BASE, least=2),
        "categories": topics_in_steps(near, categories, "categories", BASE, least=1),
    }
    for title in ("Rain in May", "Silk", "Σίσυφος", ""):
        assert printed_way(near, title, BASE) == way_in_steps(near, title, BASE)


@every_seed(200)
def test_random_pages(seed: int) -> None:
    random = Random(seed)
    page = random_page(random)
    compare(Near(page, int(page.rows_of("h1")[0])))
    compare(Near(page, random.randrange(len(page))))


def test_pages_of_the_demo() -> None:
    pages = sorted((Path(weft.__file__).parent / "demo" / "pages").glob("*.html"))
    assert pages
    for file in pages:
        page = parse(file.read_bytes())
        compare(Near(page, int(page.rows_of("h1")[0]) if len(page.rows_of("h1")) else 0))


def test_many_topics_end() -> None:
    links = "".join(f"<a rel=tag href=/tag/{number}>Topic {number}</a> " for number in range(70))
    near = Near(parse(f"<h1>Rain</h1><p>{links}"), 3)
    compare(near)
    assert len(printed_topics(near, declared(near.page).relations, BASE)["tags"]) == 30


def test_a_row_that_is_not_there() -> None:
    near = Near(parse("<p>x"), 0)
    for ask in (lambda: near.in_side(99), lambda: near([99]), lambda: near.kernel.topics([99], 0, 0, 1)):
        with pytest.raises(IndexError):
            ask()
