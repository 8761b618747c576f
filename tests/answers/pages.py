"""The kinds of made pages: each a function from the parts of a page to its HTML."""

import json
from collections.abc import Callable

from tests.answers.parts import Parts


def article(parts: Parts) -> str:
    """A report with its byline, related boxes, comments."""
    title = parts.say("titles")
    opening = [parts.kicker(), f"<h1>{title}</h1>", parts.lead(), parts.byline()]
    if parts.likely(0.15):
        opening.reverse()
    tail = parts.share() + parts.related() * parts.likely(0.4) + parts.comments() * parts.likely(0.4) + parts.letter()
    return parts.page(parts.head(title), "".join(opening) + parts.boxed("body entry-content text", parts.body()) + tail)


def documentation(parts: Parts) -> str:
    """A manual: contents, sections, code, tables."""
    title = parts.say("questions")
    contents = "".join(f"<li><a href=#s{k}>{parts.say('questions')}</a>" for k in range(parts.rng.randint(2, 6)))
    sections = "".join(
        f"<h2 id=s{k}>{parts.say('questions')}<a class=headerlink href=#s{k}>"
        f"¶</a></h2>{parts.paragraph()}{parts.code()}"
        f"{parts.rng.choice((parts.table, parts.bullets, parts.terms, parts.notes))()}"
        for k in range(parts.rng.randint(1, 5))
    )
    around = f"<nav{parts.named('toc contents')}><ul>{contents}</ul></nav><h1>{title}</h1>{sections}{parts.pager()}"
    return parts.page(parts.head(title, "website"), around)


def small(parts: Parts) -> str:
    """Few words: a line, a notice, a heading."""
    ways = (
        lambda: f"<p>{parts.say('short')}",
        lambda: f"<title>{parts.say('titles')}</title><h1>{parts.say('titles')}</h1>",
        lambda: f"{parts.say('sentences')}",
        lambda: f"{parts.menu()}<p>{parts.say('short')}</p>",
        lambda: f"<title>404</title>{parts.menu()}<h1>404</h1><p>{parts.say('more')}</p>{parts.footer()}",
        lambda: f"{parts.menu()}{parts.figure()}{parts.footer()}",
        lambda: parts.page(parts.head(parts.say("titles")), f"<h1>{parts.say('titles')}</h1>{parts.paragraph()}"),
        lambda: f"<pre>{parts.sentences(2, 5)}\n\n{parts.sentences(1, 3)}</pre>",
        lambda: f"{parts.sentences(1, 2)}<br><br>{parts.sentences(1, 2)}<hr>{parts.byline()}",
    )
    return parts.rng.choice(ways)()


def product(parts: Parts) -> str:
    """A product with its price, facts, description, reviews."""
    title = parts.say("titles")
    price = f"<div{parts.named('price amount')}>{parts.say('price')}</div><button>{parts.say('cart')}</button>"
    facts = "".join(f"<tr><th>{word}<td>{parts.rng.randrange(90)} cm" for word in parts.language.texts["labels"])
    reviews = "".join(
        f"<div{parts.named('review')}><b>{parts.say('names')}</b> <i>{parts.say('reviews')}</i> {parts.date()}"
        f"<p>{parts.say('short')} {parts.sentences(0, 2)}</p></div>"
        for _ in range(parts.rng.choice((0, 1, 3, 5)))
    )
    data = {"@type": "Product", "name": title, "offers": {"@type": "Offer", "price": "59.00", "priceCurrency": "EUR"}}
    head = parts.head(title, "product") + (parts.linked_data(data) if parts.likely(0.5) else "")
    main = (
        f"<h1>{title}</h1>{parts.figure()}{price}<div{parts.named('description')}>"
        f"{parts.body(0, 3)}</div><table>{facts}</table>"
    )
    return parts.page(head, main + f"<h2>{parts.say('reviews')}</h2>{reviews}" + grid_of(parts, 4) * parts.likely(0.5))


