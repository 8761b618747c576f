"""The images that belong to what is kept, and their captions."""

import numpy as np
import pytest

from weft import parse
from weft.document import Document

IMAGE = '<img src="/i.jpg" alt=i>'


@pytest.mark.parametrize(
    ("html", "keep", "shown"),
    [
        # The picture above the first line, below the title and the line of the author.
        (f"<article><h1>T</h1><div>by Ann</div><div>{IMAGE}</div><p>{'a ' * 9}</p></article>", [2], True),
        (f"<article><header><h1>T</h1>{IMAGE}</header><p>{'a ' * 9}</p></article>", [1], True),
        (f"<header>{IMAGE}</header><div><p>{'a ' * 9}</p></div>", [0], False),
        (f"<article><a href='/'>{IMAGE}</a><p>{'a ' * 9}</p></article>", [0], False),
        (f"<article><a href=/x>{IMAGE}<b>teaser</b></a><p>{'a ' * 9}</p></article>", [1], False),
        (f"<article><div class=author-box>{IMAGE}</div><p>{'a ' * 9}</p></article>", [0], False),
        (f"<article><nav>{IMAGE}</nav><p>{'a ' * 9}</p></article>", [0], False),
        ("<article><img src=/count?p=1><p>a b c</p></article>", [0], False),
        # Most words of the element were dropped.
        (f"<div><div>{IMAGE}</div><p>a b</p><p>c d e</p></div>", [0], False),
        # A credit that was dropped stands beside the picture.
        (f"<p>a</p><figure>{IMAGE}</figure><p>Photo: Ann</p><p>{'b ' * 9}</p>", [0, 2], True),
        (f"<div><p>{'a ' * 9}</p><div class=share>{IMAGE}</div><p>b</p></div>", [0, 1], False),
        (f"<div><p>{'a ' * 9}</p><div class=gallery>{IMAGE}</div><p>b</p></div>", [0, 1], True),
        (f"<p>a</p><div><div>{IMAGE}</div><div>Ann</div></div><p>b</p><p>c d</p>", [0, 2], True),
        (f"<p>a</p><div><a href=/x>{IMAGE}</a><div>Ann</div></div><p>b</p><p>c d</p>", [0, 2], False),
        # Signs stand in the middle of a sentence only.
        ("<p>Press <img src=/gear.svg width=16 height=16> to begin</p>", [0], True),
        ("<p>One</p><img src=/gear.svg width=16 height=16><p>Two</p>", [0, 1], False),
    ],
)
def test_images_of_what_is_kept(html: str, keep: list[int], shown: bool) -> None:
    assert shows_image(html, keep) == shown


def test_hidden_images_and_empty_choices_show_nothing() -> None:
    assert not shows_image(f"<p>a</p><div hidden>{IMAGE}</div><p>b</p>", [0, 1])
    assert not shows_image(f"<p>a</p>{IMAGE}", [])


def shows_image(html: str, keep: list[int]) -> bool:
    """Whether Markdown of these blocks shows an image."""
    return "![" in Document(page=parse(html), keep=np.array(keep, np.int64)).markdown
