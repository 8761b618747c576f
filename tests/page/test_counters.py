"""Counters behind paragraphs are no part of them; notes, verses and numbers of the text are."""

from collections.abc import Sequence

import pytest

import weft

SAID = (
    "The weaver put the last threads on the loom before it grew dark.",
    "They came at last with lanterns and bread, and stayed until the morning.",
    "In the morning the cloth was cut from the loom and carried to the market.",
    "Nobody had seen such a blue before, and it was sold before noon.",
    "She bought wool and went home over the hills.",
)


def page(paragraph: str, numbers: Sequence[str]) -> str:
    paragraphs = "".join(paragraph.format(said, number) for said, number in zip(SAID, numbers, strict=True))
    return f"<title>Looms</title><article><h1>Looms</h1>{paragraphs.replace('<i class=c></i>', '')}</article>"


@pytest.mark.parametrize("numbers", [("0", "12", "0", "3", "1"), ("0",) * 5, ("(4)", "(1)", "(0)", "(0)", "(2)")])
@pytest.mark.parametrize(
    "paragraph",
    [
        "<p>{}<i class=c>{}</i></p>", "<p>{} <span class=c>{}</span>\n</p>", "<p>{}<button>{}</button></p>",
        "<p>{}<a href=#comments>{}</a></p>", "<p>{}<span><a href=#><span>{}</span></a></span></p>",
        "<div><p>{}</p><button>{}</button></div>",
        "<section><p>{}</p><div class=likes><span>{}</span></div></section>",
    ],
)  # fmt: skip
def test_counters_go(paragraph: str, numbers: Sequence[str]) -> None:
    document = weft.extract(page(paragraph, numbers))
    for text in (document.text, document.markdown):
        assert [line for line in text.split("\n\n") if line.strip("# ") != "Looms"] == list(SAID)


def test_one_paragraph_of_five_may_have_none() -> None:
    html = page("<p>{}<i class=c>{}</i></p>", ("", "12", "0", "3", "1"))
    assert weft.extract(html, method="whole_page").text == "\n\n".join(SAID)
    html = page("<p>{}<i class=c>{}</i></p>", ("", "", "0", "3", "1"))
    assert weft.extract(html, method="whole_page").text.endswith("hills.1")


@pytest.mark.parametrize(
    ("paragraph", "numbers"),
    [
        ("<p>{}<a href=#n{}>1</a></p>", "12345"),  # notes
        ("<p>{} <span class=verse>{}</span></p>", "12345"),
        ("<p>{}<sup class=c>{}</sup></p>", "10010"),
        ("<p>{}<sup><a href=#notes>{}</a></sup></p>", "10010"),
        ("<p>{} <b>{}</b></p>", "10010"),
        ("<p>{} So the number of blue looms is <span class=n>{}</span></p>", "10010"),
        ("<p>{} <span class=c>{}</span> looms.</p>", "10010"),
    ],
)
def test_other_numbers_stay(paragraph: str, numbers: str) -> None:
    html = page(paragraph, numbers)
    assert weft.extract(html, method="whole_page").text == "\n\n".join(
        " ".join(weft.extract(f"<p>{one}", method="whole_page").text.split())
        for one in html.partition("</h1>")[2].removesuffix("</article>").replace("<p>", "").split("</p>")[:-1]
    )
