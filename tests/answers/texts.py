"""Single texts and what is read in them: dates of every language, the language of a text, readings of records.

Pages hold few texts of a hard kind; here there are thousands.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from random import Random

import weft
from tests.answers.corpus import SEED
from tests.answers.languages import LANGUAGES
from tests.answers.pages import article, board, documentation, thread
from tests.answers.parts import Parts
from tests.text.language_forms import all_forms
from weft import _native, parse
from weft.metadata import find_metadata
from weft.page import Page
from weft.records.find import RecordSearch
from weft.text import find_dates, normalise_date
from weft.text.dates import read_iso
from weft.text.words import table
from weft.training.layouts import made_page
from weft.training.made_listings import made_listing

TEXTS = 120  # of a name
PIECES = (
    "2022-09-04 06:38 2022-9-24 13:59:07 04-04 9/4/2022 23.11.2021 31.02.2022 2022年9月4日 9月4日 Sep 4, Sept. 4th "
    "2022 1999 2040 15 août марта Today yesterday Monday at 6 pm 3 hours ago now just 天前 昨天 回复 12 1.5 $12.50 by "
    "Ann Posted on Joined: 发表于 · – may vor h 61 24 28 30 00 10:60 24:00 last edited 半 个 前 전 년 월 일 二〇二二年 "
    "九月 四日 廿一 十 三十一日 星期一 下午 오후 +08:00 gmt+8 utc est z +0530 ' '22 of de del d' th st half an a "
    "and y et , . - / : ( ) [ ] ² ٣ ૪ ४ ۱۴۰۱ ２０２２ İ Σ ΟΔΟΣ ς ſ K ׳ a.m. p. m. uhr 6h 6.30 t 2022t @ | • — _ x/ 1/ "
    "é ko (e)ko 0 0000 2565 2550 70 69 99 13 1662273528 20220904 20220904T0638 4thSep Mon UTC 2022-09-04T06:38:27.5Z"
).split(" ")
SIGNS = ("\u00a0", "\u200f", "\u1680", "\ue000", "\uf8ff", "\x1c", "\x85", "\t", "\n", "\u2028", "\x00")
JOINTS = (" ", " ", " ", "", ", ", "\u00a0", " - ", ".", "/", "-", ":", "  ", "\n")
REFERENCES = (
    None,
    datetime(2026, 11, 15, 8, 30, 12, 300_000),
    datetime(2024, 2, 29),
    datetime(2022, 12, 31, 23, 59, 59, tzinfo=UTC),
    datetime(2022, 7, 1, tzinfo=timezone(timedelta(hours=5, minutes=30))),
    datetime(1, 1, 1),
    datetime(9999, 12, 31, 12),
)


def text_names() -> Iterator[str]:
    """The name of every answer on texts."""
    return (f"{kind}.{number}" for kind, (_, count) in KINDS.items() for number in range(count))


def text_answers(name: str) -> dict[str, str]:
    """What is read in the texts of that name."""
    kind, number = name.split(".")
    return {"read": "\n".join(KINDS[kind][0](Random(f"{SEED} {name}"), int(number)))}


@cache
def _vocabulary() -> tuple[list[str], list[str]]:
    """Dates of all languages, and all words of the table."""
    return [form.text for form in all_forms()], [word for words in table().values() for word in words]


def _dates(rng: Random, number: int) -> Iterator[str]:
    """Dates that are whole or broken, alone and between other words."""
    for _ in range(TEXTS):
        text, reference, day_first = _dated_text(rng), rng.choice(REFERENCES), rng.random() < 0.4
        found = find_dates(text, reference=reference, day_first=day_first)
        iso = normalise_date(text, reference=reference, day_first=day_first)
        yield f"{text!r} {[*map(str, found)]} {iso} {read_iso(text, reference)}"


def _dated_text(rng: Random) -> str:
    forms, words = _vocabulary()
    if rng.random() < 0.4:
        return _broken(rng, rng.choice(forms))
    kinds = (PIECES, PIECES, words, forms, SIGNS, [str(rng.randrange(100))], [str(rng.randrange(1900, 2110))])
    joint = rng.choice((None, *JOINTS))
    parts = (rng.choice(rng.choice(kinds)) + (rng.choice(JOINTS) if joint is None else joint) for _ in range(8))
    return "".join(part for part, _ in zip(parts, range(rng.randrange(1, 9)), strict=False))


def _broken(rng: Random, text: str) -> str:
    """A text with pieces put in and characters left out."""
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(text) + 1)
        put, skipped = rng.choice((("", 1), (rng.choice(PIECES), 0), (rng.choice(SIGNS), 0), (rng.choice(JOINTS), 0)))
        text = text[:place] + put + text[place + skipped :]
    return rng.choice((str, str, str.upper, str.title))(text)


def _clocks(rng: Random, number: int) -> Iterator[str]:
    """Dates with what is a time of day, or is almost one, before or behind them."""
    forms, _ = _vocabulary()
    for _ in range(TEXTS):
        clock = rng.choice(("", "", "1", "3.", "下午")) + str(rng.randrange(26))
        for _ in range(rng.randrange(3)):
            clock += rng.choice(CLOCK_JOINTS) + rng.choice((f"{rng.randrange(62):02}", f"{rng.randrange(62):02}", "7"))
        clock += rng.choice(("", "", *CLOCK_ENDS))
        date, joint = rng.choice((rng.choice(forms), "2022-09-04", "4 May 2022")), rng.choice(CLOCK_LINKS)
        text = f"{clock}{joint}{date}" if rng.random() < 0.5 else f"{date}{joint}{clock}"
        yield f"{text!r} {[*map(str, find_dates(text, reference=rng.choice(REFERENCES)))]} {normalise_date(text)}"


CLOCK_JOINTS = (":", ":", ":", ": ", " :", ".", " ", "h", "：", "::", "時")
CLOCK_ENDS = ("am", " pm", "p.m.", " p. m.", " Uhr", "h", ":", " :", " UTC", " gmt+2", "+05:30", "-0800", " EST", ",5")
CLOCK_LINKS = (
    " ",
    " ",
    ", ",
    " at ",
    " | ",
    "-",
    " - ",
    "T",
    "  ",
    " on ",
    ",",
    " – ",
    ":",
    ": ",
    ". ",
    "\n",
    " " * 20,
)


def _zones(rng: Random, number: int) -> Iterator[str]:
    """Times with the zones that there are and those beyond them, and halves of units that have passed."""
    for _ in range(TEXTS):
        hours, minutes = rng.choice((0, 5, 9, 12, 13, 14, 14, 15)), rng.choice(("", ":00", "00", ":30", "59", ":60"))
        zone = rng.choice("+-") + rng.choice((f"{hours}", f"{hours:02}")) + minutes
        day = rng.choice(("2022-09-04 10:30", "4 May 2022, 10:30", "2022-09-04T10:30:00", "20220904T1030"))
        unit = rng.choice(("年", "个月", "周", "天", "小时", "分钟", "時間", "시간", "일"))
        ago = (
            rng.choice(("一", "两", "3", "3 ", "10"))
            + unit.replace("个", "个半" * rng.randrange(2))
            + rng.choice(("半", ""))
        )
        for text in (f"{day}{rng.choice(('', ' ', ' gmt', ' UTC '))}{zone}", ago + rng.choice(("前", "전", "以前"))):
            yield f"{text} {[*map(str, find_dates(text, reference=REFERENCES[1]))]} {normalise_date(text)}"


def _languages(rng: Random, number: int) -> Iterator[str]:
    """The language of pieces of sentences, whole and mixed, and of a page of them."""
    for _ in range(TEXTS):
        said = [Parts(language, rng).sentences(1, 3) for language in rng.sample([*LANGUAGES.values()], 2)]
        text = " ".join(one[: rng.randrange(1, 90)] for one in (*said, *rng.choices(PIECES, k=2)))
        code, share = _native.guess_language(text * rng.choice((1, 1, 40)))
        page = parse("".join(f"<p{rng.choice(('', ' hidden'))}>{one}" for one in said))
        yield f"{text!r} {code} {share:.5f} {find_metadata(page).language.value}"


def _readings(rng: Random, number: int) -> Iterator[str]:
    """Every reading of the regions of a page with what was measured of it."""
    parts = Parts(rng.choice([*LANGUAGES.values()]), rng)
    makers: tuple[Callable[[], Page], ...] = (
        lambda: parse(thread(parts)),
        lambda: parse(board(parts)),
        lambda: parse(thread(parts) + board(parts)),
        lambda: made_page("thread", number, 2).page,
        lambda: made_page("board", number, 2).page,
        lambda: made_listing(number, 2).page,
    )
    search = RecordSearch(makers[number % len(makers)]())
    for reading in (*search.leading, *search.readings):
        measured = " ".join(f"{value:.5g}" for value in reading.features.tolist())
        yield f"{reading.view.index} {reading.likely:.5f} {len(reading.posts)} {len(reading.rows)} {measured}"


def _chunks(rng: Random, number: int) -> Iterator[str]:
    """Chunks of many sizes, whose tokens are counted in ways in which a whole is more or less than its parts."""
    parts = Parts(rng.choice([*LANGUAGES.values()]), rng)
    document = weft.extract((article, documentation, thread)[number % 3](parts), method="whole_page")
    for count in (None, len, lambda text: len(text) // 9, lambda text: len(text) ** 2 // 400):
        for size in (*rng.sample(range(4, 400), 3), rng.randrange(400, 3_000)):
            by, overlap, split = (
                rng.choice(("size", "heading")),
                rng.choice((0, 3, size // 3, size - 1)),
                rng.random() < 0.5,
            )
            for one in document.chunks(size=size, count=count, split_tables=split, by=by, overlap=overlap):
                yield f"{size} {by} {overlap} {one.headings} {one.tokens} {one.rows} {one.text!r}"


KINDS: dict[str, tuple[Callable[[Random, int], Iterator[str]], int]] = {
    "dates": (_dates, 60),
    "languages": (_languages, 20),
    "readings": (_readings, 90),
    "clocks": (_clocks, 20),
    "zones": (_zones, 6),
    "chunks": (_chunks, 30),
}
"""What is read, and how many names there are of each kind."""
