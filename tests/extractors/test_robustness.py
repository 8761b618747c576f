"""The default extractor is the fallback of everything else: odd pages must come out whole."""

import pytest

import weft

SENTENCES = [
    "The weaver put the last threads of the warp on the loom before it grew dark.",
    "In the morning she would begin with the weft, blue for the river and grey for the stones along its bank.",
    "Nobody in the town could remember who had built the loom, or why it stood in the middle of the mill.",
    "It took two people to move the beam, and a third to tell them that they were doing it wrong.",
]
BODY = " ".join(SENTENCES)
NAV = "".join(f"<a href=/{name}>{name}</a> " for name in ("home", "news", "shop", "forum", "about", "contact"))
CHINESE = "织工在天黑之前把最后几根经线穿上了织机,第二天早上她要开始织纬线,蓝色代表河水,灰色代表河边的石头。" * 3
ARABIC = "وضع النساج آخر خيوط السداة على النول قبل أن يحل الظلام، وفي الصباح سيبدأ بخيوط اللحمة الزرقاء والرمادية. " * 4


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        (f"<html><body>{NAV}<h1>Looms</h1><p>{BODY}</p><p>{BODY}</p></body></html>", SENTENCES[0]),
        (f"<title>Notes</title><pre>{chr(10).join(SENTENCES * 10)}</pre>", SENTENCES[1]),
        (
            f"<table width=100%><tr><td colspan=2>{NAV}<tr><td width=150>{NAV}<td><font size=2>{BODY}<br><br>{BODY}"
            "</font><tr><td colspan=2>Copyright</table>",
            SENTENCES[2],
        ),
        (f"<html dir=rtl lang=ar><body><nav>{NAV}</nav><article><p>{ARABIC}</p><p>{ARABIC}</p></article>", ARABIC[:60]),
        (f"<html lang=zh><body><div>{NAV}</div><div><p>{CHINESE}</p><p>{CHINESE}</p></div>", CHINESE[:30]),
        (f"<noscript><div><p>{BODY}</p><p>{BODY}</p></div></noscript><nav>{NAV}</nav>", SENTENCES[3]),
        (f"<div><div><div><span>{BODY}</span> <span>{BODY}</span></div></div></div>", SENTENCES[0]),
    ],
    ids=["no classes", "one pre", "layout table", "right to left", "Chinese", "noscript", "spans"],
)
def test_the_body_is_found(html: str, wanted: str) -> None:
    assert wanted in weft.extract(html).text


@pytest.mark.parametrize(
    "html",
    [
        "<frameset cols=50%,50%><frame src=a.html><frame src=b.html></frameset>",
        "<img alt='a picture with a long description of everything on it' title='and a title'>",
        "<div id=root></div><script src=app.js></script>",
        "<p>" + "&nbsp;" * 1000,
    ],
    ids=["frames", "text in attributes", "shell", "blanks"],
)
def test_nothing_is_an_answer(html: str) -> None:
    document = weft.extract(html)
    assert document.text == ""
    assert document.page_type == "empty"


def test_fifty_thousand_blocks() -> None:
    document = weft.extract(f"<nav>{NAV}</nav>" + "".join(f"<p>{SENTENCES[k % 4]} {k}</p>" for k in range(50_000)))
    assert len(document.page.blocks) == 50_001
    assert len(document.keep) > 40_000


def test_same_answer_in_other_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    page = f"<nav>{NAV}</nav><article><p>{BODY}</p><p>{CHINESE}</p></article>"
    expected = weft.extract(page)
    with ThreadPoolExecutor(4) as pool:
        for document in pool.map(weft.extract, [page] * 40):
            assert (document.text, document.confidence) == (expected.text, expected.confidence)
