"""A small forum: a thread cut in two, a thread of its own, and a board."""

import json
from pathlib import Path

from tests.records.forum_pages import FOOT, HEAD, LAYOUTS, POSTS, Post, board

URL = "https://weft.example/showthread.php?tid={}"
LATER = (
    Post("Cleo", "2022-09-08 10:00", "My loom has come, and it takes half of the kitchen."),
    Post("Bob the weaver", "2022-09-09 11:30", "I told you so."),
)
OTHER = (
    Post("Dan", "2022-10-01 09:00", "Which wool do you take for the weft of a scarf?"),
    Post("Ann", "2022-10-02 12:15", "Merino, if it has to be soft."),
)


def page(posts: tuple[Post, ...], *, title: str = "Which loom?", mark: str = "", generator: str = "") -> str:
    """A thread's page in the markup of one software."""
    around, each = LAYOUTS["li"]
    inner = "".join(each.format(author=post.author, time=post.time, body=post.body) for post in posts)
    head = HEAD.replace("Which loom?", title).replace(" - Weavers", f"{mark} - Weavers")
    return f"<meta name=generator content='{generator}'>" + head + around.format(inner) + FOOT


def pages() -> dict[str, tuple[str, str]]:
    """By id the URL and the page: the second page of a thread shows the main post again."""
    return {
        "second": (URL.format("7&page=2"), page((POSTS[0], *LATER), mark=" - Page 2")),
        "other": (URL.format(8), page(OTHER, title="Which wool?")),
        "first": (URL.format(7), page(POSTS)),
        "board": ("https://weft.example/forumdisplay.php?fid=1", board()),
        "about": ("https://weft.example/about.html", "<title>About</title><p>We weave, and say so here at length."),
    }


def write_lines(path: Path) -> Path:
    """The pages as JSON lines."""
    lines = [json.dumps({"id": name, "url": url, "html": html}) for name, (url, html) in pages().items()]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def write_files(folder: Path) -> Path:
    """The pages as files."""
    for name, (_, html) in pages().items():
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
    return folder
