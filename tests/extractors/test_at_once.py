"""The decision in one call: the same as the classifier and what completes its choice, each in a call, on made pages."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.answers.corpus import make, page_names
from tests.page.test_signs import random_page
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from weft import Document, Limits, Page, _native, extract, parse
from weft.errors import LimitError
from weft.extractors.block_classifier import NAME, BlockClassifier, default_model
from weft.extractors.completion import RECORDS, Judgement, complete_document, decide, extract_at_once, parse_and_decide
from weft.metadata.data_signs import find_data_signs
from weft.page.declared import WORD_LISTS, WordLists
from weft.records.words import BOARD, discussion_score
from weft.training.layouts import KINDS, made_page

GOLDEN = sorted(Path(__file__).parents[1].glob("golden/*/*.html"))
SAID = "The warp is fixed and the weft runs through it, as it did when the first looms were built. " * 4
FIGURE = "<figure><img src=a.jpg width=600 height=400><figcaption>A loom of wood</figcaption></figure>"
COLUMNS = ("tag", "parent", "end", "text_start", "step", "path_tags", "block_row", "block_words")
TOLD = ("chosen_by", "reason", "page_type", "page_type_probability", "confidence")
PARTS, STEP = 4, 6  # of the made pages of HTML every sixth, in so many tests


@cache
def made_pages() -> list[tuple[bytes, str | None]]:
    """Pages of all kinds and languages, with their addresses."""
    made = [make(name) for name in list(page_names())[::STEP]]
    return [(one.data, one.url or None) for one in made if isinstance(one.data, bytes)]


def cross(html: bytes | str, url: str | None = None, limits: Limits = Limits()) -> tuple[Page, Judgement]:
    return parse_and_decide(html, url=url, encoding=None, limits=limits)


def _compare_documents(document: Document, wanted: Document) -> None:
    for name in ("keep", "repeats"):
        assert getattr(document, name).tolist() == getattr(wanted, name).tolist(), name
    for name in TOLD:
        assert getattr(document, name) == getattr(wanted, name), name


def _compare(page: Page) -> None:
    """One call against two."""
    wanted, (document, signs) = complete_document(BlockClassifier().extract(page)), extract_at_once(page)
    _compare_documents(document, wanted)
    assert document.find_comments == wanted.find_comments
    blocks = page.blocks
    assert signs.data == find_data_signs(document)
    assert signs.words == int(blocks.words.sum())
    assert signs.shown_words == int(blocks.words[~blocks.hidden].sum())
    assert signs.may_be_board or discussion_score(page) < BOARD


def _compare_crossing(html: bytes | str, url: str | None = None) -> None:
    """From bytes to text in one crossing against three."""
    crossed, told = cross(html, url)
    page = parse(html, url=url)
    assert crossed.url == page.url
    for column in COLUMNS:
        assert getattr(crossed.table, column).tolist() == getattr(page.table, column).tolist(), column
    (document, signs), (wanted, wanted_signs) = extract_at_once(crossed, told), extract_at_once(page)
    assert signs == wanted_signs
    _compare_documents(document, wanted)
    assert document.text == wanted.text


def _compare_steps(page: Page, beta: float) -> None:
    """The judgement and the choice in one call each against step by step."""
    model = default_model()
    judgement, judged = model.judge(page), model.judge_at_once(page)
    assert judged.first.tolist() == judgement.first.tolist()
    assert judged.probability.tolist() == judgement.probability.tolist()
    assert judged.shares == judgement.type_shares.tolist()
    step_by_step = BlockClassifier(beta=beta).choose(page, judgement)
    at_once = judged.choose(page.table, beta=beta)
    for name in ("keep", "repeats", "rule", "probability"):
        assert getattr(at_once, name).tolist() == getattr(step_by_step, name).tolist(), name
    assert (at_once.expected, at_once.cut) == (step_by_step.expected, step_by_step.cut)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_golden_pages(path: Path) -> None:
    data = path.read_bytes()
    _compare(parse(data))
    _compare_crossing(data, "https://loom.example/page.html")
    for beta in (0.5, 1.0, 2.0):
        _compare_steps(parse(data), beta)


@pytest.mark.parametrize("part", range(PARTS))
def test_made_pages(part: int) -> None:
    for html, url in made_pages()[part::PARTS]:
        _compare(parse(html, url=url))
        _compare_crossing(html, url)
        _compare_steps(parse(html, url=url), 1.0)


@every_seed(150)
def test_random_pages(seed: int) -> None:
    _compare(random_page(seed))
    _compare_steps(random_page(seed), 1.0)
    said = "<p>" + "The warp is fixed and the weft runs through it. " * 3
    _compare_steps(parse(f"{said}{FIGURE}{said}{RandomPage(seed).html()}{said}<pre>x = {seed}</pre>{said}"), 1.0)


@every_seed(6)
def test_made_forums(seed: int) -> None:
    for kind in KINDS:
        _compare(made_page(kind, seed).page)


def test_small_pages() -> None:
    for html in (b"", b"<p>One", b"<title>x</title><p>One", b"<pre>one two</pre>", b"<a href=/x>One two three</a>"):
        _compare(parse(html))
        _compare_crossing(html)
    for odd in (b"\xff\xfe<\x00p\x00>\x00a\x00", "<p>\ud800"):
        _compare_crossing(odd)
    _compare_steps(parse(b""), 1.0)


def test_pages_of_very_many_blocks_and_rows() -> None:
    """Their rows of features are written twice, packed between the two models, and their paths are not kept."""
    head = "<title>The loom of Ghent</title><meta name=description content='The loom of Ghent is of wood'>"
    many = "".join(RandomPage(seed).html() for seed in range(150)) + "<p>The loom of Ghent is of wood. " * 2_000
    for html in (
        head + many,
        head + many + "<p>" + "<i></i>" * 70_000 + "Words",
        head + "<p>The loom " * 3 + "x " * 1_100_000,
    ):
        page = parse(html)
        _compare_steps(page, 0.5)
        assert len(page.blocks) > 2_048 or len(html) > 2 << 20  # else nothing is written twice


def test_discussions_of_every_kind_are_decided() -> None:
    """Posts that are all of it, with blocks beside, posts of a page that seems another, and posts that do not count."""
    kinds = set()
    names = [name for name in page_names() if name.split(".")[0] in ("article", "thread", "made-thread", "shape")]
    for made in map(make, names):
        page = made.data if isinstance(made.data, Page) else parse(made.data, url=made.url or None)
        document, decision = extract_at_once(page)[0], decide(page, default_model())
        kinds.add((document.chosen_by, bool(decision.beside), bool(document.page_type_probability)))
        assert (page.table.records is not None) or document.chosen_by == NAME
    wanted = {(RECORDS, False, False), (RECORDS, False, True), (RECORDS, True, True), (NAME, False, True)}
    assert kinds >= wanted, wanted - kinds


def test_an_article_without_its_title_and_comments() -> None:
    head = "<title>Rain in May - The Loom</title><meta property=og:title content='Rain in May'>"
    said = [f"<p>{number}. {SAID}" for number in "One Two Three Four Five Six Seven Eight Nine Ten".split()]
    body = f"{said[0]}<h1>Rain in May</h1>{''.join(said[1:5])}<div id=comments>{said[5]}</div>{''.join(said[6:])}"
    page = parse(f"{head}<body><main>{body}", url="https://loom.example/rain")
    told = decide(page, default_model())
    assert (told.in_title, told.in_comments, told.keep.tolist()) == (1, 1, [0, 2, 3, 4, 5, 7, 8, 9, 10])
    assert extract(page).reason.detail.endswith("1 block of title and 1 block of comments taken out")


def test_blocks_that_are_not_there_are_refused() -> None:
    document = Document(page=parse(f"<p>{SAID}"), keep=np.array([7]), chosen_by="test")
    with pytest.raises(IndexError, match="no such block"):
        complete_document(document)


def test_other_blocks_than_the_kept_ones_have_their_own_text() -> None:
    html = f"<title>Looms</title><article><p>{SAID}<p>{SAID} Again.<p>{SAID} More.</article>"
    page, (_, decision) = cross(html)
    assert isinstance(decision, _native.Decision)
    assert len(decision.keep) > 1
    for keep in (decision.keep[:1], decision.keep[1:], np.arange(len(page.blocks))):
        told, anew = (_native.write_text(table, keep, "", False, False) for table in (page.table, parse(html).table))
        assert told == anew


def test_limits_trip() -> None:
    for limits, name in ((Limits(bytes=9), "bytes"), (Limits(nodes=3), "nodes"), (Limits(seconds=0), "seconds")):
        with pytest.raises(LimitError) as error:
            cross(f"<p>{SAID * 99}", "https://loom.example/", limits)
        assert (error.value.detail, error.value.page) == (name, "https://loom.example/")


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(TypeError, match="a page is bytes or str, not int"):
        extract(7)  # type: ignore[arg-type]


def test_an_address_may_hold_what_no_letter_is() -> None:
    page = f"<title>Looms</title><article><h1>Looms</h1><p>{SAID}<p>{SAID} Again."
    assert extract(page, url="caf\udce9").text == extract(parse(page, url="caf\udce9")).text == extract(page).text
    assert extract(page, url="caf\udce9").title == "Looms"


def test_threads_read_the_same() -> None:
    pages = [html for html, _ in made_pages()[:60]]
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(lambda html: extract(html).text, pages))
    assert texts == [extract(parse(html)).text for html in pages]


def test_a_model_that_asks_for_more_is_refused() -> None:
    page, model = parse("<p>One"), default_model()
    deciding: tuple[list[str], list[str], WordLists] = ([], [], WORD_LISTS)
    judge = _native.Judge((model.pages, model.pages, None), ([], [], 0), ([0, 1, 2], []), (0, 1), deciding)
    with pytest.raises(ValueError, match="other features"):
        judge.judge(page.table, "")
    with pytest.raises(ValueError, match="columns"):
        _native.Judge((model.blocks, model.pages, None), ([], [], 0), ([10**6, 1, 2], []), (0, 1), deciding)
    with pytest.raises(ValueError, match="another page"):
        model.judge_at_once(page).choose(parse("<p>One<p>Two").table, beta=1.0)
