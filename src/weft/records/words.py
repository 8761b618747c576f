"""The words in classes and ids that say what an element is about.

Class names differ with every piece of software, the words in them much less: `post_body`, `postbody` and
`message-content` all speak of a body. A word is weak evidence: nothing is found by a word alone.
"""

import re
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number

Flags = NDArray[np.uint16]

TELLING_ATTRIBUTES = ("itemprop", "data-role")
MOST_ATTRIBUTES = 20_000

AUTHOR, TIME, BODY, QUOTE, SIGNATURE, EDITED, BUTTON, PERSON, TITLE, PAGER, RANK, ASIDE = (1 << n for n in range(12))

_WORDS: tuple[tuple[int, str], ...] = (
    (AUTHOR, r"author|(?:^|[-_])user$|user[-_]?name|nick|poster(?!ior)|byline|creator|starter|writer|^name$|^fn$|^by$"
             r"|(?:member|screen|full)-?name"),
    (TIME, r"date|time(?!line)|(?<![a-z])ago(?![a-z])|posted|published|^when$"),
    (BODY, r"content|message|msg|body|text|^post$|entry|^mes$|markdown|prose|cooked|^copy$|article"
             r"|comment(?!s$|s?[-_]?(?:list|area|form|count|box|wrap))"),
    (QUOTE, r"quote(?!d?-?(?:link|button|btn|control))|^cite"),
    (SIGNATURE, r"signature|^sign?$|[-_]sign?$|^sig[-_]"),
    (EDITED, r"edited|last-?edit|(?<!quote-)modified|edit-?by|edit-?note|^pstatus$"),
    (BUTTON, r"button|btn|action|tool|control|share|react|like|vote|report|menu|dropdown|popup"),
    (PERSON, r"user(?!text|content)|member|profile|avatar|author|poster(?!ior)|rank|badge|stat(?:s|istics)?$"),
    (TITLE, r"title|subject|topic|headline|heading"),
    (PAGER, r"pag(?:e|ing|ination|er)(?:$|[-_])|^pg$|breadcrumb|navig|^nav|^foot|^head(?:er)?$|sidebar"),
    (ASIDE, r"footer|sidebar|modal|dialog|widget"),
    (RANK, r"rank|group|role|badge|location|status|level|avatar|title|flair|count|reputation|from"),
)  # fmt: skip
_PATTERNS = tuple((flag, re.compile(pattern)) for flag, pattern in _WORDS)
# Every word above has one of these in it; most classes have none, and a search for substrings is all that they cost.
_STEMS = (
    "author user nick post by creat start writ name fn dat tim ago publish when content mes msg body text entry "
    "markdown prose cooked copy article comment quote cite sig edit modif pstat button btn action tool control share "
    "react like vote report menu drop popup member profile avatar rank badge stat title subject topic head pag pg "
    "crumb nav foot side modal dialog widget group role location level flair count reput from"
).split()


@lru_cache(maxsize=16_384)
def token_flags(token: str) -> int:
    """What one class or id speaks of, as a sum of flags.

    >>> token_flags("post-author") == AUTHOR + PERSON
    True
    """
    token = token.lower()
    if token.startswith("js-") or not any(stem in token for stem in _STEMS):  # scripts' hooks say nothing about text
        return 0
    return sum(flag for flag, pattern in _PATTERNS if pattern.search(token))


def tag_mask(*names: str) -> NDArray[np.bool_]:
    """Which tag numbers are those of the names: `mask[page.tag]` is much faster than `np.isin`.

    >>> tag_mask("td")[tag_number("td")], tag_mask("td")[tag_number("th")]
    (np.True_, np.False_)
    """
    mask = np.zeros(1 << 16, np.bool_)
    mask[[tag_number(name) for name in names]] = True
    return mask


def page_flags(page: Page) -> tuple[Flags, Flags]:
    """What classes and ids speak of: of every token of the page, and of every row, microdata and roles included."""
    table = page.table
    tokens = np.array([*map(token_flags, page.tokens), 0], np.uint16)  # the last place is for -1, no id
    rows = tokens[table.id_token]
    first = table.class_start[:-1]
    has = np.flatnonzero(table.class_start[1:] > first)
    if len(has):
        rows[has] |= np.bitwise_or.reduceat(tokens[table.class_token], first[has])
    for name in TELLING_ATTRIBUTES:
        for row in page.rows_with(name)[:MOST_ATTRIBUTES].tolist():
            value = page.attribute(row, name) or ""
            rows[row] |= 0 if value == "name" else token_flags(value)  # everything has a name in microdata
    return tokens[:-1], rows
