"""Lists of things, and pages about one thing with lists beside it, of shops and sites that nobody has written.

A made site chooses the tags, the parts of a card, their order, the boxes around cards and what stands beside them by
its seed: what a model learns from many of them is what lists have in common, and how fine their records are cut.

What all makers of pages choose by their seed: likely things, and what they call their parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from weft.page import Page, parse
from weft.training.augment.cases import TrainingCase
from weft.training.record_examples import KnownListing

UNNAMED = 0.15  # share of the parts without a name where others have one


@dataclass
class Maker:
    """A program or a site; `words` are the names that it may give each part."""

    seed: str
    chance: Random = field(init=False)
    naming: str = field(init=False)  # said, scrambled, none
    words: ClassVar[Mapping[str, str]] = {}

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.naming = self.chance.choice(("said", "said", "scrambled", "none"))

    def likely(self, share: float) -> bool:
        """Whether chance has it."""
        return self.chance.random() < share

    def name_of(self, part: str) -> str:
        """The attribute that names a part."""
        own = Random(f"{self.seed}/{part}")
        if self.naming == "none" or own.random() < UNNAMED:
            return ""
        word = own.choice(self.words[part].split())
        if self.naming == "scrambled":
            word = "".join(own.choice("ka lo mi ru te sa vo pi".split()) for _ in range(3))
        return f' class="{word}"'


NOUNS = (
    "loom shuttle reed heddle bobbin warp yarn comb spindle distaff lease stick beam treadle harness temple raddle "
    "course workshop recipe vacancy story trail cottage report".split()
)
KINDS = "ash pearwood linen brass folding small oak woven used new northern quiet 亚麻 Leinen деревянный grand".split()
SENTENCES = (
    "Slim, quick and polished by hand.;For looms that stand in small rooms.;Takes a bobbin of ten centimetres.;"
    "The reed is from an old mill and was never replaced.;Made in the north, of what grows there.;在小房间里也能用。;"
    "Für Anfänger, die wenig Platz haben.;Begins in May and takes four evenings.;A guide to what breaks first.;"
    "Everything that a weaver needs to know about linen, cotton and wool, in one place.;Sent within two days."
).split(";")
PRICES = ("${0}.{1:02}", "£{0}.{1:02}", "€ {0},{1:02}", "{0},{1:02} €", "{0} zł", "¥{0}{1:02}", "{0} Kč", "USD {0}")
CLASSES = {
    "list": "products grid list items results row cards listing", "record": "product card item tile col entry result",
    "title": "title name heading product-name", "price": "price amount cost", "text": "description excerpt summary",
    "image": "image thumb picture media", "button": "button btn add-to-cart more", "rating": "rating stars",
    "badge": "badge label tag sale", "meta": "meta brand category info date", "facet": "filter facet options menu",
    "box": "row section block group wrap", "related": "related more recommended also",
}  # fmt: skip
LISTS = {"li": "ul", "tr": "table"}


class _Site(Maker):
    """A site: what it chose."""

    words = CLASSES

    def __post_init__(self) -> None:
        super().__post_init__()
        pick, likely = self.chance.choice, self.likely
        self.box = pick(("div", "div", "li", "li", "article", "section", "a", "tr"))
        self.heading = pick(("h2", "h3", "h3", "h4", "a", "p", "div", "span", "strong"))
        self.has_image, self.has_price, self.has_text = likely(0.7), likely(0.5), likely(0.5)
        self.has_rating, self.has_button, self.has_badge, self.has_meta = (
            likely(share) for share in (0.2, 0.4, 0.2, 0.4)
        )
        self.has_date, self.has_old_price, self.meta_first = likely(0.2), likely(0.3), likely(0.3)
        self.price_form = pick(PRICES)
        self.address = pick(("/p/{}", "/products/{}.html", "/item?id={}", "/{}", "https://loom.example/a/{}"))
        self.wraps, self.is_wrapped = pick((0, 0, 0, 2, 3, 4)), likely(0.3)
        self.sections, self.image_link = pick((1, 1, 1, 2, 3)), likely(0.5)
        self.has_facets, self.has_side, self.has_lead, self.has_pager = (
            likely(share) for share in (0.5, 0.4, 0.4, 0.5)
        )


def made_listing(site: int, page: int) -> KnownListing:
    """A page that lists things."""
    made, chance = _Site(seed=f"site {site}"), Random(f"{site}/{page}")
    count = chance.choice((3, 4, 6, 8, 12, 20, 30))
    cards = [_card(made, chance, number) for number in range(count)]
    parts = [
        f"{_section_heading(made, part)}{_listed(made, cards[part :: made.sections])}"
        for part in range(made.sections)
        if cards[part :: made.sections]
    ]
    lead = f"<p>{' '.join(chance.choices(SENTENCES, k=3))}</p>" if made.has_lead else ""
    pager = "<div class=pagination>1 <a href=?page=2>2</a> <a href=?page=3>3</a></div>" if made.has_pager else ""
    tail = f"<p>{' '.join(chance.choices(SENTENCES, k=4))}</p>" if chance.random() < 0.2 else ""
    html = _page(made, chance, lead + "".join(parts) + pager + tail)
    return _known(f"made list {site}", f"made list/{site}-{page}", html, is_priced=made.has_price)


def made_single(site: int, page: int) -> KnownListing:
    """A page about one thing, an article or a product, with other things below it: nothing that it lists."""
    made, chance = _Site(seed=f"site {site}"), Random(f"{site}/{page}/single")
    count = chance.choice((3, 4, 4, 5, 6, 8))
    beside = "".join(_card(made, chance, number, mark=False) for number in range(count))
    beside = f"<div{made.name_of('related')}><h2>More</h2>{_around(made, beside)}</div>"
    text = "".join(f"<p>{' '.join(chance.choices(SENTENCES, k=chance.randrange(2, 8)))}</p>" for _ in range(count * 2))
    if chance.random() < 0.5:
        price = f"<p{made.name_of('price')}>{_price(made, chance)}</p><button>Buy</button>"
        facts = "".join(f"<tr><th>{noun}</th><td>{chance.randrange(90)} cm</td></tr>" for noun in NOUNS[:5])
        text = f"<img src=/big.jpg>{price}{text}<table>{facts}</table>"
    html = _page(made, chance, text + beside)
    return _known(f"made list {site}", f"made list/{site}-{page}s", html, is_priced=made.has_price)


def _card(made: _Site, chance: Random, number: int, *, mark: bool = True) -> str:
    name = f"{chance.choice(KINDS)} {chance.choice(NOUNS)} {chance.choice(NOUNS)} {chance.randrange(90)}"
    href = made.address.format(f"{chance.choice(NOUNS)}-{number}")
    is_link = made.box == "a"
    sign = f" data-w=b{number}" if mark else ""
    inner = name if is_link or made.heading == "a" else f'<a href="{href}">{name}</a>'
    tag = "span" if is_link and made.heading == "a" else made.heading
    own = f' href="{href}"' if tag == "a" else ""
    title = f"<{tag}{made.name_of('title')}{own}{sign}>{inner}</{tag}>"
    picture = f"<img{made.name_of('image')} src=/{number}.jpg>"
    image = f'<a href="{href}">{picture}</a>' if made.image_link and not is_link else picture
    text = " ".join(chance.choices(SENTENCES, k=chance.choice((1, 1, 2))))
    meta = chance.choice(NOUNS) if is_link else f"<a href=/brand/{number % 4}>{chance.choice(NOUNS)}</a>"
    date = f" <time>2023-0{1 + number % 9}-1{number % 9}</time>" if made.has_date else ""
    parts = [
        image * made.has_image,
        f"<span{made.name_of('badge')}>-20 %</span>" * (made.has_badge and chance.random() < 0.5),
        f"<div{made.name_of('meta')}>{meta}{date}</div>" * (made.has_meta and made.meta_first),
        title,
        f"<div{made.name_of('meta')}>{meta}{date}</div>" * (made.has_meta and not made.meta_first),
        f"<div{made.name_of('rating')}>4.{number % 10} / 5</div>" * made.has_rating,
        f"<div{made.name_of('text')}>{text}</div>" * made.has_text,
        f"<div{made.name_of('price')}>{_price(made, chance)}</div>" * made.has_price,
        "<button>Add</button>" * (made.has_button and is_link),
        f'<a{made.name_of("button")} href="{href}">More</a>' * (made.has_button and not is_link),
    ]
    said = [part for part in parts if part]
    content = "".join(f"<td>{part}</td>" for part in said) if made.box == "tr" else "".join(said)
    content = f"<div>{content}</div>" if made.is_wrapped and made.box != "tr" else content
    link = f' href="{href}"' if is_link else ""
    return f"<{made.box}{made.name_of('record')}{link}>{content}</{made.box}>"


def _price(made: _Site, chance: Random) -> str:
    price = made.price_form.format(chance.randrange(3, 900), chance.randrange(100))
    old = made.price_form.format(chance.randrange(900, 1900), 0)
    return f"<s>{old}</s> <b>{price}</b>" if made.has_old_price and chance.random() < 0.6 else price


def _section_heading(made: _Site, number: int) -> str:
    return f"<h2>{NOUNS[number]}s</h2>" if made.sections > 1 else ""


def _listed(made: _Site, cards: Sequence[str]) -> str:
    """The cards in one box, or so many in a box each."""
    if not made.wraps:
        return _around(made, "".join(cards))
    boxes = (cards[first : first + made.wraps] for first in range(0, len(cards), made.wraps))
    return f"<div{made.name_of('list')}>{''.join(_around(made, ''.join(box), 'box') for box in boxes)}</div>"


def _around(made: _Site, cards: str, part: str = "list") -> str:
    tag = LISTS.get(made.box, "div")
    return f"<{tag}{made.name_of(part)}>{cards}</{tag}>"


def _page(made: _Site, chance: Random, content: str) -> str:
    title = f"{chance.choice(KINDS)} {chance.choice(NOUNS)}s"
    menu = "".join(f"<li><a href=/c/{word}>{word}</a></li>" for word in NOUNS[: chance.randrange(3, 16)])
    facets = "".join(
        f"<li><a href=?f={word}>{word}</a> ({chance.randrange(40)})</li>" for word in KINDS[: chance.randrange(3, 12)]
    )
    facets = f"<div{made.name_of('facet')}><h3>Filter</h3><ul>{facets}</ul></div>" * made.has_facets
    side = "".join(f"<li><a href=/n/{n}>{text[:40]}</a></li>" for n, text in enumerate(SENTENCES[:4]))
    side = f"<div><h3>News</h3><ul>{side}</ul></div>" * made.has_side
    foot = "".join(f"<li><a href=/about/{word}>{word}</a></li>" for word in NOUNS[3 : chance.randrange(6, 16)])
    nav, end = chance.choice((("nav", "footer"), ("div", "div"), ("header", "footer")))
    before, after = (facets, side) if chance.random() < 0.5 else ("", facets + side)
    return (
        f"<title>{title} - The Mill</title><{nav}><ul>{menu}</ul></{nav}>{before}<h1>{title}</h1>{content}{after}"
        f"<{end}><ul>{foot}</ul><p>The Mill, 12 Weaver Street.</p></{end}>"
    )


def _known(engine: str, name: str, html: str, *, is_priced: bool) -> KnownListing:
    page = parse(html)
    rows = [int(row) for row in page.rows_with("data-w")]
    case = TrainingCase(id=name, page=page, page_type="items", records=(), corpus=engine, engine=engine)
    titles = tuple(sorted(_first_text(page, row) for row in rows))
    return KnownListing(case, lists=(titles,) if titles else (), is_priced=is_priced)


def _first_text(page: Page, row: int) -> int:
    return next(one for one in range(row, int(page.end[row])) if page.tag[one] == 0 and page.chars[one])
