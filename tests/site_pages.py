"""A small site of our own: the same articles in several designs, with the body that each page should give.

Each design has what makes templates hard: menus and boxes longer than a short body, a related box inside of the body,
comments, tokens that name a page (`postid-15`) or a build (`css-1f3a`), and texts that every page prints.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

HOST = "http://weft.example"
NOUNS = "warp weft loom shuttle heddle reed beam bobbin yarn thread selvage treadle".split()
VERBS = "holds crosses lifts guides winds beats carries joins".split()
PLACES = "mill workshop village harbour school market attic valley".split()
AUTHORS = "Ada Lindqvist;Bruno Castel;Chiara Moro".split(";")
CATEGORIES = "news craft history".split()

SHARE = "Share this story with your friends and family on every network you like."
DISCLAIMER = "All views are those of the author and not of the guild, which accepts no liability for broken threads."
BOX = " and more from our own looms, every day anew."
RELATED_HEAD = "You may also like"


@dataclass(frozen=True)
class Article:
    """What a page is about."""

    number: int
    title: str
    author: str
    date: str
    category: str
    paragraphs: tuple[str, ...]
    comments: tuple[str, ...]
    related: tuple[str, ...]

    @property
    def body(self) -> str:
        """The text that extraction should give."""
        return "\n\n".join(self.paragraphs)


def make_sentence(rng: random.Random) -> str:
    """A sentence that hardly occurs twice."""
    noun, other = rng.sample(NOUNS, 2)
    return (
        f"In the {rng.choice(PLACES)} of number {rng.randrange(10_000)} the {noun} {rng.choice(VERBS)} the {other} "
        f"while {rng.randrange(2, 90)} weavers watch the {rng.choice(NOUNS)} from the {rng.choice(PLACES)}."
    )


def make_article(number: int, *, paragraphs: int = 4) -> Article:
    """Article `number`, always the same; one sentence only where `paragraphs` is 0."""
    rng = random.Random(number)
    texts = [" ".join(make_sentence(rng) for _ in range(rng.randrange(2, 5))) for _ in range(paragraphs)]
    return Article(
        number=number,
        title=f"The {rng.choice(NOUNS)} of {rng.choice(PLACES)} {number + 100}",
        author=rng.choice(AUTHORS),
        date=f"20{rng.randrange(10, 24)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 28):02}",
        category=rng.choice(CATEGORIES),
        paragraphs=tuple(texts) or (f"Sold out, says {rng.choice(AUTHORS)} of stall {number + 100}.",),
        comments=tuple(
            f"Reader {rng.randrange(10_000)} writes: " + make_sentence(rng) for _ in range(rng.randrange(1, 4))
        ),
        related=tuple(f"The {rng.choice(NOUNS)} at the {rng.choice(PLACES)} {rng.randrange(900)}" for _ in range(3)),
    )


def _menu(tag: str) -> str:
    links = "".join(f"<li><a href='/{word}'>{word.title()} guild and school</a></li>" for word in NOUNS)
    return f"<{tag} class=menu><ul>{links}</ul></{tag}>"


def _side(article: Article) -> str:
    """A side bar that is longer than a short body, with texts of its own on each page."""
    links = "".join(f"<li><a href='/t/{k}'>{title}</a></li>" for k, title in enumerate(article.related * 3))
    newsletter = "<p>Join nine thousand weavers who read our letter on the first Monday of every month, for free.</p>"
    return f"<aside class='sidebar widget-{article.number % 3}'><h3>Most read</h3><ul>{links}</ul>{newsletter}</aside>"


def _related(article: Article) -> str:
    """A box that stands between the paragraphs of the body."""
    links = "".join(f"<li><a href='/r/{k}'>{title}</a></li>" for k, title in enumerate(article.related))
    return f"<div class='related-box'><h4>{RELATED_HEAD}</h4><ul>{links}</ul></div>"


def _comments(article: Article) -> str:
    shown = "".join(f"<li class=comment id=comment-{k}><p>{text}</p></li>" for k, text in enumerate(article.comments))
    return f"<section id=comments><h3>Comments</h3><ol>{shown}</ol></section>"


def _paragraphs(article: Article) -> list[str]:
    return [f"<p>{text}</p>" for text in article.paragraphs]


def blog_page(article: Article) -> str:
    """A blog as WordPress writes it: tokens that name the page, a related box inside of the body, comments below."""
    first, *rest = _paragraphs(article)
    tokens = f"post-{article.number} post category-{article.category} tag-{article.author.split()[0].lower()}"
    return f"""<!doctype html><html><head><title>{article.title} | Guild Blog</title></head>