def grid_of(parts: Parts, count: int) -> str:
    """Cards of products."""
    box = parts.rng.choice(("li", "div", "article"))
    cards = "".join(
        f"<{box}{parts.named('product card item')}><a href=/p/{k}><img src=/c/{k}.jpg alt=''></a><h3><a href=/p/{k}>"
        f"{parts.say('titles')} {k}</a></h3><span{parts.named('price')}>{parts.say('price')}</span>"
        f"<p>{parts.say('short')}</p></{box}>"
        for k in range(count)
    )
    tag = "ul" if box == "li" else "div"
    return f"<{tag}{parts.named('products grid items')}>{cards}</{tag}>"


def shop(parts: Parts) -> str:
    """A list of products with filters."""
    title = parts.say("kickers")
    facets = "".join(
        f"<li><a href=?f={k}>{word}</a> ({parts.rng.randrange(40)})"
        for k, word in enumerate(parts.language.texts["labels"])
    )
    grid = grid_of(parts, parts.rng.choice((2, 3, 4, 6, 12, 20)))
    return parts.page(parts.head(title, "website"), f"<h1>{title}</h1><ul>{facets}</ul>{grid}{parts.pager()}")


def teasers(parts: Parts) -> str:
    """A front page or a list of articles."""
    count = parts.rng.choice((3, 4, 6, 10, 16))
    shown = "".join(
        f"<article{parts.named('post teaser card')}><h2><a href=/a/{k}>{parts.say('titles')} {k}</a></h2>"
        f"<span>{parts.date()}</span><p>{parts.say('sentences')}</p><a href=/a/{k}>{parts.say('more')}</a></article>"
        for k in range(count)
    )
    return parts.page(parts.head(parts.say("menu"), "website"), shown + parts.pager())


def thread(parts: Parts) -> str:
    """A discussion: posts with names, times, quotes, signatures, buttons."""
    title, box = parts.say("questions"), parts.rng.choice(("div", "li", "article", "tr"))
    cell, posts, signs = "td" if box == "tr" else "div", list[str](), parts.likely(0.3)
    links = " ".join(f"<a href=/do/{k}>{word}</a>" for k, word in enumerate(parts.language.texts["buttons"]))
    names = {what: parts.named(words) for what, words in POST_NAMES.items()}
    for number in range(parts.rng.choice((1, 2, 3, 4, 6, 10))):
        quote = f"<blockquote><b>{parts.say('wrote')}</b> {parts.say('short')}</blockquote>" * parts.likely(0.3)
        sign = f"<div class=signature>-- {parts.say('names')}</div>" * signs
        posts.append(
            f"<{box}{names['post']} id=post-{number}><{cell}{names['head']}>"
            f"<a{names['author']} href=/user/{number}>{parts.say('names')}</a> "
            f"<span{names['time']}>{parts.date()}</span> #{number + 1}</{cell}>"
            f"<{cell}{names['body']}>{quote}<p>{parts.say('short')} {parts.sentences(0, 3)}</p></{cell}>"
            f"<{cell}>{sign}{links}</{cell}></{box}>"
        )
    tag = {"tr": "table", "li": "ul"}.get(box, "div")
    main = (
        f"<a href=/forum/>{parts.language.texts['menu'][4]}</a><h1>"
        f"{title}</h1><{tag}>{''.join(posts)}</{tag}>{parts.pager()}"
    )
    return parts.page(parts.head(title, "website"), main)


POST_NAMES = {
    "post": "post message comment reply", "head": "head profile meta", "author": "author username poster",
    "time": "date time posted", "body": "body content postbody",
}  # fmt: skip


def board(parts: Parts) -> str:
    """The threads of a board with their counts."""
    title, counts = parts.language.texts["menu"][4], parts.language.texts["counts"]
    is_table = parts.likely(0.5)
    cell, row = ("td", "tr") if is_table else ("div", parts.rng.choice(("li", "div")))
    rows = "".join(
        f"<{row}{parts.named('thread topic row')}><{cell}><a href=/thread/{k}>"
        f"{parts.say('questions')} {k}</a> {parts.say('names')}</{cell}>"
        f"<{cell}>{parts.rng.randrange(50)}</{cell}><{cell}>{parts.rng.randrange(5000)}</{cell}>"
        f"<{cell}>{parts.say('names')} {parts.date()}</{cell}></{row}>"
        for k in range(parts.rng.choice((2, 3, 5, 8, 15)))
    )
    heads = f"<tr><th>{title}" + "".join(f"<th>{word}" for word in counts) if is_table else ""
    tag = "table" if is_table else "ul" if row == "li" else "div"
    return parts.page(parts.head(title, "website"), f"<h1>{title}</h1><{tag}>{heads}{rows}</{tag}>{parts.pager()}")


