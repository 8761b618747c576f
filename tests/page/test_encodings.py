"""Encodings: who tells them, and which text is taken for the likeliest."""

import pytest

from weft import parse

CZECH = "Tkadlec napnul poslední nitě osnovy dříve, než se setmělo, a šel domů."
RUSSIAN = "Ткач натянул последние нити основы, прежде чем стемнело."
FRENCH = "Le tisserand a tendu les derniers fils de chaîne avant qu’il ne fît nuit à l’été."
GREEK = "Ο υφαντής έβαλε τα τελευταία νήματα στον αργαλειό."
CHINESE = "天黑之前，织工把最后几根经线穿上了织机。"
JAPANESE = "職人は暗くなる前に最後の経糸を織機に掛けた。"
OLD = [
    (CZECH, "cp1250"),
    (CZECH, "iso8859_2"),
    (RUSSIAN, "cp1251"),
    (RUSSIAN, "koi8_r"),
    (RUSSIAN, "cp866"),
    (FRENCH, "cp1252"),
    (GREEK, "cp1253"),
    (CHINESE, "gb18030"),
    (JAPANESE, "cp932"),
    (JAPANESE, "euc_jp"),
    (JAPANESE, "iso2022_jp"),
]


@pytest.mark.parametrize(("text", "encoding"), OLD)
@pytest.mark.parametrize("lie", ["", "utf-8", "iso-8859-1", "gb2312", "shift_jis"])
def test_bytes_overrule_a_lie(text: str, encoding: str, lie: str) -> None:
    data = (f"<meta charset={lie}>" if lie else "").encode() + f"<p>{text}".encode(encoding)
    page = parse(data)
    assert page.text(len(page) - 1) == text


@pytest.mark.parametrize(("text", "encoding"), OLD)
def test_a_declaration_that_is_true_is_who_told(text: str, encoding: str) -> None:
    name = {"cp932": "shift_jis", "cp866": "ibm866"}.get(encoding, encoding.replace("cp", "windows-"))
    name = (
        name.replace("_", "-").replace("iso8859", "iso-8859").replace("iso2022", "iso-2022").replace("shift-", "shift_")
    )
    page = parse(f"<p>{text}".encode(encoding), encoding=name)
    assert (page.encoding_source, page.text(len(page) - 1)) == ("header", text)


@pytest.mark.parametrize("text", [CZECH, RUSSIAN, FRENCH, GREEK, CHINESE, JAPANESE, "ქსოვა ძველი ხელობაა"])
def test_utf_8_with_stray_bytes_is_utf_8(text: str) -> None:
    data = f"<p>{text}".encode() + b"\xe9 and \xff " + text.encode()
    page = parse(data)
    assert (page.encoding, page.encoding_source) == ("UTF-8", "bytes")


def test_a_declaration_inside_an_attribute_is_none() -> None:
    page = parse(b'<p title="x><meta charset=gbk>">One</p>')
    assert (page.encoding, page.encoding_source) == ("UTF-8", "bytes")


def test_a_text_has_no_encoding_to_tell() -> None:
    assert parse("<meta charset=gbk>你好").encoding_source == "text"
