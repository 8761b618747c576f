"""The cases of encodings: a text, the encoding it is in, and what the page says of it."""

import random
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

LENGTHS = (20, 150, 4000)  # characters of a text
CUTS = 3  # of a text, in each length
LIES = ("utf-8", "iso-8859-1", "gb2312", "shift_jis")
MAX_REFERENCES = 0.03  # of a text's characters that its encoding has not: written as references, as pages do
MAX_STRAY = 5
STRAY = bytes((*range(0x80, 0xC0), *range(0xE0, 0x100)))  # bytes that alone are never UTF-8
PAGE = "<!DOCTYPE html><html><head>{meta}<title>Page</title></head><body><p>{text}</p></body></html>"
META = '<meta charset="{name}">'
TONES = frozenset("\u0300\u0301\u0303\u0309\u0323")  # windows-1258 writes them behind the letter

WESTERN, CENTRAL = ("cp1252",), ("cp1250", "iso8859_2")
BALTIC = ("cp1257", "iso8859_4")
ENCODINGS: Mapping[str, tuple[str, ...]] = {  # language -> what pages in it were written in before UTF-8
    **dict.fromkeys("ca da de en es eu fi fr ga gl id is it nb nl pt sq sv sw tl".split(), WESTERN),
    **dict.fromkeys("bs cs hr hu pl ro sk sl".split(), CENTRAL),
    **dict.fromkeys("et lt lv".split(), BALTIC),
    **dict.fromkeys("be bg mk sr".split(), ("cp1251", "iso8859_5")),
    "ru": ("cp1251", "koi8_r", "iso8859_5", "cp866"),
    "uk": ("cp1251", "koi8_u"),
    "ar": ("cp1256", "iso8859_6"),
    "fa": ("cp1256",),
    "ur": ("cp1256",),
    "el": ("cp1253", "iso8859_7"),
    "he": ("cp1255",),
    "tr": ("cp1254",),
    "th": ("cp874",),
    "vi": ("cp1258",),
    "ja": ("cp932", "euc_jp", "iso2022_jp"),
    "ko": ("cp949",),
    "zh": ("gb18030",),
    "zh-Hant": ("big5",),
}


@dataclass(frozen=True)
class Case:
    """A page in an encoding, and the text that it must be decoded to."""

    condition: str
    length: int
    language: str
    encoding: str
    data: bytes
    page: str

    @property
    def half(self) -> int:
        """0 where rules may be set by looking at it, 1 where it only judges: by a hash of the text."""
        return crc32(self.page.partition("<body>")[2].encode()) % 2

    def is_right(self, encoding: str) -> bool:
        """Whether the page reads as it was written; letters and their tones may be joined."""
        try:
            text = self.data.decode(encoding, "replace").removeprefix("\ufeff")
        except LookupError:
            return False
        return self.reads(text)

    def reads(self, text: str) -> bool:
        """Whether a decoded text is the page; what stray bytes became does not count."""
        if "stray" in self.condition:
            text = text.replace("\ufffd", "")
        return unicodedata.normalize("NFC", text) == unicodedata.normalize("NFC", self.page)


def make_cases(texts: Mapping[str, Sequence[str]], *, cuts: int = CUTS) -> list[Case]:
    """The cases of all texts, in a fixed order."""
    return [
        case
        for language, entries in texts.items()
        for number, text in enumerate(entries)
        for length in LENGTHS
        for piece in cut(text, length, cuts if len(entries) == 1 else 1, seed=f"{language} {number} {length}")
        for case in _of_piece(language, length, piece)
    ]


def cut(text: str, length: int, count: int, *, seed: str) -> list[str]:
    """Pieces of a text that begin at a word; a shorter text is one piece.

    >>> cut("one two three", 20, 3, seed="")
    ['one two three']
    """
    if len(text) <= length:
        return [text]
    choose = random.Random(seed)
    starts = (choose.randrange(len(text) - length) for _ in range(count))
    return [text[start : start + length] for start in (max(text.find(" ", at, at + 30) + 1, at) for at in starts)]


def _of_piece(language: str, length: int, piece: str) -> Iterator[Case]:
    page = PAGE.format(meta="", text=piece)
    for encoding in ("utf-16-le", "utf-16-be"):
        yield Case("UTF-16 without a mark", length, language, encoding, page.encode(encoding), page)
    if piece.isascii():
        return  # it reads the same in all encodings
    yield Case("UTF-8 with stray bytes", length, language, "utf-8", damaged(page, seed=piece), page)
    for encoding in ("utf-8", *ENCODINGS.get(language, ())):
        old = "" if encoding == "utf-8" else "old encoding, "
        if data := encoded(page, encoding):
            yield Case(f"{old or 'UTF-8, '}undeclared", length, language, encoding, data, _read(data, encoding))
        for name in LIES:
            told = PAGE.format(meta=META.format(name=name), text=piece)
            data = encoded(told, encoding)
            said = f"{old or 'UTF-8, '}meta says {name}"
            case = Case(said, length, language, encoding, data, _read(data, encoding) if data else "")
            if data and not case.is_right(WEB_NAMES.get(name, name)):
                yield case


WEB_NAMES = {"iso-8859-1": "cp1252", "gb2312": "gb18030", "shift_jis": "cp932"}  # what a name means on the web


def _read(data: bytes, encoding: str) -> str:
    """What is written, references as they are."""
    return data.decode(encoding)


def encoded(page: str, encoding: str) -> bytes:
    """The page in an encoding, a few characters as references; empty where the encoding has not enough of them."""
    data = (with_tones(page) if encoding == "cp1258" else page).encode(encoding, "xmlcharrefreplace")
    references = data.count(b"&#")
    return data if references <= MAX_REFERENCES * len(page) else b""


def with_tones(text: str) -> str:
    """A Vietnamese text as windows-1258 has it: the tone behind its letter."""
    parts = (unicodedata.normalize("NFD", character) for character in text)
    return "".join(letters if len(letters) == 1 else _with_tone(letters) for letters in parts)


def _with_tone(parts: str) -> str:
    """A letter with its tone behind it, its other signs joined to it."""
    tone = "".join(part for part in parts if part in TONES)
    return unicodedata.normalize("NFC", "".join(part for part in parts if part not in TONES)) + tone


def damaged(page: str, *, seed: str) -> bytes:
    """The page in UTF-8 with one to five stray bytes between its characters."""
    choose = random.Random(seed)
    data = [character.encode() for character in page]
    start = page.index("<p>") + 3
    for _ in range(choose.randint(1, MAX_STRAY)):
        data.insert(choose.randrange(start, len(data) - 18), bytes((choose.choice(STRAY),)))
    return b"".join(data)
