import pytest

from tests.renderers.showing import show


@pytest.mark.parametrize("sign", ["\x00", "\x07", "\x1f", "\x7f", "\x80", "\x9f", "\xad", "\ufeff"])
def test_characters_that_nobody_sees(sign: str) -> None:
    assert show(f"<p title=x>a{sign}b ü") == "ab ü"


@pytest.mark.parametrize("sign", ["\t", "\n", "\xa0", "é", "\u200d", "©", "한"])
def test_other_characters(sign: str) -> None:
    assert sign.strip() in show(f"<p>a{sign}b") != "ab"


@pytest.mark.parametrize("format", ["text", "markdown", "html", "tei", "json"])
def test_no_format_writes_them(format: str) -> None:
    shown = show("<p>war&shy;p \x07and</p><pre>we&shy;ft</pre><p><img src=/a.jpg alt='lo&shy;om' width=300>x", format)
    assert not {"\xad", "\x07"} & set(shown)
    assert "warp and" in shown
    assert "weft" in shown