def questions(parts: Parts) -> str:
    """A question with its answers, or a list of questions that are often asked."""
    if parts.likely(0.5):
        asked = "".join(
            f"<{tag}{parts.named('question')}>{parts.say('questions')}</{tag}>"
            f"<div{parts.named('answer')}><p>{parts.sentences(1, 3)}</p></div>"
            for tag in [parts.rng.choice(("h3", "summary", "dt", "button"))] * parts.rng.randint(2, 6)
        )
        return parts.page(parts.head(parts.say("questions"), "website"), f"<h1>FAQ</h1>{asked}")
    answers = "".join(
        f"<div{parts.named('answer')}><span{parts.named('vote score')}>"
        f"{parts.rng.randrange(40)}</span><div>{parts.body(0, 2)}</div>"
        f"<a href=/u/{k}>{parts.say('names')}</a> {parts.date()}</div>"
        for k in range(parts.rng.randint(1, 5))
    )
    title = parts.say("questions")
    return parts.page(parts.head(title, "website"), f"<h1>{title}</h1>{parts.paragraph()}{answers}")


def events(parts: Parts) -> str:
    """Days with a place each: events, or the steps of a timeline."""
    box = parts.rng.choice(("li", "div", "article"))
    shown = "".join(
        f"<{box}{parts.named('event step milestone')}><time>"
        f"{parts.date()}</time><h3><a href=/e/{k}>{parts.say('titles')}</a></h3>"
        f"<span{parts.named('place location')}>{parts.say('places')}</span><p>{parts.sentences(0, 2)}</p></{box}>"
        for k in range(parts.rng.choice((2, 3, 5, 9)))
    )
    return parts.page(parts.head(parts.say("menu"), "website"), f"<h1>{parts.say('menu')}</h1>{shown}{parts.pager()}")


def data_only(parts: Parts) -> str:
    """Content that is there as data alone: linked data or the state of a program."""
    title, body = parts.say("titles"), [parts.sentences(2, 5) for _ in range(parts.rng.randint(1, 6))]
    if parts.likely(0.5):
        kind = parts.rng.choice(("NewsArticle", "BlogPosting", "Article", "DiscussionForumPosting", "QAPage", "Recipe"))
        said = {
            "@type": kind,
            "headline": title,
            "articleBody": "\n\n".join(body),
            "author": {"@type": "Person", "name": parts.say("names")},
        }
        data = parts.linked_data({**said, "datePublished": "2023-05-06T07:08:09Z", "text": body[0]})
    else:
        state = {
            "props": {"pageProps": {"article": {"title": title, "body": "".join(f"<p>{text}</p>" for text in body)}}}
        }
        written = json.dumps(state, ensure_ascii=False).replace("</", "<\\/")
        data = parts.rng.choice(
            (
                f"<script id=__NEXT_DATA__ type=application/json>{written}</script>",
                f"<script>window.__INITIAL_STATE__ = {written};</script>",
                f"<script>window.__NUXT__={written}</script>",
            )
        )
    shown = parts.rng.choice(
        ("<div id=root></div>", "<noscript>JavaScript</noscript>", parts.menu(), f"<h1>{title}</h1>")
    )
    return (
        f"<!doctype html><html lang={parts.language.code}><head><title>"
        f"{title}</title></head><body>{shown}{data}</body></html>"
    )


KINDS: dict[str, tuple[Callable[[Parts], str], int]] = {
    "article": (article, 34), "documentation": (documentation, 8), "small": (small, 14), "product": (product, 10),
    "shop": (shop, 8), "teasers": (teasers, 8), "thread": (thread, 14), "board": (board, 10),
    "questions": (questions, 8),
    "events": (events, 8), "data": (data_only, 10),
}  # fmt: skip
"""The kinds, and how many pages of each are made in each language."""
