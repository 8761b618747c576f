"""CEPR: texts of rich tag paths are content."""

import numpy as np
import pytest

from weft import parse
from weft.papers.a.cepr import Cepr, path_ratios

SENTENCES = (
    "The loom came home on Tuesday, by boat, in nine crates; nobody had counted them.",
    "It rained.",
    "Two of the crates, the smaller ones, were empty: the treadles, said the label, would follow.",
    "They did not.",
)
MENU = "".join(f"<li><a href=/{word}>{word}</a>" for word in ("Home", "News", "Shop", "About", "Contact"))
BODY = "".join(f"<p>{said}" for said in SENTENCES)
NEWS = f"<ul>{MENU}</ul><article>{BODY}</article><footer><b>Looms</b><i>Made by hand</i></footer>"


def test_news_stay_and_menus_go() -> None:
    text = Cepr().extract(parse(NEWS)).text
    assert all(said in text for said in SENTENCES)
    assert "About" not in text  # the next one, Contact, is a neighbour of the news and smoothed with them
    assert "Made by hand" not in text


def test_a_path_that_occurs_once_has_no_spread_and_so_no_extended_ratio() -> None:
    page = parse("<body><p>One, two, three.</p><div>Four, five.</div></body>")
    rows = np.flatnonzero((page.tag == 0) & (page.chars > 0))
    assert path_ratios(page, rows, extended=True).tolist() == [0, 0]
    assert path_ratios(page, rows, extended=False).tolist() == page.chars[rows].tolist()


def test_the_mean_length_of_a_path() -> None:
    page = parse("<body><p>12345</p><p>123</p><b>1</b></body>")
    rows = np.flatnonzero((page.tag == 0) & (page.chars > 0))
    assert path_ratios(page, rows, extended=False).tolist() == [4, 4, 1]


def test_smoothing_lifts_a_short_text_between_long_ones_of_its_path() -> None:
    words = "<p>" + "A long text, with commas, and more of them; then an end. " * 3
    page = parse(f"<body><div>{words}<p><a href=/x>short</a>{words}</div></body>")
    plain, smoothed = Cepr(radius=0, ratio="tpr").score(page), Cepr(radius=1, ratio="tpr").score(page)
    short = next(at for at in range(len(page.blocks)) if page.blocks.text(at) == "short")
    assert plain[short] == 0
    assert smoothed[short] == 1


@pytest.mark.parametrize("html", ["", "<p>", "<p>One word", "<div hidden>None"])
def test_little_pages(html: str) -> None:
    page = parse(html)
    assert len(Cepr().score(page)) == len(page.blocks)
    Cepr().extract(page)
