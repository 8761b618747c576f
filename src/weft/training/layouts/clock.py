"""Times as programs print them: in words of every language, whole, short, without a year, as an age, by its day."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from random import Random

from weft.kernel.text import language_table

JOINED = ("zh", "zh-Hant", "ja", "th")  # no space between a number and its unit
DIGITS = {"ar": "٠١٢٣٤٥٦٧٨٩", "fa": "۰۱۲۳۴۵۶۷۸۹", "hi": "०१२३४५६७८९"}
BUDDHIST = 543  # years that Thai calendars are ahead
NUMERIC = (
    "{Y}-{m2}-{d2} {H}:{M};{Y}-{m}-{d} {H}:{M}:{S};{Y}-{m2}-{d2};{Y}/{m}/{d} {H}:{M};{d2}.{m2}.{Y} {H}:{M};"
    "{d2}.{m2}.{y}, {H}:{M};{d}/{m}/{y};{m}/{d}/{Y} {h}:{M} {ap};{m2}-{d2}-{y}, {h}:{M} {ap};{m}-{d} {H}:{M};"
    "{d2}/{m2} {H}:{M};{d2}/{m2}/{Y} - {H}:{M};{d2}-{m2}-{Y} {at} {H}:{M};{Y}-{m2}-{d2}T{H}:{M}:{S}+00:00;"
    "{Y}.{m2}.{d2} {H}:{M};{H}:{M} {d2}.{m2}.{Y};{m2}/{d2}/{y}"
).split(";")
NAMED = (
    "{d} {month} {Y}, {H}:{M};{month} {d}, {Y};{mon} {d}, {Y} {h}:{M} {ap};{d} {mon} {y};{d} {mon};{mon} {d};"
    "{mon} {Y};{wd}, {d}. {month} {Y};{wds} {mon} {d}, {Y} {h}:{M} {ap};{wds}, {d} {mon} {Y} {H}:{M}:{S};"
    "{d} {month} {Y} {at} {H}:{M};{d2}-{mon}-{Y};{mon} '{y};{H}:{M}, {d} {mon} {Y};{d} {month} {H}:{M};"
    "{mon} {d} {Y}, {H}:{M};{d}. {mon}. {Y};{wd} {H}:{M}, {d}/{m}/{Y};{month} {Y};{mon}. {d}, {Y};{d} {month}"
).split(";")
OF_LANGUAGE = {
    **dict.fromkeys(
        ("zh", "zh-Hant", "ja"), ("{Y}年{m}月{d}日 {H}:{M}", "{m}月{d}日", "{Y}年{m}月{d}日", "{m}月{d}日 {H}:{M}")
    ),
    "ko": ("{Y}년 {m}월 {d}일", "{Y}년 {m}월 {d}일 {H}:{M}", "{Y}.{m2}.{d2}. {H}:{M}"),
    "en": ("{mon} {d}th, {Y}", "{d} {month}, {Y}", "{mon} {d} '{y} {at} {H}:{M}"),
}
AGES = (("year", 31_557_600), ("month", 2_629_800), ("week", 604_800), ("day", 86_400), ("hour", 3_600), ("minute", 60))
NEAR = ("never never never days days weekdays ages ages short_ages ages_then days_then short_then named_ages").split()
DAY, WEEK = 86_400, 604_800


@cache
def _table() -> dict[tuple[str, str], list[str]]:
    rows: dict[tuple[str, str], list[str]] = {}
    for line in language_table().splitlines():
        if not line.startswith("#"):
            language, kind, source, words = line.split("\t")
            if source != "plain":
                rows.setdefault((language, kind), []).extend(words.split("|"))
    return rows


def words(language: str, kind: str) -> list[str]:
    """The words of a kind in a language, with their accents; none where the table has none.

    >>> words("fr", "month 2")
    ['février', 'févr', 'fév']
    """
    return _table().get((language, kind), [])


class Clock:
    """How a program of a language prints moments; two clocks of one seed print the same."""

    def __init__(self, language: str, now: datetime, chance: Random) -> None:
        self.language, self.now = language, now
        own = OF_LANGUAGE.get(language, ())
        forms = [*NUMERIC, *own, *own, *own] + [*NAMED, *NAMED] * (language == "en" or not own)
        self.form, self.near = chance.choice(forms), chance.choice(NEAR)
        self.is_title, self.in_own_digits = chance.random() < 0.6, chance.random() < 0.4
        self.at, self.gap = chance.choice((" ", " ", ", ", "at")), "" if language in JOINED else " "
        self.seed = chance.random()

    def shown(self, moment: datetime) -> str:
        """A moment as the program shows it."""
        text = self._near(moment, (self.now - moment).total_seconds()) or self._whole(moment)
        digits = DIGITS.get(self.language, "")
        return text.translate(dict(zip(map(ord, "0123456789"), digits, strict=True))) if self._native(digits) else text

    def _native(self, digits: str) -> bool:
        return bool(digits) and self.in_own_digits

    def _word(self, kind: str, default: str = "", *, short: bool = False) -> str:
        """The word that the program has for this: always the same one."""
        known = words(self.language, kind)
        if not known:
            return default
        if short:
            known = sorted(known, key=len)[:1] if "unit" in kind else known[1:] or known
        else:
            known = known[:1] if kind.startswith(("month", "weekday", "unit")) else known
        word = Random(f"{self.seed}/{kind}").choice(known)
        return word.title() if self.is_title and kind.startswith(("month", "weekday", "day")) else word

    def _whole(self, moment: datetime) -> str:
        half = "am" if moment.hour < 12 else "pm"
        month, weekday = f"month {moment.month}", self._word(f"weekday {moment.weekday()}")
        year = moment.year + BUDDHIST * (self.language == "th" and self.in_own_digits)
        return self.form.format(
            Y=year, y=f"{year % 100:02}", m=moment.month, m2=f"{moment.month:02}", d=moment.day, d2=f"{moment.day:02}",
            H=f"{moment.hour:02}", M=f"{moment.minute:02}", S=f"{moment.second:02}", h=(moment.hour + 11) % 12 + 1,
            ap=self._word(half, half), at=self._word("at", "-"), month=self._word(month), wd=weekday,
            mon=self._word(month, short=True), wds=self._word(f"weekday_short {moment.weekday()}", weekday),
        )  # fmt: skip

    def _near(self, moment: datetime, age: float) -> str:
        """The age or the day of a moment; empty where the program shows it whole."""
        if self.near == "never" or (self.near.endswith("_then") and age > WEEK):
            return ""
        if "ages" in self.near or self.near == "short_then":
            return self._age(age)
        days = (self.now.date() - moment.date()).days
        name = self._word(f"day {days}") if days < 3 else ""
        if not name and self.near == "weekdays" and days < 7:
            name = self._word(f"weekday {moment.weekday()}")
        at = f" {self._word('at', '-')} " if self.at == "at" else self.at
        return f"{name}{at}{moment:%H:%M}" if name else ""

    def _age(self, age: float) -> str:
        unit, seconds = next((one for one in AGES if age >= one[1]), ("", 1))
        if not unit:
            return self._word("now", f"{max(int(age), 1)} s")
        count, is_short = int(age // seconds), self.near.startswith("short")
        word = self._word(f"unit {unit}", unit[0], short=is_short)
        number = self._word(f"number {count}", str(count)) if self.near == "named_ages" and count < 3 else str(count)
        said = f"{number}{'' if is_short and len(word) < 3 else self.gap}{word}"
        before, after = words(self.language, "before"), words(self.language, "ago")
        if is_short or not (before or after):
            return said
        pick = Random(f"{self.seed}/ago").choice([(one, "") for one in before] + [("", one) for one in after])
        return self.gap.join(filter(None, (pick[0], said, pick[1])))
