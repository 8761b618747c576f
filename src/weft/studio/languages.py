"""The languages of studio: one table a language, `texts/zh.json`, whose keys are the English sentences.

Templates and scripts ask for a sentence by its English words, `_("Skip")`; values stand in it by name, `{count}`. What
the server says is English first, in errors, in the history, in rules: such a finished sentence is looked up whole, then
by the patterns of the table, whose values have numbers: `{1} is a text`. A value is translated, too, where it is
written `{1}` in the translation; `{=1}` keeps it as it is, such as the name of a cluster.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from starlette.datastructures import Headers

ENGLISH = "en"
LANGUAGES: Mapping[str, str] = {ENGLISH: "en", "zh": "zh-Hans"}
"""The languages that studio speaks, each with the tag that browsers know it by."""
COOKIE = "weft_language"
PLACE = re.compile(r"\\\{\d\\\}")  # of a value, in an escaped pattern

VALUE = re.compile(r"\{(=?)(\d)\}")  # in a translation


@dataclass(frozen=True)
class Words:
    """One language: its sentences by the English ones; what it does not know is said in English."""

    language: str
    table: Mapping[str, str]

    @property
    def tag(self) -> str:
        """The language as `lang` names it."""
        return LANGUAGES[self.language]

    @property
    def other(self) -> str:
        """The language that the switch leads to."""
        return next(language for language in LANGUAGES if language != self.language)

    def __call__(self, text: str, **values: Any) -> str:
        """A sentence with values in it."""
        found = self.table.get(text, text)
        return found.format(**values) if values else found

    def many(self, count: int, one: str, more: str, **values: Any) -> str:
        """A sentence about a number, `{n}`: the first where there is one of it, the second else."""
        return self(one if count == 1 else more, n=f"{count:,}", **values)

    def percent(self, share: float) -> str:
        """A share for people."""
        return self("{n} %", n=f"{100 * share:.0f}")

    def say(self, text: str) -> str:
        """A sentence that is finished already; of several that `; ` joins, each."""
        if text in self.table:
            return self.table[text]
        if len(parts := text.split("; ")) > 1:
            return self("; ").join(map(self.say, parts))
        for pattern, translated in self._patterns:
            if found := pattern.fullmatch(text):
                return VALUE.sub(lambda place: self._value(found[int(place[2])], is_name=bool(place[1])), translated)
        return text

    def _value(self, value: str, *, is_name: bool) -> str:
        return value if is_name else self.say(value)

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        """The patterns, those with most words first."""
        keys = sorted((key for key in self.table if "{1}" in key), key=len, reverse=True)
        return [(re.compile(PLACE.sub("(.*?)", re.escape(key)), re.DOTALL), self.table[key]) for key in keys]


@lru_cache(maxsize=8)
def words_of(language: str) -> Words:
    """The words of a language; English needs no table."""
    if language == ENGLISH:
        return Words(language, {})
    text = files("weft.studio").joinpath("texts", f"{language}.json").read_text(encoding="utf-8")
    return Words(language, json.loads(text))


def find_words(headers: Headers) -> Words:
    """The words of a request: as its cookie chose, else the first of its languages that studio speaks."""
    cookies = re.findall(rf"(?:^|;)\s*{COOKIE}=(\w+)", headers.get("cookie", ""))
    return words_of(next((one for one in cookies if one in LANGUAGES), "") or accepted(headers))


def accepted(headers: Headers) -> str:
    """The language that a browser asks for.

    >>> accepted(Headers({"accept-language": "zh-CN,zh;q=0.9,en;q=0.8"})), accepted(Headers({}))
    ('zh', 'en')
    """
    asked = []
    for part in headers.get("accept-language", "").split(",")[:20]:
        tag, _, weight = part.strip().partition(";q=")
        share = float(weight) if re.fullmatch(r"[01](\.\d{0,3})?", weight) else float(not weight)
        asked.append((-share, tag.partition("-")[0].lower()))
    wanted = [language for share, language in sorted(asked, key=lambda one: one[0]) if share < 0]
    return next((language for language in wanted if language in LANGUAGES), ENGLISH)
