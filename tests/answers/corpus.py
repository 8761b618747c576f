"""The pages of the frozen answers, made by their names: the same bytes every time, on every machine."""

import codecs
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from tests.answers.edges import EDGES
from tests.answers.languages import LANGUAGES, said_in
from tests.answers.pages import KINDS, article, small, thread
from tests.answers.parts import Parts
from tests.fuzz.mutations import mutate
from tests.fuzz.shapes import Shapes
from tests.renderers.random_pages import RandomPage, RichPage
from tests.soup import make_page
from weft.page import Page
from weft.training.layouts import KINDS as LAYOUTS
from weft.training.layouts import made_page
from weft.training.made_listings import made_listing, made_single
from weft.training.tiny import tiny_page

SEED = 36
ENCODED = 24  # pages of each language in other encodings
ADDRESSES = ("https://weft.example/news/2023/04/05/mill", "https://weft.example/forum/viewtopic.php?t=7", "", "")
MARKS = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
CODECS = {"windows-874": "cp874", "iso-8859-11": "iso8859_11", "us-ascii": "ascii"}
"""Python's names of encodings that it has by another."""


@dataclass(frozen=True)
class MadePage:
    """A page with the address and the charset that came with it; of other makers as they have parsed it."""

    data: bytes | Page
    url: str = ""
    charset: str = ""


def page_names() -> Iterator[str]:
    """The name of every page, `kind.language.number` or `kind.number`."""
    for code in LANGUAGES:
        for kind, (_, count) in KINDS.items():
            yield from (f"{kind}.{code}.{number}" for number in range(count))
        yield from (f"encoded.{code}.{number}" for number in range(ENCODED))
    for kind, (_, count) in OTHERS.items():
        yield from (f"{kind}.{number}" for number in range(count))


def make(name: str) -> MadePage:
    """The page of that name."""
    kind, *rest = name.split(".")
    rng = Random(f"{SEED} {name}")
    if kind == "encoded":
        return _encoded(rest[0], int(rest[1]), rng)
    if kind in KINDS:
        html = KINDS[kind][0](Parts(LANGUAGES[rest[0]], rng))
        return MadePage(html.encode(), rng.choice(ADDRESSES), "utf-8" if rng.random() < 0.8 else "")
    return MadePage(OTHERS[kind][0](int(rest[0]), rng), rng.choice(ADDRESSES))


def _encoded(code: str, number: int, rng: Random) -> MadePage:
    """A page in an encoding of its language: declared by the header, the page or a mark, by nobody, or wrongly."""
    language = LANGUAGES[code]
    encodings = (*language.texts["encodings"], "utf-8", "utf-16-le", "utf-16-be")
    encoding, wrong = encodings[number % len(encodings)], rng.choice(encodings)
    html = rng.choice((article, article, small, thread))(Parts(language, rng))
    way = ("header", "meta", "http-equiv", "nobody", "wrong header", "wrong meta", "mark")[number % 7]
    said = wrong if way.startswith("wrong") else encoding
    if way in ("meta", "wrong meta"):
        html = f"<meta charset={said}>{html}"
    elif way == "http-equiv":
        html = f"<meta http-equiv=content-type content='text/html; charset={said}'>{html}"
    data = html.encode(CODECS.get(encoding, encoding), errors="xmlcharrefreplace")
    data = MARKS.get(encoding, b"") + data if way == "mark" else data
    return MadePage(data, charset=said if way.endswith("header") else "")


def _damaged(number: int, rng: Random) -> bytes:
    """A page of ours, damaged."""
    language = rng.choice(list(LANGUAGES.values()))
    page, other = (rng.choice((article, thread, small))(Parts(language, rng)).encode() for _ in range(2))
    return mutate(page, rng, other)


def _edge(number: int, rng: Random, make: Callable[[Parts, int], str]) -> bytes:
    """A page near a threshold, in any language."""
    return make(Parts(rng.choice(list(LANGUAGES.values())), rng), number).encode()


def _tiny(number: int, rng: Random) -> bytes:
    """A page of a few sentences, as people write one to try an extractor."""
    language = list(LANGUAGES.values())[number % len(LANGUAGES)]
    return tiny_page([language.fill(rng, text) for text in said_in(language)], rng).html.encode()


OTHERS: dict[str, tuple[Callable[[int, Random], bytes | Page], int]] = {
    "soup": (lambda number, rng: make_page(number, rng.choice((8, 20, 40, 80))).encode(), 200),
    "shape": (lambda number, rng: Shapes(rng).page().encode(errors="surrogatepass"), 160),
    "damaged": (_damaged, 120),
    "random": (lambda number, rng: RandomPage(number).html().encode(), 60),
    "rich": (lambda number, rng: RichPage(number).html().encode(), 160),
    "made-thread": (lambda number, rng: made_page("thread", number, 1).page, 120),
    "made-board": (lambda number, rng: made_page("board", number, 1).page, 80),
    "made-layout": (lambda number, rng: made_page(LAYOUTS[number % len(LAYOUTS)], number, 1).page, 96),
    "made-list": (lambda number, rng: made_listing(number, 1).case.page, 80),
    "tiny": (_tiny, 105),
    "made-single": (lambda number, rng: made_single(number, 1).case.page, 50),
    **{name: (partial(_edge, make=make), count) for name, (make, count) in EDGES.items()},
}
"""Pages of other makers, and how many there are of each."""
