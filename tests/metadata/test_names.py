"""What a page is called."""

import pytest

from weft import parse
from weft.metadata.names import PageNames, last_step

HTML = (
    "<title>Looms of the north | The Daily</title><meta property=og:title content='Northern looms'>"
    "<link rel=canonical href=https://weft.example/news/looms-of-the-north><h1>Looms of the North!</h1>"
)


@pytest.mark.parametrize(
    ("name", "address", "fits"),
    [
        ("Looms of the north", "", True),
        ("northern LOOMS", "", True),
        ("Looms", "", False),
        ("A quiet harbour", "/news/looms-of-the-north", False),
        ("", "/other/looms-of-the-north/", True),
        ("", "/news/a-quiet-harbour", False),
        ("", "", False),
        ("", "http://[broken", False),
    ],
)
def test_fit(name: str, address: str, fits: bool) -> None:
    assert PageNames.of(parse(HTML)).fit(name, address) is fits


def test_a_page_without_names_is_nothing() -> None:
    names = PageNames.of(parse("<p>x"))
    assert not names.fit("", "")
    assert not names.fit("x", "/x")
    assert last_step("/a/b") == ""
