"""What made pages say in each language, read from `languages.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from random import Random


@dataclass(frozen=True)
class Language:
    """The texts of a language, by what they are for."""

    code: str
    texts: dict[str, list[str]]

    @property
    def is_spaced(self) -> bool:
        """Whether sentences are parted by spaces."""
        return self.code not in ("zh", "zh-Hant", "ja")

    def fill(self, rng: Random, text: str) -> str:
        """A text with a number and a name where it has a place for them."""
        return text.replace("{n}", str(rng.randrange(2, 90))).replace("{name}", rng.choice(self.texts["names"]))

    def date(self, rng: Random) -> str:
        """A day as the language writes it."""
        month = rng.randrange(12)
        parts = {"y": rng.randrange(2008, 2025), "d": rng.randrange(1, 29), "M": self.texts["months"][month]}
        clock = {"h": f"{rng.randrange(24):02}", "i": f"{rng.randrange(60):02}", "m": f"{month + 1:02}"}
        return rng.choice(self.texts["dates"]).format(**parts, **clock)


def said_in(language: Language) -> list[str]:
    """All whole sentences of a language."""
    return [text for kind in ("sentences", "short", "questions", "captions") for text in language.texts[kind]]


def read_languages() -> dict[str, Language]:
    """All languages, in the order of the file."""
    read = tomllib.loads((Path(__file__).parent / "languages.toml").read_text(encoding="utf-8"))
    return {
        code: Language(code, {name: [part.strip() for part in text.split(" | ")] for name, text in texts.items()})
        for code, texts in read.items()
    }


LANGUAGES = read_languages()
