"""Threads of made programs: posts whose parts stand where the program has them, in a box or in none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from weft.training.augment.cases import squeeze
from weft.training.layouts.parts import NAMES, author, counter, time
from weft.training.layouts.program import MARK, Program, mark

COUNTS = (1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12, 15, 20)  # posts of a page
SPANS = (40, 900, 20_000, 400_000)  # minutes from post to post
SAID = (("short", 1), ("short", 1), ("say", 1), ("say", 2), ("say", 3), ("say", 8))  # what, and how many lines
LISTS = {"li": "ul", "tr": "table", "rows": "table", "dl": "dl"}
PLACED = ("author", "time", "number", "title", "buttons", "signature")
IN_TEXT = ["title", "quote and body", "note", "signature"]
IN_OTHERS = [*PLACED, "face", "rank", "joined", "count", "counters"]


@dataclass(kw_only=True)
class Post:
    """What a post says; its truth is filled in while it is written."""

    number: int
    place: int  # in the thread
    author: str
    when: datetime
    said: list[str]
    quote: tuple[str, str] = ("", "")  # who said what
    depth: int = 0
    facts: dict[str, Any] = field(default_factory=dict)


def made_posts(made: Program, chance: Random, count: int) -> list[Post]:
    """So many posts, each later than the one before it; one may quote an earlier one."""
    span, first = chance.choice(SPANS), chance.choice((0, 0, 0, 10, 20))
    when = made.now - timedelta(minutes=chance.randrange(span * count // 2 + 9, span * (count + 3)))
    people, posts = chance.sample(NAMES, min(len(NAMES), 2 + count)), list[Post]()
    for number in range(count):
        kind, length = chance.choice(SAID)
        said = [made.say(kind, chance) for _ in range(length)]
        post = Post(number=number, place=first + number, author=chance.choice(people), when=when, said=said)
        if number and made.likely("quotes", 0.5) and chance.random() < 0.35:
            before = chance.choice(posts)
            post.quote = (before.author, before.said[0])
        post.depth = chance.randrange(min(3, posts[-1].depth + 2)) if number > 1 else min(number, 1)
        posts.append(post)
        when = min(when + timedelta(minutes=chance.randrange(1, span)), made.now)
    return posts


class Writer:
    """Writes the posts of a program in one build; another build is that of a first post unlike the others."""

    def __init__(self, made: Program, title: str) -> None:
        self.made, self.title, self.box = made, title, made.pick("box")
        self.is_sentence = made.likely("says who wrote when in a sentence", 0.2) and made.pick("time shown") == "text"
        self.places = {name: made.pick(f"{name} in") for name in PLACED}
        if self.is_sentence:
            self.places["time"] = self.places["author"]

    def write(self, post: Post) -> str:
        """A post in its box, with the truth in its facts."""
        made, parts, columns = self.made, self._parts(post), list[tuple[str, str]]()
        for column in made.pick("post areas").split(" | "):
            areas = [made.box(made.pick("area tag", area), area, self._area(area, parts)) for area in column.split()]
            columns.append((column.split()[0], "".join(areas)))
        return self._boxed(columns, post)

    def _boxed(self, columns: Sequence[tuple[str, str]], post: Post) -> str:
        made, own = self.made, f"{MARK}={post.number}"
        if self.box == "rows":
            return "".join(f"<tr {own}><td{made.named(name)}>{html}</td></tr>" for name, html in columns)
        if self.box == "dl":
            tags = ["dt"] + ["dd"] * len(columns)
            return "".join(f"<{tag} {own}>{html}</{tag}>" for tag, (_, html) in zip(tags, columns, strict=False))
        if self.box == "bare":
            return "<br>".join(html for _, html in columns) + "<hr>"
        tag = "td" if self.box in ("table", "tr") else made.pick("column tag") if len(columns) > 1 else ""
        inner = "".join(made.box(tag, f"{name}-column", html) for name, html in columns)
        inner = f"<tr>{inner}</tr>" if self.box == "table" else inner
        return f"<{self.box} {own}{made.named('post', number=post.place)}>{inner}</{self.box}>"

    def _area(self, area: str, parts: Mapping[str, str]) -> str:
        """The parts that stand there, in the program's order."""
        joint = f" {self.made.pick('joint', area)} ".replace("  ", " ") if area != "text" else ""
        order = IN_TEXT if area == "text" else IN_OTHERS[:]
        if area != "text":
            self.made.chance(f"order of {area}").shuffle(order)
        return joint.join(parts[f"{area} {name}"] for name in order if parts.get(f"{area} {name}"))

    def _parts(self, post: Post) -> dict[str, str]:
        made, n, places = self.made, post.number, self.places
        chance = Random(f"{made.seed}/{post.author}")
        who, (when, shown) = author(made, post.author, n), time(made, post.when, n)
        post.facts |= {"author": post.author, "time": shown}
        if self.is_sentence:
            who, when = self._sentence(post, shown), ""
        parts = {f"{places['author']} author": who, f"{places['time']} time": when} if when else {
            f"{places['author']} author": who}  # fmt: skip
        if places["number"]:
            text = mark("number", n, made.pick("number form").format(post.place + 1))
            parts[f"{places['number']} number"] = f"<a href=#p{post.place}{made.named('number')}>{text}</a>"
            post.facts["number"] = post.place + 1
        if places["title"] and (n == 0 or chance.random() < 0.8):
            post.facts["title"] = subject = self.title if n == 0 else f"{made.word('re')}: {self.title}"
            parts[f"{places['title']} title"] = self._named("title", n, subject)
        if places["signature"] and chance.random() < 0.7:
            post.facts["signature"] = signature = f"{made.say('say', chance)} ~ {post.author}"
            signed = made.pick("signature line") + self._named("signature", n, signature)
            parts[f"{places['signature']} signature"] = signed
        parts[f"{places['buttons']} buttons"] = self._buttons(post)
        return parts | self._about(post, chance) | {"text quote and body": self._body(post)}

    def _buttons(self, post: Post) -> str:
        made = self.made
        said = [made.word(kind) for kind in ("reply", "quote", "report", "edit", "share") if made.likely(kind, 0.6)]
        marked = [mark("button", post.number, word) for word in said]
        links = " ".join(f"<a href=/do/{post.place}/{place}>{word}</a>" for place, word in enumerate(marked))
        return made.box("div" if made.likely("boxes buttons", 0.6) else "", "buttons", links)

    def _named(self, part: str, number: int, text: str) -> str:
        """A text in an element with a name of its own, with the body's, or with none."""
        made, named = self.made, self.made.pick(f"{part} named")
        tag = "div" if part == "signature" else made.pick("title tag") or "div"
        name = made.named("body" if named == "body" else part) if named != "nothing" else ""
        return f"<{tag}{name}>{mark(part, number, text)}</{tag}>"

    def _about(self, post: Post, chance: Random) -> dict[str, str]:
        """What a program says of who wrote, and of the post: face, rank, day of joining, counts, note."""
        made, n, joined = self.made, post.number, post.when - timedelta(days=chance.randrange(90, 2000))
        edited = min(made.now, post.when + timedelta(minutes=chance.randrange(900)))
        note = f"{made.word('edited')} {made.word('by')} {post.author}, {made.clock.shown(edited)}"
        parts = {
            "panel face": f"<img src=/face/{chance.randrange(99)}.png alt=''>",
            "panel rank": made.box("span", "rank", mark("rank", n, chance.choice(RANKS))),
            "panel joined": made.box("p", "joined", f"{made.word('joined')}: {made.clock.shown(joined)}"),
            "panel count": f"{made.word('posts')}: {chance.randrange(9000)}",
            "foot counters": counter(made, "votes", chance.randrange(40), n),
            "text note": made.box("p", "note", note) if Random(f"{made.seed}/{n}").random() < 0.3 else "",
        }
        return {name: html for name, html in parts.items() if made.likely(name, 0.3)}

    def _sentence(self, post: Post, shown: str) -> str:
        """Who wrote when as one text."""
        made, who = self.made, mark("author", post.number, post.author)
        when, by, wrote = mark("time", post.number, shown), made.word("by"), made.word("wrote")
        forms = (f"{by} {who}, {when}", f"{who} {wrote} {when}:", f"{when} - {who}", f"{who} ({when})")
        return made.box(made.pick("inline tag", "sentence"), "line", made.chance("sentence").choice(forms))

    def _body(self, post: Post) -> str:
        made, n, tag, paragraph = self.made, post.number, self.made.pick("body tag"), self.made.pick("paragraph tag")
        lines = [_inline(Random(f"{made.seed}/{n}/{place}"), text, n) for place, text in enumerate(post.said)]
        if paragraph in ("p", "div") and tag != "p":
            inner = "".join(f"<{paragraph}>{line}</{paragraph}>" for line in lines)
        else:
            inner = {"br": "<br>", "blank": "<br><br>"}.get(paragraph, " ").join(lines)
        quote, text = self._quote(post)
        post.facts["text"] = " ".join(filter(None, [text, *post.said]))
        post.facts["quotes"] = (squeeze(text),) if text else ()
        return made.box("div" if tag == "p" and quote else tag, "body", quote + inner, number=post.place)

    def _quote(self, post: Post) -> tuple[str, str]:
        if not post.quote[1]:
            return "", ""
        made, n, tag = self.made, post.number, self.made.pick("quote tag")
        head = f"{post.quote[0]} {made.word('wrote')}:" if made.likely("names who is quoted", 0.7) else ""
        one, two = mark("quote", n, head), mark("quote", n, post.quote[1])
        inner = f"<tr><td>{one}<br>{two}</td></tr>" if tag == "table" else f"<b>{one}</b> {two}" if head else two
        after = "<br>" if tag in ("q", "cite") else ""
        return f"<{tag}{made.named('quote')}>{inner}</{tag}>{after}", f"{head} {post.quote[1]}".strip()


