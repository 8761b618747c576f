"""A small site: articles, one of them cut in two, and lists."""

from pathlib import Path

TOPICS = "looms shuttles warps wefts dyes wools linens spindles".split()
BODY = (
    "The weaver of {0} came to the old mill before it grew dark and told the others what she had found in {0}. "
    "Nobody in the village had known how much work went into {0}, and so they listened until late at night."
)
ARTICLE = """<html><head><title>All about {0}{mark} | Weft News</title>{next}</head><body class="single">
<div id="nav"><a href="/">Home</a> <a href="/list/1.html">Lists</a> <a href="/about.html">About us</a></div>
<div class="post"><h1>All about {0}{mark}</h1><div class="meta">By <span class="author">Ann {0}</span>
<span class="date">2021-03-{day:02}</span></div><div class="content">{body}</div>
<div class="share">Share this page with your friends and follow us everywhere</div></div>
<div id="footer">Copyright Weft News, all rights reserved, write to us</div></body></html>"""
LIST = """<html><head><title>List {0} | Weft News</title></head><body class="list">
<div id="nav"><a href="/">Home</a> <a href="/list/1.html">Lists</a> <a href="/about.html">About us</a></div>
<ul class="index">{items}</ul>
<div id="footer">Copyright Weft News, all rights reserved, write to us</div></body></html>"""


def article(topic: str, day: int, *, body: str = "", mark: str = "", follows: str = "") -> str:
    """An article page."""
    link = f'<link rel="next" href="{follows}">' if follows else ""
    text = "".join(f"<p>{part}</p>" for part in (body or BODY.format(topic), f"More on {topic} will follow in spring."))
    return ARTICLE.format(topic, day=day, body=text, mark=mark, next=link)


def pages() -> dict[str, str]:
    """Every page by its path: eight articles, the first cut in two, and four lists."""
    found = {f"news/{topic}.html": article(topic, day) for day, topic in enumerate(TOPICS, start=1)}
    second = "She never came back to the mill, but the looms that she had left there were used for many years."
    found["news/looms_2.html"] = article("looms", 1, body=second, mark=" (2)")
    for number in range(1, 5):
        items = "".join(
            f'<li><a href="/news/{topic}.html">All about {topic}</a> <i>day {day + number}</i></li>'
            for day, topic in enumerate(TOPICS)
        )
        found[f"list/{number}.html"] = LIST.format(number, items=items)
    return found


def write_pages(folder: Path) -> Path:
    """The pages as files."""
    for name, html in pages().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(html, encoding="utf-8")
    return folder
