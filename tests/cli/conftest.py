"""A small site, learned once."""

from pathlib import Path

import pytest

from tests.cli.small_site import write_pages
from weft.cli import main

URL = "https://weft.example/"


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pages(tmp_path_factory.mktemp("saved"))


@pytest.fixture(scope="session")
def site_file(saved: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("site") / "site.json"
    assert main(["learn", str(saved), "-o", str(path), "--base-url", URL]) == 0
    return path
