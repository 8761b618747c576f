"""The language of a page."""

import pytest

from weft import parse
from weft.metadata import find_metadata
from weft.metadata.values import clean_language

CHINESE = "<p>天气预报说今天会下雨，但是到了下午太阳出来了，人们纷纷走出家门，到公园里散步，孩子们在草地上奔跑。" * 3
GERMAN = "<p>Die Kette ist gespannt, und der Schuss läuft durch sie hindurch, bis das Tuch fertig gewebt ist. " * 3


@pytest.mark.parametrize(
    ("html", "language", "source"),
    [
        ("<html lang=en-GB>", "en", "html"),
        ("<html lang=zh-Hant-TW>" + CHINESE, "zh", "html"),
        ("<meta http-equiv=content-language content=de>", "de", "meta"),
        ("<meta property=og:locale content=pt_BR>", "pt", "opengraph"),
        ("<html lang=de><meta property=og:locale content=en_US>", "de", "html"),
        (CHINESE, "zh", "guessed"),
        (GERMAN, "de", "guessed"),
        ("<html lang=en>" + CHINESE, "zh", "guessed"),
        ("<html lang=en>" + GERMAN, "en", "html"),
        ("<p>x", "", ""),
    ],
)
def test_language(html: str, language: str, source: str) -> None:
    field = find_metadata(parse(html)).language
    assert (field.value, field.source) == (language, source)


@pytest.mark.parametrize(
    ("text", "code"),
    [("zh_CN", "zh"), ("EN", "en"), (" fr-FR ", "fr"), ("und", ""), ("", ""), ("{{lang}}", ""), ("fil", "fil")],
)
def test_clean_language(text: str, code: str) -> None:
    assert clean_language(text) == code
