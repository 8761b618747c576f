"""Parts that posts, rows and boxes share: who, when and how many."""

from __future__ import annotations

from datetime import datetime
from html import escape

from weft.training.layouts.program import MARK, Program, mark

NAMES = (
    "Ann;Bob the weaver;织女;linen_lou;Priya W.;K. Novák;mq77;Søren;Ольга;Gast 12;tenter-hook;Ümit;x;The Miller;山田;"
    "Αλέξης;نسرين;user_4471;김민수;dobby.jack;J;Marie-Claude;老王;Тимур K;Loom2000;admin;s0ren_b;TheWeaversDaughter;דנה"
).split(";")


def author(made: Program, name: str, number: int, *, role: str = "author") -> str:
    """A name as the program shows it."""
    tag, label = (
        made.pick("author tag"),
        f"{made.word('by')} " if made.likely("says by", 0.3) and role == "author" else "",
    )
    text = mark(role, number, name)
    if not tag:
        return f"{label}{text}"
    address = f" href=/user/{hash_of(name) % 97}" if tag == "a" else ""
    named = f"<{tag}{address}{made.named('author')}>{text}</{tag}>"
    return label + made.box(made.pick("inline tag", "author") if made.likely("boxes names", 0.3) else "", "by", named)


def time(made: Program, when: datetime, number: int, *, role: str = "time", part: str = "time") -> tuple[str, str]:
    """A moment as the program shows it, and what it shows; nothing where the program tells no times."""
    way, tag, text = made.pick("time shown"), made.pick("time tag"), made.clock.shown(when)
    if way == "nothing":
        return "", ""
    if way == "attribute":
        tag = tag if tag in ("time", "abbr") else "span"
        whole = when.isoformat(timespec="seconds")
        name = {"time": "datetime", "abbr": "title"}.get(tag, "data-time")
        own = f" {MARK}={number}" if number >= 0 else ""
        return f"<{tag}{made.named(part)}{own} {name}={whole}></{tag}>", whole
    label = f"{made.word('wrote')}{made.chance('colon').choice((' ', ': '))}" if made.likely("says wrote", 0.25) else ""
    shown = mark(role, number, text)
    if not tag:
        return f"{label}{shown}", text
    extra = (
        f' title="{escape(when.isoformat(sep=" ", timespec="minutes"))}"' if made.likely("title of times", 0.3) else ""
    )
    extra = f" datetime={when.isoformat()}" if tag == "time" else extra
    extra += f" href=#p{number}" if tag == "a" else ""
    return f"{label}<{tag}{made.named(part)}{extra}>{shown}</{tag}>", text


def counter(made: Program, kind: str, count: int, number: int) -> str:
    """A number of replies, views or votes, with a word or without."""
    form = made.pick("count form", kind)
    text = mark("counter", number, form.format(n=count, word=made.word(kind)))
    return made.box(made.pick("inline tag", kind), kind, text)


def hash_of(text: str) -> int:
    """A number of a text, the same in every process.

    >>> hash_of("ab")
    3105
    """
    number = 0
    for character in text:
        number = number * 31 + ord(character)
    return number
