"""What must agree before a tag becomes a release: `python -m tools.release v0.2.0 https://forge.example/owner/weft`.

Prints each thing that does not, and ends with 1 if there is one. Needs nothing but Python.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
URLS = ("Changelog", "Documentation", "Issues", "Source")


def find_faults(tag: str, repository: str, *, root: Path = ROOT) -> Iterator[str]:
    """Sentences about what keeps the tree from being released under the tag from the repository's address."""
    project = tomllib.loads(_read(root, "pyproject.toml"))["project"]
    version = project["version"]
    if tag != f"v{version}":
        yield f"the tag is {tag}; pyproject.toml says {version}"
    if not VERSION.fullmatch(version):
        yield f"{version} is no version such as 1.2.3 or 1.2.3rc1"
    kernel = tomllib.loads(_read(root, "Cargo.toml"))["workspace"]["package"]["version"]
    if not version.startswith(kernel):
        yield f"Cargo.toml has version {kernel}"
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", _read(root, "CHANGELOG.md"), re.MULTILINE):
        yield f"CHANGELOG.md has no section `## {version} (year-month-day)`"
    if f"\nversion: {version}\n" not in _read(root, "CITATION.cff"):
        yield f"CITATION.cff does not say `version: {version}`"
    yield from _address_faults(project.get("urls", {}), repository, root)


def _address_faults(urls: dict[str, str], repository: str, root: Path) -> Iterator[str]:
    """Weft does not know where it will be published: whoever publishes it writes the addresses, and is asked here."""
    missing = [name for name in URLS if name not in urls]
    if missing:
        yield f"[project.urls] of pyproject.toml lacks {', '.join(missing)}"
    if "Source" in urls and urls["Source"].rstrip("/") != repository.rstrip("/"):
        yield f"[project.urls] Source is {urls['Source']}; the tag is in {repository}"
    if f"\nrepository-code: {repository}\n" not in _read(root, "CITATION.cff"):
        yield f"CITATION.cff does not say `repository-code: {repository}`"
    if not _read(root, ".github/CODEOWNERS"):
        yield ".github/CODEOWNERS is missing: say whom a change must be shown to, such as `* @owner/maintainers`"


def _read(root: Path, name: str) -> str:
    path = root / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(arguments: list[str]) -> int:
    """Print the faults; 1 if there is one, 2 where the arguments are not a tag and an address."""
    if len(arguments) != 2:
        print("usage: python -m tools.release TAG ADDRESS", file=sys.stderr)
        return 2
    tag, repository = arguments
    faults = list(find_faults(tag, repository))
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
