"""Of hidden bodies side by side the one with the title of the page is its body."""

import pytest

import weft

STORIES = {"The blue cloth of the valley": "loom", "A bridge is built at last": "bridge", "Snow on the hills": "snow"}


def body(title: str, word: str, level: int = 1) -> str:
    return (
        f"<h{level}>{title}</h{level}>"
        f"<p>The man of the {word} put the last boards in their place before it grew dark.</p>"
        f"<p>They came at last with lanterns and bread for the {word}, and the evening was long.</p>"
    )


def document(title: str, bodies: str) -> weft.Document:
    head = f"<title>{title} - Valley News</title><meta property=og:title content='{title}'>"
    return weft.extract(f"{head}<nav><a href=/>Home</a></nav>{bodies}<footer>Copyright</footer>")


@pytest.mark.parametrize("title", STORIES)
@pytest.mark.parametrize(
    "form",
    [
        "<article style='display:none' class=story>{}</article>",
        "<div hidden class=slide><article>{}</article></div>",
        "<article aria-hidden=true>{}</article>",
    ],
)
def test_the_body_with_the_title_is_taken(title: str, form: str) -> None:
    found = document(title, "".join(form.format(body(*story)) for story in STORIES.items()))
    assert found.title == title
    assert [word for word in STORIES.values() if word in found.text] == [STORIES[title]]
    within = "".join(f"<section>{body(*story)}</section>" for story in STORIES.items())
    found = document(title, f"<div hidden>{within}</div>")
    assert [word for word in STORIES.values() if word in found.text] == [STORIES[title]]


def test_sections_of_one_hidden_body_stay_together() -> None:
    first, *others = STORIES.items()
    sections = f"<section>{body(*first)}</section>" + "".join(f"<section>{body(*one, 2)}</section>" for one in others)
    found = document(first[0], f"<article hidden>{sections}</article>")
    assert all(word in found.text for word in STORIES.values())


def test_where_none_has_the_title_or_they_are_shown_all_stay() -> None:
    bodies = "".join(f"<article hidden>{body(*story)}</article>" for story in STORIES.items())
    for found in (document("Something else", bodies), document("Snow on the hills", bodies.replace(" hidden", ""))):
        assert all(word in found.text for word in STORIES.values())
