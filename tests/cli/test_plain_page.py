"""`weft extract page.html` alone prints by a short way what it prints by the long one."""

from pathlib import Path

import pytest

from tests.extractors.test_at_once import GOLDEN, SAID, made_pages
from weft import _native, extract
from weft.cli import main
from weft.cli.plain_page import print_page
from weft.extractors.block_classifier import default_model
from weft.extractors.kernel_model import default_judge, find_text


def _compare(path: Path, capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether the short way printed the page; then it printed what the long one does."""
    is_printed = print_page(str(path))
    printed = capsys.readouterr()
    assert main(["extract", str(path), "-f", "text"]) == 0
    if is_printed:
        assert printed == capsys.readouterr()
    else:
        assert printed.out == ""
    return is_printed


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_golden_pages(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _compare(path, capsys)


def test_made_pages() -> None:
    """A page that has no text this way goes the long way."""
    found = {html: find_text(html, page="page") for html, _ in made_pages()[::5]}
    assert sum(map(bool, found.values())) > len(found) / 4
    assert [html for html, text in found.items() if text and text != extract(html).text] == []


def test_a_plain_article_goes_the_short_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(f"<title>Looms</title><article><h1>Looms</h1><p>{SAID}<p>{SAID} Again.", encoding="utf-8")
    assert _compare(page, capsys)
    assert main(["extract", str(page)]) == 0
    assert capsys.readouterr().out == f"{SAID.strip()}\n\n{SAID.strip()} Again.\n"


def test_what_is_wrong_with_a_page_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "picture.html").write_bytes(b"\x89PNG" + bytes(range(256)))
    (tmp_path / "folder.html").mkdir()
    for name, words in {
        "empty.html": "empty, there is no page in it",
        "picture.html": "not a web page but a PNG picture",
        "missing.html": "",
        "nul\0.html": "",
    }.items():
        assert not print_page(f"{tmp_path}/{name}")
        assert main(["extract", f"{tmp_path}/{name}"]) == 1
        printed = capsys.readouterr()
        assert (printed.out, words in printed.err) == ("", True)
    assert not print_page(f"{tmp_path}/folder.html")


def test_the_kernel_asks_the_same_model() -> None:
    page = f"<title>Looms</title><article><h1>Looms</h1><p>{SAID}<p>{SAID} Again."
    limits = (1 << 20, 1 << 20, 99, 32, 9.0)
    (_, own, _), (_, model, _) = (
        _native.extract(kernel, page, limits) for kernel in (default_judge(), default_model().kernel)
    )
    assert own
    assert model
    assert (own.first.tolist(), own.probability.tolist(), own.shares) == (
        model.first.tolist(),
        model.probability.tolist(),
        model.shares,
    )