<body class="single single-post postid-{article.number} {article.category}">
<header id=top><a href=/>Guild Blog</a></header>
{_menu("nav")}<div id=content><main><article id=post-{article.number} class="{tokens}">
<h1 class=entry-title>{article.title}</h1>
<div class=meta><span class=author>{article.author}</span>
<time class=date datetime={article.date}>{article.date}</time></div>
<div class=entry-content>{first}{_related(article)}{"".join(rest)}<p class=share>{SHARE}</p></div>
</article>{_comments(article)}</main>{_side(article)}</div><footer><p>{DISCLAIMER}</p></footer></body></html>"""


def hashed_page(article: Article) -> str:
    """A design whose classes and ids are numbered: only with digits masked do they recur."""
    number = article.number
    return f"""<!doctype html><html><head><title>{article.title} - Guild Press</title></head>
<body><div class=page>{_menu("div")}<div id=story-{number * 7} class="css-{number + 11}">
<h1 class=headline-{number}>{article.title}</h1><div class=by>{article.author}</div>
<div id=text-{number * 13}>{"".join(_paragraphs(article))}</div>
<div id=box-{number * 17}><h4>{RELATED_HEAD}</h4>
<p>{article.related[0]}{BOX}</p></div>
</div>{_side(article)}</div><div class=foot>{DISCLAIMER}</div></body></html>"""


def table_page(article: Article) -> str:
    """An old layout: tables in tables, and not a single class or id."""
    links = "<br>".join(f"<a href=/{word}>{word.title()} guild and school</a>" for word in NOUNS)
    return f"""<html><head><title>{article.title} - The Weavers' Guild</title></head><body bgcolor=white>
<table width=800><tr><td colspan=3><b>The Weavers' Guild</b></td></tr>
<tr><td width=120>{links}</td>
<td><h2>{article.title}</h2><table><tr><td>{"".join(_paragraphs(article))}</td></tr></table></td>
<td width=120><p>{article.related[0]}</p><p>{article.related[1]}</p></td></tr>
<tr><td colspan=3><font size=1>{DISCLAIMER}</font></td></tr></table></body></html>"""


def redesigned_page(article: Article) -> str:
    """The blog after a redesign: other elements, other names, the same articles."""
    return f"""<!doctype html><html lang=en><head><title>{article.title} – The Guild</title></head>
<body class=v2><div id=app><section class=masthead><div class=logo>The Guild</div>{_menu("div")}</section>
<section class=hero><h1 class=hero__title>{article.title}</h1>
<p class=hero__by>{article.author}, {article.date}</p></section>
<section class=story><div class=story__text>{"".join(_paragraphs(article))}</div>
<aside class=story__more><h2>{RELATED_HEAD}</h2><p>{" ".join(article.related)}</p></aside></section>
<section class=bottom><p>{DISCLAIMER}</p></section></div></body></html>"""


def list_page(number: int) -> str:
    """A page of the blog that lists articles."""
    cards = "".join(
        f"<div class=card><h2 class=card-title><a href='{HOST}/blog/{one.number}'>{one.title}</a></h2>"
        f"<p class=excerpt>{one.paragraphs[0][:80]}</p><span class=when>{one.date}</span></div>"
        for one in (make_article(number * 10 + k) for k in range(8))
    )
    return f"""<!doctype html><html><head><title>Page {number} | Guild Blog</title></head>
<body class="archive paged paged-{number}"><header id=top><a href=/>Guild Blog</a></header>{_menu("nav")}
<div id=content><h1 class=archive-title>Stories</h1><div class=cards>{cards}</div>
<div class=pager><a href=/page/1>1</a></div></div>
<footer><p>{DISCLAIMER}</p></footer></body></html>"""


Design = Callable[[Article], str]


def pages_of(design: Design, numbers: range, *, folder: str = "blog", paragraphs: int = 4) -> list[tuple[str, bytes]]:
    """Pages of one design, as pairs of a URL and the bytes."""
    made = (make_article(number, paragraphs=paragraphs) for number in numbers)
    return [(f"{HOST}/{folder}/{one.number}", design(one).encode()) for one in made]


def list_pages(numbers: range) -> list[tuple[str, bytes]]:
    """Pages that list articles."""
    return [(f"{HOST}/page/{number}", list_page(number).encode()) for number in numbers]


def whole_site() -> list[tuple[str, bytes]]:
    """Articles of the blog, of the table layout, and lists."""
    return [
        *pages_of(blog_page, range(12)),
        *list_pages(range(1, 9)),
        *pages_of(table_page, range(40, 48), folder="old"),
    ]
