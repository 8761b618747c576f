"""The decision in one call: the same document as the classifier and what completes its choice, each in a call."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.page.test_signs import random_page
from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.seeds import every_seed
from weft import Document, Page, parse
from weft.auto import extract
from weft.extractors.block_classifier import NAME, BlockClassifier, default_model
from weft.extractors.completion import RECORDS, complete_document, decide, extract_at_once
from weft.metadata.data_signs import find_data_signs
from weft.records.words import BOARD, discussion_score
from weft.training.layouts import KINDS, made_page

GOLDEN = sorted(Path(__file__).parents[1].glob("golden/*/*.html"))
SAID = "The warp is fixed and the weft runs through it, as it did when the first looms were built. " * 4
WORDS = (
    "the loom was built in a small town where people have woven for many years and they still sell wool there while "
    "others say that rain came in May so it was late when he told us about his work, which she had seen before."
).split()
TITLES = (
    "Rain in May",
    "Rain in May - The Loom",
    "Regen im Mai – „Der Webstuhl“",
    "五月的雨",
    "Page 2",
    "Powered by Loom",
    "",
    "12.05.2020 - Rain",
    "Rain &amp;amp; sun",
    "Σίσυφος",
    "Home",
    "The Loom",
    "Rain in May ½",
    "loom.example",
    "Rain",
    "The Loom | Rain in May | News",
    "Rain in May and what it means to us - News",
    "五月的雨-新闻_织机",
    "The Loom: rain",
    "Rain in Mayfair | Loom News",
    "Much rain in May this year",
)
PLAIN = tuple(title for title in TITLES if title.startswith(("Rain in", "The Loom", "五", "Regen", "Much")))
NAMES = (
    "comments",
    "no-comments",
    "comment-list",
    "x",
    "post_comments-area",
    "commentsection",
    "respond",
    "评论区",
    "kicker",
    "entry-title",
    "subtitle",
    "widget-title",
    "disqus_thread",
    "a-very-long-name-indeed-comments",
    "sr-only",
    "comment",
    "has-comments",
    "KOMMENTARE",
    "comments\u017f",
    "t\u0131tle",
)
ADDRESSES = (
    "",
    "https://www.loom.example/blog/2024/rain-in-may.html",
    "/t/1",
    "http://[::1]/",
    "https://loom.example/a b",
    "https://user@loom.example/?q=1&a=2",
    "file:///c/x",
    "https://loom.example:80/forum/?x#y",
    "HTTPS://Loom.Example/News/",
    "//loom.example",
    "https://löm.example/",
    "mailto:a@b",
    "https://loom.example/a&amp;b",
)


def paragraphs(draw: random.Random, count: int) -> str:
    """So many paragraphs, no two alike."""
    sentences = lambda: ". ".join(" ".join(draw.choices(WORDS, k=14)).capitalize() for _ in range(4))  # noqa: E731
    return "".join(f"<p>{sentences()}." for _ in range(count))


def random_article(seed: int) -> Page:
    """A page that most likely is an article."""
    html, url = random_html(seed)
    return parse(html, url=url)


def random_html(seed: int) -> tuple[str, str | None]:
    """A page that most likely is an article, with a head, headings and places of comments of all kinds; its address."""
    draw = random.Random(seed)
    named = lambda: f"class='{draw.choice(NAMES)}' id='{draw.choice(NAMES)}'"  # noqa: E731
    title = draw.choice((*TITLES, *PLAIN, *PLAIN, *PLAIN))
    head = [
        f"<title>{draw.choice((*[title] * 40, *TITLES))}</title>",
        f"<meta property=og:title content='{draw.choice((*[title] * 40, *TITLES))}'>" * draw.randint(0, 2),
        f"<meta name='x twitter:title' content='{draw.choice((*[title] * 40, *TITLES))}'>" * draw.randint(0, 1),
        f"<meta property=og:site_name content='{draw.choice(TITLES)}'>" * draw.randint(0, 1),
        f"<meta property=og:type content='{draw.choice(('article', 'product.item', 'x', ''))}'>",
        f"<meta name=generator content='{draw.choice(('WordPress 6', 'x', 'Discourse'))}'>" * draw.randint(0, 1),
        f"<meta property=og:url content='{draw.choice(ADDRESSES)}'>" * (draw.random() < 0.2),
        f"<link rel=canonical href='{draw.choice(ADDRESSES)}'>" * (draw.random() < 0.2),
        f'<script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{SAID}"}}</script>'
        if draw.random() < 0.2
        else "",
    ]
    link = f"<a href='{draw.choice(('/', '/rain', 'https://loom.example/index.html', '#'))}'>"
    heading = draw.choice(
        ("{}", "{}", link + "{}</a>", "<i class=kicker>News</i> {}", "<b>{}</b> now", "{}¶", "{}<br>News")
    )
    shown = draw.choice((title, title.split(" - ")[0], title.split(" | ")[-1], f"{title} now", *TITLES[:2]))
    second = f"<h2>{draw.choice((shown, *TITLES))}</h2>" * draw.randint(0, 2)
    body = [
        paragraphs(draw, draw.randint(0, 2)),
        f"<h{draw.choice((1, 1, 2, 3))} {named()}>{heading.format(shown)}</h1>{second}",
        f"<article>{paragraphs(draw, draw.randint(4, 9))}" if seed % 3 else paragraphs(draw, 5),
        "<figure><img src=a.jpg width=600 height=400><figcaption>A loom of wood</figcaption></figure>"
        * (seed % 4 == 0),
        *(
            f"<{(tag := draw.choice(('div', 'section', 'span', 'td', 'pre', 'ul')))} {named()}>"
            f"<h3><a href='#comments'>Two</a> said</h3>{paragraphs(draw, 2)}</{tag}>"
            for _ in range(draw.randint(0, 2))
        ),
    ]
    if draw.random() < 0.3:
        draw.shuffle(body)
    body.append(paragraphs(draw, draw.randint(0, 4)))
    url = draw.choice((*[None] * 9, *ADDRESSES))
    return f"<html {named()}><head>{''.join(head)}</head><body><main {named()}>{''.join(body)}</main>", url


def _compare(page: Page) -> Document:
    wanted, (document, signs) = complete_document(BlockClassifier().extract(page)), extract_at_once(page)
    for name in ("keep", "repeats"):
        assert getattr(document, name).tolist() == getattr(wanted, name).tolist(), name
    for name in ("chosen_by", "reason", "page_type", "page_type_probability", "confidence", "find_comments"):
        assert getattr(document, name) == getattr(wanted, name), name
    blocks = page.blocks
    assert signs.data == find_data_signs(document)
    assert signs.words == int(blocks.words.sum())
    assert signs.shown_words == int(blocks.words[~blocks.hidden].sum())
    assert signs.may_be_board or discussion_score(page) < BOARD
    return document


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_golden_pages(path: Path) -> None:
    _compare(parse(path.read_bytes()))


@every_seed(400)
def test_random_articles(seed: int) -> None:
    _compare(random_article(seed))


@every_seed(150)
def test_random_pages(seed: int) -> None:
    _compare(random_page(seed))


def random_discussion(seed: int) -> Page:
    """A page with posts, among which something else may stand: most are discussions, some articles with comments."""
    draw = random.Random(seed)
    forum = draw.choice(
        ("", "<a href=/forum/>Forum</a> <a href=/register>Register</a> <p>New topic, log in to reply #1")
    )
    posts = tuple(replace(post, body=post.body + paragraphs(draw, draw.randint(0, 2))) for post in POSTS)
    said = thread(draw.choice(list(LAYOUTS)), posts[: draw.choice((1, 2, 4, 4))])
    place = draw.choice(("div", "div id=comments", "section class=comment-list"))
    before = draw.choice(("", f"<h1>Rain in May</h1>{paragraphs(draw, draw.choice((1, 3, 9)))}"))
    html, url = random_html(seed)
    page = draw.choice(
        (f"<title>Rain in May</title>{forum}{before}<{place}>{said}</{place.split()[0]}>", html + forum + said)
    )
    return parse(page, url=draw.choice((url, "https://loom.example/forum/showthread.php?t=1")))


@every_seed(60)
def test_random_discussions(seed: int) -> None:
    _compare(random_discussion(seed))


def test_discussions_of_every_kind_are_decided() -> None:
    """Posts that are all of it, with blocks beside, posts of a page that seems another, and posts that do not count."""
    kinds = set()
    for page in (random_discussion(seed) for seed in range(200)):
        document, decision = extract_at_once(page)[0], decide(page, default_model())
        kinds.add((document.chosen_by, bool(decision.beside), bool(document.page_type_probability)))
        assert (page.table.records is not None) or document.chosen_by == NAME
    wanted = {(RECORDS, beside, likely) for beside in (False, True) for likely in (False, True)}
    assert kinds >= wanted | {(NAME, False, True)}, wanted - kinds


@every_seed(6)
def test_made_forums(seed: int) -> None:
    for kind in KINDS:
        _compare(made_page(kind, seed).page)


def test_small_pages() -> None:
    for html in (b"", b"<p>One", b"<title>x</title><p>One", b"<pre>one two</pre>", b"<a href=/x>One two three</a>"):
        _compare(parse(html))


def test_an_article_without_its_title_and_comments() -> None:
    head = "<title>Rain in May - The Loom</title><meta property=og:title content='Rain in May'>"
    draw = random.Random(1)
    body = f"{paragraphs(draw, 1)}<h1>Rain in May</h1>{paragraphs(draw, 4)}<div id=comments>{paragraphs(draw, 1)}</div>"
    page = parse(f"{head}<body><main>{body}{paragraphs(draw, 4)}", url="https://loom.example/rain")
    told = decide(page, default_model())
    assert (told.in_title, told.in_comments, told.keep.tolist()) == (1, 1, [0, 2, 3, 4, 5, 7, 8, 9, 10])
    assert extract(page).reason.detail.endswith("1 block of title and 1 block of comments taken out")


def test_blocks_that_are_not_there_are_refused() -> None:
    document = Document(page=parse(f"<p>{SAID}"), keep=np.array([7]), chosen_by="test")
    with pytest.raises(IndexError, match="no such block"):
        complete_document(document)
