"""Whether a page is part of a discussion: the words that such pages have in classes, addresses and buttons.

Articles have authors, times and bodies too, and comments below them are built like posts; what sets a forum apart is
what it calls its things. The weights are the rounded log-odds of words on 161 discussions against 1,323 other pages
(wcxb-dev and magic), kept to words of more than one piece of software; they stand in the kernel (`discussion.rs`).
In-sample, 95 % of the discussions reach 1 and 11 % of the others; 86 % and 2 % reach 4.
"""

from weft import _native
from weft.page import Page

POSTS = 2.0  # from here on repeated posts are those of a discussion and not comments on an article
POSTS_ALONE = 0.0  # from here on repeated posts are those of a discussion where they are most of the page
SINGLE_POST = 3.5  # from here on one post is a thread of one post and not an article


def discussion_score(page: Page) -> float:
    """How much the words of a page speak for a discussion; above `POSTS` it is likely one.

    >>> from weft import parse
    >>> page = parse("<a href=/forum/>Forums</a><div class=thread><a href=/u/1 class=username>Ann</a>")
    >>> discussion_score(page) > POSTS
    True
    """
    return _native.discussion_score(page.table) / 10
