from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from tests.extractors.features.test_visual import HTML, hand_made
from weft.errors import SourceError
from weft.training.training_pages import TruthPage
from weft.training.visual import draw_pages, drawn_digest, drawn_path, read_drawn, read_geometry, write_geometry


@pytest.fixture
def page(tmp_path: Path) -> TruthPage:
    path = tmp_path / "0001.html"
    path.write_text(HTML)
    url = "http://loom.example/"
    return TruthPage(page_id="0001", url=url, page_type="article", truth="", drafted=False, path=path)


def test_looks_survive_the_file(tmp_path: Path, page: TruthPage) -> None:
    made = replace(hand_made().geometry, fonts=("Serif", "宋体"))
    write_geometry(drawn_path(tmp_path / "new", page), made)
    again = read_drawn(tmp_path / "new", page)
    assert (again.url, len(again)) == (page.url, len(made))
    for column in fields(made):
        assert np.array_equal(getattr(again.geometry, column.name), getattr(made, column.name))


def test_the_digest_is_of_what_is_in_it(tmp_path: Path) -> None:
    geometry = hand_made().geometry
    digests = []
    for name, width in (("a", 1000.0), ("b", 1000.0), ("c", 999.0)):
        geometry.width[3] = width
        write_geometry(tmp_path / name / "0001.npz", geometry)
        digests.append(drawn_digest([tmp_path / name / "0001.npz"]))
    assert digests[0] == digests[1] != digests[2]


def test_what_is_no_drawn_page(tmp_path: Path, page: TruthPage) -> None:
    (tmp_path / "text.npz").write_text("no archive")
    np.savez(tmp_path / "other.npz", left=np.zeros(1))
    for name in ("none", "text", "other"):
        with pytest.raises(SourceError, match=f"{name}.npz: not how a page looks"):
            read_geometry(tmp_path / f"{name}.npz")
    write_geometry(drawn_path(tmp_path, page), hand_made().geometry)
    page.path.write_text(HTML + "<p>One more")
    with pytest.raises(SourceError, match="other bytes"):
        read_drawn(tmp_path, page)


def test_a_browser_draws_what_the_folder_lacks(tmp_path: Path, page: TruthPage) -> None:
    page.path.write_text("<style>body { margin: 30px } p { width: 200px }</style><p>Warp and weft")
    assert list(draw_pages([page], tmp_path / "drawn")) == [("0001", "")]
    drawn = read_drawn(tmp_path / "drawn", page)
    [row] = drawn.rows_of("p")
    assert (drawn.geometry.left[row], drawn.geometry.width[row]) == (30, 200)
    assert list(draw_pages([page], tmp_path / "drawn")) == []
