"""Whether a page is part of a discussion: the words that such pages have in classes, addresses and buttons.

Articles have authors, times and bodies too, and comments below them are built like posts; what sets a forum apart is
what it calls its things. The weights are the rounded log-odds of words on 161 discussions against 1,323 other pages
(wcxb-dev and magic), kept to words of more than one piece of software; they stand in the kernel (`discussion.rs`).
In-sample, 95 % of the discussions reach 1 and 11 % of the others; 86 % and 2 % reach 4.
"""

from collections.abc import Sequence

from weft import _native
from weft.content import Record
from weft.page import Page

POSTS = 2.0  # from here on repeated posts are those of a discussion and not comments on an article
POSTS_ALONE = 0.0  # from here on repeated posts are those of a discussion where they are most of the page
SINGLE_POST = 3.5  # from here on one post is a thread of one post and not an article
BOARD = 4.0  # from here on rows name threads: 4.7 and more on boards, up to 3.2 on shops and lists that count replies
BOARD_SHARE = 0.2  # of the page's text that the rows hold: 0.27 and more on boards, up to 0.15 beside articles
MAX_ROWS = 10  # whose fields are looked at
_OTHERS = frozenset({"body", "price"})  # fields of posts and cards
_THREAD = frozenset({"author", "last_author", "replies", "views"})


def discussion_score(page: Page) -> float:
    """How much the words of a page speak for a discussion; above `POSTS` it is likely one.

    >>> from weft import parse
    >>> page = parse("<a href=/forum/>Forums</a><div class=thread><a href=/u/1 class=username>Ann</a>")
    >>> discussion_score(page) > POSTS
    True
    """
    return _native.discussion_score(page.table) / 10


def is_board(page: Page, records: Sequence[Record]) -> bool:
    """Whether a page lists threads: it speaks as discussions do, and its main records are their rows.

    A row of news or of jobs has a title and a time too; one of a thread says who began it or counts the answers. All
    301 boards of `forums` with threads are told, and no page of wcxb-dev; the values were chosen on them.

    >>> from weft import parse
    >>> is_board(parse("<a href=/forum/>Forums</a><div class=thread>"), [])
    False
    """
    if discussion_score(page) < BOARD or not records:
        return False
    said = sum(int(page.chars[record.start : record.end].sum()) for record in records)
    names = [set(record.fields) for record in records[:MAX_ROWS]]
    are_rows = all("title" in fields and not fields & _OTHERS for fields in names)
    return said > BOARD_SHARE * int(page.chars.sum()) and are_rows and any(fields & _THREAD for fields in names)
