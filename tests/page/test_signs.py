"""The kernel's fast looks: hints as a search in the names tells them, and no look that misses what a search finds."""

import random

import numpy as np
import pytest

from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from weft import _native, parse
from weft.document import Document
from weft.page import Page
from weft.page.name_words import may_have_hint
from weft.render_options import RenderOptions
from weft.renderers.kernel_formats import render_text

PIECES = (
    "<button>Copy</button>", "<select><option>All<option>None</select>", "<a href='#x'>¶</a>", "<pre>1\n2</pre>",
    "<a href='?action=edit'>edit</a>", "<ruby>子<rt>こ</ruby>", "<span data-tex='x^2'>x</span>", "soft\xadhyphen",
    "<h2>One <a href='#one' class=anchor>#</a></h2>", "<th>Name <b class=sort>up</b>", "<sup>↩</sup>", "plain words",
    "<li aria-label=Anzeige>kauf", "<li>item", "<tr><td>1<td>2", "<h3>Two <i>parts</i></h3>", "<img src=a.png>",
    "<pre>x = 1 <button>Copy</button></pre>", "<pre><span class=line>a</span><span class=line>b</span></pre>",
    "<img src=/latex?x class=tex alt='x^2'>", r"<i class=katex>\(x^2\)</i>", "<a href='#n'>^</a>", "\ufeff\x07word",
    "<tr><td><pre>1 2</pre><td><pre>a b</pre>", "<td>Word <button>Sort</button> word", "<i class=clippy>Copy</i>",
    "<h2>Three <a href='/w/edit/'>edit</a> words</h2>", "<span class=sidenote>aside</span>", "<pre>plain code</pre>",
)  # fmt: skip
NAMES = (
    "x", "caption", "Ad", "ads", "ad-box", "top-ad", "read", "editsection", "headerlink", "copyright", "gutter", "ln",
    "hljs-ln", "code", "footnotes", "math", "tex", "context", "COMMENTS", "é-Filter", "", "adK", "lineno", "clipboard",
    "backlink", "sort", "anchor", "permalink",
)  # fmt: skip
HINTS = _native.NAME_HINTS


def random_page(seed: int) -> Page:
    """A random page with things that are looked for, in elements with names that speak of them."""
    draw = random.Random(seed)
    parts = [RandomPage(seed).html()]
    for _ in range(draw.randint(0, 12)):
        names = " ".join(draw.choices(NAMES, k=draw.randint(0, 2)))
        tag = draw.choice(("div", "p", "table", "ul", "span", "pre", "li", "h2"))
        parts.append(f"<{tag} class='{names}'>{''.join(draw.choices(PIECES, k=draw.randint(1, 3)))}</{tag}>")
    draw.shuffle(parts)
    return parse("".join(parts))


def _keep(page: Page, seed: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    draw = random.Random(seed)
    return np.array([block for block in range(len(page.blocks)) if draw.random() < 0.7], np.int64)


@every_seed(300)
def test_hints_are_parts_of_names(seed: int) -> None:
    page = random_page(seed)
    text = "\0".join(("", *page.tokens, "")).lower()
    assert page.token_text == text
    has = [hint for number, hint in enumerate(HINTS) if page.table.name_hints >> number & 1]
    assert has == [hint for hint in HINTS if hint in text]


def test_names_alone_are_no_signs() -> None:
    words = "A loom\xad holds the warp under tension."
    page = parse(f"<h1>Looms <i>now</i></h1><pre>x = 1</pre><div class='ads copyright aftermath gutter'>{words}</div>")
    keep = np.arange(len(page.blocks))
    assert (
        render_text(Document(page=page, keep=keep), RenderOptions())
        == "Looms now\n\nx = 1\n\nA loom holds the warp under tension."
    )


def test_blocks_that_are_not_there_are_no_fault_of_the_kernel() -> None:
    page = parse("<p>One")
    with pytest.raises(IndexError):
        render_text(Document(page=page, keep=np.array([1])), RenderOptions())


def test_names_of_a_row() -> None:
    page = parse("<p class='a b' id=c>")
    assert (page.classes(3), page.id(3)) == (["a", "b"], "c")
    assert page.classes(-1) == []
    for ask in (page.classes, page.id, page.text):
        with pytest.raises(IndexError):
            ask(99)


def test_a_part_that_is_no_hint_may_be_anywhere() -> None:
    assert may_have_hint(parse("<p>"), ("weft",))
    assert not may_have_hint(parse("<p class=weft>"), ("caption",))
