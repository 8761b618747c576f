r"""Locators: what is written is what is read."""

import random

import pytest

from weft.sites.templates import Locator, LocatorError, Step

LETTERS = [*'ab09-_é织#.[]:>\\"() \u00a0d+/%@\n', r"\d+"]


def random_name(rng: random.Random) -> str:
    return "".join(rng.choice(LETTERS) for _ in range(rng.randint(1, 6)))


def random_step(rng: random.Random, *, is_first: bool) -> Step:
    tag = random_name(rng) if rng.random() < 0.8 else ""
    return Step(
        tag=tag,
        id=random_name(rng) if rng.random() < 0.3 or not tag else "",
        classes=tuple(random_name(rng) for _ in range(rng.randint(0, 2))),
        ordinal=rng.choice([0, 0, 1, 12, 999_999_999]),
        is_child=is_first or rng.random() < 0.5,
    )


def random_locator(rng: random.Random) -> Locator:
    steps = tuple(random_step(rng, is_first=not number) for number in range(rng.randint(1, 4)))
    if not (take := rng.choice(["", "text", "all"])):
        return Locator(steps=steps)
    after = rng.choice([None, "", random_name(rng)])
    return Locator(steps=steps, take=take, after=after, nth=rng.choice([1, 2, 30]))


def test_random_locators_are_read_as_they_are_written() -> None:
    for seed in range(3_000):
        locator = random_locator(random.Random(seed))
        assert Locator.parse(str(locator)) == locator, seed


@pytest.mark.parametrize(
    "text",
    [
        "article p.lead",
        r"html > body.postid-\d+ > div#main.wide",
        "td[2]",
        "td[2]::text[3]",
        'td:after("Price:")[2]',
        'h1::all:after("")',
        "figure img::src[2]",
        'meta::content:after("og:image")',
        r"o\:p",
        ".lead",
    ],
)
def test_usual_locators_are_written_as_they_were_read(text: str) -> None:
    assert str(Locator.parse(text)) == text


def test_a_label_alone_is_that_of_a_text() -> None:
    assert Locator.parse('td::text:after("Price:")') == Locator.parse('td:after("Price:")')


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("div > ", 7),
        ("a  b", 3),
        ("a >b", 3),
        ("#", 2),
        ("p.", 3),
        ("p#a#b", 5),
        ("td[x]", 3),
        ("td[0]", 3),
        ("p::txt", 2),
        ("p::src", 7),
        ("img::content", 13),
        ("p::text[", 8),
        ('p:after("x', 2),
        (" p", 1),
        ("p > a:b", 6),
    ],
)
def test_what_is_no_locator_is_refused_with_its_column(text: str, column: int) -> None:
    with pytest.raises(LocatorError) as caught:
        Locator.parse(text)
    assert caught.value.column == column


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        Locator.parse("p.\ud800")
