"""The parts of made pages: what stands in bodies and around them, of random size, with and without names."""

import json
from collections.abc import Mapping
from random import Random

from tests.answers.languages import Language

CODE = ("def warp(threads):\n    return sorted(threads)\n", "$ weave --reed 60/10 &gt; cloth.txt", "let x = a &lt; b;")
FORMULAS = (
    "<math><mi>a</mi><mo>=</mo><mfrac><mn>1</mn><mn>2</mn></mfrac></math>",
    "<span class=katex><math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation>"
    "</semantics></math></span>",
    "<script type='math/tex'>\\sum_i t_i</script>",
)
ADVERTS = (
    "<div class='ad advertisement'><a href='https://ads.example/{0}'>"
    "<img src=/ad{0}.gif width=300 height=250></a></div>"
)


class Parts:
    """Writes the parts of one page in one language; every choice is made by its chance."""

    def __init__(self, language: Language, rng: Random) -> None:
        self.language, self.rng = language, rng
        self.unsaid = dict[str, list[str]]()
        self.naming = rng.choice(("said", "said", "said", "none", "scrambled"))

    def say(self, what: str) -> str:
        """A text of the language, none twice before all were said."""
        if not self.unsaid.get(what):
            self.unsaid[what] = self.rng.sample(self.language.texts[what], len(self.language.texts[what]))
        return self.language.fill(self.rng, self.unsaid[what].pop())

    def date(self) -> str:
        """A day."""
        return self.language.date(self.rng)

    def likely(self, share: float) -> bool:
        """Whether chance has it."""
        return self.rng.random() < share

    def named(self, words: str) -> str:
        """A class, as this page names its parts."""
        if self.naming == "none" or self.likely(0.1):
            return ""
        word = self.rng.choice(words.split())
        return f" class={word}" if self.naming == "said" else f" class=x{sum(map(ord, word)) % 97}"

    def boxed(self, words: str, content: str, tags: str = "div div section") -> str:
        """Something in an element with a name."""
        tag = self.rng.choice(tags.split())
        return f"<{tag}{self.named(words)}>{content}</{tag}>"

    def sentences(self, least: int, most: int) -> str:
        """So many sentences."""
        chosen = [self.say("sentences") for _ in range(self.rng.randint(least, most))]
        return (" " if self.language.is_spaced else "").join(chosen)

    def paragraph(self) -> str:
        """A paragraph, with a little markup at times."""
        text = self.sentences(1, 5)
        draw = self.rng.random()
        if draw < 0.1:
            text = f"<strong>{self.say('kickers')}.</strong> {text}"
        elif draw < 0.2:
            text += f" <a href=/a/{self.rng.randrange(99)}>{self.say('titles')}</a>"
        elif draw < 0.25:
            text = f"{self.say('places')} – {text}"
        elif draw < 0.3:
            text += f" <em>{self.say('short')}</em><br>{self.say('short')}"
        return f"<p>{text}</p>"

    def body(self, least: int = 1, most: int = 9) -> str:
        """Paragraphs with what stands between them."""
        between = (
            self.heading, self.figure, self.table, self.bullets, self.quote, self.code, self.notes, self.formula,
            self.ruby, self.related, self.advert, self.teaser, self.terms, self.pictures, self.kept_box, self.video,
        )  # fmt: skip
        parts = [self.paragraph()]
        for _ in range(self.rng.randint(least, most)):
            parts.append(self.rng.choice(between)() if self.likely(0.4) else "")
            parts.append(self.paragraph())
        return "".join(parts)

    def heading(self) -> str:
        level = self.rng.choice((2, 2, 3, 4))
        anchor = "<a class=headerlink href='#s'>¶</a>" if self.likely(0.2) else ""
        return f"<h{level}>{self.say('questions')}{anchor}</h{level}>"

    def figure(self) -> str:
        """A picture with its caption and its credit, in one of the ways that pages have."""
        number, alt = self.rng.randrange(99), self.say("captions")
        size = self.rng.choice(("", " width=640 height=480", " width=60 height=60", " width=1 height=1"))
        image = f"<img src='/p/{number}.jpg' alt='{alt.replace(chr(39), '')}'{size}>"
        caption = f"{self.say('captions')} {self.say('credit')}" if self.likely(0.6) else self.say("captions")
        if self.likely(0.2):
            caption += " " + self.sentences(1, 4)
        return self.rng.choice(
            (
                f"<figure>{image}<figcaption>{caption}</figcaption></figure>",
                f"<div{self.named('picture image media')}>{image}<p{self.named('caption')}>{caption}</p></div>",
                f"<div>{image}<br><small>{caption}</small></div>",
                f"<p>{image}</p><p><em>{caption}</em></p>",
                f"<table{self.named('image')}><tr><td>{image}<tr><td>{caption}</table>",
                f"<a href='/p/{number}.jpg'>{image}</a><span{self.named('caption wp-caption-text')}>{caption}</span>",
                image,
            )
        )

    def pictures(self) -> str:
        return self.boxed("gallery slider", "".join(self.figure() for _ in range(self.rng.randint(2, 4))))

    def table(self) -> str:
        head = "".join(f"<th>{self.say('labels')}" for _ in range(3))
        rows = "".join(
            f"<tr><td>{self.say('places')}<td>{self.rng.randrange(999)}<td>{self.say('price')}"
            for _ in range(self.rng.randint(1, 5))
        )
        caption = f"<caption>{self.say('captions')}</caption>" if self.likely(0.3) else ""
        return f"<table>{caption}<tr>{head}{rows}</table>"

    def bullets(self) -> str:
        tag = self.rng.choice(("ul", "ol"))
        items = "".join(f"<li>{self.say('short')}" for _ in range(self.rng.randint(1, 6)))
        return f"<{tag}>{items}</{tag}>"

    def terms(self) -> str:
        pairs = (f"<dt>{self.say('labels')}<dd>{self.say('short')}" for _ in range(self.rng.randint(1, 4)))
        return f"<dl>{''.join(pairs)}</dl>"

    def quote(self) -> str:
        return f"<blockquote><p>{self.say('sentences')}</p><cite>{self.say('names')}</cite></blockquote>"

    def code(self) -> str:
        code = self.rng.choice(CODE)
        button = "<button>Copy</button>" if self.likely(0.3) else ""
        return f"<div class=highlight>{button}<pre><code class=language-python>{code}</code></pre></div>"

    def notes(self) -> str:
        number = self.rng.randrange(1, 9)
        note = f"<li id=fn{number}>{self.say('short')} <a href=#ref{number}>↩</a>"
        return (
            f"<p>{self.say('sentences')}<sup id=ref{number}><a href=#fn{number}>{number}</a></sup></p><ol>{note}</ol>"
        )

    def formula(self) -> str:
        return f"<p>{self.say('sentences')} {self.rng.choice(FORMULAS)}</p>"

    def ruby(self) -> str:
        return f"<p><ruby>織機<rp>(</rp><rt>しょっき</rt><rp>)</rp></ruby> {self.say('sentences')}</p>"

    def video(self) -> str:
        return (
            f"<iframe src='https://video.example/embed/{self.rng.randrange(99)}' title='{self.say('kickers')}'>"
            "</iframe>"
        )

    def kept_box(self) -> str:
        """A box that belongs to the body: a summary, a fact."""
        return self.boxed(
            "box info summary note", f"<h4>{self.say('kickers')}</h4><p>{self.sentences(1, 2)}</p>", "aside div"
        )

    def related(self) -> str:
        links = "".join(f"<li><a href=/r/{k}>{self.say('titles')}</a>" for k in range(self.rng.randint(1, 5)))
        head = f"<h3>{self.say('related')}</h3>" if self.likely(0.8) else f"<p><b>{self.say('related')}</b></p>"
        return self.boxed("related more recommended", f"{head}<ul>{links}</ul>", "div aside section")

    def teaser(self) -> str:
        text = (
            f"<h4><a href=/t/{self.rng.randrange(99)}>{self.say('titles')}</a></h4>"
            f"<p>{self.say('sentences')[:60]}… <a href=/t>{self.say('more')}</a></p>"
        )
        return self.boxed("teaser card promo", text)

    def advert(self) -> str:
        return ADVERTS.format(self.rng.randrange(9))

    def byline(self) -> str:
        """Who wrote it and when, in one of many ways."""
        by, date, iso = (
            self.say("by"),
            self.date(),
            f"20{self.rng.randint(10, 24)}-0{self.rng.randint(1, 9)}-1{self.rng.randint(0, 9)}",
        )
        name = self.say("names")
        ways = (
            f"<p{self.named('byline author')}>{by}</p><p{self.named('date dateline')}>{date}</p>",
            f"<div{self.named('meta entry-meta')}><a rel=author href=/u/1>"
            f"{name}</a> | <time datetime={iso}>{date}</time></div>",
            f"<div{self.named('meta')}>{self.say('kickers')} · {by} · {date}</div>",
            f"<span{self.named('author')}>{name}</span><br><small>{self.say('updated').format(date=date)}</small>",
            f"<p>{date}, {by}</p>",
            f"<p{self.named('date')}>{self.say('updated').format(date=date)}</p>",
            "",
        )
        return self.rng.choice(ways)

    def kicker(self) -> str:
        return self.rng.choice(
            ("", f"<p{self.named('kicker category')}>{self.say('kickers')}</p>", f"<span>{self.say('kickers')}</span>")
        )

    def lead(self) -> str:
        return self.rng.choice(
            (
                "",
                f"<p{self.named('lead summary intro')}>{self.say('sentences')}</p>",
                f"<h2>{self.say('sentences')}</h2>",
            )
        )

    def menu(self) -> str:
        words = self.language.texts["menu"]
        items = "".join(
            f"<li><a href=/m/{k}>{word}</a>" for k, word in enumerate(words[: self.rng.randint(2, len(words))])
        )
        return self.boxed("menu nav navigation", f"<ul>{items}</ul>", "nav nav div header")

    def breadcrumb(self) -> str:
        words = " &gt; ".join(f"<a href=/b/{k}>{word}</a>" for k, word in enumerate(self.language.texts["menu"][:3]))
        return f"<div{self.named('breadcrumb breadcrumbs path')}>{words}</div>" * self.likely(0.5)

    def share(self) -> str:
        links = "".join(
            f"<a href=https://share.example/{k}>{self.say('share')}</a> " for k in range(self.rng.randint(1, 4))
        )
        return f"<div{self.named('share social tools')}>{links}</div>" * self.likely(0.6)

    def letter(self) -> str:
        form = f"<p>{self.say('letter')}</p><form><input name=mail><button>{self.say('menu')}</button></form>"
        return self.boxed("newsletter subscribe", form, "div aside") * self.likely(0.4)

    def sidebar(self) -> str:
        return self.boxed(
            "sidebar aside right", self.related() + self.letter() + self.teaser() * self.likely(0.5), "aside div"
        )

    def pager(self) -> str:
        return (
            f"<div{self.named('pagination pager')}>1 <a href=?page=2 rel=next>2</a> <a href=?page=3>3</a></div>"
            * self.likely(0.6)
        )

    def footer(self) -> str:
        links = " ".join(f"<a href=/f/{k}>{word}</a>" for k, word in enumerate(self.language.texts["rights"][1:]))
        return self.boxed("footer bottom", f"<p>{self.language.texts['rights'][0]}</p>{links}", "footer footer div")

    def comments(self) -> str:
        """Comments of readers below the body."""
        box, count = self.rng.choice(("li", "div", "article")), self.rng.choice((1, 2, 3, 5, 8))
        names = {word: self.named(f"{word} comment-{word}") for word in ("author", "date", "body")}
        item, tag = self.named("comment comment comment-item"), self.rng.choice(("div", "p", "div"))
        shown = "".join(
            f"<{box}{item} id=comment-{k}><b{names['author']}>{self.say('names')}</b> "
            f"<span{names['date']}>{self.date()}</span><{tag}{names['body']}>{self.say('short')} {self.sentences(0, 2)}"
            f"</{tag}><a href=#reply>{self.say('buttons')}</a></{box}>"
            for k in range(count)
        )
        shown = f"<ol>{shown}</ol>" if box == "li" else shown
        name = self.rng.choice((" id=comments", self.named("comments discussion"), ""))
        head = f"<h3>{self.say('comments')}</h3>" if self.likely(0.8) else ""
        form = f"<form><textarea></textarea><button>{self.say('buttons')}</button></form>"
        return f"<section{name}>{head}{shown}{form}</section>"

    def head(self, title: str, kind: str = "article") -> str:
        """What the page declares of itself."""
        parts = [f"<title>{title}{self.rng.choice((' | ', ' - ', ' – ', ' :: '))}{self.say('rights')[:20]}</title>"]
        if self.likely(0.4):
            parts.append(f'<meta property=og:title content="{title}"><meta property=og:type content={kind}>')
        if self.likely(0.3):
            parts.append(
                f'<meta name=author content="{self.say("names")}"><meta name=description content="{self.say("short")}">'
            )
        if self.likely(0.2):
            parts.append("<meta property=article:published_time content=2023-04-05T06:07:08+02:00>")
        if self.likely(0.2):
            parts.append(
                "<link rel=canonical href=https://weft.example/canonical>"
                "<link rel=alternate type=application/rss+xml href=/feed>"
            )
        if self.likely(0.2):
            parts.append(self.linked_data({"@type": "NewsArticle", "headline": title, "author": self.say("names")}))
        return "".join(parts)

    def linked_data(self, data: Mapping[str, object]) -> str:
        written = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=self.likely(0.3))
        return f"<script type=application/ld+json>{written}</script>"

    def page(self, head: str, main: str) -> str:
        """A whole page around its content."""
        direction = " dir=rtl" if "direction" in self.language.texts else ""
        lang = f" lang={self.language.code}" if self.likely(0.7) else ""
        around = self.rng.choice(("main", "div id=content", "div", "article", "td"))
        inside = f"<{around}>{main}</{around.split()[0]}>"
        if around == "td":
            inside = f"<table><tr><td>{self.menu()}</td>{inside}<td>{self.related()}</td></tr></table>"
        beside = self.sidebar() * self.likely(0.5)
        order = beside + inside if self.likely(0.2) else inside + beside
        return (
            f"<!doctype html><html{lang}{direction}><head>{head}</head><body>"
            f"{self.menu()}{self.breadcrumb()}{order}{self.footer()}</body></html>"
        )
