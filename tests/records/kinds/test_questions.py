"""Questions with the answers of the page."""

import pytest

from tests.records.kinds.reading import regions, values

WORDS = ("wool", "silk", "hemp")
EXPECTED = [{"question": f"Is it {word}?", "answer": f"It is {word}, always."} for word in WORDS]

DETAILS = "<details><summary>Is it {0}?</summary><p>It is {0}, always.</p></details>"
TERMS = "<dt>Is it {0}?</dt><dd>It is {0}, always.</dd>"
HEADED = "<h3>Is it {0}?</h3><p>It is {0}, always.</p>"
BOXED = "<div class=item><div><h3>Is it {0}?</h3></div><div><p>It is {0}, always.</p></div></div>"


def page(layout: str) -> str:
    return "".join(layout.format(word) for word in WORDS)


@pytest.mark.parametrize(
    "html",
    [
        page(DETAILS),
        f"<dl>{page(TERMS)}</dl>",
        f"<div class=faq>{page(HEADED)}</div>",
        f"<h2>Frequently asked questions</h2>{page(HEADED)}<h2>Contact</h2><p>Write to us at once.</p>",
        f"<section><h2>FAQ</h2><div>{page(BOXED)}</div></section><footer>Bye, and come again.</footer>",
        f"<h2>Häufige Fragen</h2>{page(BOXED)}",
    ],
)
def test_layouts(html: str) -> None:
    assert values(html, "faq") == EXPECTED


def test_what_opens_in_another_box_is_no_question() -> None:
    filters = "<div><details><summary>Colour</summary><p>red, green, blue and white</p></details></div>"
    assert values(f"{filters}<div>{page(DETAILS)}</div>", "faq") == EXPECTED


def test_declared_in_microdata() -> None:
    item = (
        '<div itemprop=mainEntity itemscope itemtype="https://schema.org/Question"><b itemprop=name>Is it {0}?</b>'
        '<div itemprop=acceptedAnswer itemscope itemtype="https://schema.org/Answer"><p itemprop=text>It is {0}, '
        "always.</p></div></div>"
    )
    assert values(f'<main itemscope itemtype="https://schema.org/FAQPage">{page(item)}</main>', "faq") == EXPECTED


@pytest.mark.parametrize(
    "html",
    [
        page(HEADED),  # nothing says that these are asked often: the headings of an article
        page(DETAILS.replace("?", ".")),
        "".join(DETAILS.format(word) for word in WORDS[:2]),
        f"<dl>{page(TERMS.replace('?', ''))}</dl>",
        f"<div class=faq>{page('<h3>Is it {0}?</h3>')}</div>",  # no answers
    ],
)
def test_weak_evidence_gives_nothing(html: str) -> None:
    assert regions(html) == ()
