"""The words of classes, addresses and texts: the kernel's search beside the plain one."""

import random
import re

import pytest

from tests.records.forum_pages import board, thread
from tests.seeds import every_seed
from tests.soup import make_page
from tests.text.language_forms import plain_pattern, table
from weft import _native, parse
from weft.page import Page
from weft.records.evidence import gather
from weft.records.words import (
    ASIDE,
    AUTHOR,
    BODY,
    BUTTON,
    EDITED,
    PAGER,
    PERSON,
    QUOTE,
    RANK,
    SIGNATURE,
    TIME,
    TITLE,
    discussion_score,
    token_flags,
)
from weft.text.words import fold

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

PIECES = (
    "author user name user_name nick poster ior byline creator starter writer fn by date time line ago posted "
    "published when content message msg body text entry mes markdown prose cooked copy article comment comments "
    "list area form box quote quoted link cite sign sig signature edited last edit modified note pstatus button "
    "btn action tool control share react like vote report menu dropdown popup user usertext member profile avatar "
    "rank badge stat stats istics title subject topic headline heading pag page ing ination pager pg breadcrumb "
    "navig nav foot head header sidebar footer modal dialog widget group role location status level flair count "
    "reputation from full screen js loom s d x 7 "
).split()


def plain_flags(token: str) -> int:
    lowered = token.lower()
    return 0 if lowered.startswith("js-") else sum(flag for flag, pattern in _PATTERNS if pattern.search(lowered))


def test_flags_of_tokens() -> None:
    rng = random.Random(5)
    tokens = [rng.choice(("", "-", "_")).join(rng.choices(PIECES, k=rng.randrange(1, 4))) for _ in range(5000)]
    tokens += [token.title() for token in tokens[:500]]
    assert [token for token in tokens if token_flags(token) != plain_flags(token)] == []


def test_flags_of_rows() -> None:
    page = parse("<div id=post-body class='loom author'><p itemprop=name data-role=date>One<i itemprop=text>two")
    flags = gather(page).flags
    for row in range(len(page)):
        tokens = [*page.classes(row), page.id(row), page.attribute(row, "data-role") or ""]
        tokens += [value for value in [page.attribute(row, "itemprop") or ""] if value != "name"]
        assert flags[row] == sum({flag for token in tokens for flag, _ in _PATTERNS if plain_flags(token) & flag})


_WEIGHTS: dict[str, dict[float, str]] = {
    "class": {
        2.0: "username forum forums thread threads bbs postbit postbody topics replies posters poster",
        1.2: "topic signature quote moderator joined",
        0.5: "reply reactions votes answer question post posts avatar",
        -0.7: "price product hero newsletter singular blog careers entry cart",
    },
    "address": {
        2.0: "forum forums forumdisplay showthread viewthread viewtopic viewforum threads thread bbs board boards "
        "archiver",
        1.0: "topic topics discussion discussions questions members member register tid reply quote",
        -0.7: "tel cart careers products collections blog news category author",
    },
}
_CLASSES, _ADDRESSES = (
    {word: weight for weight, words in _WEIGHTS[kind].items() for word in words.split()}
    for kind in ("class", "address")
)


def _split(lines: dict[str, float]) -> tuple[tuple[float, tuple[bytes, ...]], ...]:
    return tuple((weight, tuple(word.encode() for word in words.split("|"))) for words, weight in lines.items())


# Texts in lower case, any of a line: substrings, because a search for them costs next to nothing.
_TEXTS = _split(
    {
        "#1|1#|1楼|楼主|沙发": 2.0,
        "论坛| forum": 1.2,
        "发帖|回帖|发表于|帖子|版块|new topic|new thread|new posts": 1.2,
        "回复|引用| quote|reply|replies": 1.2,
        "注册|登录|register|log in|login|sign up": 0.5,
    }
)
_DECLARED = _split({"discussionforumposting|qapage": 4.0, "newsarticle|blogposting": -2.0, '"article"|"product"': -1.5})
_WORD = re.compile(r"[a-z]{3,}")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


# Words of other languages than English and Chinese, by the number of the line that they stand beside.
_SPOKEN = frozenset(word for (language, _), row in table().items() if language in ("en", "zh") for word in row)
_OTHER_LANGUAGES = {
    line: plain_pattern(*kinds, without=_SPOKEN)
    for line, kinds in {1: ("forum",), 3: ("reply", "quote", "replies"), 4: ("login",)}.items()
}


def plain_score(page: Page) -> float:
    words = {word for token in page.tokens for word in _WORD.findall(_HUMP.sub(" ", token).lower())}
    paths = []
    for row in page.rows_with("href").tolist():
        address = page.attribute(row, "href") or ""
        _, slashes, rest = address.partition("//")
        paths.append(rest.partition("/")[2] if slashes else address)
    addresses = set(_WORD.findall("\n".join(paths).lower()))
    end = int(page.table.text_end[0])  # behind it stands what is raw
    text, raw = page.text_bytes[:end].lower(), page.text_bytes[end:].lower()
    score = sum(_CLASSES.get(word, 0.0) for word in words) + sum(_ADDRESSES.get(word, 0.0) for word in addresses)
    folded = fold(page.text_bytes[:end].decode())
    for line, (weight, evidence) in enumerate(_TEXTS):
        others = _OTHER_LANGUAGES.get(line)
        if any(word in text for word in evidence) or (others and others.search(folded)):
            score += weight
    return score + sum(weight for weight, evidence in _DECLARED if any(word in raw for word in evidence))


EXTRAS = (
    "<a href=https://forum.example/viewTopic.php?tid=3>",
    "<a href=/blog/author/>",
    "<b class='postBody topicTitle price'>",
    "<p class=forumPosts>",
    "<p>楼主 回复",
    "<p>Log in to Reply #1",
    "<p>a forum, New Topic",
    "<p>Répondre",
    "<p>Ответить в форуме",
    "<p>回答 返信 Anmelden",
    "<p>antworte Citation",
    '<script>{"@type": "DiscussionForumPosting"}</script>',
    '<script>"Article", NewsArticle, QAPage</script>',
    '<script>"@type":"product"</script>',
)


@every_seed(40)
def test_the_score_of_a_discussion(seed: int) -> None:
    rng = random.Random(seed)
    page = parse(make_page(seed, 40) + "".join(rng.choices(EXTRAS, k=seed % 7)))
    assert discussion_score(page) == pytest.approx(plain_score(page))


@every_seed(40)
def test_whether_a_page_speaks_as_a_discussion(seed: int) -> None:
    """A part of the words often decides; the answer is that of all words, whatever was asked before."""
    rng = random.Random(seed)
    html = make_page(seed, 40) + "".join(rng.choices(EXTRAS, k=seed % 7))
    score = round(10 * plain_score(parse(html)))
    page = parse(html)
    for least in (score + rng.randrange(-40, 41), score, score + 1):
        assert _native.speaks_as_discussion(page.table, least) == (score >= least)
    assert round(10 * discussion_score(page)) == score
    assert _native.speaks_as_discussion(page.table, score)


def test_the_score_of_threads_and_boards() -> None:
    for html in (thread(), board()):
        assert discussion_score(parse(html)) == pytest.approx(plain_score(parse(html)))
