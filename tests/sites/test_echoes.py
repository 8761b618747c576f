"""What announces other pages of a site is no body: their titles, first sentences, links to them."""

import numpy as np

from tests.site_pages import make_article
from weft import parse
from weft.page import Page
from weft.sites.echoes import Echoes, PageSigns
from weft.sites.sample import Sample
from weft.sites.slot_learner import SlotLearner
from weft.sites.templates.fields import squeeze

HOST = "http://weft.example"


def article(number: int, *, others: list[int], count: int = 12) -> Page:
    """A page with whole teasers of other pages inside of the body's element."""
    own = make_article(number)
    teasers = [make_article(other % count) for other in others]
    boxes = "".join(f"<div class=x><h3>{one.title}</h3><p>{one.paragraphs[0]}</p></div>" for one in teasers)
    paragraphs = "".join(f"<p>{text}</p>" for text in own.paragraphs)
    html = f"<title>{own.title}</title><div class=text><h1>{own.title}</h1>{paragraphs}{boxes}</div>"
    return parse(html, url=f"{HOST}/a/{number}")


def announcing(page: Page, signs: list[PageSigns]) -> list[str]:
    texts = [squeeze(block.text) for block in page.blocks]
    blocks = Echoes(signs).announcing(page, texts, np.full(len(texts), 0.6))
    return [texts[block] for block in np.flatnonzero(blocks).tolist()]


def test_titles_and_first_sentences_of_other_pages_announce_them() -> None:
    page, other = article(0, others=[1]), article(1, others=[2])
    found = announcing(page, [PageSigns.of(page), PageSigns.of(other)])
    assert found == [make_article(1).title, make_article(1).paragraphs[0]]


def test_a_page_does_not_announce_itself() -> None:
    page = article(0, others=[])
    assert announcing(page, [PageSigns.of(page)] * 2) == []


def test_a_link_to_another_page_announces_it_whatever_it_is_called() -> None:
    own = make_article(0)
    body = "".join(f"<p>{text}</p>" for text in own.paragraphs)
    html = f"<title>{own.title}</title><h1>{own.title}</h1>{body}<p><a href=../a/1#top>Read on about it</a></p>"
    page = parse(html, url=f"{HOST}/a/0")
    assert announcing(page, [PageSigns.of(page), PageSigns.of(article(1, others=[]))]) == ["Read on about it"]


def test_what_three_pages_are_called_announces_none_of_them() -> None:
    page = parse(
        f"<title>A page of mine</title><h1>A page of mine</h1><p>{make_article(0).paragraphs[0]}<p>The loom daily"
    )
    same = [PageSigns(title="the loom daily", address=str(number)) for number in range(3)]
    assert announcing(page, same[:2]) == ["The loom daily"]
    assert announcing(page, same) == []


def test_a_list_of_pages_keeps_its_announcements() -> None:
    pages = [article(number, others=[]) for number in range(6)]
    rows = "".join(f"<li>{make_article(number).title}</li>" for number in range(6))
    listing = parse(f"<title>All of them</title><ul>{rows}</ul>", url=f"{HOST}/")
    assert announcing(listing, [PageSigns.of(page) for page in pages]) == []


def test_teasers_that_change_from_page_to_page_are_no_body() -> None:
    pages = [article(number, others=[number * 5 + 1, number * 5 + 2, number * 5 + 3]) for number in range(12)]
    body = SlotLearner().learn(Sample(pages, {}, [PageSigns.of(page) for page in pages]))
    page = article(50, others=[51, 52], count=100)  # of pages that were not there when the template was learned
    text = " ".join(page.blocks.text(block) for block in body.choose(page).tolist())
    assert make_article(51).paragraphs[0] not in text
    assert all(paragraph in text for paragraph in make_article(50).paragraphs)


def test_an_address_that_cannot_be_read_is_none() -> None:
    assert PageSigns.of(parse("<p>x", url="http://[")).address == ""
