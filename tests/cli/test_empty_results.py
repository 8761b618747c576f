"""What a command says of pages without content."""

from pathlib import Path

import pytest

from weft.cli import main

APPLICATION = "<div id=root></div><script src=a.js></script>"
MENU = "<nav><a href=/a>Home</a></nav>"
LONG_MENU = "<nav>" + "<a href=/x>Home page link</a> " * 40 + "</nav>"
GOOD = "<article><h1>Looms</h1>" + "<p>The weaver put the last threads on the loom before it grew dark.</p>" * 9


def errors(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["extract", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("html", "options", "wanted"),
    [
        (APPLICATION, [], "no content: scripts build the page; draw it with --browser --scripts"),
        (MENU, [], "no content: it shows few words and has no content as data; see its blocks with weft inspect"),
        (LONG_MENU, [], "no content: nothing on it surely is content; let a browser draw it with --browser, or see"),
        (APPLICATION, ["-m", "density"], "no content: density chose nothing; leave -m out, or try another method"),
    ],
)
def test_one_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], html: str, options: list[str], wanted: str
) -> None:
    page = tmp_path / "page.html"
    page.write_text(html)
    code, out, err = errors(capsys, str(page), *options)
    assert (code, out.strip()) == (0, "")
    assert err.startswith(f"weft: {page}: {wanted}")
    assert err.count("\n") == 1


def test_a_page_with_content_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(GOOD)
    assert errors(capsys, str(page))[2] == ""


def test_several_pages_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, html in {"a": APPLICATION, "b": MENU, "c": GOOD, "d": MENU}.items():
        (tmp_path / f"{name}.html").write_text(html)
    code, out, err = errors(capsys, str(tmp_path))
    assert (code, out.count("\n")) == (0, 4)
    assert (
        err == "weft: 3 of 4 pages without content (2 few_words, 1 scripts); -f json and lines have a reason for each\n"
    )


def test_a_name_with_spaces_is_quoted_in_the_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "my page.html"
    page.write_text(MENU)
    assert f"weft inspect '{page}'" in errors(capsys, str(page))[2]
