"""The list of the public API is what the API is, and the changelog says what changes it."""

import pytest

from tools import api


def test_the_list_is_the_api() -> None:
    told = "say in CHANGELOG.md, Unreleased, what changed of the API, then: python -m tools.api"
    assert api.LISTED.read_text(encoding="utf-8").splitlines() == api.read_api(), told


def test_a_change_that_the_changelog_does_not_say_is_refused(tmp_path, monkeypatch, capsys) -> None:
    listed = tmp_path / "api.txt"
    changelog = tmp_path / "CHANGELOG.md"
    listed.write_text("".join(f"{line}\n" for line in api.read_api() if not line.startswith("parse(")))
    changelog.write_text("# Changelog\n\n## Unreleased\n\n* pages are read\n\n## 0.0\n\n* `parse`\n")
    monkeypatch.setattr(api, "LISTED", listed)
    monkeypatch.setattr(api, "CHANGELOG", changelog)
    assert api.main() == 1
    assert "parse" in capsys.readouterr().err
    changelog.write_text("# Changelog\n\n## Unreleased\n\n* `parse` reads pages\n")
    assert api.main() == 0
    assert listed.read_text().splitlines() == api.read_api()


@pytest.mark.parametrize("line", ["parse(", "Document.text", "Limits.seconds", "LimitError("])
def test_functions_members_and_errors_are_in_the_list(line: str) -> None:
    assert any(listed.startswith(line) for listed in api.read_api())
