"""Tiny pages: 5 to 200 words in a small container, as people write them to try an extractor.

The sentences come from the caller, the shape from chance: one paragraph or several, in `p`, `div` or parted by `br`,
perhaps a heading, code, a warning, a list, terms, a table, a quote, an image, a paragraph that is a link, and around
them perhaps a menu, a cookie line, a box of links, a footer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from random import Random

MAX_WORDS = 200  # of the content: a part that would pass it is left out
MIN_SENTENCES = 8  # that a page is made of; none is said twice
MAX_SENTENCES_OF_PART = 6
LETTERS_PER_WORD = 3  # of a text without spaces
PARAGRAPHS = (1, 1, 2, 2, 2, 3, 3, 4, 5)
PARTS = (0, 0, 0, 1, 1, 2)
AROUND = (
    "article", "article", "article", "main", "main", "div", "section", "div class=content", "div id=main",
    'div class="post entry"', "", "", "",
)  # fmt: skip
MENUS = (
    ("Home", "About", "Contact", "Blog", "Products", "Docs", "News", "Sign in", "Help", "Archive"),
    ("Startseite", "Über uns", "Kontakt", "Preise", "Anmelden", "Hilfe"),
    ("Inicio", "Acerca de", "Contacto", "Noticias", "Tienda"),
    ("Главная", "О нас", "Контакты", "Новости", "Войти"),
    ("首页", "关于我们", "联系我们", "产品", "登录"),
)
ENDS = (
    "Copyright", "Copyright 2021", "© 2024 All rights reserved", "Privacy policy", "Terms of use",
    "Powered by WordPress", "Back to top", "Impressum | Datenschutz", "Todos los derechos reservados",
    "Все права защищены", "版权所有 © 2023", "Powered by Loomware 3.1. It is now 12:30", "All times are UTC",
)  # fmt: skip
NAMED_ENDS = ("footer", "footer", "footer", "footer", "div class=footer", "div id=bottom")
ALL_ENDS = (*NAMED_ENDS, "div")  # of the last nothing tells but what it says
COOKIES = (
    ("We use cookies to make your visit better.", "Accept"),
    ("Diese Seite benutzt Cookies.", "Verstanden"),
    ("Мы используем файлы cookie.", "Принять"),
    ("本网站使用 Cookie。", "同意"),
)
BOXES = (
    ("Related", "Ten looms for beginners", "How wool is dyed", "Mills that still run"),
    ("See also", "Carding by hand", "A short history of felt"),
    ("Mehr zum Thema", "Zehn Webstühle im Vergleich", "So färbt man Wolle"),
    ("相关文章", "如何选择织布机", "羊毛染色入门"),
)
CODE = ("pip install loom", "let warp = 1;\nlet weft = warp + 1;", "<reed />", "for (i = 0; i < 9; i++) throw(i);")
ALERTS = ("alert alert-warning", "alert alert-info", "callout", "notice", "admonition", "warning box")
LABELS = ("Note", "Warning", "Tip", "Hinweis", "Внимание", "注意")


@dataclass(frozen=True, kw_only=True)
class TinyPage:
    """A tiny page and what is known of its texts."""

    html: str
    kept: tuple[str, ...]  # the pieces of the content, in order
    noise: tuple[str, ...]  # what menus, boxes and footers say
    title: str = ""  # the heading that is the page's title, of which nobody says whether it is content

    @property
    def truth(self) -> str:
        """The content as a text."""
        return "\n".join(self.kept)

    def is_right(self, text: str) -> bool:
        """Whether a text has every piece of the content and no noise.

        >>> page = TinyPage(html="", kept=("The weft.",), noise=("Home",))
        >>> [page.is_right(text) for text in ("The weft.", "Home\\nThe weft.", "")]
        [True, False, False]
        """
        rest = " ".join(text.split())
        for piece in sorted(self.kept, key=len, reverse=True):
            if piece not in rest:
                return False
            rest = rest.replace(piece, "\n", 1)
        return not any(piece in rest for piece in self.noise)


Part = tuple[str, tuple[str, ...]]  # HTML and the pieces of content in it
NOTHING: Part = ("", ())


class _Writer:
    """Says one sentence after the other, from a drawn one on."""

    def __init__(self, sentences: Sequence[str], random: Random) -> None:
        start = random.randrange(len(sentences))
        self.random = random
        self._waiting = [*reversed(sentences[:start]), *reversed(sentences[start:])]

    def can_say(self, count: int) -> bool:
        """Whether so many sentences are left."""
        return len(self._waiting) >= count

    def say(self, most: int = 30) -> str:
        """The next sentence, at most so many words of it."""
        return _first_words(self._waiting.pop(), most)

    def phrase(self) -> str:
        """A few words, for a cell, a term or a link."""
        return self.say(self.random.randint(2, 4)).rstrip(".,;:!?")

    def paragraph(self) -> str:
        """One sentence, or two."""
        return " ".join(self.say(self.random.randint(8, 30)) for _ in range(self.random.choice((1, 1, 2))))


def _first_words(text: str, most: int) -> str:
    """The first words of a text; of one without spaces, letters.

    >>> _first_words("The weft runs over the warp.", 2), _first_words("纬线从经线上面穿过", 2)
    ('The weft', '纬线从经线上')
    """
    words = text.split()
    return " ".join(words[:most]) if len(words) > 2 else text[: most * LETTERS_PER_WORD]


def tiny_page(sentences: Sequence[str], random: Random, *, ends: Sequence[str] = NAMED_ENDS) -> TinyPage:
    """A page of some of at least `MIN_SENTENCES` plain sentences, as chance wants it; no sentence is on it twice.

    Its last line stands in one of the elements `ends`.
    """
    writer = _Writer(sentences, random)
    title = writer.say(6).rstrip(".") if random.random() < 0.8 else ""
    parts = _content(writer)
    heading = random.choice(("h1", "h1", "h2")) if title and random.random() < 0.6 else ""
    body = f"<{heading}>{escape(title)}</{heading}>" * bool(heading) + "".join(html for html, _ in parts)
    around = random.choice(AROUND)
    body = _within(around, body)
    if random.random() < 0.2:
        body = _within(f"div class={random.choice(('page', 'wrap', 'container'))}", body)
    before, after = (_menu(random), _cookies(random)), (_box(random), _end(random, ends))
    shown = "".join([*(html for html, _ in before), body, *(html for html, _ in after)])
    head = f"<title>{escape(title)}</title>" if title and random.random() < 0.7 else ""
    return TinyPage(
        html=f"<!DOCTYPE html><html><head><meta charset=utf-8>{head}</head><body>{shown}</body></html>",
        kept=tuple(piece for _, pieces in parts for piece in pieces),
        noise=tuple(piece for _, pieces in (*before, *after) for piece in pieces),
        title=title if heading else "",
    )


def _content(writer: _Writer) -> list[Part]:
    """Paragraphs, all written in one way, and other parts behind the first of them, a warning also before it."""
    random = writer.random
    write = random.choice(WAYS)
    texts = [writer.paragraph() for _ in range(random.choice(PARAGRAPHS)) if writer.can_say(2)]
    parts = [write(escape(text), number) for number, text in enumerate(texts)]
    content: list[Part] = [(html, (text,)) for html, text in zip(parts, texts, strict=True)]
    for make in random.sample(OTHERS, random.choice(PARTS)):
        if not writer.can_say(MAX_SENTENCES_OF_PART):
            break
        part = make(writer)
        pieces = [*part[1], *(piece for _, pieces in content for piece in pieces)]
        if sum(map(_count, pieces)) <= MAX_WORDS:
            content.insert(random.randint(0 if make is _alert else 1, len(content)), part)
    return content


def _count(text: str) -> int:
    words = text.split()
    return len(words) if len(words) > 2 else len(text) // LETTERS_PER_WORD


WAYS: tuple[Callable[[str, int], str], ...] = (
    *[lambda text, number: f"<p>{text}</p>"] * 4,
    lambda text, number: f"<div>{text}</div>",
    lambda text, number: "<br><br>" * bool(number) + text,
)


def _code(writer: _Writer) -> Part:
    text, code = writer.say(), writer.random.choice(CODE)
    html = f"<p>{escape(text)}</p><pre><code>{escape(code)}</code></pre>"
    return html, (text, *(" ".join(line.split()) for line in code.split("\n")))


def _alert(writer: _Writer) -> Part:
    text, name, label = writer.say(), writer.random.choice(ALERTS), writer.random.choice(LABELS)
    inner = writer.random.choice(
        (
            escape(text),
            f"<p>{escape(text)}</p>",
            f"<strong>{label}</strong> {escape(text)}",
            f"<p class={name.split()[0]}-title>{label}</p><p>{escape(text)}</p>",
        )
    )
    return f'<div class="{name}">{inner}</div>', (text,)


def _quote(writer: _Writer) -> Part:
    text = writer.say()
    note = writer.random.choice(("", "", "[!NOTE]<br>", "[!WARNING]<br>"))
    return f"<blockquote><p>{note}{escape(text)}</p></blockquote>", (text,)


def _bullets(writer: _Writer) -> Part:
    items = [writer.say(writer.random.choice((2, 4, 8, 16))) for _ in range(writer.random.randint(2, 4))]
    tag = writer.random.choice(("ul", "ol"))
    return f"<{tag}>{''.join(f'<li>{escape(item)}</li>' for item in items)}</{tag}>", tuple(items)


def _terms(writer: _Writer) -> Part:
    pairs = [(writer.phrase(), writer.say(12)) for _ in range(writer.random.randint(2, 3))]
    html = "".join(f"<dt>{escape(term)}</dt><dd>{escape(text)}</dd>" for term, text in pairs)
    return f"<dl>{html}</dl>", tuple(piece for pair in pairs for piece in pair)


def _table(writer: _Writer) -> Part:
    is_wide, head = writer.random.random() < 0.5, writer.random.choice(("th", "td"))
    html, pieces = "", list[str]()
    for tag in (head, "td", "td"):
        row = [writer.phrase(), writer.phrase(), *[f"{writer.random.randint(10, 99)} cm"] * is_wide]
        html += "<tr>" + "".join(f"<{tag}>{escape(text)}</{tag}>" for text in row) + "</tr>"
        pieces += row
    return f"<table>{html}</table>", tuple(pieces)


def _image(writer: _Writer) -> Part:
    image = f'<img src="/warp-{writer.random.randrange(9)}.jpg" alt="{escape(writer.phrase())}" width=640 height=400>'
    return _within(writer.random.choice(("p", "figure", "")), image), ()


def _links(writer: _Writer) -> Part:
    """A sentence of which pieces are links."""
    words = writer.say(16).split()
    step = max(len(words) // 4, 1)
    runs = [" ".join(words[start : start + step]) for start in range(0, len(words), step)]
    html = " ".join(
        f'<a href="/t/{place}">{escape(run)}</a>' if place % 2 else escape(run) for place, run in enumerate(runs)
    )
    return f"<p>{html}</p>", (" ".join(words),)


def _linked(writer: _Writer) -> Part:
    text = writer.say()
    return f'<p><a href="/read/on">{escape(text)}</a></p>', (text,)


def _section(writer: _Writer) -> Part:
    heading, text = writer.phrase(), writer.paragraph()
    return f"<h2>{escape(heading)}</h2><p>{escape(text)}</p>", (heading, text)


OTHERS = (_code, _alert, _alert, _quote, _bullets, _terms, _table, _image, _links, _linked, _section)


def _menu(random: Random) -> Part:
    if random.random() < 0.3:
        return NOTHING
    menu = random.choice(MENUS)
    words = random.sample(menu, random.randint(1, min(6, len(menu))))
    links = [f'<a href="/{number}">{word}</a>' for number, word in enumerate(words)]
    around, item = random.choice((("nav", ""), ("nav", "li"), ("header", ""), ("div", ""), ("ul", "li")))
    inner = "".join(_within(item, link) for link in links) if item else random.choice((" ", " | ", "")).join(links)
    return _within(around, _within("ul" if item and around != "ul" else "", inner)), tuple(words)


def _cookies(random: Random) -> Part:
    if random.random() < 0.85:
        return NOTHING
    text, button = random.choice(COOKIES)
    name = random.choice(("cookie-banner", "cookies", "consent"))
    return f'<div class="{name}">{text} <button>{button}</button></div>', (text,)


def _box(random: Random) -> Part:
    if random.random() < 0.8:
        return NOTHING
    head, *links = random.choice(BOXES)
    items = "".join(f'<li><a href="/a/{number}">{link}</a></li>' for number, link in enumerate(links))
    inner = f"<h3>{head}</h3><ul>{items}</ul>"
    return _within(random.choice(("aside", "aside", "div class=related", "div class=sidebar")), inner), (head, *links)


def _end(random: Random, ends: Sequence[str]) -> Part:
    if random.random() < 0.3:
        return NOTHING
    text = random.choice(ENDS)
    inner = _within(random.choice(("", "", "p")), text)
    return _within(random.choice(ends), inner), (text,)


def _within(around: str, inner: str) -> str:
    """The inner HTML in an element, whose name may have attributes behind it; as it is where there is none.

    >>> _within("div class=page", "text"), _within("", "text")
    ('<div class=page>text</div>', 'text')
    """
    return f"<{around}>{inner}</{around.split()[0]}>" if around else inner
