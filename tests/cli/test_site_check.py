"""`weft site check FILE` as a function."""

from pathlib import Path

import pytest

import weft
from tests.site_pages import blog_page, pages_of
from weft.cli.site import run_check
from weft.errors import SourceError


def test_a_sound_file_and_an_edited_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "site.json"
    weft.learn(pages_of(blog_page, range(6))).save(path)
    assert run_check(path) == 0
    assert capsys.readouterr().out.startswith(f"{path} is sound: 1 cluster, ")
    path.write_text(path.read_text(encoding="utf-8").replace('"slots"', '"slot"'), encoding="utf-8")
    assert run_check(path) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(f"{path}:4:13: unknown learner 'slot'; choose one of ")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        run_check(tmp_path / "none.json")
