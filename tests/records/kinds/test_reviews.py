"""Reviews that nothing declares."""

import pytest

from tests.records.kinds.reading import regions, values

REVIEW = (
    "<li class=review-item><span class=review-author>{0}</span><span class=review-date>2 May 2024</span>{1}"
    "<h4>{0} says</h4><p class=review-text>{2}</p></li>"
)
STARS = ("<span class='stars' aria-label='4 out of 5 stars'></span>", "<p class='star-rating Two'></p>", "★★★★★")
TEXTS = ("It holds the warp as it should.", "The reed bent on the first day.", "My cat likes it more than I do.")


def page(ratings: tuple[str, ...] = STARS, texts: tuple[str, ...] = TEXTS) -> str:
    names = ("Ann", "Bob", "Cleo")
    items = (REVIEW.format(*parts) for parts in zip(names, ratings, texts, strict=True))
    return f"<div class=product-rating><ul>{''.join(items)}</ul></div>"


def test_reviews_by_their_classes() -> None:
    first, second, third = values(page(), "reviews")
    assert first == {
        "author": "Ann",
        "time": "2024-05-02",
        "time_text": "2 May 2024",
        "rating": "4 out of 5 stars",
        "title": "Ann says",
        "body": TEXTS[0],
        "typed": {"rating": {"value": 4.0, "best": 5.0}},
    }
    assert (second["rating"], third["rating"]) == ("2 of 5", "★★★★★")


@pytest.mark.parametrize(
    "html",
    [
        page(ratings=("", "", "")),  # quotations of customers
        page(texts=("", "", "")),
        page(texts=(TEXTS[0],) * 3),
        page().replace("review", "entry"),
    ],
)
def test_weak_evidence_gives_nothing(html: str) -> None:
    assert regions(html) == ()


def test_what_stands_under_every_review_is_a_label() -> None:
    html = page().replace("</p></li>", "<br>Read more</p></li>")
    for name in ("Ann", "Bob", "Cleo"):
        html = html.replace(f"author>{name}<", "author>Verified buyer<")
    assert [(review["body"], "author" in review) for review in values(html, "reviews")] == [
        (text, False) for text in TEXTS
    ]


def test_one_of_many_that_is_no_review_does_not_spoil_the_rest() -> None:
    items = [REVIEW.format(f"Name {'abcdefgh'[n]}", STARS[0], f"{TEXTS[0]} {n}") for n in range(8)]
    html = f"<ul class=star>{''.join(items)}<li class=review-item>Write one</li></ul>"
    assert len(values(html, "reviews")) == 8
