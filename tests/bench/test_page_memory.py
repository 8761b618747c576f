"""What a page of 20 MB takes: the promise, on the shapes that take most; and the tool that measures it."""

from pathlib import Path

import pytest

from bench import page_memory
from weft import Limits


@pytest.mark.parametrize("shape", ["text around paragraphs", "one list of classes"])
def test_a_page_of_20_mb_keeps_the_promise(shape: str, tmp_path: Path) -> None:
    """In a process of its own; the first has as many blocks as the limit of nodes allows, the second no limit stops."""
    path, size = tmp_path / "page.html", page_memory.SIZE
    path.write_bytes(
        page_memory.page_at_limit(shape, size) if shape in page_memory.PIECES else page_memory.page_of(shape, size)
    )
    entry = page_memory.measure_apart(path, "text")
    assert entry["limit"] == ""
    assert entry["rows"] > 0.98 * Limits().nodes or shape not in page_memory.PIECES
    assert 20 < entry["peak_mb"] < page_memory.MAX_MB


def test_every_shape_is_a_page_of_about_its_size() -> None:
    for shape in page_memory.SHAPES:
        page = page_memory.page_of(shape, 100_000)
        assert 70_000 < len(page) < 130_000, shape


def test_the_report_names_what_took_most(tmp_path: Path) -> None:
    assert page_memory.make(tmp_path, shapes=["items", "words"], outputs=["text"], size=50_000) == 0
    text = (tmp_path / "page-memory.md").read_text()
    assert "| words | 4 |" in text
    assert "is promised" in text
    assert (tmp_path / "page-memory.json").exists()
