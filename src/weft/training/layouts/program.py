"""What a made program chose: its language, its words, its names of classes and how its pages are built."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from html import escape
from pathlib import Path
from random import Random

from weft.training.layouts.clock import JOINED, Clock, words

CHOICES: Mapping[str, list[str]] = {
    name: ["" if (one := part.strip()) == "none" else one for part in text.split(";")]
    for name, text in tomllib.loads((Path(__file__).parent / "choices.toml").read_text(encoding="utf-8")).items()
}
UNNAMED = 0.15  # share of the parts without a name where others have one
MADE_UP = 0.2  # share of the words of the interface that no table has
ROLES = (
    "body", "author", "time", "title", "number", "quote", "signature", "button", "counter", "rank", "last_author",
    "last_time",
)  # fmt: skip
AS_WRITTEN = {"say": 0.2, "short": 0.6, "title": 0.3}
LENGTHS = {"say": (4, 22), "short": (1, 4), "title": (2, 8)}  # words of texts that are made of others
ENDS = (".", ".", ".", "", "!", "?", " :)", "...")
MARK = "data-w"  # an attribute: the number of the record that an element is a part of
FIRST_ROLE, FIRST_RECORD, END = 0xE010, 0xE100, "\ue001"


def mark(role: str, record: int, text: str) -> str:
    """A text between signs that say what it is; a negative record is none of the page's."""
    if record < 0 or not text:
        return escape(text)
    return f"{chr(FIRST_ROLE + ROLES.index(role))}{chr(FIRST_RECORD + record)}{escape(text)}{END}"


@cache
def texts() -> dict[tuple[str, str], list[str]]:
    """What people say, by language and kind."""
    lines = (Path(__file__).parent / "texts.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return {(language, kind): said.split("|") for language, kind, said in rows}


@cache
def vocabulary(language: str) -> list[str]:
    """The words that people use; of scripts without spaces runs of a few characters."""
    said = texts()[language, "say"] + texts()[language, "title"]
    if language in JOINED:
        return [text[start : start + 3] for text in said for start in range(0, len(text) - 3, 3)]
    return [word.strip(".,!?;:") for text in said for word in text.split()]


LANGUAGES = list(dict.fromkeys(language for language, _ in texts()))


class Program:
    """A program; what it chose is the same on all of its pages. `forced` are choices that are made for it."""

    def __init__(self, seed: str, *, language: str = "", forced: Mapping[str, str] | None = None) -> None:
        self.seed, self.forced = seed, forced or {}
        self.language = language or self.chance("language").choice(LANGUAGES + ["en", "de", "zh", "ru"] * 3)
        self.spoken = self.language if self.likely("speaks its own", 0.85) else "en"
        self.now = datetime(2020, 1, 1) + timedelta(minutes=self.chance("now").randrange(3_000_000))
        self.clock = Clock(self.language, self.now, self.chance("clock"))
        self.naming = self.pick("naming")

    def chance(self, what: str) -> Random:
        """Chance of its own for everything that is chosen."""
        return Random(f"{self.seed}/{what}")

    def pick(self, what: str, kind: str = "") -> str:
        """One of the choices of that name; `kind`: for this only."""
        return self.forced[what] if what in self.forced else self.chance(f"{what}/{kind}").choice(CHOICES[what])

    def likely(self, what: str, share: float) -> bool:
        """Whether the program does that."""
        return self.chance(what).random() < share

    def word(self, kind: str) -> str:
        """A word of the interface; some programs have words of their own."""
        chance = self.chance(f"word {kind}")
        known = words(self.language, kind) or words("en", kind)
        if chance.random() < MADE_UP or not known:
            known = [text[:12].rsplit(" ", 1)[0] for text in texts()[self.language, "say"]]
        word = chance.choice(known)
        return word[:1].upper() + word[1:] if self.likely("capitals", 0.7) else word

    def named(self, part: str, *, number: int = -1) -> str:
        """The attributes that name a part, of a record that has a number with an id."""
        own = self.chance(f"name {part}")
        anchor = f' id="{self.pick("anchor")}{number}"' if number >= 0 and self.likely(f"id of {part}", 0.6) else ""
        if self.naming == "" or own.random() < UNNAMED:
            return anchor
        return f' class="{self._name(part, own)}"{anchor}'

    def _name(self, part: str, own: Random) -> str:
        noun = own.choice(CHOICES.get(f"name {part}", [part]))
        prefix = self.chance("prefix").choice(("ipsX", "b", "thread", "mod", "loom", "x"))
        if self.naming == "block":
            return f"{prefix}__{noun}"
        if self.naming == "camel":
            return prefix + "".join(word.title() for word in noun.split("-"))
        if self.naming == "many":
            return f"{noun} {prefix}-{noun} {own.choice(('even', 'js-hook', 'clearfix', 'col-9', 'first'))}"
        if self.naming == "hashed":
            return f"css-{own.randrange(16**6):06x}"
        if self.naming == "utility":
            return " ".join(own.sample(CHOICES["utility"], own.randrange(2, 5)))
        if self.naming == "syllables":
            return "".join(own.choice("ka lo mi ru te sa vo pi".split()) for _ in range(3))
        if self.naming == "short":
            return own.choice("abcdefgpqtv") + str(own.randrange(9))
        return noun

    def box(self, tag: str, part: str, content: str, *, number: int = -1) -> str:
        """An element around a part; the bare part where the tag is empty."""
        return f"<{tag}{self.named(part, number=number)}>{content}</{tag}>" if tag and content else content

    def say(self, kind: str, chance: Random, count: int = 1) -> str:
        """So many texts that people write: whole ones, or their words in another order, for posts seldom repeat."""
        return self._space.join(self._say(kind, chance) for _ in range(count))

    @property
    def _space(self) -> str:
        return "" if self.spoken in JOINED else " "

    def _say(self, kind: str, chance: Random) -> str:
        if chance.random() < AS_WRITTEN[kind]:
            return chance.choice(texts()[self.spoken, kind])
        shortest, longest = LENGTHS[kind]
        said = self._space.join(chance.choices(vocabulary(self.spoken), k=chance.randrange(shortest, longest)))
        return said[:1].upper() + said[1:] + chance.choice(("", "", "?", "!") if kind == "title" else ENDS)
