"""What stands around the records of a made page, and pages without records: all that can be taken for a post."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from random import Random

from weft.training.layouts.parts import NAMES, author, counter, time
from weft.training.layouts.program import Program

SITES = ("Weavers", "The Loom Board", "织布论坛", "Webforum", "Métiers et fils", "Ткачи", "loomtalk")
TAGS = (("nav", "footer", "main", "aside"), ("div", "div", "div", "div"), ("header", "div", "td", "td"))
LIKELY = {"before": 0.3, "side": 0.35, "behind": 0.3, "below": 0.35}
LIKELY_BEFORE_OTHERS = 0.6  # before pages without records: a clock and a notice must not look like a post there
NONE = -1  # the number of a record that is none
BOXES: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(
    (Path(__file__).parent / "boxes.toml").read_text(encoding="utf-8")
)
OTHER_PAGES = tuple(BOXES["pages"])
_REPEATED = re.compile(r"\[([\d,]+)\|((?:[^\[\]]|\[[^\[\]]*\])*)\]")
_PLACE = re.compile(r"\{(\w+) ?(\w*)\}")


def fill(made: Program, chance: Random, form: str) -> str:
    """A form with what the program and its people say in its places."""

    def said(place: re.Match[str]) -> str:
        kind, what = place.groups()
        if kind in ("word", "name"):
            return made.word(what) if kind == "word" else made.named(what)
        if kind in ("who", "count"):
            name, count = chance.choice(NAMES), chance.randrange(9000)
            return author(made, name, NONE) if kind == "who" else counter(made, what, count, NONE)
        if kind in ("ago", "now"):
            when = made.now - timedelta(minutes=chance.randrange(200_000))
            return time(made, when, NONE)[0] if kind == "ago" else made.clock.shown(made.now)
        return str(chance.randrange(999)) if kind == "number" else made.say(kind, chance)

    while _REPEATED.search(form):
        form = _REPEATED.sub(lambda part: part[2] * int(chance.choice(part[1].split(","))), form)
    return _PLACE.sub(said, form)


def other_page(made: Program, chance: Random, kind: str) -> tuple[str, str]:
    """The title and the content of a page without records."""
    return made.say("title", chance), fill(made, chance, made.chance(kind).choice(BOXES["pages"][kind]))


def _boxes(made: Program, chance: Random, place: str, *, likely: float = 0.0) -> str:
    likely = likely or LIKELY[place]
    forms = [made.chance(name).choice(forms) for name, forms in BOXES[place].items() if made.likely(name, likely)]
    return "".join(fill(made, chance, form) for form in forms)


def around(made: Program, chance: Random, title: str, content: str, page_type: str) -> str:
    """The whole page: head, boxes of the site, content, pager, boxes, foot."""
    site = made.chance("site").choice(SITES)
    head = f'<!doctype html><html lang="{made.language}"><title>{title} - {site}</title>'
    if made.forced.get("frame") == "bare":
        return f"{head}<p>{site} &raquo; <a href=/t/7>{title}</a></p>{content}<p>Powered by nothing</p>"
    nav, foot, main, side = made.chance("tags").choice(TAGS)
    links = "".join(f"<li><a href=/{kind}>{made.word(kind)}</a></li>" for kind in ("forum", "posts", "login", "guest"))
    trail = (
        f"<p{made.named('trail')}><a href=/>{site}</a> &raquo; <a href=/f>{made.word('forum')}</a> &raquo; {title}</p>"
    )
    pager = f"<div{made.named('pager')}>1 <a href=?page=2>2</a> <a href=?page=3>3</a></div>" * made.likely("pager", 0.6)
    above = pager * made.likely("pager above", 0.3) + ("" if page_type == "thread" else f"<h1>{title}</h1>")
    below = pager + (_boxes(made, chance, "below") if page_type == "thread" else "")
    columns = [made.box(side, "side", _boxes(made, chance, "side")), f"<{main}>{above}{content}{below}</{main}>"]
    body = "".join(columns[:: 1 if made.likely("side first", 0.4) else -1])
    body = f"<table><tr>{body}</tr></table>" if main == "td" else body
    end = made.chance("foot").choice(("Powered by nothing", "v2.4", f"&copy; {made.now.year}"))
    menu = f"<{nav}><a href=/>{site}</a><ul>{links}</ul></{nav}>"
    more = LIKELY_BEFORE_OTHERS if page_type == "other" else 0.0
    before, behind = _boxes(made, chance, "before", likely=more), _boxes(made, chance, "behind")
    return f"{head}{menu}{trail}{before}{body}{behind}<{foot}>{site} {end}</{foot}>"
