"""Lines that say who wrote a page: the words for "by" and "author" of every language of the table, then a name."""

import re
from functools import cache

from weft.kernel.metadata import LabelWords
from weft.late_patterns import late_pattern
from weft.text.words import words_of

MAX_NAME_WORDS = 4
# "Text: Ann Lee", "Redaktion: …": labels that stand before a name with a colon, beside the words of the table.
LABELS = (
    "author", "authors", "autorin", "autoren", "auteure", "autores", "autori", "verfasser", "verfasserin", "redakteur",
    "redakteurin", "vom", "text", "texte", "testo", "texto", "tekst", "words", "story", "journalist", "writer",
    "责任编辑", "责编", "编辑", "文字", "记者", "撰文", "撰稿", "文", "記者", "取材",
)  # fmt: skip
_SMALL = frozenset("von van de der den di da del della la le el bin al y zu ten ter dos du v. o. af av".split())
# What stands before "by" where it tells of something else than the text.
_OTHER_WORK = late_pattern(
    r"(?:bild|foto|photo|image|grafik|video|quelle|source|übersetz|translat|musik|rede|review|edit|check|updat)",
    re.IGNORECASE,
)

# Who made the pictures stands behind who wrote the text: "Text: Ann Lee, Fotos: Bo Chu".
_OTHERS = late_pattern(
    r"[\s,.;|/]+(?:fotos?|photos?|photograph(?:s|y)?|pictures?|bild(?:er)?|images?|grafik(?:en)?|videos?|illustrations?"
    r"|kamera|camera|foto|图|摄影|写真)\s{0,2}[:：/／]",
    re.IGNORECASE,
)


@cache
def _by() -> re.Pattern[str]:
    words = sorted({*words_of("by")} - {"from", "posts"}, key=len, reverse=True)
    lead = r"(?:[^\W\d_]{2,20}\s){0,2}"
    any_word = "|".join(re.escape(word) for word in words)
    any_label = "|".join(re.escape(word) for word in sorted({*words, *LABELS}, key=len, reverse=True))
    return re.compile(
        rf"(?:(?P<lead>{lead})(?:{any_word})[\s:：]+"
        rf"|(?:{any_label})(?:\s?(?:und|and|&|et|y|e|\+|/)\s?[^\W\d_]{{3,14}})?\s{{0,2}}[:：/／]\s{{0,2}})",
        re.IGNORECASE,
    )


def _match(text: str, *, whole: bool = False) -> re.Match[str] | None:
    """A label at the beginning of a text; most texts have no word of one, and the pattern takes long to say so."""
    if not label_words().may_label(text):
        return None
    return _by().fullmatch(text) if whole else _by().match(text)


def speaks_of_author(label: str) -> bool:
    """Whether a label says that the author follows: "Written by", "Verfasst von".

    >>> speaks_of_author("Verfasst von"), speaks_of_author("Reviewed by"), speaks_of_author("Time to read")
    (True, False, False)
    """
    match = _match(label.rstrip(":： ") + ": ", whole=True)
    return match is not None and not (match["lead"] and _OTHER_WORK.search(match["lead"]))


def is_label(text: str) -> bool:
    """Whether a text is a word for "by" or "author" and no name.

    >>> is_label("Von"), is_label("作者"), is_label("Von Miller")
    (True, True, False)
    """
    match = _match(text.rstrip(":： ") + ": ", whole=True)
    return match is not None and not match["lead"]


@cache
def week_days() -> frozenset[str]:
    """The names of the days of the week, in lower case."""
    return frozenset(words_of(*(f"{kind} {day}" for kind in ("weekday", "weekday_short") for day in range(7))))


def is_day(text: str) -> bool:
    """Whether a text is the name of a day of the week.

    >>> is_day("Sat"), is_day("Mittwoch"), is_day("Ann")
    (True, True, False)
    """
    return text.rstrip(".").lower() in week_days()


@cache
def first_words() -> frozenset[str]:
    """The first word of every label, without its colon."""
    return frozenset(word.split()[0] for word in {*words_of("by"), *LABELS} - {"from", "posts"})


@cache
def label_words() -> LabelWords:
    """The same words for the kernel, which tells the lines that are worth a reading."""
    return LabelWords(sorted(first_words()))


def labelled_name(text: str) -> str:
    """The rest of a line that begins with a word for "by" or "author", where it is written as a name; else empty.

    >>> labelled_name("Von Ann Lee"), labelled_name("Ein Beitrag von Ann Lee"), labelled_name("Von der Rolle gelaufen")
    ('Ann Lee', 'Ann Lee', '')
    """
    match = _match(text)
    if match is None or (match["lead"] and _OTHER_WORK.search(match["lead"])):
        return ""
    rest = _OTHERS.split(text[match.end() :], maxsplit=1)[0].strip(" ,.;|/")
    return rest if rest and is_name(re.split(r"[,;|(（/]|\s(?:und|and|et|y|e)\s", rest, maxsplit=1)[0]) else ""


def is_name(text: str) -> bool:
    """Whether a text is written as the whole name of a person: a few words, the first and the last with a capital.

    Scripts without capitals are judged by the number of words alone.
    """
    words = text.split()
    if not 1 <= len(words) <= MAX_NAME_WORDS or any(char.isdigit() for char in text):
        return False
    if not all(word in _SMALL or not word[0].islower() for word in words):
        return False
    is_cased = any(char.islower() or char.isupper() for char in text)
    return not is_cased or (len(words) >= 2 and words[-1] not in _SMALL)
