"""`weft demo`."""

import json
from importlib.resources import files

import pytest

from weft.cli import main
from weft.cli.demo import read_demo


def test_prints_every_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in read_demo())


def test_metadata_of_the_bundled_site_is_right() -> None:
    truth = json.loads((files("weft") / "demo" / "truth.json").read_text(encoding="utf-8"))
    documents = read_demo()
    for page in truth:
        document = documents[page["file"]]
        if page["page_type"] == "article" and page["file"] != "old-shuttle.html":
            assert (document.title, document.author, document.date[:10]) == (
                page["title"], page["author"], page["date"][:10],
            )  # fmt: skip