RANKS = "Member;Editor;Novice;Senior Member;Loom Master;***;新手上路;Mitglied;Membre actif;Участник;一般会員".split(";")


def _inline(chance: Random, text: str, number: int) -> str:
    """A line of a body; some of its words are links or strong."""
    words = text.split(" ")
    if len(words) < 6 or chance.random() < 0.7:
        return mark("body", number, text)
    place, tag = chance.randrange(1, len(words) - 2), chance.choice(("b", "i", "code", "a href=https://loom.example/x"))
    parts = (words[:place], words[place : place + 2], words[place + 2 :])
    before, word, after = (mark("body", number, " ".join(part)) for part in parts)
    return f"{before} <{tag}>{word}</{tag.split()[0]}> {after}"


def made_thread(made: Program, chance: Random, kind: str) -> tuple[str, str, list[dict[str, Any]]]:
    """The title of a thread, its posts as the page has them, and what is true of each."""
    posts, title = made_posts(made, chance, chance.choice(COUNTS)), made.say("title", chance)
    first, nesting = made.pick("first post"), made.pick("nesting")
    others = Writer(made, title)
    lead = Writer(Program(f"{made.seed}/first", language=made.language), title) if first == "other" else others
    written = [lead.write(posts[0]), *map(others.write, posts[1:])]
    for place in range(0, len(posts) - 1, 3):
        written[place] += _between(others, posts[place])
    is_apart = first in ("apart", "other")
    content = _listed(made, lead.box, written[:1]) if is_apart else ""
    posts_after, rest = posts[is_apart:], written[is_apart:]
    if nesting == "flat" or others.box in ("tr", "rows", "table", "dl", "bare") or not rest:
        content += _listed(made, others.box, rest)
    elif nesting == "indented":
        depths = [f'class="depth-{post.depth}" style="margin-left:{post.depth * 20}px"' for post in posts_after]
        content += "".join(f"<div {depth}>{html}</div>" for depth, html in zip(depths, rest, strict=True))
    else:
        content += _nested(posts_after, rest)
    heading = f"<h1{made.named('title')}>{title}</h1>" if made.likely("thread title", 0.85) else ""
    return title, heading + content, [post.facts for post in posts]


