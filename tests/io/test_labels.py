"""Labels in JSON lines."""

from pathlib import Path

import pytest

from weft.content import Label
from weft.errors import SourceError
from weft.io import read_labels


def test_labels(tmp_path: Path) -> None:
    path = tmp_path / "marks.jsonl"
    path.write_text('{"page_id": "a", "rows": [3, 9], "name": "body"}\n\n{"page_id": 7, "rows": [], "name": "title"}\n')
    assert read_labels(path) == [
        Label(page_id="a", rows=(3, 9), name="body"),
        Label(page_id="7", rows=(), name="title"),
    ]


@pytest.mark.parametrize(
    "line",
    ["{", "[]", '{"rows": [1], "name": "x"}', '{"page_id": "a", "rows": 1, "name": "x"}',
     '{"page_id": "a", "rows": [-1], "name": "x"}', '{"page_id": "a", "rows": [1], "name": ""}',
     '{"page_id": "a", "rows": "12", "name": "x"}', '{"page_id": "a", "rows": [1.5], "name": "x"}',
     '{"page_id": "a", "rows": [true], "name": "x"}'],
)  # fmt: skip
def test_what_is_no_label_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "marks.jsonl"
    path.write_text(f"\n{line}\n")
    with pytest.raises(SourceError, match=r"marks.jsonl:2: "):
        read_labels(path)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        read_labels(tmp_path / "none")
