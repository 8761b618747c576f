"""Videos, sound and pages inside of the page, as links."""

import pytest

from tests.renderers.showing import show


@pytest.mark.parametrize(
    ("html", "link"),
    [
        ('<video src="/v/a.mp4?x=1"></video>', "[a.mp4](https://example.org/v/a.mp4?x=1)"),
        ('<video><source src="/b.webm"><source src="/b.mp4"></video>', "[b.webm](https://example.org/b.webm)"),
        ('<audio src="/c.mp3" aria-label="A song">no sound</audio>', "[A song](https://example.org/c.mp3)"),
        (
            '<iframe title="How" src="https://www.youtube.com/embed/abcDEF12345?rel=0"></iframe>',
            "[How](https://www.youtube.com/watch?v=abcDEF12345)",
        ),
        (
            '<iframe data-src="//player.vimeo.com/video/123" src="about:blank"></iframe>',
            "[https://vimeo.com/123](https://vimeo.com/123)",
        ),
        (
            '<iframe src="https://weft.example/player/7"></iframe>',
            "[https://weft.example/player/7](https://weft.example/player/7)",
        ),
        ('<object data="/d.pdf"></object>', "[https://example.org/d.pdf](https://example.org/d.pdf)"),
    ],
)
def test_link(html: str, link: str) -> None:
    assert show(f"<p>a</p>{html}<p>b</p>") == f"a\n\n{link}\n\nb"


@pytest.mark.parametrize(
    "html",
    [
        '<iframe src="https://ads.example/frame?slot=1"></iframe>',
        '<iframe src="https://count.example/embed" width="1" height="1"></iframe>',
        '<iframe src="https://video.example/embed" style="display:none"></iframe>',
        '<iframe src="javascript:embed()"></iframe>',
        "<video></video>",
    ],
)
def test_no_link(html: str) -> None:
    assert show(f"<p>a</p>{html}<p>b</p>") == "a\n\nb"


def test_what_an_object_shows_in_its_place_stays() -> None:
    assert show('<p>a</p><object data="/d.pdf"><p>Read it</p></object><p>b</p>') == "a\n\nRead it\n\nb"


def test_without_links_there_are_none() -> None:
    assert show('<p>a</p><video src="/v.mp4"></video><p>b</p>', links=False) == "a\n\nb"


def test_a_medium_of_a_dropped_part_is_not_shown() -> None:
    assert show('<p>a</p><p>b</p><video src="/v.mp4"></video><p>c</p>', keep=[0]) == "a"


def test_each_is_shown_once() -> None:
    assert show('<p>a</p><video src="/v.mp4"></video><video src="/v.mp4"></video><p>b</p>').count("/v.mp4") == 1