def _between(writer: Writer, post: Post) -> str:
    """What stands between posts and is none."""
    said = {"advert": "<div class=ad><a href=/ad>Looms for sale, 20 % off</a></div>", "hr": "<hr>",
            "note": f"<p>{writer.made.word('login')}</p>", "day": f"<div>{post.when:%Y-%m-%d}</div>"}  # fmt: skip
    html = said.get(writer.made.pick("between"), "")
    around = {"tr": "<tr><td colspan=2>{}</td></tr>", "rows": "<tr><td>{}</td></tr>", "li": "<li>{}</li>"}
    return around.get(writer.box, "{}").format(html) if html else ""


def _listed(made: Program, box: str, posts: Sequence[str]) -> str:
    return made.box(LISTS.get(box, "div" if made.likely("list", 0.8) else ""), "list", "".join(posts))


def _nested(posts: Sequence[Post], written: Sequence[str]) -> str:
    """Replies inside of lists below what they answer."""
    html, depth = "<ul>", 0
    for place, (post, own) in enumerate(zip(posts, written, strict=True)):
        step = min(post.depth, depth + 1) if place else 0
        html += "<ul>" if step > depth else "</li>" + "</ul></li>" * (depth - step) if place else ""
        html, depth = f"{html}<li>{own}", step
    return html + "</li>" + "</ul></li>" * depth + "</ul>"
