"""A made-up crawl: many hosts of very different sizes, each with templates of its own, none of them anybody's."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from bench.sites.generated import WORDS

SEED = 20261115
FLATNESS = 5  # of the sizes of hosts, which fall as 1 / (rank + this): the largest of 500 has some 4 % of the pages
PICKED = 65_536  # pages whose hosts are drawn at once


@dataclass(frozen=True, kw_only=True)
class Fetched:
    """A page as a crawler has it."""

    url: str
    html: bytes


@dataclass(frozen=True)
class Template:
    """How the pages of one kind look on one host."""

    kind: str
    tag: str  # of the boxes
    names: tuple[str, ...]  # class names that only this host has
    menu: str
    foot: str


def make_crawl(count: int, *, hosts: int = 500, seed: int = SEED) -> Iterator[Fetched]:
    """So many pages, their hosts mixed as a crawl mixes them; the same every time.

    >>> [page.url.split("/")[2] for page in make_crawl(3, hosts=2)]
    ['h0000.example', 'h0001.example', 'h0000.example']
    """
    known = [_templates(host, seed) for host in range(hosts)]
    weights = list(accumulate(1 / (rank + FLATNESS) for rank in range(hosts)))
    draw = random.Random(f"{seed}/hosts")
    for start in range(0, count, PICKED):
        picked = draw.choices(range(hosts), cum_weights=weights, k=min(PICKED, count - start))
        for number, host in enumerate(picked, start=start):
            yield _make_page(host, number, known[host], random.Random(f"{seed}/{number}"))


def _templates(host: int, seed: int) -> list[Template]:
    """One to four kinds of page; the menu and the foot are the host's."""
    rng = random.Random(f"{seed}/host/{host}")
    menu = "".join(f"<li><a href='/{word}'>{word}</a>" for word in rng.sample(WORDS, rng.randint(4, 14)))
    foot = f"<footer><p>{_words(rng, 6, 20)}, since {rng.randint(1990, 2020)}.</p></footer>"
    kinds = rng.sample(sorted(BODIES), rng.randint(1, len(BODIES)))
    tags = ("div", "section", "article", "main")
    return [Template(kind, rng.choice(tags), _names(rng), menu, foot) for kind in kinds]


def _names(rng: random.Random) -> tuple[str, ...]:
    return tuple(f"{rng.choice(WORDS)}-{rng.randint(1, 99)}" for _ in range(4))


def _make_page(host: int, number: int, templates: list[Template], rng: random.Random) -> Fetched:
    look = rng.choice(templates)
    title = _words(rng, 3, 8)
    outer, inner, side, wrap = look.names
    links = "".join(f"<li><a href='/{rng.randint(1, 9999)}'>{_words(rng, 2, 5)}</a>" for _ in range(5))
    html = (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title></head>"
        f"<body><nav class='{wrap}'><ul>{look.menu}</ul></nav><{look.tag} class='{outer}'><h1>{title}</h1>"
        f"<div class='{inner}'>{BODIES[look.kind](rng)}</div></{look.tag}>"
        f"<aside class='{side}'><ul>{links}</ul></aside>{look.foot}</body></html>"
    )
    return Fetched(url=f"http://h{host:04}.example/{look.kind}/{number}", html=html.encode())


def _words(rng: random.Random, least: int, most: int) -> str:
    return " ".join(rng.choices(WORDS, k=rng.randint(least, most)))


def _article(rng: random.Random) -> str:
    return "".join(f"<p>{_words(rng, 12, 60)}.</p>" for _ in range(rng.choice((1, 3, 5, 8))))


def _product(rng: random.Random) -> str:
    rows = "".join(f"<tr><th>{name}</th><td>{_words(rng, 1, 3)}</td></tr>" for name in ("Colour", "Width", "Maker"))
    return f"<b>{rng.randint(1, 900)}.00</b><table>{rows}</table><p>{_words(rng, 20, 70)}.</p>"


def _thread(rng: random.Random) -> str:
    return "".join(
        f"<div class=post><b>{rng.choice(WORDS)}</b><i>2024-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}</i>"
        f"<p>{_words(rng, 5, 40)}.</p></div>"
        for _ in range(rng.randint(2, 8))
    )


def _list(rng: random.Random) -> str:
    items = (f"<li><a href='/{rng.randint(1, 9999)}'>{_words(rng, 3, 7)}</a> {_words(rng, 4, 9)}" for _ in range(10))
    return f"<ol>{''.join(items)}</ol>"


BODIES: dict[str, Callable[[random.Random], str]] = {
    "article": _article,
    "product": _product,
    "thread": _thread,
    "list": _list,
}
