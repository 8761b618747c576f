"""Boxes that a part of the pages prints word for word are no body, however much they look like one."""

import numpy as np
import pytest

from tests.site_pages import make_article
from weft import parse
from weft.sites.repeats import _once_a_page, repeated_blocks
from weft.sites.sample import Sample
from weft.sites.slot_learner import SlotLearner
from weft.sites.templates import SlotBody
from weft.sites.templates.fields import squeeze

ABOUT = [" ".join(make_article(900 + author).paragraphs[:2]) for author in range(3)]


def article(number: int, *, box: str) -> str:
    own = make_article(number)
    paragraphs = "".join(f"<p>{text}</p>" for text in own.paragraphs)
    text = f"<div class=text>{paragraphs}<div class=who><p>{box}</p></div></div>"
    return f"<title>{own.title}</title><h1>{own.title}</h1>{text}"


def learn(htmls: list[str]) -> SlotBody:
    return SlotLearner().learn(Sample([parse(html) for html in htmls]))


def kept(body: SlotBody, html: str) -> str:
    page = parse(html)
    return " ".join(page.blocks.text(block) for block in body.choose(page).tolist())


def test_the_box_of_one_of_three_authors_is_no_body() -> None:
    body = learn([article(number, box=ABOUT[number % 3]) for number in range(12)])
    text = kept(body, article(50, box="A fourth author, of whom nobody has heard before, writes here at length."))
    assert "fourth author" not in text
    assert all(paragraph in text for paragraph in make_article(50).paragraphs)


def test_a_box_that_says_something_else_on_every_page_stays() -> None:
    body = learn([article(number, box=" ".join(make_article(300 + number).paragraphs[:2])) for number in range(12)])
    own = " ".join(make_article(400).paragraphs[:2])
    assert own in kept(body, article(50, box=own))


def test_paragraphs_from_a_stock_stay() -> None:
    stock = [make_article(700 + number).paragraphs[0] for number in range(6)]

    def page(number: int) -> str:
        chosen = [stock[(number * step + step) % 6] for step in (1, 2, 3)]
        own = make_article(number).paragraphs[0]
        return (
            f"<title>{number}</title><div class=text><p>{own}</p>{''.join(f'<p>{text}</p>' for text in chosen)}</div>"
        )

    body = learn([page(number) for number in range(12)])
    text = kept(body, page(20))
    assert make_article(20).paragraphs[0] in text
    assert stock[3] in text


def test_copies_of_one_page_say_nothing_of_its_parts() -> None:
    sample = Sample([parse(article(7, box=ABOUT[0]))] * 4)
    texts = [[squeeze(block.text) for block in page.blocks] for page in sample.pages]
    assert not any(blocks.any() for blocks in repeated_blocks(sample, texts))


@pytest.mark.parametrize("seed", range(5))
def test_numbers_are_counted_once_a_page(seed: int) -> None:
    rng = np.random.default_rng(seed)
    numbers, pages = rng.integers(0, 6, 50), rng.integers(0, 4, 50)
    plain = sorted(number for number, _ in {*zip(numbers.tolist(), pages.tolist(), strict=True)})
    assert _once_a_page(numbers, pages).tolist() == plain
    assert _once_a_page(numbers[:0], pages[:0]).tolist() == []
