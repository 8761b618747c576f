"""What every registered renderer promises."""

import numpy as np
import pytest

import weft
from tests.soup import make_page
from weft import RENDERERS, ConfigError, RenderOptions, parse
from weft.renderers import Renderer

formats = pytest.mark.parametrize("format", RENDERERS)

PAGES = {
    "empty": "",
    "huge": "<ul><li>warp <b>and</b> weft</ul>" * 20_000,
    "deep": "<div><ul><li>x" * 600,
    "deep inline": "<b><i>x" * 900,
    "wide table": "<table><tr>" + "<td>cell</td>" * 5_000 + "</table>",
    "spans without end": "<table><tr><td colspan=100000 rowspan=100000>a<td>b</table>",
    "controls": "<p>a\x00\x01\x0b\ufffe\ud800b",
    **{f"soup {seed}": make_page(seed, 200) for seed in range(30)},
}


@formats
@pytest.mark.parametrize("name", PAGES)
def test_answers_on_any_page(format: str, name: str) -> None:
    document = weft.extract(PAGES[name], method="whole_page", url="https://example.org/a/")
    shown = document.render(format)
    assert isinstance(shown, str)
    assert shown == document.render(format)


@formats
def test_nothing_chosen_is_an_answer(format: str) -> None:
    page = parse("<p>text")
    document = weft.Document(page=page, keep=np.array([], dtype=np.int64), chosen_by="test")
    assert "text</p>" not in document.render(format)


@formats
def test_options_never_change_the_words_of_the_text(format: str) -> None:
    document = weft.extract(make_page(5, 200), method="whole_page")
    before = document.text
    document.render(format, RenderOptions(links=False, images=False, tables=False))
    assert document.text == before


def test_unknown_format() -> None:
    with pytest.raises(ConfigError, match="text"):
        weft.extract("<p>x").render("word")


def test_a_format_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    loud = Renderer(lambda page, keep, content, options: page.text(0).upper(), ".loud", "text/x-loud", "loud")
    monkeypatch.setitem(RENDERERS, "loud", loud)
    assert weft.extract("<p>text", method="whole_page").render("loud") == "TEXT"


@pytest.mark.parametrize("name", ["suffix", "media_type", "column"])
def test_no_two_formats_share_a_name(name: str) -> None:
    names = [getattr(renderer, name) for renderer in RENDERERS.values()]
    assert len(set(names)) == len(names)
