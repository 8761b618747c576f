"""Cross-validated texts are made again when what makes them has changed, and only then."""

from pathlib import Path

import pytest

from bench import cross_validated


def make_package(folder: Path) -> Path:
    for name in ("extractors", "training"):
        (folder / name).mkdir(parents=True)
        (folder / name / "a.py").write_text("one", encoding="utf-8")
    (folder / "auto.py").write_text("two", encoding="utf-8")
    return folder


def test_the_digest_moves_with_code_and_models_and_with_nothing_else(tmp_path: Path) -> None:
    package = make_package(tmp_path)
    before = cross_validated.made_from(package)
    (package / "cli").mkdir()
    (package / "cli" / "extract.py").write_text("a command", encoding="utf-8")
    assert cross_validated.made_from(package) == before
    (package / "training" / "a.py").write_text("other", encoding="utf-8")
    assert cross_validated.made_from(package) != before


def test_texts_of_the_same_code_are_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Path] = []

    def write_answers(data: Path, out: Path) -> int:
        made.append(out)
        (out / cross_validated.FILE.format("news")).write_text("", encoding="utf-8")
        (out / cross_validated.KEY).write_text("key", encoding="utf-8")
        return 0

    monkeypatch.setattr(cross_validated, "write_answers", write_answers)
    monkeypatch.setattr(cross_validated, "made_from", lambda: "key")
    for _ in range(2):
        cross_validated.answers_file(tmp_path, tmp_path / "answers", "news")
    assert len(made) == 1
    monkeypatch.setattr(cross_validated, "made_from", lambda: "changed")
    cross_validated.answers_file(tmp_path, tmp_path / "answers", "news")
    assert len(made) == 2
