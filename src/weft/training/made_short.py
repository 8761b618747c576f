"""Pages with short bodies, which data sets hardly have: articles that are cut short, and tiny pages.

A *cut* page is a real article whose body ends after some words; all that stands around stays. A *tiny* page has a few
sentences in a small container, and perhaps a menu, a heading, code or a footer. Without them a model takes everything
around a short body for the body, and the only paragraph of a small page for noise.
"""

import html
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, parse
from weft.training.augment.trees import read_tree, write_tree
from weft.training.training_pages import TrainingPage, TruthPage, make_training_page

CUT = "cut"
TINY = "tiny"
MIN_CUT_BODY = 200  # words of an article that is worth cutting
CUT_WORDS = (15, 140)  # what a cut leaves
_MENU = ("Home", "About", "Contact", "Blog", "Products", "Docs", "News", "Sign in", "Help", "Archive")
_ENDS = (
    "Copyright 2021",
    "© 2024 All rights reserved",
    "Privacy policy",
    "Terms of use",
    "Powered by WordPress",
    "Back to top",
    "Impressum | Datenschutz",
)
_CODE = ("pip install loom", "let warp = 1;\nlet weft = warp + 1;", "<reed />", "for (i = 0; i < 9; i++) throw(i);")


def cut_pages(examples: Sequence[TrainingPage], *, every: int, seed: int) -> Iterator[TrainingPage]:
    """One page of so many, its body cut; in the fold of its source, for it keeps the source's domain."""
    for example in [example for example in examples if _can_be_cut(example)][::every]:
        most = Random(f"{seed}/{example.page.page_id}").randint(*CUT_WORDS)
        yield cut_page(example, most)


def _can_be_cut(example: TrainingPage) -> bool:
    page = example.page
    is_whole = page.page_type != "forum" and not page.is_partial and not page.made
    return is_whole and example.words[example.label >= 0.5].sum() >= MIN_CUT_BODY


def cut_page(example: TrainingPage, most: int) -> TrainingPage:
    """The page without the blocks of its body behind the one that reaches so many words."""
    body = np.flatnonzero(example.label >= 0.5)
    words = np.cumsum(example.words[body])
    last = int(np.searchsorted(words, most))
    kept, gone = body[: last + 1], body[last + 1 :]
    parsed = example.parsed
    truth = "\n".join(parsed.blocks[block].text for block in kept.tolist())
    source = write_without(parsed, gone)
    about = replace(example.page, page_id=f"{CUT}/{example.page.page_id}", truth=truth, made=CUT)
    return make_training_page(about, parse(source, url=example.page.url))


def write_without(page: Page, blocks: NDArray[np.int64]) -> str:
    """The page as HTML without some blocks, and without the elements that hold nothing else that has words."""
    is_gone = np.zeros(len(page), bool)
    for block in blocks.tolist():
        is_gone[page.blocks.first[block] : page.blocks.last[block]] = True
    is_text = page.tag == 0
    words = np.where(is_text, page.words, 0)
    is_emptied = (page.subtree_sum(words * is_gone) > 0) & (page.subtree_sum(words * ~is_gone) == 0)
    branches = read_tree(page)
    for row in np.flatnonzero(np.where(is_text, is_gone, is_emptied)).tolist():
        branches[row].remove()
    return write_tree(branches[0])


def tiny_pages(examples: Sequence[TrainingPage], *, count: int, seed: int) -> list[TrainingPage]:
    """So many tiny pages of sentences of the examples; each in the fold of the page that its sentences are from."""
    random = Random(f"{seed}/{TINY}")
    articles = [example for example in examples if example.page.page_type == "article" and _can_be_cut(example)]
    pages = []
    for number in range(count):
        example = random.choice(articles)
        source, truth = tiny_page(_sentences(example), Random(f"{seed}/{TINY}/{number}"))
        about = replace(
            example.page, page_id=f"{TINY}/{seed}/{number}", truth=truth, made=TINY, url="", site=example.page.domain
        )
        pages.append(make_training_page(about, parse(source)))
    return pages


def _sentences(example: TrainingPage) -> list[str]:
    """Paragraphs of the body, cut to at most some sixty words."""
    blocks = example.parsed.blocks
    texts = [" ".join(blocks[block].text.split()[:60]) for block in np.flatnonzero(example.label >= 0.5).tolist()]
    return [text for text in texts if len(text) > 20] or ["Nothing is said here that anybody could read."]


def tiny_page(sentences: Sequence[str], random: Random) -> tuple[str, str]:
    """The HTML of a page of one to five short paragraphs, and its content."""
    start = random.randrange(len(sentences))
    paragraphs = [
        _shortened(sentences[(start + k) % len(sentences)], random) for k in range(random.choice((1, 1, 2, 2, 3, 4, 5)))
    ]
    truth = list(paragraphs)
    tag = random.choice(("p", "p", "p", "div"))
    body = [f"<{tag}>{html.escape(text)}</{tag}>" for text in paragraphs]
    if random.random() < 0.2:
        code = random.choice(_CODE)
        place = random.randrange(1, len(body) + 1)
        body.insert(place, f"<pre><code>{html.escape(code)}</code></pre>")
        truth.insert(place, code)
    if random.random() < 0.15:
        items = [_shortened(sentences[(start + 7 + k) % len(sentences)], random) for k in range(3)]
        body.append("<ul>" + "".join(f"<li>{html.escape(item)}</li>" for item in items) + "</ul>")
        truth += items
    title = " ".join(sentences[start].split()[:5])
    if random.random() < 0.4:
        heading = random.choice(("h1", "h1", "h2"))
        body.insert(0, f"<{heading}>{html.escape(title)}</{heading}>")
    around = random.choice(
        ("article", "article", "main", "main", "div", "section", "div class=content", "div id=main", "")
    )
    content = "".join(body)
    if around:
        content = f"<{around}>{content}</{around.split()[0]}>"
    if random.random() < 0.2:
        content = f"<div class={random.choice(('page', 'wrap', 'container'))}>{content}</div>"
    parts = [_menu(random), content, _end(random)]
    head = f"<title>{html.escape(title)}</title>" if random.random() < 0.7 else ""
    return f"<!DOCTYPE html><html><head>{head}</head><body>{''.join(parts)}</body></html>", "\n".join(truth)


def _shortened(text: str, random: Random) -> str:
    words = text.split()
    return " ".join(words[: random.randint(5, 40)]) if len(words) > 1 else text[: random.randint(12, 80)]


def _menu(random: Random) -> str:
    if random.random() < 0.3:
        return ""
    links = [f'<a href="/{word.lower()}">{word}</a>' for word in random.sample(_MENU, random.randint(1, 6))]
    around, item = random.choice((("nav", ""), ("nav", "li"), ("header", ""), ("div", ""), ("ul", "li")))
    inner = "".join(f"<{item}>{link}</{item}>" for link in links) if item else random.choice((" ", " | ")).join(links)
    return f"<{around}>{inner}</{around}>"


def _end(random: Random) -> str:
    if random.random() < 0.3:
        return ""
    around = random.choice(("footer", "footer", "footer", "div class=footer"))
    inner = random.choice(_ENDS)
    if random.random() < 0.4:
        inner = f"<p>{inner}</p>"
    return f"<{around}>{inner}</{around.split()[0]}>"
