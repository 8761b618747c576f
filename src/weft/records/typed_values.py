"""Typed values: numbers, money, ratings and dates read from the texts that pages show, in any way of writing them.

Where a text can be read in two ways the usual one is taken for what it is: `1.234` is a count of a thousand and a
rating of one. Where it has two numbers, or a sign that nothing tells, nothing is read: the text stays beside it.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from weft.content import DATE, IMAGE, MONEY, NUMBER, PERSON, RATING, TEXT, URL, Field, Money, Rating, Typed
from weft.text import normalise_date

MAX_LENGTH = 120  # characters of a text that is a value; what is longer says more than one
MAX_DIGITS = 15  # that a number of the machine holds

TYPE_BY_NAME: dict[str, str] = {
    **dict.fromkeys(("price", "salary", "old_price"), MONEY),
    **dict.fromkeys(("rating",), RATING),
    **dict.fromkeys(("replies", "views", "number", "votes", "likes", "answers", "reviews", "parent"), NUMBER),
    **dict.fromkeys(("time", "last_time", "start", "finish", "date"), DATE),
    **dict.fromkeys(("author", "last_author"), PERSON),
    "url": URL,
    "image": IMAGE,
}
"""The type of a field by its name; what has another name is text, unless its reader says more."""

_FACTORS: dict[str, float] = {
    **dict.fromkeys(("k", "к", "千", "仟", "천", "тыс", "tsd", "thousand", "mille", "mil", "tys", "tis"), 1e3),
    **dict.fromkeys(("万", "萬", "만"), 1e4),
    **dict.fromkeys(("lakh", "lac"), 1e5),
    **dict.fromkeys(("M", "mn", "mio", "million", "millions", "millionen", "млн", "mln"), 1e6),
    **dict.fromkeys(("crore",), 1e7),
    **dict.fromkeys(("亿", "億", "억"), 1e8),
    **dict.fromkeys(("B", "bn", "billion", "mrd", "млрд", "mld"), 1e9),
    **dict.fromkeys(("T", "tn", "trillion"), 1e12),
}
_GAP = "\u0020\u00a0\u2009\u202f'’٬"
_NUMBER = re.compile(
    rf"(?<![\w.,])(?P<sign>[-−–+]\s?)?(?P<digits>\d(?:[\d.,٫]|[{_GAP}](?=\d{{3}}(?!\d)))*)"
    r"(?:[ \u00a0\u202f]?(?P<factor>[MBT]|(?i:%s))(?![^\W\d_]))?"  # `5 m` are metres or minutes
    % "|".join(sorted({*_FACTORS} - {"M", "B", "T"}, key=len, reverse=True))
)
_CJK_FACTOR = re.compile(r"(?P<digits>\d[\d.,]*)\s?(?P<factor>[千仟천万萬만亿億억])")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{2,3})*,\d{3}|\d{1,3}(?:\.\d{3})+")

_CODES = frozenset(
    "AED ARS AUD BDT BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL HKD HUF IDR ILS INR ISK JPY KES KRW KZT MAD"
    " MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR".split()
)
_SIGNS: dict[str, str] = {
    "us$": "USD",
    "u$s": "USD",
    "c$": "CAD",
    "ca$": "CAD",
    "a$": "AUD",
    "au$": "AUD",
    "nz$": "NZD",
    "hk$": "HKD",
    "nt$": "TWD",
    "s$": "SGD",
    "r$": "BRL",
    "mx$": "MXN",
    "€": "EUR",
    "£": "GBP",
    "₹": "INR",
    "₽": "RUB",
    "₩": "KRW",
    "₺": "TRY",
    "₫": "VND",
    "฿": "THB",
    "₴": "UAH",
    "₪": "ILS",
    "₱": "PHP",
    "₦": "NGN",
    "₸": "KZT",
    "zł": "PLN",
    "kč": "CZK",
    "ft": "HUF",
    "lei": "RON",
    "лв": "BGN",
    "руб": "RUB",
    "грн": "UAH",
    "元": "CNY",
    "円": "JPY",
    "원": "KRW",
    "rmb": "CNY",
    "rs": "INR",
    "rp": "IDR",
    "euro": "EUR",
    "euros": "EUR",
    "tl": "TRY",
    "$": "$",
    "¥": "¥",
    "￥": "¥",
    "kr": "kr",
    "fr": "CHF",
    "sfr": "CHF",
}
_SIGN = "|".join(re.escape(sign) for sign in sorted({*_SIGNS, *map(str.lower, _CODES)}, key=len, reverse=True))
_AMOUNT = rf"\d(?:[\d.,]|[{_GAP}](?=\d{{3}}(?!\d)))*(?:[.,][-–—]+)?"
_MONEY = re.compile(
    rf"(?<!\w)(?P<before>{_SIGN})\.?\s?(?P<first>{_AMOUNT})|(?P<second>{_AMOUNT})\s?(?P<after>{_SIGN})(?![^\W\d_])",
    re.IGNORECASE,
)
_MANY = re.compile(
    r"\s?(?P<factor>[kK]|M|B|T|(?i:thousand|million|millionen|mio|mn|mln|млн|billion|bn|mrd|млрд|trillion|tn)|[万萬亿億])(?![^\W\d_])"
)
_HUNDREDTHS = re.compile(r"[.,][-–—]+$")  # `12,-`

_OF = r"(?:/|out of|of|von|de|sur|su|di|из|van|av|na|z|od|på|üzerinden)"
_OUT_OF = re.compile(
    rf"(?<![\d.,])(\d{{1,3}}(?:[.,]\d{{1,2}})?)\s?(?:stars?\s|sterne[n]?\s|étoiles?\s)?{_OF}\s?(5|10|100|6|4|20)(?![\d.,]\d|\d)",
    re.IGNORECASE,
)
_STARS = re.compile(
    r"(?<![\d.,])([0-5](?:[.,]\d{1,2})?)\s?-?(?:stars?\b|★|⭐|sterne?n?\b|étoiles?\b|estrellas?\b|stelle\b|звезд|つ星|颗星|星)",
    re.IGNORECASE,
)
_DRAWN = re.compile(r"[★⭐\U0001f31f✭✮⯨½☆✩]{2,10}")
_FULL, _HALF = frozenset("★⭐\U0001f31f✭✮"), frozenset("⯨½")
_WORDS = ("zero", "one", "two", "three", "four", "five")
_CLASS = re.compile(
    r"(?:(?:.{0,20}[-_])?(?:stars?|rating|rated|rate)[-_]?)(?P<value>[0-5](?:[-_.][05])?|[1-5]0|[0-4]5)", re.IGNORECASE
)


@lru_cache(maxsize=4_096)
def read_number(text: str, *, is_small: bool = False) -> int | float | None:
    """The one number that a text has, None where it has none or several.

    A small number, such as a rating, has no groups of thousands: `1.234` is one and a bit.

    >>> [read_number(text) for text in ("1.234,5", "1,234.5", "1 234", "12k", "3.4万", "1.234", "٣٤", "12 of 15")]
    [1234.5, 1234.5, 1234, 12000, 34000, 1234, 34, None]
    """
    text = _plain_digits(text.strip())
    if not text or len(text) > MAX_LENGTH:
        return None
    matches = list(_CJK_FACTOR.finditer(text)) or list(_NUMBER.finditer(text))
    if len(matches) != 1 or len(re.findall(r"\d+(?:[.,\s'’]\d+)*", text)) > 1:
        return None
    match = matches[0].groupdict()
    value = _value_of(match["digits"], is_small=is_small or bool(match["factor"]))
    if value is None:
        return None
    factor = match["factor"] or ""
    value *= _factor(factor) if factor else 1
    value = -value if (match.get("sign") or "").strip() in ("-", "−") else value
    return round(value) if abs(value - round(value)) < 1e-9 else value


@lru_cache(maxsize=4_096)
def read_money(text: str) -> Money | None:
    """The one amount of money that a text has, None where it has none or several.

    >>> read_money("£34.00"), read_money("1.299,00 €"), read_money("$ 12 – $ 20")
    (Money(amount=34.0, currency='GBP'), Money(amount=1299.0, currency='EUR'), None)
    """
    text = _plain_digits(text.strip())
    matches = list(_MONEY.finditer(text)) if len(text) <= MAX_LENGTH else []
    if len(matches) != 1 or re.search(r"\d", text[: matches[0].start()] + text[matches[0].end() :]):
        return None
    match = matches[0]
    sign = (match["before"] or match["after"]).lower()
    many = _MANY.match(text, match.end()) if match["before"] else None
    amount = _value_of(_HUNDREDTHS.sub("", match["first"] or match["second"]), is_small=bool(many))
    currency = _SIGNS.get(sign, sign.upper())
    factor = _factor(many["factor"]) if many else 1.0
    return None if amount is None else Money(round(amount * factor, 2), currency)


@lru_cache(maxsize=4_096)
def read_rating(text: str) -> Rating | None:
    """The rating that a text says in words, in numbers or in stars; None where it says none.

    >>> read_rating("4.5 out of 5"), read_rating("★★★★☆"), read_rating("4,5 von 5 Sternen"), read_rating("8/10").best
    (Rating(value=4.5, best=5.0), Rating(value=4.0, best=5.0), Rating(value=4.5, best=5.0), 10.0)
    """
    text = _plain_digits(" ".join(text.split()))
    if not text or len(text) > MAX_LENGTH:
        return None
    for pattern in (_OUT_OF, _STARS):
        if match := pattern.search(text):
            value, best = float(match[1].replace(",", ".")), float(match[2]) if match.re is _OUT_OF else 5.0
            return Rating(value, best) if value <= best else None
    drawn = _DRAWN.search(text)
    if not drawn or not (count := sum(mark in _FULL for mark in drawn[0])):
        return None
    # Five full stars and nothing else may be five of five; fewer without empty ones say nothing of the best.
    best = max(5, len(drawn[0].replace("½", "")))
    return Rating(count + 0.5 * sum(mark in _HALF for mark in drawn[0]), float(best))


@lru_cache(maxsize=4_096)
def rating_of_classes(names: str) -> Rating | None:
    """The rating that the classes of an element tell, None where they tell none.

    >>> rating_of_classes("star-rating Three"), rating_of_classes("stars-45"), rating_of_classes("rating")
    (Rating(value=3.0, best=5.0), Rating(value=4.5, best=5.0), None)
    """
    words = names.lower().split()
    if any("star" in word or "rating" in word for word in words):
        for word in words:
            if word in _WORDS:
                return Rating(float(_WORDS.index(word)), 5.0)
    for word in words:
        if match := _CLASS.fullmatch(word):
            digits = match["value"].replace("-", ".").replace("_", ".")
            value = float(digits) / (10 if "." not in digits and len(digits) == 2 else 1)
            return Rating(value, 5.0)
    return None


def typed_value(value: str, kind: str) -> Typed | None:
    """The value of a text as one of `FIELD_TYPES`, None where it cannot be read so.

    >>> typed_value("1,234", "number"), typed_value("Ann", "person"), typed_value("soon", "date")
    (1234, 'Ann', None)
    """
    if kind == NUMBER:
        return read_number(value)
    if kind == MONEY:
        return read_money(value)
    if kind == RATING:
        rating = read_rating(value)
        number = read_number(value, is_small=True) if rating is None else None
        return rating if number is None or not 0 <= number <= 5 else Rating(float(number), 5.0)
    if kind == DATE:
        return normalise_date(value) or None
    return None if kind == TEXT else value or None


def with_type(field: Field, kind: str) -> Field:
    """The field with a type, and with its value as that type; as it is where a reader has said both."""
    if field.type != TEXT or kind == TEXT or not field.value:
        return field
    typed = typed_value(field.value, kind)
    if type(field) is not Field:
        return replace(field, type=kind, typed=typed)
    # Every value of every record comes here, and `replace` takes several times as long.
    return Field(value=field.value, row=field.row, source=field.source, type=kind, typed=typed)


def with_types(fields: Mapping[str, Field]) -> dict[str, Field]:
    """The fields, those with a name that tells their type typed."""
    return {name: with_type(field, TYPE_BY_NAME.get(name, TEXT)) for name, field in fields.items()}


def guess_type(texts: list[str]) -> str:
    """The type that all texts of a column have, `text` where they have none in common.

    >>> guess_type(["1,200", "85"]), guess_type(["$ 5", "$ 7.20"]), guess_type(["2022-09-04", "2022-09-05"])
    ('number', 'money', 'date')
    >>> guess_type(["12", "many"])
    'text'
    """
    filled = [text for text in texts if text.strip()]
    if not filled:
        return TEXT
    if all(map(read_money, filled)):
        return MONEY
    if all(_WHOLE_NUMBER.fullmatch(text.strip()) and read_number(text) is not None for text in filled):
        return NUMBER
    if all(len(text) <= 40 and re.search(r"\d", text) and normalise_date(text) for text in filled):
        return DATE
    return RATING if all(map(read_rating, filled)) else TEXT


_WHOLE_NUMBER = re.compile(rf"[-−+]?\d[\d.,{_GAP}]*\s?(?:k|M|万|萬|%)?")


def _factor(word: str) -> float:
    return _FACTORS.get(word) or _FACTORS.get(word.lower(), 1.0)


def _plain_digits(text: str) -> str:
    """The text with the digits 0 to 9 for those of other scripts, and plain signs for wide ones."""
    if text.isascii():
        return text
    plain = text.replace("，", ",").replace("．", ".").replace("٫", ".").replace("٬", ",")
    return "".join(str(unicodedata.digit(one)) if one.isdigit() and one.isdecimal() else one for one in plain)


def _value_of(digits: str, *, is_small: bool) -> float | int | None:
    """The value of digits with points, commas and gaps between them."""
    digits = re.sub(rf"[{_GAP}]", "", digits).rstrip(".,")
    if len(digits) > MAX_DIGITS + 6:
        return None
    points, commas = digits.count("."), digits.count(",")
    if points and commas:
        decimal = max(digits.rfind("."), digits.rfind(","))
        mark = digits[decimal]
        if digits.count(mark) > 1:
            return None
        digits = digits.replace("," if mark == "." else ".", "").replace(",", ".")
    elif points + commas > 1 or (points + commas == 1 and not is_small and _is_group(digits)):
        if not _GROUPED.fullmatch(digits):
            return None
        digits = digits.replace(".", "").replace(",", "")
    else:
        digits = digits.replace(",", ".")
    return float(digits) if "." in digits else int(digits)


def _is_group(digits: str) -> bool:
    """Whether the one mark in digits parts thousands: three digits behind it, and no zero alone before it."""
    before, _, after = digits.replace(",", ".").partition(".")
    return len(after) == 3 and len(before) <= 3 and before.lstrip("0") != ""
