"""Small forum pages with their truth, in the builds that programs use."""

from weft import parse
from weft.page import Page
from weft.training.augment.cases import TrainingCase, TrainingRecord

PEOPLE = ("Ann", "Bob", "Cleo", "Dan")
BODIES = ("Which loom is the quiet one?", "The floor loom.", "It is not. Reply to me!", "Then quote a source, Bob.")
TIMES = ("2022-09-04 06:38", "3 hours ago", "Today 10:05", "Mon Sep 05, 2022 1:01 pm")

DIVISIONS = """<!doctype html><html lang=en><head><script>var post = 1;</script></head><body>
<ul class="menu"><li><a href="/forum/index.php">Forum</a></li><li><a href="#post-2">Second</a></li></ul>
<div id="posts">{}
</div><p>All times are local.</p></body></html>"""
DIVISION = """<div class="post post-{0}" id="post-{0}" itemscope itemtype="http://schema.org/Comment">
<div class="author"><a href="/member.php?u={0}"><b>{1}</b></a> <span>Posts: 1{0}</span></div>
<div class="head">Posted <i title="{2}">{2}</i>
</div><div class="body" itemprop="text"><p>{3}</p></div><ul class="buttons">
<li><a href="/reply.php?p={0}">Reply</a></li>
<li><a href="/report.php?p={0}">Report</a></li></ul></div>"""
TABLES = "<html><body><table class=thread>{}</table></body></html>"
TABLE = (
    """<tr class="head"><td>{2}</td></tr><tr class="post"><td class="author">{1}</td><td class="body">{3}</td></tr>"""
)


def thread(build: str = "divisions", count: int = 4) -> TrainingCase:
    """A thread: posts that are divisions, or rows of a table with a row before each that says the time."""
    whole, part = (DIVISIONS, DIVISION) if build == "divisions" else (TABLES, TABLE)
    posts = [part.format(place + 1, PEOPLE[place], TIMES[place], BODIES[place]) for place in range(count)]
    page = parse(whole.format("".join(posts)))
    bodies = [row for row in range(len(page)) if page.classes(row) == ["body"]]
    starts = [row for row in range(len(page)) if "post" in page.classes(row)]
    records = [
        _record(page, place, start, body) for place, (start, body) in enumerate(zip(starts, bodies, strict=True))
    ]
    return TrainingCase(id=f"{build}/1", page=page, page_type="thread", records=tuple(records), corpus=build)


def lines() -> TrainingCase:
    """A thread for printers: no element holds a post, its head and lines are siblings."""
    post = "<strong>{1}</strong> - {2}<br>{3}<br>{4}<br><hr>"
    posts = [post.format(0, PEOPLE[place], TIMES[place], BODIES[place], f"Line {place}") for place in range(4)]
    page = parse(f"<div>{''.join(posts)}</div><p>Printed by hand</p>")
    starts = page.rows_of("strong").tolist()
    ends = [*starts[1:], starts[-1] + 3]
    records = [
        TrainingRecord(
            start=start,
            end=end,
            anchor=next(row for row in range(start, len(page)) if page.text(row) == BODIES[place]),
            text=f"{BODIES[place]} Line {place}",
            author=PEOPLE[place],
            time=TIMES[place],
        )
        for place, (start, end) in enumerate(zip(starts, ends, strict=True))
    ]
    return TrainingCase(id="lines/1", page=page, page_type="thread", records=tuple(records), corpus="lines")


def _record(page: Page, place: int, start: int, body: int) -> TrainingRecord:
    anchor = next(row for row in range(body, len(page)) if page.chars[row])
    return TrainingRecord(
        start=start,
        end=int(page.end[start]),
        anchor=anchor,
        body=body,
        text=BODIES[place],
        author=PEOPLE[place],
        time=TIMES[place],
    )


def board(count: int = 6) -> TrainingCase:
    """A board: rows of a list."""
    title = '<a class="title" href="/t/{0}">Topic number {0}</a>'
    row = f'<li class="row">{title} by <b>Ann</b> <i>2022-09-0{{0}}</i> {{0}} replies'
    page = parse("<ul id=board>" + "".join(row.format(place + 1) for place in range(count)) + "</ul>")
    starts = [row for row in range(len(page)) if page.classes(row) == ["row"]]
    titles = [row + 1 for row in range(len(page)) if page.classes(row) == ["title"]]
    records = [
        TrainingRecord(start=start, end=int(page.end[start]), anchor=title, text=page.text(title), author="Ann")
        for start, title in zip(starts, titles, strict=True)
    ]
    return TrainingCase(id="board/1", page=page, page_type="list", records=tuple(records), corpus="board")
