"""Input `number` of a seed: the same bytes, address and charset every time, on every machine."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.fuzz.found import read_found
from tests.fuzz.mutations import MAX_BYTES, mutate
from tests.fuzz.shapes import Shapes
from tests.fuzz.vocabulary import CHARSETS, CODECS, PAGE_URLS
from tests.site_pages import blog_page, hashed_page, list_page, make_article, table_page

GOLDEN = Path(__file__).parents[1] / "golden"


@dataclass(frozen=True, kw_only=True)
class Input:
    """A page as a crawl might bring it, and the pages that operations over several pages see beside it."""

    data: bytes
    url: str | None = None
    charset: str | None = None
    siblings: tuple[bytes, ...] = field(default=(), repr=False)


@cache
def corpus() -> tuple[bytes, ...]:
    """Pages that we wrote: those of other tests, and inputs that were found before."""
    golden = [path.read_bytes() for path in sorted(GOLDEN.glob("*/page.html"))]
    article = make_article(7, paragraphs=2)
    designs = [design(article).encode() for design in (blog_page, hashed_page, table_page)]
    return (*golden, *designs, list_page(3).encode()[:3_000], *(entry.input.data for entry in read_found()))


def make_input(seed: int, number: int) -> Input:
    """The input of that number."""
    rng = random.Random(f"{seed} {number}")
    kind = rng.choices(KINDS, cum_weights=CUMULATED)[0]
    data = kind(rng)[:MAX_BYTES]
    url, charset = rng.choice(PAGE_URLS), rng.choice(CHARSETS)
    siblings = tuple(mutate(data, rng, data) for _ in range(6)) if number % SIBLINGS_EVERY == 0 else ()
    return Input(data=data, url=url, charset=charset, siblings=siblings)


SIBLINGS_EVERY = 8  # inputs: to make siblings costs, and few operations look at them


def _encode(text: str, rng: random.Random) -> bytes:
    """UTF-8, lone surrogates included; at times in an encoding that the page does not declare."""
    if rng.random() < 0.96:
        return text.encode(errors="surrogatepass")
    codec = rng.choice(CODECS)
    try:
        return text.encode(codec, errors="replace")
    except UnicodeEncodeError:  # not even a question mark: some codecs have no place for it
        return text.encode(errors="surrogatepass")


def _soup(rng: random.Random) -> bytes:
    """Tag soup of very different sizes, mostly small."""
    return _encode(Shapes(rng).soup(rng.choice((3, 6, 8, 8, 12, 15, 20, 40, 70))), rng)


def _shape(rng: random.Random) -> bytes:
    """A page that looks like something."""
    return _encode(Shapes(rng).page(), rng)


def _mutant(rng: random.Random) -> bytes:
    """A page that we wrote, damaged."""
    page, other = rng.choice(corpus()), rng.choice(corpus())
    if len(page) > 900:  # a window of it: many small inputs find more than few large ones
        start = rng.randrange(len(page) - 400)
        page = page[start : start + rng.choice((400, 800, 800, 1_600))]
    return mutate(page, rng, other)


def _damaged(rng: random.Random) -> bytes:
    """Something made, damaged."""
    return mutate(_shape(rng) if rng.random() < 0.5 else _soup(rng), rng, rng.choice(corpus()))


def _noise(rng: random.Random) -> bytes:
    """Bytes without any meaning, or tags out of them."""
    if rng.random() < 0.5:
        return rng.randbytes(rng.randrange(600))
    return bytes(rng.choices(b"<>/=&;\"'!-ab \n\x00\xe7\xbb\x87", k=rng.randrange(600)))


def _many(rng: random.Random) -> bytes:
    """One small thing very often: what is not linear takes long."""
    maker = Shapes(rng)
    piece = rng.choice(
        (
            maker.soup(1),
            maker.soup(3),
            maker.picture(),
            maker.list(),
            maker.table(),
            maker.notes(),
            maker.start("b"),
            "<math><mrow>",
        )
    )
    count = min(rng.choice((20, 100, 400, 1_500)), 20_000 // (len(piece) + 1))
    return _encode(maker.soup(2) + piece * count + maker.soup(3), rng)


SHARES: dict[Callable[[random.Random], bytes], float] = {
    _soup: 0.345, _shape: 0.28, _mutant: 0.17, _damaged: 0.17, _noise: 0.03, _many: 0.005,
}  # fmt: skip
KINDS = tuple(SHARES)
CUMULATED = [sum(list(SHARES.values())[: count + 1]) for count in range(len(SHARES))]
