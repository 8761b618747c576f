"""The words in classes, ids and addresses that say what an element is about, and whether a page is a discussion.

Class names differ with every piece of software, the words in them much less: `post_body`, `postbody` and
`message-content` all speak of a body. A word is weak evidence: nothing is found by a word alone. The words themselves
are in the kernel (`text/class_words.rs`). A row's words come from its classes, its id, `itemprop` and `data-role`.

Articles have authors, times and bodies too, and comments below them are built like posts. What sets a forum apart is
what it calls its things. The weights are the rounded log-odds of words on 161 discussions against 1,323 other pages
(wcxb-dev and magic), kept to words of more than one piece of software; they are in the kernel too
(`discussion_score.rs`). In-sample, 95 % of the discussions reach 1 and 11 % of the others; 86 % and 2 % reach 4.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weft.content import Record
from weft.deadline import check_deadline, kernel_call
from weft.kernel import records as kernel
from weft.page import Page, tag_number
from weft.page.once import once_a_page

Flags = NDArray[np.uint16]

AUTHOR, TIME, BODY, QUOTE, SIGNATURE, EDITED, BUTTON, PERSON, TITLE, PAGER, RANK, ASIDE = (1 << n for n in range(12))
POSTS = 2.0  # from here on repeated posts are those of a discussion and not comments on an article
BOARD = 4.0  # from here on rows name threads: 4.7 and more on boards, up to 3.2 on shops and lists that count replies
BOARD_SHARE = 0.2  # of the page's text that the rows hold: 0.27 and more on boards, up to 0.15 beside articles
MAX_ROWS = 10  # whose fields are looked at
_OTHERS = frozenset({"body", "price"})  # fields of posts and cards
_THREAD = frozenset({"author", "last_author", "replies", "views"})


def token_flags(token: str) -> int:
    """What one class or id speaks of, as a sum of flags.

    >>> token_flags("post-author") == AUTHOR + PERSON
    True
    """
    return kernel.token_flags(token)


def tag_mask(*names: str) -> NDArray[np.bool_]:
    """Which tag numbers are those of the names: `mask[page.tag]` is much faster than `np.isin`.

    >>> tag_mask("td")[tag_number("td")], tag_mask("td")[tag_number("th")]
    (np.True_, np.False_)
    """
    mask = np.zeros(1 << 16, np.bool_)
    mask[[tag_number(name) for name in names]] = True
    return mask


@once_a_page
def discussion_score(page: Page) -> float:
    """How much the words of a page speak for a discussion; above `POSTS` it is likely one.

    >>> from weft import parse
    >>> page = parse("<a href=/forum/>Forums</a><div class=thread><a href=/u/1 class=username>Ann</a>")
    >>> discussion_score(page) > POSTS
    True
    """
    with kernel_call() as seconds:
        return kernel.discussion_score(page.table, seconds=seconds) / 10


def looks_like_discussion(page: Page, least: float) -> bool:
    """Whether the words of a page speak so much for a discussion; it is told sooner than how much they do.

    >>> from weft import parse
    >>> looks_like_discussion(parse("<a href=/forum/>Forums</a><div class=thread>"), POSTS)
    True
    """
    with kernel_call() as seconds:
        return kernel.speaks_as_discussion(page.table, round(10 * least), seconds=seconds)


def is_board(page: Page, records: Sequence[Record]) -> bool:
    """Whether a page lists threads: it speaks as discussions do, and its main records are their rows.

    A row of news or of jobs has a title and a time too; one of a thread says who began it or counts the answers. All
    301 boards of `forums` with threads are told, and no page of wcxb-dev; the values were chosen on them.

    >>> from weft import parse
    >>> is_board(parse("<a href=/forum/>Forums</a><div class=thread>"), [])
    False
    """
    if not looks_like_discussion(page, BOARD) or not records:
        return False
    said = sum(int(page.chars[record.start : record.end].sum()) for record in check_deadline(records))
    names = [set(record.fields) for record in records[:MAX_ROWS]]
    are_rows = all("title" in fields and not fields & _OTHERS for fields in names)
    return said > BOARD_SHARE * int(page.chars.sum()) and are_rows and any(fields & _THREAD for fields in names)
