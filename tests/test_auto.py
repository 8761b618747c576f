"""`weft.extract`."""

import numpy as np
import pytest

import weft
from weft import ConfigError, Document, LimitError, Limits, Page
from weft.extractors import Density

BODY = "<article><h1>Looms</h1><p>The weaver put the last threads on the loom before it grew dark.</p></article>"


def test_the_title_is_not_in_the_text_of_an_article() -> None:
    document = weft.extract(f"<title>Looms</title>{BODY}")
    assert (document.page_type, document.title) == ("article", "Looms")
    assert document.text == "The weaver put the last threads on the loom before it grew dark."


def test_the_default_is_the_classifier_and_says_why() -> None:
    document = weft.extract(f"<title>Looms</title>{BODY}")
    assert document.chosen_by == "block_classifier"
    assert "blocks promise the best F1" in document.reason
    assert 0 < document.confidence <= 1


@pytest.mark.parametrize("html", ["", b"", "<script>x</script>", b"\x00"])
def test_nothing_is_an_answer(html: str | bytes) -> None:
    document = weft.extract(html)
    assert (document.text, document.markdown, document.html, document.title) == ("", "", "", "")
    assert document.records == ()


def test_a_page_bytes_and_text_give_the_same() -> None:
    page = weft.parse(BODY, url="https://example.org/a")
    assert weft.extract(page).text == weft.extract(BODY).text == weft.extract(BODY.encode()).text
    assert weft.extract(page).page is page


def test_methods() -> None:
    assert weft.extract(BODY, method="line_block").chosen_by == "line_block"
    assert weft.extract(f"<div>{BODY}</div>", method=Density(alpha=0.1)).chosen_by == "density"
    with pytest.raises(ConfigError, match="unknown method 'x'; choose one of auto, block_classifier"):
        weft.extract(BODY, method="x")


def test_limits_are_passed_on() -> None:
    with pytest.raises(LimitError):
        weft.extract(BODY, limits=Limits(nodes=3))


def test_document_of_an_extractor_of_your_own() -> None:
    class First:
        def extract(self, page: Page) -> Document:
            return Document(page=page, keep=np.array([0]), chosen_by="first")

        def score(self, page: Page) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
            return np.zeros(len(page.blocks))

    document = weft.extract("<p>one<p>two", method=First())
    assert (document.text, document.chosen_by) == ("one", "first")
    assert "1 of 2 blocks by first" in repr(document)
