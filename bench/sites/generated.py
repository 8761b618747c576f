"""Pages made up from a few templates: as many as a cost curve needs, none of them anybody's."""

import random
import re
from collections.abc import Iterator, Sequence

WORDS = (
    "warp weft loom shuttle thread cloth reed heddle bobbin selvage dye madder indigo weld wool flax silk spindle "
    "weaver mill river market bridge morning evening winter letter paper window garden stone water 织 布 纱 线 机"
).split()
TEMPLATES = ("news", "blog", "shop", "docs", "list")


def make_pages(count: int, *, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """So many pages of one site, (id, bytes), its templates in turn; the first pages are the same for every count.

    >>> [page for page, _ in make_pages(6)]
    ['news-0', 'blog-1', 'shop-2', 'docs-3', 'list-4', 'news-5']
    """
    for number in range(count):
        template = TEMPLATES[number % len(TEMPLATES)]
        yield f"{template}-{number}", make_page(template, random.Random(f"{seed}/{number}"))


TEXT = re.compile(rb"(?<=>)[^<>{}]{4,}(?=</)")  # between tags: words, and neither a script nor a style sheet
NUMBER = re.compile(rb"(?<=[-/_])[0-9]{1,6}(?=[\"'/.-])")  # the end of an id, a part of an address


def vary_pages(pages: Sequence[tuple[str, bytes]], count: int, *, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """So many pages from a few of a site: words of the texts in another order, ids with other numbers.

    >>> list(vary_pages([("a", b'<p id="post-7">one two six ten</p>')], 1))
    [('a-0', b'<p id="post-8">six two ten one</p>')]
    """
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        name, data = pages[number % len(pages)]

        def mixed(match: re.Match[bytes], rng: random.Random = rng) -> bytes:
            words = match[0].split()
            return b" ".join(rng.sample(words, len(words)))

        data = NUMBER.sub(str(number + 8).encode(), TEXT.sub(mixed, data))
        yield f"{name}-{number}", data


def make_page(template: str, rng: random.Random) -> bytes:
    """One page: head, menu, what the template puts in the middle, comments, side bar and foot."""
    title = words(rng, 3, 9)
    body = {"news": _article, "blog": _article, "shop": _product, "docs": _chapter, "list": _list}[template](rng, title)
    comments = _comments(rng) if template in ("news", "blog") else ""
    menu = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in WORDS[:12])
    return (
        f"<!doctype html><html><head><title>{title} - The Looms</title></head>"
        f"<body class='{template} page-{rng.randint(1, 10**6)}'><header><nav><ul>{menu}</ul></nav></header>"
        f"<div id='wrap'><div class='{template}-main'>{body}{comments}</div>"
        f"<aside class='side'>{_links(rng)}</aside></div>"
        "<footer><p>All cloth is woven here, since 1801.</p></footer></body></html>"
    ).encode()


def words(rng: random.Random, least: int, most: int) -> str:
    """A run of words."""
    return " ".join(rng.choices(WORDS, k=rng.randint(least, most)))


def _article(rng: random.Random, title: str) -> str:
    paragraphs = "".join(f"<p>{words(rng, 8, 80)}.</p>" for _ in range(rng.choice((1, 1, 4, 9, 20))))
    date = f"{rng.randint(2001, 2024)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    meta = f"<div class='meta'><time>{date}</time> by <a href='/a'>{words(rng, 2, 2)}</a></div>"
    return f"<h1>{title}</h1>{meta}<div class='entry'>{paragraphs}</div>"


def _product(rng: random.Random, title: str) -> str:
    rows = "".join(
        f"<tr><th>{name}</th><td>{words(rng, 1, 3)}</td></tr>" for name in ("Colour", "Width", "Maker", "Origin")
    )
    price = f"<span class='price'>{rng.randint(1, 900)}.{rng.randint(0, 99):02}</span>"
    about = f"<div class='about'><p>{words(rng, 20, 90)}.</p></div>"
    return f"<h1 class='name'>{title}</h1>{price}<table class='data'>{rows}</table>{about}"


def _chapter(rng: random.Random, title: str) -> str:
    parts = "".join(
        f"<section><h2>{words(rng, 1, 4)}</h2><p>{words(rng, 20, 70)}.</p><pre>{words(rng, 5, 20)}</pre></section>"
        for _ in range(rng.randint(2, 7))
    )
    return f"<article><h1>{title}</h1>{parts}</article>"


def _list(rng: random.Random, title: str) -> str:
    items = "".join(
        f"<li class='item'><h2><a href='/{rng.random()}'>{words(rng, 3, 8)}</a></h2><p>{words(rng, 10, 30)}</p></li>"
        for _ in range(rng.randint(8, 12))
    )
    return f"<h1>{title}</h1><ul class='items'>{items}</ul>"


def _comments(rng: random.Random) -> str:
    items = "".join(
        f"<li id='comment-{rng.randint(1, 10**6)}'><b>{words(rng, 1, 2)}</b><p>{words(rng, 3, 60)}</p></li>"
        for _ in range(rng.randint(0, 12))
    )
    return f"<div id='comments'><ol>{items}</ol></div>"


def _links(rng: random.Random) -> str:
    return "<ul>" + "".join(f"<li><a href='/{rng.random()}'>{words(rng, 2, 6)}</a></li>" for _ in range(8)) + "</ul>"
