"""What makes a separator heavier or lighter, one sign at a time."""

import numpy as np
import pytest

from tests.boxes import lay_out
from weft import parse
from weft.extractors.vips import find_gaps, find_looks, weigh
from weft.extractors.vips_blocks import find_pieces, judge
from weft.extractors.vips_nodes import find_nodes


def weight(html: str, *, distance: int = 0, across: bool = True) -> int:
    """Of the separator between the first two pieces of a page."""
    nodes = find_nodes(lay_out(parse(html)))
    pieces = find_pieces(nodes, judge(nodes), pdoc=1, small=0.0)
    first, second, gap = np.array([0]), np.array([1]), np.array([distance])
    looks = find_looks(nodes, pieces)
    return int(weigh(pieces, looks, before=first, after=second, distance=gap, across=across)[0])


PLAIN = "<body><div>One</div><div>One</div>"


@pytest.mark.parametrize(("distance", "expected"), [(0, 0), (12, 0), (24, 1), (48, 3), (4000, 3)])
def test_distance(distance: int, expected: int) -> None:
    assert weight(PLAIN, distance=distance) == expected


@pytest.mark.parametrize(
    ("html", "more"),
    [
        ("<body><div>One</div><div bgcolor=ff0000>One</div>", 3),  # background; wide as it is painted, but aligned
        ("<body><div>One</div><hr><div>One</div>", 3),  # a rule between
        ("<body><div><b>One</b></div><div>One</div>", 1),  # font weight
        ("<body><div><small>One</small></div><div>One</div>", 2),  # font size, rising: 0.75 and 1
        ("<body><div>One</div><div><small>One</small></div>", 1),  # font size, falling: 0.75
        ("<body><div><a href=/>One</a></div><div>One</div>", 1),  # colour
        ("<body><div>One</div><div><img></div>", 1),  # text and picture: no longer of one kind
        ("<body><ul><li>One</ul><div>Twenty letters, and so on</div>", 1),  # not aligned
    ],
)
def test_signs(html: str, more: int) -> None:
    assert weight(html, distance=36) == weight(PLAIN, distance=36) + more


def test_two_pictures_are_of_one_kind() -> None:
    assert weight("<body><div><img></div><div><img></div>", distance=36) == weight(PLAIN, distance=36)


def test_fonts_do_not_weigh_on_vertical_separators() -> None:
    bold = "<body><table><tr><td>One<td><b>One</b></table>"
    assert weight(bold, distance=36, across=False) == weight(bold.replace("b>", "i>"), distance=36, across=False)
    assert weight(bold, distance=36) > weight(bold.replace("b>", "i>"), distance=36)


def test_no_weight_is_more_than_ten() -> None:
    small, large = "<small><a href=/>One</a></small>", "<h1>One<img></h1>"
    html = f"<body><div bgcolor=ffffee>{small}</div><hr><div bgcolor=ff0000>{large}</div>"
    assert weight(html, distance=4000) == 10


def test_nothing_has_no_gaps() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    assert len(find_gaps(nothing, nothing, nothing).opens) == 0
