"""What buttons, counters and labels say, in the languages of the table.

Patterns of a few languages stand where they are used, with the words of software in classes and addresses. Here they
are joined with the words of the table, which count as whole words. Everything is made when it is first needed.
"""

from __future__ import annotations

import re
from functools import cached_property

from weft.text.words import CJK, Phrases, any_of, fold, words_of

_DIGIT_BEFORE = re.compile(r"\d\s?\Z")
_DIGIT_BEHIND = re.compile(r"\s?[:：]\s?\d")


class WordPattern:
    """A pattern and words of the table of some kinds; a text has one of both, or is one.

    >>> words = WordPattern("latest", "last")
    >>> words.search("Letzter Beitrag"), words.search("glass"), words.fullmatch("Dernier")
    (True, False, True)
    """

    def __init__(self, pattern: str, *kinds: str) -> None:
        self._source, self._kinds = pattern, kinds

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self._source, re.IGNORECASE)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(words_of(*self._kinds))

    @cached_property
    def phrases(self) -> Phrases:
        """The words of the table alone, to be looked for."""
        return Phrases(dict.fromkeys(self._words, ""))

    def search(self, text: str) -> bool:
        """Whether one of them stands in a text."""
        return bool(self._pattern.search(text)) or any(True for _ in self.phrases.find(fold(text)))

    def fullmatch(self, text: str) -> bool:
        """Whether a text is one of them."""
        return bool(self._pattern.fullmatch(text)) or fold(text).strip() in self._words


class Prefix:
    """A pattern for words of the table at the beginning of a text and what separates them from the rest."""

    def __init__(self, before: str, kind: str, behind: str, joined: str) -> None:
        self._before, self._kind, self._behind, self._joined = before, kind, behind, joined

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = [word for word in words_of(self._kind) if word not in PARTICLES]
        spaced, joined = [word for word in words if word < CJK], [word for word in words if word >= CJK]
        body = rf"{any_of(spaced)}{self._behind}|{any_of(joined)}{self._joined}"
        return re.compile(rf"{self._before}(?:{body})\s*")

    def match(self, text: str) -> bool:
        """Whether a text begins with such a word."""
        return bool(self._pattern.match(fold(text)))

    def cut(self, text: str) -> str:
        """The text behind the word, or all of it where it begins with none."""
        match = self._pattern.match(fold(text))
        return text[match.end() :] if match else text


class ReplyCount(WordPattern):
    """Counts of replies: a number before a word, or a word, a colon and a number.

    >>> counts = ReplyCount("no pattern", "replies")
    >>> counts.search("12 Antworten"), counts.search("Respuestas: 4"), counts.search("Antwort 4")
    (True, True, False)
    """

    def search(self, text: str) -> bool:
        """Whether a text counts replies."""
        if self._pattern.search(text):
            return True
        text = fold(text)
        places = self.phrases.find(text)
        return any(_DIGIT_BEFORE.search(text[:start]) or _DIGIT_BEHIND.match(text, end) for start, end, _ in places)


PARTICLES = frozenset({"de", "di", "da", "van"})  # they begin names

NAME_LABEL = Prefix(r"(?:posted |written |started |asked |answered )?", "by", r"(?:(?=\s)|\s*[:：])", r"\s*[:：]?")
NO_NAME = WordPattern(
    r"[\W\d_]*|[\w ]{1,20}[:：]\s*[\d,.]*|repl(?:y|ies)|posts?|wrote on|log ?in|sign ?up|sign ?in|没有账号？",
    "by", "reply", "quote", "report", "edit", "share", "like", "wrote", "guest", "login", "replies", "views", "posts",
    "votes", "joined", "edited", "seen", "last",
)  # fmt: skip
REPLIES = WordPattern(
    r"repl|回复|回帖|^回|answer|comment|posts?$|评论|réponse|antwort|respuesta|ответ|chat|message", "replies"
)
VIEWS = WordPattern(r"view|查看|浏览|^看|阅读|hits|\bread|eye|aufruf|lecture|visita|просмотр|点击", "views")
REPLY_COUNT = ReplyCount(
    r"\d\s?[篇个条]?(?:回复|回帖|评论)|(?:回复|replies|comments)\s?[:：]?\s?\d"
    r"|\d\s(?:repl(?:y|ies)|posts?|answers?|comments?|messages?)\b",
    "replies",
)
LAST = WordPattern(r"last|latest|recent|最后|最新|letzte|dernier|últim|ultim|последн", "last")
