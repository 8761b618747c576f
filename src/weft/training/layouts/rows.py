"""Lists of threads of made programs: boards of tables, of lists and of cards, results of a search, trees of replies."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from weft.training.layouts.parts import NAMES, author, counter, time
from weft.training.layouts.program import MARK, Program, mark
from weft.training.layouts.threads import SPANS

ROWS = (3, 3, 3, 4, 5, 6, 8, 10, 15, 20, 30)
REPLIES = (0, 0, 1, 2, 3, 7, 12, 44, 412)
CELLS = {"tr": "td", "dl": "dd", "a": "span"}
LISTS = {"tr": "table", "li": "ul"}
TAGS = ("linen", "reeds", "help", "sale")

Content = tuple[str, str, list[dict[str, Any]]]


def made_rows(made: Program, chance: Random, kind: str) -> Content:
    """The name of a board, its rows as the page has them, and what is true of each."""
    way = "row" if kind == "board" else "card"
    box, columns = made.pick(f"{way} box"), made.pick(f"{way} areas").split(" | ")
    shown = {part for column in columns for part in column.split()}
    shown |= {"text", "last_author", "last_time"} if "last" in shown else {"text"}
    when, span = made.now - timedelta(minutes=chance.randrange(99)), chance.choice(SPANS)
    rows, facts = list[str](), list[dict[str, Any]]()
    for number in range(chance.choice(ROWS)):
        parts, fact = _parts(made, chance, number, when, box)
        rows.append(_row(made, parts, columns, box, number))
        facts.append({name: value for name, value in fact.items() if name in shown})
        when -= timedelta(minutes=chance.randrange(1, span))
    words = [made.word(column) if column in ("replies", "views", "last") else "" for column in columns]
    heads = (
        f"<tr>{''.join(f'<th>{word}</th>' for word in words)}</tr>" if box == "tr" and made.likely("heads", 0.6) else ""
    )
    return made.word("forum"), made.box(LISTS.get(box, "div"), "list", heads + "".join(rows)), facts


def _row(made: Program, parts: dict[str, str], columns: Sequence[str], box: str, number: int) -> str:
    tag = CELLS.get(box, made.pick("column tag", "row"))
    cells = [" ".join(filter(None, (parts[name] for name in column.split()))) for column in columns]
    empty = "&nbsp;" if tag == "td" else ""
    named = [made.box(tag, name.split()[0], cell or empty) for name, cell in zip(columns, cells, strict=True)]
    own = f"{made.named('row', number=900 + number)} {MARK}={number}"
    html = f"<{box}{own}>{''.join(named)}</{box}>"
    if box != "a":
        return html
    inner = html[len(box) + 1 : -len("</a>")].replace("<a ", "<b ").replace("</a>", "</b>")
    return f'<a href="{made.pick("row address").format(number)}"{inner}</a>'  # the row is the link: it holds none


def _parts(
    made: Program, chance: Random, number: int, last: datetime, box: str
) -> tuple[dict[str, str], dict[str, Any]]:
    """The parts of a row, and what they say."""
    title = f"{made.say('title', chance)} {chance.choice(('', chance.randrange(2000)))}".strip()
    begun, replied, replies = chance.choice(NAMES), chance.choice(NAMES), chance.choice(REPLIES)
    views, href = replies * 9 + chance.randrange(90), made.pick("row address").format(100 + number)
    start, shown = time(made, last - timedelta(minutes=chance.randrange(1, 90_000)), number)
    final, last_shown = time(made, last, number, role="last_time", part="last time")
    who = author(made, replied, number, role="last_author") if made.likely("names who replied", 0.8) else ""
    ends = [f"{made.word('last')} {who}" if made.likely("says last", 0.4) and who else who, final]
    pages = "".join(f"<a href={href}?page={page}>{page}</a> " for page in range(2, 2 + chance.choice((0, 0, 1, 4))))
    link, excerpt = (
        f'<a href="{href}"{made.named("title")}>{mark("title", number, title)}</a>',
        made.say("say", chance, 2),
    )
    parts = {
        "icon": f"<img src=/icon{replies % 3}.gif alt=''>",
        "face": f"<img src=/face/{chance.randrange(99)}.png alt=''>",
        "title": made.box(made.pick("title tag", "row"), "headline", link),
        "author": author(made, begun, number),
        "time": start,
        "pages": f"[ {pages}]" if pages and made.likely("pages", 0.6) else "",
        "replies": counter(made, "replies", replies, number),
        "views": counter(made, "views", views, number),
        "last": " ".join(filter(None, ends[:: -1 if made.likely("last time first", 0.4) else 1])),
        "excerpt": made.box("p" if box != "a" else "span", "excerpt", excerpt) if made.likely("excerpts", 0.6) else "",
        "tags": " ".join(f"<a href=/tag/{tag}>{tag}</a>" for tag in chance.sample(TAGS, 2)),
    }
    facts = {"text": title, "author": begun, "time": shown, "replies": replies, "views": views}
    return parts, facts | {"last_time": last_shown, "last_author": replied if who else ""}


def made_tree(made: Program, chance: Random, kind: str) -> Content:
    """An index of threads with their replies below them; only the threads are rows."""
    way, rows, facts = made.pick("tree"), list[str](), list[dict[str, Any]]()
    when = made.now - timedelta(minutes=chance.randrange(99))
    for number in range(chance.choice(ROWS)):
        title = f"{made.say('title', chance)} {chance.randrange(2000)}"
        line, fact = _line(made, chance, title, when, number)
        when -= timedelta(minutes=chance.randrange(1, 9_000))
        count, subject = chance.choice((0, 0, 1, 2, 5)), f"{made.word('re')}: {title}"
        replies = [_line(made, chance, subject, when, -1)[0] for _ in range(count)]
        rows.append(_branch(way, number, line, replies))
        facts.append(fact)
    return made.word("forum"), made.box({"ul": "ul", "tr": "table"}.get(way, "div"), "list", "".join(rows)), facts


def _branch(way: str, number: int, line: str, replies: Sequence[str]) -> str:
    own = f"{MARK}={number}"
    if way == "ul":
        below = "".join(f"<li>{reply}</li>" for reply in replies)
        return f"<li {own}>{line}{f'<ul>{below}</ul>' if below else ''}</li>"
    tag, cell = ("tr", "<td>") if way == "tr" else ("div", "")
    spaces = "&nbsp;&nbsp;" if way == "spaces" else ""
    pads = [f"<span style=padding-left:{20 * place}px>{spaces}</span>" for place in range(1, 1 + len(replies))]
    below = "".join(f"<{tag} {own}>{cell}{pad}{reply}</{tag}>" for pad, reply in zip(pads, replies, strict=True))
    return f"<{tag} {own}>{cell}{line}</{tag}>{below}"


def _line(made: Program, chance: Random, title: str, when: datetime, number: int) -> tuple[str, dict[str, Any]]:
    who, (html, shown) = chance.choice(NAMES), time(made, when, number)
    link = f"<a href=/entry/{chance.randrange(9999)}>{mark('title', number, title)}</a>"
    joint = f" {made.pick('joint', 'tree') or '-'} "
    facts = {"text": title, "author": who, "time": shown}
    return joint.join(filter(None, (link, author(made, who, number), html))), facts
