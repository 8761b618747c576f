"""Images: which are shown, and from where."""

import pytest

from tests.renderers.showing import show


@pytest.mark.parametrize(
    ("attributes", "address"),
    [
        ('src="a.jpg"', "https://example.org/blog/a.jpg"),
        ('src="data:image/gif;base64,R0" data-src="/b.jpg"', "https://example.org/b.jpg"),
        ('src="/blank.gif" data-original="/b.jpg"', "https://example.org/b.jpg"),
        ('src="/small.jpg" data-srcset="/m.jpg 500w, /l.jpg 900w"', "https://example.org/l.jpg"),
        ('srcset="/m.jpg 1x, /l.jpg 2x"', "https://example.org/l.jpg"),
        ('src="//cdn.example.net/x.png"', "https://cdn.example.net/x.png"),
    ],
)
def test_address(attributes: str, address: str) -> None:
    assert show(f"<p>x <img {attributes} alt='y'></p>") == f"x ![y]({address})"


@pytest.mark.parametrize(
    "image",
    [
        '<img src="data:image/png;base64,AA">', '<img src="/t.gif" width=1 height=1>',
        '<img src="/t.gif" style="display:none">', "<img>", '<img src="javascript:x()">',
    ],
)  # fmt: skip
def test_what_is_no_picture_is_not_shown(image: str) -> None:
    assert show(f"<p>x {image} y</p>") == "x y"


def test_picture_and_noscript_show_one_image() -> None:
    html = '<p>x <picture><source srcset="/a.webp"><img alt=y></picture></p>'
    assert show(html) == "x ![y](https://example.org/a.webp)"
    html = '<p>x</p><img data-src="/a.jpg" alt=y><noscript><img src="/a.jpg" alt=y></noscript><p>z</p>'
    assert show(html) == "x\n\n![y](https://example.org/a.jpg)\n\nz"


def test_one_image_is_shown_once() -> None:
    html = '<p>x</p><img data-src="/a.jpg?w=640" alt=y><noscript><img src="/b.jpg" alt=y></noscript><p>z</p>'
    assert show(html) == "x\n\n![y](https://example.org/a.jpg?w=640)\n\nz"
    html = '<p>x</p><img src="/a.jpg?w=640" alt=y><p>z</p><img src="/a.jpg?w=900" alt=y><p>q</p>'
    assert show(html).count("![y]") == 1
    html = '<p>x</p><img src="/show?n=1" alt=y><p>z</p><img src="/show?n=2" alt=y><p>q</p>'
    assert show(html).count("![y]") == 2


IMAGE = '<img src="/i" alt="i">'
SHOWN = "![i](https://example.org/i)"


@pytest.mark.parametrize(
    ("html", "keep", "shown"),
    [
        (f"<p>a</p>{IMAGE}<p>b</p>", [0, 1], True),
        (f"<p>a</p>{IMAGE}<p>b</p>", [0], False),
        (f"<p>a</p><div>{IMAGE}</div><p>b</p>", [1], False),
        (f"<p>a {IMAGE}</p><p>b</p>", [0], True),
        (f"<p>{IMAGE} a</p><p>b</p>", [0], True),
        (f"<p>{IMAGE} a</p><p>b</p>", [1], False),
        (f"<p>a</p><figure>{IMAGE}<figcaption>c</figcaption></figure><p>b</p>", [0, 1], True),
        (f"<p>a</p><figure>{IMAGE}<figcaption>c</figcaption></figure><p>b</p>", [0, 2], True),
        (f"<p>a</p><figure>{IMAGE}<figcaption>c</figcaption></figure><p>b</p>", [2], False),
        (f"<p>a</p><ul><li>{IMAGE}<p>b</p></li><li>c</li></ul>", [1], True),
        (f"<p>a</p><div>ad {IMAGE}</div><p>b</p>", [0, 2], False),
    ],
)
def test_an_image_belongs_to_the_kept_text_around_it(html: str, keep: list[int], shown: bool) -> None:
    assert (SHOWN in show(html, keep=keep)) == shown


def test_options_never_change_the_text() -> None:
    html = f'<p>a <a href="/x">b</a> {IMAGE} c</p>'
    assert show(html, images=False) == "a [b](https://example.org/x) c"
    assert show(html, links=False) == f"a b {SHOWN} c"
    assert show(html, "text", images=False, links=False) == show(html, "text") == "a b c"
