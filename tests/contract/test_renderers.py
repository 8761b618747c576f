"""What every registered renderer promises; and that a renderer which breaks a promise is noticed."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

import weft
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed, seeds
from tests.soup import make_page
from weft import RENDERERS, ConfigError, Page, RenderOptions, parse
from weft.kernel.extractors import caption_blocks
from weft.renderers import Renderer

Kept = NDArray[np.int64]
Show = Callable[[Page, Kept, RenderOptions], str]

URL = "https://example.org/a/"
WORD = re.compile(r"word\d+x")
PAGES = {
    "empty": "",
    "huge": "<ul><li>warp <b>and</b> weft</ul>" * 20_000,
    "deep": "<div><ul><li>x" * 600,
    "deep inline": "<b><i>x" * 900,
    "wide table": "<table><tr>" + "<td>cell</td>" * 5_000 + "</table>",
    "spans without end": "<table><tr><td colspan=100000 rowspan=100000>a<td>b</table>",
    "controls": "<p>a\x00\x01\x0b\ufffe\ud800b",
}
# Words 1 to 9 are text in and around links and images, 10 to 13 a table of data, 14 and 15 a table that lays out.
EVERYTHING = parse(
    "<h1>word1x</h1><p>word2x <a href=/linked>word3x <b>word4x</b></a> word5x <img src=/shown.png alt=painted> word6x"
    "<figure><a href=/linked><img src=/shown.png alt=painted></a><figcaption>word7x</figcaption></figure>"
    "<ul><li><a href=/linked>word8x</a><li><a href=/linked><img src=/shown.png alt=painted> word9x</a></ul>"
    "<table><caption>word10x</caption><tr><th>word11x<th>.<tr><td>word12x<td><a href=/linked>word13x</a></table>"
    "<table><tr><td><h2>word14x</h2><p>word15x</table><p>word16x",
    url=URL,
)
OF_DATA = {f"word{number}x" for number in range(10, 14)}


class NumberedWords(RandomPage):
    """A random page with images whose words all differ."""

    count = 0

    def words(self) -> str:
        self.count += 1
        picture = '<img src="/p.png" alt="painted"> ' if self.random.random() < 0.1 else ""
        return f"{picture}word{self.count}x"


def show(format: str, page: Page, keep: Kept, options: RenderOptions = RenderOptions()) -> str:
    """What a format shows; of lines their texts, for each line also says the headings above it."""
    shown = weft.Document(page=page, keep=keep, chosen_by="test").render(format, options)
    lines = shown.split("\n") if RENDERERS[format].is_lines and shown else []
    return "\n\n".join(json.loads(line)["text"] for line in lines) if lines else shown


def everything(page: Page) -> Kept:
    return np.arange(len(page.blocks))


def words_of(page: Page, keep: Kept) -> list[str]:
    return [word for block in keep.tolist() for word in WORD.findall(page.blocks.text(block))]


def check_random_page(show: Show, seed: int) -> None:
    """The words of the kept blocks are shown, each once and in order, and none but captions beside."""
    page = parse(NumberedWords(seed).html(), url=URL)
    some = np.flatnonzero(np.random.default_rng(seed).random(len(page.blocks)) < 0.6)
    captions = np.array(caption_blocks(page.table), np.int64)
    keep = np.setdiff1d(some, captions)
    expected, told = words_of(page, keep), set(words_of(page, captions))
    for links, images in product((True, False), repeat=2):
        assert WORD.findall(show(page, keep, RenderOptions(links=links, images=images, captions=False))) == expected
    with_captions = WORD.findall(show(page, keep, RenderOptions(captions=True)))
    assert [word for word in with_captions if word not in told] == expected
    assert len(set(with_captions)) == len(with_captions)
    without = WORD.findall(show(page, keep, RenderOptions(tables=False, captions=False)))
    assert set(words_of(page, keep[~np.isin(keep, blocks_in_tables(page))])) <= set(without) <= set(expected)


def check_random_pages(show: Show) -> None:
    for seed in seeds(60):
        check_random_page(show, seed)


def blocks_in_tables(page: Page) -> list[int]:
    tables = set(page.rows_of("table").tolist())
    return [block for block, row in enumerate(page.blocks.first.tolist()) if tables & {*page.ancestors(row)}]


def check_options(show: Show) -> None:
    """What an option leaves out, and that it leaves out nothing else."""
    page, keep = EVERYTHING, everything(EVERYTHING)
    whole = words_of(page, keep)
    assert len(whole) == 16
    for links, images, tables in product((True, False), repeat=3):
        shown = show(page, keep, RenderOptions(links=links, images=images, tables=tables, captions=True))
        assert WORD.findall(shown) == [word for word in whole if tables or word not in OF_DATA]
        assert links or "linked" not in shown
        assert images or ("painted" not in shown and "shown.png" not in shown)


def check_nothing_kept(show: Show) -> None:
    for options in (RenderOptions(), RenderOptions(links=False, images=False, tables=False)):
        assert not WORD.search(show(EVERYTHING, np.array([], dtype=np.int64), options))


formats = pytest.mark.parametrize("format", RENDERERS)


@formats
@pytest.mark.parametrize("name", PAGES)
def test_answers_on_any_page(format: str, name: str) -> None:
    check_answer(format, PAGES[name])


@formats
@every_seed(30)
def test_answers_on_random_pages(seed: int, format: str) -> None:
    check_answer(format, make_page(seed, 200))


def check_answer(format: str, html: str) -> None:
    document = weft.extract(html, method="whole_page", url=URL)
    shown = document.render(format)
    assert isinstance(shown, str)
    assert shown == document.render(format)


@formats
def test_nothing_chosen_is_an_answer(format: str) -> None:
    check_nothing_kept(partial(show, format))


@formats
def test_the_kept_words_are_shown_and_no_others(format: str) -> None:
    check_random_pages(partial(show, format))


@formats
def test_options_leave_out_what_they_say_and_no_word_more(format: str) -> None:
    check_options(partial(show, format))


def test_unknown_format() -> None:
    with pytest.raises(ConfigError, match="text"):
        weft.extract("<p>x").render("word")


def test_a_format_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    loud = Renderer(lambda document, options: document.page.text(0).upper(), ".loud", "text/x-loud", "loud")
    monkeypatch.setitem(RENDERERS, "loud", loud)
    assert weft.extract("<p>text", method="whole_page").render("loud") == "TEXT"


@pytest.mark.parametrize("name", ["suffix", "media_type", "column"])
def test_no_two_formats_share_a_name(name: str) -> None:
    names = [getattr(renderer, name) for renderer in RENDERERS.values()]
    assert len(set(names)) == len(names)


# Renderers that break a promise, each made of a good one.


def without_words(shown: str, words: list[str]) -> str:
    return WORD.sub(lambda match: "" if match[0] in words else match[0], shown)


def ignores_keep(good: Show, page: Page, keep: Kept, options: RenderOptions) -> str:
    return good(page, everything(page), options)


def ignores_keep_of_nothing(good: Show, page: Page, keep: Kept, options: RenderOptions) -> str:
    return good(page, keep if len(keep) else everything(page), options)


def loses_the_last_block(good: Show, page: Page, keep: Kept, options: RenderOptions) -> str:
    return good(page, keep[:-1], options)


def says_it_twice(good: Show, page: Page, keep: Kept, options: RenderOptions) -> str:
    return good(page, keep, options) * 2


def loses_the_words_of_links(good: Show, page: Page, keep: Kept, options: RenderOptions) -> str:
    linked = [page.text(row) for row in np.flatnonzero(page.in_link & (page.tag == 0)).tolist()]
    shown = good(page, keep, options)
    return shown if options.links else without_words(shown, WORD.findall(" ".join(linked)))


def loses_the_words_beside_images(good: Show, page: Page, keep: Kept, options: RenderOptions) -> str:
    beside = [
        page.text(row)
        for image in page.rows_of("img").tolist()
        for row in range(int(page.parent[image]), int(page.end[page.parent[image]]))
        if page.tag[row] == 0
    ]
    shown = good(page, keep, options)
    return shown if options.images else without_words(shown, WORD.findall(" ".join(beside)))


def loses_tables_that_lay_out(good: Show, page: Page, keep: Kept, options: RenderOptions) -> str:
    return good(page, keep if options.tables else keep[~np.isin(keep, blocks_in_tables(page))], options)


def shows_tables_always(good: Show, page: Page, keep: Kept, options: RenderOptions) -> str:
    return good(page, keep, replace(options, tables=True))


def shows_links_always(good: Show, page: Page, keep: Kept, options: RenderOptions) -> str:
    return good(page, keep, replace(options, links=True))


def shows_images_always(good: Show, page: Page, keep: Kept, options: RenderOptions) -> str:
    return good(page, keep, replace(options, images=True))


NOTICED_BY: dict[Callable[..., str], Callable[[Show], None]] = {
    ignores_keep: check_random_pages,
    loses_the_last_block: check_random_pages,
    says_it_twice: check_random_pages,
    loses_the_words_of_links: check_random_pages,
    loses_the_words_beside_images: check_random_pages,
    ignores_keep_of_nothing: check_nothing_kept,
    loses_tables_that_lay_out: check_options,
    shows_tables_always: check_options,
}


@formats
@pytest.mark.parametrize("flaw", NOTICED_BY)
def test_a_broken_renderer_is_noticed(format: str, flaw: Callable[..., str]) -> None:
    with pytest.raises(AssertionError):
        NOTICED_BY[flaw](partial(flaw, partial(show, format)))


@pytest.mark.parametrize("format", ["markdown", "html", "tei", "chunks"])  # the others show no address
@pytest.mark.parametrize("flaw", [shows_links_always, shows_images_always])
def test_an_option_without_effect_is_noticed(format: str, flaw: Callable[..., str]) -> None:
    with pytest.raises(AssertionError):
        check_options(partial(flaw, partial(show, format)))
