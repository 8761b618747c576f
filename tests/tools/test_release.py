"""What a release asks of the tree: the version, the changelog, the citation and the addresses agree."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from tools.parts import ROOT
from tools.release import URLS, find_faults, main

HOME = "https://forge.example/owner/weft"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


@pytest.fixture
def ready(tmp_path: Path) -> Path:
    """A copy of what is asked, as it would be on the day of a release."""
    for name in ("pyproject.toml", "Cargo.toml", "CHANGELOG.md", "CITATION.cff"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github" / "CODEOWNERS").write_text("* @owner/maintainers\n")
    urls = "".join(f'{name} = "{HOME}"\n' for name in URLS)
    replace(tmp_path / "pyproject.toml", "[project.scripts]", f"[project.urls]\n{urls}\n[project.scripts]")
    replace(tmp_path / "CHANGELOG.md", "# Changelog\n", f"# Changelog\n\n## {VERSION} (2027-01-31)\n")
    replace(tmp_path / "CITATION.cff", "type: software\n", f"type: software\nrepository-code: {HOME}\n")
    return tmp_path


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_tree_that_is_ready_has_no_fault(ready):
    assert list(find_faults(f"v{VERSION}", HOME, root=ready)) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("pyproject.toml", f'version = "{VERSION}"', 'version = "9.9.9"', "the tag is"),
        ("pyproject.toml", f'version = "{VERSION}"', 'version = "soon"', "is no version"),
        ("pyproject.toml", f'Source = "{HOME}"', 'Source = "https://other.example/weft"', "other.example"),
        ("pyproject.toml", f'Issues = "{HOME}"', "", "lacks Issues"),
        ("Cargo.toml", f'version = "{VERSION}"', 'version = "9.9.9"', "Cargo.toml"),
        ("CHANGELOG.md", f"## {VERSION} (2027-01-31)", f"## {VERSION} (unreleased)", "CHANGELOG.md"),
        ("CITATION.cff", f"version: {VERSION}", "version: 9.9.9", "CITATION.cff does not say `version"),
        ("CITATION.cff", "repository-code", "code", "CITATION.cff does not say `repository-code"),
        (".github/CODEOWNERS", "* @owner/maintainers\n", "", "CODEOWNERS"),
    ],
)
def test_each_fault_is_said(ready, name, old, new, said):
    replace(ready / name, old, new)
    assert any(said in fault for fault in find_faults(f"v{VERSION}", HOME, root=ready))


def test_faults_are_printed_and_end_it_with_1(capsys):
    assert main(["v9.9.9", HOME]) == 1
    assert "the tag is v9.9.9" in capsys.readouterr().err


def test_without_arguments_it_says_how_it_is_called(capsys):
    assert main([]) == 2
    assert capsys.readouterr().err == "usage: python -m tools.release TAG ADDRESS\n"


def test_kernel_and_citation_have_the_version_of_today():
    faults = list(find_faults(f"v{VERSION}", HOME))
    assert not [fault for fault in faults if "Cargo.toml" in fault or "`version" in fault or "the tag" in fault]


def test_nothing_names_a_place_before_there_is_one():
    """An address that was made up leads strangers to somebody else; CONTRIBUTING.md says who writes it, and where."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    faults = list(find_faults(f"v{VERSION}", project.get("urls", {}).get("Source", HOME)))
    if "urls" not in project:
        assert any("[project.urls]" in fault for fault in faults)
        assert not (ROOT / ".github" / "CODEOWNERS").exists()
        assert "repository-code" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
        files = [ROOT / name for name in ("README.md", "README.zh.md", "SECURITY.md", "mkdocs.yml", "CONTRIBUTING.md")]
        files += [path for path in (ROOT / ".github").rglob("*") if path.is_file()]
        forge = re.compile(
            r"https?://(?:[\w-]+\.)*(?:github|gitlab|codeberg|bitbucket|readthedocs)\.\w+/[\w./-]*weft", re.I
        )
        assert not [
            (path.name, match[0]) for path in files if (match := forge.search(path.read_text(encoding="utf-8")))
        ]
    else:
        assert not [fault for fault in faults if "urls" in fault or "repository-code" in fault or "CODEOWNERS" in fault]
