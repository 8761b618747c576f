"""Threads and boards of programs that nobody has written: every choice that forum software makes, made by chance.

Real software is few and alike. A made program chooses its tags, classes, order of parts, dates, buttons and signatures
by its seed, so that what a model learns from many of them is what all forums have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from weft.page import parse
from weft.training.augment.cases import TrainingCase, TrainingRecord, squeeze
from weft.training.made_listings import Maker

NAMES = (
    "Ann;Bob the weaver;织女;linen_lou;Priya W.;K. Novák;mq77;Søren;Ольга;Gast 12;tenter-hook;Ümit;x;The Miller".split(
        ";"
    )
)
SENTENCES = (
    "I have little room and would like to begin with something small.;Thank you, that settles it.;+1;Yes.;Same here;"
    "Before you touch anything, check the tension of the warp on both sides.;Which one did you buy in the end?;ok;"
    "The reed is from 1998 and was never replaced, so I would look there first.;我也遇到了同样的问题。;谢谢！;Bump;"
    "Das kommt auf das Garn an, bei Leinen würde ich es nicht so machen.;No idea, sorry.;Спасибо, помогло.;;"
    "See the manual, page 12: the treadles are tied to the lamms and the lamms to the shafts.;Works for me;?;Merci !"
).split(";")
TITLES = (
    "Which loom for a beginner?;Warp threads snap;Tea that does not stain;选择织机的建议;Selling a reed, 60/10;"
    "Re-tying treadles;Wo bekommt man Leinen?;Humidity and cotton;"
    "Show your last project;Forum rules, read first;Help!;Dobby or jack?"
).split(";")
CLASSES = {
    "record": "post comment message entry item reply", "author": "author username user poster name by",
    "time": "date time posted when meta", "body": "content body text message-content postbody entry-content",
    "buttons": "buttons actions controls links", "signature": "signature sig", "number": "number count permalink",
    "rank": "rank title group posts", "head": "head header info postprofile", "title": "title subject topic",
    "list": "posts thread list comments topics", "replies": "replies num", "views": "views num",
    "quote": "quote quotation bbquote cited", "note": "edited note notice", "wrap": "inner postbody wrap main",
}  # fmt: skip
BUTTONS = (
    "Reply Quote Report Edit;Antworten Zitieren Melden;Répondre Citer Signaler;回复 引用 举报;Responder Citar;"
    "Ответить Цитировать;Rispondi Cita Segnala;返信 引用"
).split(";")
WROTE = "{} wrote:;{} schrieb:;{} a écrit :;{} 写道：;{} said;Quote: {};{};".split(";")
NOTES = "Last edited by {} on {}.;Zuletzt bearbeitet von {}, {};本帖最后由 {} 于 {} 编辑;Edited {1}".split(";")
COUNTS = (
    "{0} {1};{0} {1};{0} {1};{0} replies|{1} views;{0} Antworten|{1} Aufrufe;Replies: {0}|Views: {1};"
    "回复 {0}|查看 {1};{0} réponses|{1} vues;{0} comments|{1} hits"
).split(";")
FORMS: tuple[Callable[[datetime], str], ...] = (
    lambda when: when.strftime("%Y-%m-%d %H:%M"),
    lambda when: when.strftime("%d %B %Y, %H:%M"),
    lambda when: when.strftime("%b %d, %Y"),
    lambda when: when.strftime("%m/%d/%Y %I:%M %p"),
    lambda when: f"{when.year}年{when.month}月{when.day}日 {when:%H:%M}",
    lambda when: when.strftime("%d.%m.%Y %H:%M"),
    lambda when: f"{1 + when.day % 23} hours ago",
    lambda when: f"vor {2 + when.day % 20} Stunden",
    lambda when: f"il y a {2 + when.day % 20} jours",
    lambda when: f"hace {2 + when.day % 20} horas",
    lambda when: f"{2 + when.day % 20} часов назад",
    lambda when: f"{1 + when.day % 28} 天前",
)
BOXES = ("div", "div", "li", "article", "section", "table", "tr")


class _Program(Maker):
    """A program: what it chose."""

    words = CLASSES

    def __post_init__(self) -> None:
        super().__post_init__()
        pick, likely = self.chance.choice, self.likely
        self.box = pick(BOXES)
        self.form = pick(FORMS)
        self.buttons = pick(BUTTONS).split() if likely(0.7) else []
        self.head = [name for name in ("author", "time", "number", "rank") if name in ("author", "time") or likely(0.3)]
        self.chance.shuffle(self.head)
        self.has_head_box, self.time_last, self.buttons_first = likely(0.6), likely(0.15), likely(0.2)
        self.signs, self.has_titles, self.links_names = likely(0.3), likely(0.25), likely(0.7)
        self.body_tag, self.paragraphs = pick(("div", "div", "p", "td", "section", "blockquote")), likely(0.5)
        self.has_sidebar, self.speaks = likely(0.4), likely(0.7)
        self.first_apart = likely(0.15)
        self.quotes, self.wraps, self.notes = likely(0.5), likely(0.4), likely(0.3)
        self.quote_tag, self.wrote = pick(("blockquote", "blockquote", "div", "div", "table", "fieldset")), pick(WROTE)
        self.joins, self.number_form = likely(0.3), pick(("#{}", "{}", "{}#", "No. {}", "{}."))
        self.counts, self.heads = pick(COUNTS), likely(0.3)
        self.views_first = likely(0.2)


def made_thread(program: int, page: int) -> TrainingCase:
    """A thread of a made program."""
    made, chance = _Program(seed=f"program {program}"), Random(f"{program}/{page}")
    count = chance.choice((1, 2, 2, 3, 4, 6, 9, 15))
    title = chance.choice(TITLES)
    when = datetime(2021, 1, 1) + timedelta(minutes=chance.randrange(2_000_000))
    signatures = {name: chance.choice(SENTENCES[:6]) + f" ({name})" for name in NAMES}
    posts, bodies, said = list[str](), list[dict[str, Any]](), list[tuple[str, str]]()
    first = chance.choice((0, 0, 0, 10, 20))
    for number in range(count):
        author = chance.choice(NAMES)
        body = [chance.choice(SENTENCES) or "Look at this." for _ in range(chance.choice((1, 1, 1, 2, 3)))]
        when += timedelta(minutes=chance.randrange(3, 90_000))
        quote = _quote(made, chance, said) if made.quotes and number and chance.random() < 0.4 else ("", "")
        note = chance.choice(NOTES).format(author, made.form(when)) if made.notes and chance.random() < 0.3 else ""
        signature = signatures[author] if made.signs and hash_of(author) % 3 else ""
        post = _Post(
            number=number, place=first + number, author=author, time=made.form(when), body=body, signature=signature,
            quote=quote[0], note=note, joined=made.form(when - timedelta(days=900 + hash_of(author) % 90)),
        )  # fmt: skip
        posts.append(_write_post(made, post))
        said.append((author, body[0]))
        facts = {"number": post.place + 1 if "number" in made.head else -1, "signature": signature}
        quotes = (squeeze(quote[1]),) if quote[1] else ()
        bodies.append(
            {
                "text": " ".join([quote[1], *body]).strip(),
                "author": author,
                "time": post.time,
                "quotes": quotes,
                **facts,
            }
        )
    html = _page(made, title, _listed(made, posts))
    return _case(f"made {program}", f"made/{program}-{page}", html, "thread", bodies)


def made_board(program: int, page: int) -> TrainingCase:
    """A board of a made program."""
    made, chance = _Program(seed=f"program {program}"), Random(f"{program}/{page}/board")
    count = chance.choice((2, 3, 5, 8, 12, 20))
    when = datetime(2021, 1, 1) + timedelta(minutes=chance.randrange(2_000_000))
    has_counts, has_last, table = chance.random() < 0.7, chance.random() < 0.6, made.box in ("table", "tr")
    has_excerpt, author_first = made.chance.random() < 0.3, made.chance.random() < 0.3
    address = made.chance.choice(("/thread/{}", "viewtopic.php?t={}", "/t/loom/{}", "/a/{}.html", "?q={}"))
    has_start = made.chance.random() < 0.4
    rows, titles = list[str](), list[dict[str, Any]]()
    for number in range(count):
        title = f"{chance.choice(TITLES)} {chance.randrange(2000)}"
        when -= timedelta(minutes=chance.randrange(3, 9_000))
        cell, box = ("td", "tr") if table else (chance.choice(("div",)), "li" if made.box == "li" else "div")
        link = f'<a{made.name_of("title")} href="{address.format(100 + number)}" data-w=b{number}>{title}</a>'
        excerpt = (
            f"<a href='{address.format(100 + number)}'>{' '.join(chance.sample(SENTENCES, 3))}</a>"
            if has_excerpt
            else ""
        )
        begun, replied = chance.choice(NAMES), chance.choice(NAMES)
        replies = chance.choice((0, 0, 1, 2, 3, 7, 12, 44, chance.randrange(900)))
        views = replies * chance.randrange(2, 60) + chance.randrange(90)
        author, pages = _author(made, begun), "<a href=?page=2>2</a>" if chance.random() < 0.2 else ""
        main = f"{author}<br>{link} {excerpt}{pages}" if author_first else f"{link} {pages}{excerpt}<br>{author}"
        parts = [f"<{cell}>{main}</{cell}>"]
        if has_counts:
            forms = (made.counts if "|" in made.counts else made.counts.replace(" ", "|")).split("|")
            counts = list(zip(("replies", "views"), (form.format(replies, views) for form in forms), strict=True))
            counts = counts[::-1] if made.views_first else counts
            parts += [f"<{cell}{made.name_of(part)}>{value}</{cell}>" for part, value in counts]
        last = f"{_author(made, replied)} " if has_last else ""
        began = made.form(when - timedelta(days=chance.randrange(1, 200)))
        if has_start:
            parts[0] = parts[0].replace(f"</{cell}>", f" <span{made.name_of('time')}>{began}</span></{cell}>")
        parts.append(f"<{cell}>{last}<span{made.name_of('time')}>{made.form(when)}</span></{cell}>")
        rows.append(f"<{box}{made.name_of('record')} data-w=r{number}>{''.join(parts)}</{box}>")
        facts = {"text": title, "author": begun, "last_time": made.form(when), "time": began if has_start else ""}
        facts |= {"last_author": replied if has_last else ""}
        titles.append(facts | ({"replies": replies, "views": views} if has_counts else {}))
    whole = "".join(rows)
    if table and made.heads and has_counts:
        heads = ["Views", "Replies"] if made.views_first else ["Replies", "Views"]
        whole = "<tr>" + "".join(f"<th>{word}</th>" for word in ("Topic", *heads, "Last post")) + "</tr>" + whole
    html = _page(made, "Looms and more", f"<table>{whole}</table>" if table else f"<div>{whole}</div>")
    return _case(f"made {program}", f"made/{program}-{page}b", html, "list", titles)


def made_cards(program: int, page: int) -> TrainingCase:
    """A board of a made program as phones show it: a card a thread, with who began it and when, and no last reply."""
    made, chance = _Program(seed=f"cards {program}"), Random(f"{program}/{page}/cards")
    likely, pick = made.likely, made.chance.choice
    box, tag = pick(("li", "div", "article", "section")), pick(("h2", "h3", "h4", "div", "em", "strong", "p", "span"))
    address = pick(("/thread/{}", "viewtopic.php?t={}", "/t/loom/{}", "/a/{}.html", "?q={}"))
    link_holds, has_face, has_excerpt = pick(("title", "title", "all")), likely(0.5), likely(0.6)
    head_first, time_first, head_tag = likely(0.5), likely(0.2), pick(("div", "p", "span"))
    counted = pick(((), ("replies",), ("replies", "views"), ("views", "replies")))
    forms = dict(zip(("replies", "views"), (made.counts if "|" in made.counts else "{0}|{1}").split("|"), strict=True))
    when = datetime(2021, 1, 1) + timedelta(minutes=chance.randrange(2_000_000))
    cards, said = list[str](), list[dict[str, Any]]()
    for number in range(chance.choice((3, 5, 8, 10, 20))):
        title, begun = f"{chance.choice(TITLES)} {chance.randrange(2000)}", chance.choice(NAMES)
        when -= timedelta(minutes=chance.randrange(3, 9_000))
        replies = chance.choice((0, 0, 1, 2, 3, 7, 12, 44, chance.randrange(900)))
        counts = {"replies": replies, "views": replies * chance.randrange(2, 60) + chance.randrange(90)}
        face = f"<a href='/user/{hash_of(begun) % 97}'><img src='/face/{hash_of(begun) % 97}.png'></a>" * has_face
        stamp = f"<span{made.name_of('time')}>{made.form(when)}</span>" if made.has_head_box else made.form(when)
        who = [stamp, _author(made, begun)] if time_first else [_author(made, begun), stamp]
        head = f"<{head_tag}{made.name_of('head')}>{face}{' '.join(who)}</{head_tag}>"
        excerpt = f"<div>{' '.join(chance.sample(SENTENCES, 3))}</div>" if has_excerpt and chance.random() < 0.8 else ""
        named, href = f"<{tag}{made.name_of('title')} data-w=b{number}>{title}</{tag}>", address.format(100 + number)
        main = (
            f'<a href="{href}">{named}{excerpt}</a>'
            if link_holds == "all"
            else f'<a href="{href}">{named}</a>{excerpt}'
        )
        numbers = " ".join(
            f"<span{made.name_of(name)}>{forms[name].format(counts['replies'], counts['views'])}</span>"
            for name in counted
        )
        foot = f"<div>{numbers}</div>" if counted else ""
        content = f"{head}{main}{foot}" if head_first else f"{main}{head}{foot}"
        cards.append(f"<{box}{made.name_of('record')} data-w=r{number}>{content}</{box}>")
        said.append(
            {"text": title, "author": begun, "time": made.form(when), **{name: counts[name] for name in counted}}
        )
    whole, lists = "".join(cards), "ul" if box == "li" else "div"
    html = _page(made, "Looms and more", f"<{lists}{made.name_of('list')}>{whole}</{lists}>")
    return _case(f"made cards {program}", f"made/{program}-{page}c", html, "list", said)


def made_other(program: int, page: int) -> TrainingCase:
    """A page of a made program without records: members, boards, or an article with its date and author."""
    made, chance = _Program(seed=f"program {program}"), Random(f"{program}/{page}/other")
    when = datetime(2021, 1, 1) + timedelta(minutes=chance.randrange(2_000_000))
    times = [made.form(when - timedelta(days=37 * number)) for number in range(12)]
    kind = chance.choice(("members", "boards", "article", "empty"))
    if kind == "members":
        rows = "".join(
            f"<tr><td>{_author(made, name)}</td><td>Member</td><td>{time}</td><td>{chance.randrange(900)}</td></tr>"
            for name, time in zip(NAMES, times, strict=False)
        )
        content = f"<table><tr><th>Name<th>Rank<th>Joined<th>Posts</tr>{rows}</table>"
    elif kind == "boards":
        rows = "".join(
            f"<li><h3><a href=/forum/{number}>{('Looms', 'Yarn', 'Market', 'Talk')[number]}</a></h3>"
            f"<p>{chance.choice(SENTENCES)}</p> {chance.randrange(99)} {chance.randrange(999)} "
            f"<a href=/t/{number}>{chance.choice(TITLES)}</a> {_author(made, chance.choice(NAMES))} "
            f"{times[number]}</li>"
            for number in range(4)
        )
        content = f"<ul>{rows}</ul>"
    elif kind == "article":
        text = "".join(f"<p>{' '.join(chance.choices(SENTENCES, k=6))}</p>" for _ in range(5))
        content = f"<p>{_author(made, chance.choice(NAMES))}, {times[0]}</p><div>{text}</div>"
        made.speaks = False
    else:
        content = "<form><input name=q><button>Search</button></form><p>No threads were found.</p>"
    return _case(f"made {program}", f"made/{program}-{page}o", _page(made, "Weavers", content), "other", ())


def _author(made: _Program, name: str) -> str:
    tag = f'a href="/user/{abs(hash_of(name)) % 97}"' if made.links_names else "b"
    return f"<{tag}{made.name_of('author')}>{name}</{tag.split()[0]}>"


def hash_of(text: str) -> int:
    """A number of a text, the same in every process.

    >>> hash_of("ab")
    3105
    """
    number = 0
    for character in text:
        number = number * 31 + ord(character)
    return number


def _quote(made: _Program, chance: Random, said: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """A quote of an earlier post, or of one that is elsewhere, as the page has it and its text."""
    name, text = chance.choice(said) if chance.random() < 0.8 else (chance.choice(NAMES), "I would not do that at all.")
    head = made.wrote.format(name)
    inner = {"table": f"<tr><td>{head}<br>{text}</td></tr>", "fieldset": f"<legend>{head}</legend>{text}"}.get(
        made.quote_tag, f"<b>{head}</b> {text}" if head else text
    )
    return f"<{made.quote_tag}{made.name_of('quote')}>{inner}</{made.quote_tag}>", f"{head} {text}"


@dataclass(frozen=True, kw_only=True)
class _Post:
    """What a post of a made program shows."""

    number: int
    place: int  # in the thread
    author: str
    time: str
    body: Sequence[str]
    signature: str
    quote: str
    note: str
    joined: str


def _write_post(made: _Program, post: _Post) -> str:
    number = post.number
    parts = {
        "author": _author(made, post.author),
        "time": f"<span{made.name_of('time')}>{post.time}</span>",
        "number": f"<a{made.name_of('number')} href=#p{number}>{made.number_form.format(post.place + 1)}</a>",
        "rank": f"<i{made.name_of('rank')}>{('Member', 'Editor', 'Novice')[hash_of(post.author) % 3]}</i>"
        f" <i>{hash_of(post.author) % 700}</i>" + f" <em>{post.joined}</em>" * made.joins,
    }
    names = [name for name in made.head if not (name == "time" and made.time_last)]
    head = " ".join(parts[name] for name in names)
    box = "td" if made.box in ("table", "tr") else "div"
    head = f"<{box}{made.name_of('head')}>{head}</{box}>" if made.has_head_box or box == "td" else head
    title = "<h4>Re: Looms</h4>" if made.has_titles else ""
    links = " ".join(f"<a href=/do/{number}/{index}>{word}</a>" for index, word in enumerate(made.buttons))
    links = f"<div{made.name_of('buttons')}>{links}</div>" if links else ""
    tail = f"<p{made.name_of('note')}>{post.note}</p>" if post.note else ""
    tail += f"<div{made.name_of('signature')}>{post.signature}</div>" if post.signature else ""
    if box == "td":
        tail += (parts["time"] if made.time_last else "") + links
        said = f"<td>{_said(made, post)}{tail}</td>" if made.wraps else f"{_said(made, post, 'td')}<td>{tail}</td>"
        content = f"<tr>{head}{said}</tr>" if made.box == "table" else f"{head}{said}"
        return f"<{made.box}{made.name_of('record')} data-w=r{number}>{content}</{made.box}>"
    said = f"{_said(made, post)}{tail}"
    said = f"<div{made.name_of('wrap')}>{said}</div>" if made.wraps else said
    said += parts["time"] if made.time_last else ""
    content = head + (links if made.buttons_first else "") + title + said + ("" if made.buttons_first else links)
    return f"<{made.box}{made.name_of('record')} data-w=r{number}>{content}</{made.box}>"


def _said(made: _Program, post: _Post, tag: str = "") -> str:
    """The element of the body."""
    tag = tag or made.body_tag.replace("td", "div")
    if tag == "p" and post.quote:
        tag = "div"
    inner = (
        "".join(f"<p>{text}</p>" for text in post.body) if made.paragraphs and tag != "p" else "<br>".join(post.body)
    )
    return f"<{tag}{made.name_of('body')} data-w=b{post.number}>{post.quote}{inner}</{tag}>"


def _listed(made: _Program, posts: Sequence[str]) -> str:
    if made.first_apart and len(posts) > 1:
        return _listed_alike(made, posts[:1]) + _listed_alike(made, posts[1:])
    return _listed_alike(made, posts)


def _listed_alike(made: _Program, posts: Sequence[str]) -> str:
    tag = {"li": "ul", "tr": "table"}.get(made.box, "div")
    return f"<{tag}{made.name_of('list')}>{''.join(posts)}</{tag}>"


def _page(made: _Program, title: str, content: str) -> str:
    words = (
        "<a href=/forum/>Forum</a> <a href=/members>Members</a> <a href=/register>Register</a>" if made.speaks else ""
    )
    side = "".join(f"<li><a href=/t/{n}>{text}</a> <i>2024-05-0{n + 1}</i></li>" for n, text in enumerate(TITLES[:4]))
    aside = f"<div><h3>New</h3><ul>{side}</ul></div>" if made.has_sidebar else ""
    return (
        f"<title>{title} - Weavers</title><div><a href=/>Home</a> {words} <a href=/search>Search</a></div>{aside}"
        f"<h1>{title}</h1>{content}<div>1 <a href=?page=2>2</a></div><p>Powered by nothing.</p>"
    )


def _case(engine: str, name: str, html: str, page_type: str, said: Sequence[Mapping[str, Any]]) -> TrainingCase:
    page = parse(html)
    rows = {value: int(row) for row in page.rows_with("data-w") if (value := page.attribute(int(row), "data-w"))}
    records = []
    for number, facts in enumerate(said):
        start, body = rows[f"r{number}"], rows[f"b{number}"]
        anchor = next(row for row in range(body, int(page.end[body])) if page.chars[row])
        records.append(TrainingRecord(start=start, end=int(page.end[start]), anchor=anchor, body=body, **facts))
    return TrainingCase(id=name, page=page, page_type=page_type, records=tuple(records), corpus=engine, engine=engine)
