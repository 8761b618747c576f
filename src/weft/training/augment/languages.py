"""Times, buttons, counters and labels of a page exchanged for those of another language; what people wrote stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from babel.dates import format_date, format_time, format_timedelta

from weft.text import find_dates
from weft.training.augment.cases import Draft, Truth
from weft.training.augment.trees import Branch
from weft.training.augment.words import WORDS, exchange_words, is_text

MAX_LABEL = 40  # characters of a text that is a label, a button or a time and no sentence
STYLES = ("long", "long", "medium")
TIME_ATTRIBUTES = ("title", "datetime")
_DAYS = {"second": 1 / 86400, "minute": 1 / 1440, "hour": 1 / 24, "day": 1, "week": 7, "month": 30.5, "year": 365.3}
_CHINESE = {"秒": "second", "分钟": "minute", "小时": "hour", "天": "day", "周": "week", "月": "month", "年": "year"}
_ENGLISH_AGO = re.compile(
    r"(?:less than )?\b(\d+|an?|half an) (second|minute|hour|day|week|month|year)s?"
    r"(?:(?:,| and) \d+ (?:second|minute|hour|day|week|month)s?)* ago\b",
    re.IGNORECASE,
)
_CHINESE_AGO = re.compile(r"(\d+|半)\s*个?(秒|分钟|小时|天|周|月|年)前")
_WEEKDAY = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun),?\s*$", re.IGNORECASE
)
_WORD_NUMBERS = {"a": 1, "an": 1, "half an": 0.5, "半": 0.5}


def exchange_languages(draft: Draft) -> bool:
    """Write the page's times, buttons and counters in another language, the same on all pages of the program."""
    chance = draft.random("language")
    language, style = chance.choice(sorted(WORDS)), chance.choice(STYLES)
    spoken, names = draft.spoken(), _names(draft)
    wanted = [_is_shown(draft, truth, truth.record.time) for truth in draft.truths]
    keeps_machine_times = chance.random() < 0.5
    for branch in draft.root:
        if branch.tag == "html" and "lang" in branch.attributes:
            branch.attributes["lang"] = language
        if is_text(branch) and branch not in spoken and branch.text.strip() not in names:
            branch.text = exchange_text(branch.text, language, style)
        _exchange_attributes(branch, language, style, keeps_machine_times)
    for truth in draft.truths:
        truth.record = replace(
            truth.record,
            time=exchange_text(truth.record.time, language, style),
            last_time=exchange_text(truth.record.last_time, language, style),
        )
    return all(
        not was or _is_shown(draft, truth, truth.record.time) for was, truth in zip(wanted, draft.truths, strict=True)
    )


def exchange_text(text: str, language: str, style: str) -> str:
    """A text with its times, and where it is a label its words, in another language.

    >>> exchange_text("Posted 2022-9-4 06:38", "fr", "long"), exchange_text("3 小时前", "de", "long")
    ('Publié 4 septembre 2022 06:38', 'vor 3 Stunden')
    """
    pieces, position, beside = [], 0, 0
    for start, end, written in _times(text, language, style):
        before = _WEEKDAY.sub("", text[position:start])
        pieces += [(before, True), (written, False)]
        beside += len(before)
        position = end
    pieces.append((text[position:], True))
    if beside + len(text[position:].strip()) > MAX_LABEL:
        return "".join(piece for piece, _ in pieces)
    return "".join(exchange_words(piece, language) if is_label else piece for piece, is_label in pieces)


def _times(text: str, language: str, style: str) -> Iterator[tuple[int, int, str]]:
    """The absolute and relative times of a text: from, to, and how another language writes them."""
    if len(text) > 4 * MAX_LABEL or not any(char.isdigit() or char in "aA半" for char in text):
        return
    spans = [
        (match.start(), match.end(), _written_ago(match, language))
        for pattern in (_ENGLISH_AGO, _CHINESE_AGO)
        for match in pattern.finditer(text)
    ]
    spans += [
        (one.start, one.end, _written_date(one.iso, language, style))
        for one in find_dates(text)
        if not one.relative and len(one.iso) >= len("2022-09-04")
    ]
    position = 0
    for start, end, written in sorted(spans):
        if start >= position:
            yield start, end, written
            position = end


def _written_ago(match: re.Match[str], language: str) -> str:
    unit = _CHINESE.get(match[2], match[2].lower())
    number = _WORD_NUMBERS.get(match[1].lower()) or float(match[1])
    back = timedelta(days=-number * _DAYS[unit])
    written = format_timedelta(back, granularity="second", threshold=1.5, add_direction=True, locale=language)
    return str(written)


def _written_date(iso: str, language: str, style: str) -> str:
    day = date.fromisoformat(iso[:10])
    written = format_date(day, style, locale=language)
    clock = re.match(r"(\d\d):(\d\d)(?::(\d\d))?", iso[11:])
    if clock:
        hour, minute, second = (int(part or 0) for part in clock.groups())
        moment = datetime.combine(day, time(hour, minute, second))
        written += " " + format_time(moment, "medium" if clock[3] else "short", locale=language)
    return str(written)


def _exchange_attributes(branch: Branch, language: str, style: str, keeps: bool) -> None:
    for name in TIME_ATTRIBUTES:
        value = branch.attributes.get(name, "")
        if value and find_dates(value):
            if keeps or name == "title":
                branch.attributes[name] = exchange_text(value, language, style) if name == "title" else value
            else:
                del branch.attributes[name]
    if branch.tag == "input" and branch.attributes.get("type") in ("submit", "button"):
        branch.attributes["value"] = exchange_words(branch.attributes.get("value", ""), language)


def _names(draft: Draft) -> frozenset[str]:
    records = [truth.record for truth in draft.truths]
    return frozenset(name for record in records for name in (record.author, record.last_author) if name)


def _is_shown(draft: Draft, truth: Truth, shown: str) -> bool:
    said = "".join(part.said() for part in draft.span(truth))
    return bool(shown) and "".join(shown.split()) in "".join(said.split())
