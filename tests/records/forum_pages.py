"""Small forum pages: the same posts in the markup of many kinds of software."""

from dataclasses import dataclass

HEAD = (
    "<title>Which loom? - Weavers</title><a href=/forum/>Forum</a> <a href=/register>Register</a><h1>Which loom?</h1>"
)
FOOT = "<a href=/reply?tid=3>Reply</a><p>Powered by nothing. It is now 2026-11-15 07:00</p>"


@dataclass(frozen=True)
class Post:
    author: str
    time: str
    body: str


POSTS = (
    Post("Ann", "2022-09-04 06:38", "Which loom should a beginner buy? I have little room."),
    Post("Bob the weaver", "2022-09-05 17:02", "A table loom."),
    Post("织女", "2022-09-06 08:11", "+1"),
    Post("Ann", "2022-09-07 22:40", "Thank you both, that settles it."),
)

LAYOUTS: dict[str, tuple[str, str]] = {
    "div": (
        "<div id=list>{}</div>",
        "<div class=post><div class=author>{author}</div><div class=date>{time}</div>"
        "<div class=content>{body}</div></div>",
    ),
    "no classes": ("<div>{}</div>", "<div><div><b>{author}</b> <i>{time}</i></div><div>{body}</div></div>"),
    "li": (
        "<ol>{}</ol>",
        "<li class=post><a class=author href=/user/1>{author}</a><time>{time}</time><p>{body}</p></li>",
    ),
    "article": (
        "<main>{}</main>",
        "<article><header><a href=/u/1>{author}</a> <time>{time}</time></header><section class=body>{body}</section>"
        "</article>",
    ),
    "section": (
        "<div>{}</div>",
        "<section><h4 class=user>{author}</h4><small>{time}</small><p>{body}</p></section>",
    ),
    "table a post": (
        "<div>{}</div>",
        "<table class=tborder><tr><td colspan=2>{time}</td></tr><tr><td class=userinfo>"
        "<a href=member.php?u=1>{author}</a></td><td class=message>{body}</td></tr></table>",
    ),
    "tr a post": (
        "<table>{}</table>",
        "<tr><td class=author>{author}</td><td><span class=date>{time}</span><div class=text>{body}</div></td></tr>",
    ),
    "two tr a post": (
        "<table><tbody>{}</tbody></table>",
        "<tr class=thead><td class=author>{author}</td><td>{time}</td></tr>"
        "<tr class=tbody><td colspan=2>{body}</td></tr>",
    ),
    "dl": ("<dl>{}</dl>", "<dt><b class=author>{author}</b> <i>{time}</i></dt><dd>{body}</dd>"),
    "head and body": (
        "<div>{}</div>",
        "<div class=head><b class=author>{author}</b> <i>{time}</i></div><div class=text>{body}</div>",
    ),
    "loose text": (
        "<div id=content>{}</div>",
        "<p class=author><strong>{author}</strong> 发表于 {time}</p>{body}<br>",
    ),
    "rules": (
        "<table><tr><td>{}</td></tr></table>",
        "<hr><strong>Which loom?</strong> - <a href=member.php?uid=1>{author}</a> - <b>{time}</b><br><br>{body}<br>",
    ),
    "noscript": (
        "<noscript><div>{}</div></noscript>",
        "<div class=crawler-post><span class=creator><a href=/u/x>{author}</a></span>"
        "<time class=post-time>{time}</time><div class=post><p>{body}</p></div></div>",
    ),
}


def thread(layout: str = "div", posts: tuple[Post, ...] = POSTS) -> str:
    """A thread in one of the layouts."""
    around, each = LAYOUTS[layout]
    inner = "".join(each.format(author=post.author, time=post.time, body=post.body) for post in posts)
    return HEAD + around.format(inner) + FOOT


def board(rows: int = 12) -> str:
    """A board: a table with a row a thread, header and pager included."""
    names = ("warps", "wefts", "heddles", "shuttles", "reeds", "yarns", "knots", "dyes", "selvedges", "looms")
    inner = "".join(
        f"<tr class=row{n % 2}><td class=title><a href=showthread.php?tid={n}>A question about {names[n % 10]} {n}</a>"
        "</td>"
        f"<td><a href=member.php?u={n}>Ann{n}</a><br>2022-09-{n % 28 + 1:02} 06:38</td><td>{n}</td><td>{100 + n}</td>"
        f"<td>2022-10-{n % 28 + 1:02} 09:00 <a href=member.php?u={n + 1}>Bob{n}</a></td></tr>"
        for n in range(rows)
    )
    head = "<tr><th>Topic</th><th>Author</th><th>Replies</th><th>Views</th><th>Last post</th></tr>"
    return f"<title>Looms</title><a href=/forum/>Forum</a><table>{head}{inner}</table><p>Page 1 of 9"
