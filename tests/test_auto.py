"""`weft.extract` and `weft.learn`."""

import os
from pathlib import Path

import numpy as np
import pytest

import weft
from tests.records.forum_pages import board, thread
from tests.site_pages import HOST, blog_page, make_article, pages_of, table_page
from weft import ArtifactError, ConfigError, Document, LimitError, Limits, Page, extractors
from weft.auto import find_extractor
from weft.content import CHOSEN, NO_REASON
from weft.engines import ExtractJob
from weft.io import RawPage
from weft.model_file import ModelFile
from weft.papers.a.density import Density

BODY = "<article><h1>Looms</h1><p>The weaver put the last threads on the loom before it grew dark.</p></article>"


def test_the_title_is_not_in_the_text_of_an_article() -> None:
    document = weft.extract(f"<title>Looms</title>{BODY}")
    assert (document.page_type, document.title) == ("article", "Looms")
    assert document.text == "The weaver put the last threads on the loom before it grew dark."


def test_the_default_is_the_classifier_and_says_why() -> None:
    document = weft.extract(f"<title>Looms</title>{BODY}")
    assert document.chosen_by == "block_classifier"
    assert document.reason.code == "few_words"  # the last step that was passed
    assert weft.extract(BODY.replace("</p>", " It was cold, and she went home." * 10)).reason.code == CHOSEN
    assert "blocks promise the best F1" in document.reason.detail
    assert 0 < document.confidence <= 1


def test_the_reason_says_what_was_taken_out_of_an_article() -> None:
    comments = "<div id=comments><h2>Comments</h2><div class=comment><b class=fn>Ann</b> Fine</div></div>"
    document = weft.extract(f"<title>Looms</title>{BODY}{comments}", method="whole_page")
    assert document.text == "The weaver put the last threads on the loom before it grew dark."
    assert document.reason.detail.endswith("1 block of title and 2 blocks of comments taken out")
    untouched = weft.extract("<p>The weaver put the last threads on the loom.", method="whole_page")
    assert untouched.reason == NO_REASON


def test_a_list_of_threads_is_a_board() -> None:
    document = weft.extract(board().replace("<table>", "<h1>Looms</h1><table class=threads>"))
    assert (document.page_type, len(document.records)) == ("board", 12)
    assert (document.title, document.author, document.date) == ("Looms", "", "")  # those of a row are not the page's
    assert weft.extract(board(), method="whole_page").page_type != "board"  # who names a method pays for it alone
    assert weft.extract(thread()).page_type == "forum"


@pytest.mark.parametrize("html", ["", b"", "<script>x</script>", b"\x00"])
def test_nothing_is_an_answer(html: str | bytes) -> None:
    document = weft.extract(html)
    assert (document.text, document.markdown, document.html, document.title) == ("", "", "", "")
    assert document.records == ()


@pytest.mark.parametrize("given", ["demo/canal-loom.html", "https://weft.example/looms"])
def test_a_path_in_the_place_of_a_page_is_pointed_out(given: str) -> None:
    bare, marked_up = weft.extract(given).reason, weft.extract(f"<p>{given}").reason
    assert (bare.code, marked_up.code) == ("no_markup", "few_words")
    assert "was a path or an address given" in bare.detail
    assert "was a path or an address given" not in marked_up.detail


def test_a_model_of_ones_own_is_read_once_and_again_when_it_is_trained_anew(tmp_path: Path) -> None:
    path = tmp_path / "own.zip"
    path.write_bytes((Path(extractors.__file__).with_name("models") / "block_classifier.zip").read_bytes())
    first = find_extractor(str(path))
    assert weft.extract(BODY, method=str(path)).text == weft.extract(BODY, method="block_classifier").text
    assert find_extractor(str(path)) is first
    digest = ExtractJob(method=str(path)).digest()
    ModelFile(header={"page_types": []}, trees={}).write(path)
    os.utime(path, ns=(1, 1))
    with pytest.raises(ArtifactError, match="a model without 'features'; weft train"):
        find_extractor(str(path))
    assert ExtractJob(method=str(path)).digest() != digest, "a run by another model is another run"


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


class TestLearn:
    def test_a_site_in_one_call(self) -> None:
        site = weft.learn(pages_of(blog_page, range(8)))
        article = make_article(99)
        document = site.extract(blog_page(article), url=f"{HOST}/blog/99")
        assert (document.text, document.title, document.chosen_by) == (article.body, article.title, "template")

    def test_raw_pages_pairs_and_text_are_the_same_pages(self) -> None:
        pairs = pages_of(blog_page, range(5))
        raw = [RawPage(id=url, data=data, url=url) for url, data in pairs]
        text = [(url, data.decode()) for url, data in pairs]
        assert weft.learn(pairs).to_json() == weft.learn(raw).to_json() == weft.learn(text).to_json()

    def test_pages_without_urls_are_learned_by_their_look(self) -> None:
        pages = [*pages_of(blog_page, range(6)), *pages_of(table_page, range(6, 12))]
        site = weft.learn(RawPage(id=str(number), data=data) for number, (_, data) in enumerate(pages))
        assert [cluster.page_ids for cluster in site.clusters] == [
            tuple(map(str, range(6))),
            tuple(map(str, range(6, 12))),
        ]
        assert site.extract(table_page(make_article(99))).text == make_article(99).body

    def test_a_site_is_a_method_of_extract(self) -> None:
        site = weft.learn(pages_of(blog_page, range(8)))
        article = make_article(99)
        document = weft.extract(blog_page(article), url=f"{HOST}/blog/99", method=site)
        assert (document.chosen_by, document.text) == ("template", article.body)

    def test_charsets_of_the_header_are_heeded(self) -> None:
        said = "Ткач ткёт полотно на станке и ждёт, пока высохнет основа."

        def page(number: int) -> str:
            texts = "".join(f"<p>{text}</p>" for text in make_article(number).paragraphs)
            return f"<h1>{number}</h1><div class=text>{texts}<p>{said}</p></div>"

        pages = [RawPage(id=str(k), data=page(k).encode("cp1251"), charset="cp1251") for k in range(6)]
        document = weft.learn(pages).extract(page(99))
        assert (document.chosen_by, document.text) == ("template", make_article(99).body)

    def test_what_was_asked_for_is_in_the_site(self) -> None:
        site = weft.learn([], similarity="paths", clustering="h_k", learner="block_rule")
        assert (site.similarity, site.clustering, site.learner) == ("paths", "h_k", "block_rule")
        assert site.fallback in weft.EXTRACTORS

    def test_limits_hold_for_learning(self) -> None:
        site = weft.learn(pages_of(blog_page, range(3)), limits=Limits(nodes=5))
        assert (len(site.failures), site.clusters) == (3, ())
