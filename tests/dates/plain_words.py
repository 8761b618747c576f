"""Words of dates that are no language's: zones, Han digits; and words of the table that need care."""

# These are a time only with a clock: "here" in German, and names in English.
NEEDS_CLOCK = frozenset({"hier", "ma", "danes", "tana"})

HALF = frozenset({"半", "half"})

HAN_NUMBERS: dict[str, int] = {
    word: number for number, words in enumerate(("", "一", "二两兩", *"三四五六七八九十")) for word in words
} | {"十一": 11, "十二": 12}
HAN_DIGITS = {char: value for value, chars in enumerate(("〇零○", *"一二三四五六七八九")) for char in chars}

# CST is left out: it is Chicago's and Shanghai's.
ZONES: dict[str, str] = {
    "z": "Z",
    "utc": "Z",
    "gmt": "Z",
    "bst": "+01:00",
    "cet": "+01:00",
    "cest": "+02:00",
    "msk": "+03:00",
    "ist": "+05:30",
    "jst": "+09:00",
    "kst": "+09:00",
    "aest": "+10:00",
    "est": "-05:00",
    "edt": "-04:00",
    "cdt": "-05:00",
    "mst": "-07:00",
    "mdt": "-06:00",
    "pst": "-08:00",
    "pdt": "-07:00",
}

# Beside the words of the table.
AFTERNOON = frozenset({"pm", "下午", "晚上", "傍晚", "午後", "오후"})
MORNING = frozenset({"am", "上午", "早上", "凌晨", "清晨", "午前", "오전"})
