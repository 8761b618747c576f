"""`weft report` as a user runs it.

The summary of a run.
"""

import json
import sys
from pathlib import Path

import pytest

from weft import parse
from weft.cli import main
from weft.cli.summary import Tally
from weft.content import Reason
from weft.document import no_choice
from weft.reports.writing import load_templates

URL = "https://weft.example/"


def test_without_pages(site_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(site_file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("<!doctype html>")
    assert "13 pages 2 clusters" in " ".join(parse(out).text(0).split())
    assert "The most typical page" not in out


def test_with_pages(site_file: Path, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    (tmp_path / "empty.html").touch()
    arguments = ["report", str(site_file), "-o", str(out), "--base-url", URL]
    assert main([*arguments, "--pages", str(saved)]) == 0
    html = out.read_text()
    assert html.count("The most typical page") == 2
    assert '<p class="body"><b>p</b>' in html
    assert "9 pages looked at: 0% do not fit (mean fit 1.00)" in html
    assert main([*arguments, "--pages", str(saved), str(tmp_path / "empty.html")]) == 1
    assert "empty.html: empty" in capsys.readouterr().err


def test_drift_for_programs(site_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    redesigned = tmp_path / "news"
    redesigned.mkdir()
    for name in ("looms", "dyes", "wools"):
        text = f"<section><table><tr><td><b>{name}</b><td>Told in a new design, and not where it was.</table></section>"
        (redesigned / f"{name}.html").write_text(f"<title>{name}</title><main>{text * 3}</main>")
    arguments = ["report", str(site_file), "--json", "--pages", str(redesigned), "--base-url", f"{URL}news"]
    assert main(arguments) == 3
    captured = capsys.readouterr()
    assert "weft: the site has changed: article: 3 pages looked at: 100% do not fit" in captured.err
    found = json.loads(captured.out)
    assert found["verdict"] == "relearn"
    assert [drift["verdict"] for drift in found["drift"].values()] == ["relearn"]
    assert len(found["clusters"]) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", "{site}", "--pages", "{pages}"],
        ["inspect", "{page}", "--html"],
        ["fingerprint", "{pages}", "--html", "{out}"],
        ["stats", "no such output", "--html", "{out}"],
        ["train", "no such folder", "-o", "{out}", "--report", "{out}"],
    ],
)
def test_without_jinja2_it_says_how_to_get_it(
    arguments: list[str], site_file: Path, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    page, out = next(saved.rglob("*.html")), tmp_path / "out.html"
    load_templates.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    given = [argument.format(site=site_file, pages=saved, page=page, out=out) for argument in arguments]
    assert main(given) == 2
    captured = capsys.readouterr()
    assert captured.err == "weft: a report needs Jinja2; pip install 'weft[report]'\n"  # and nothing was read before
    assert captured.out == ""
    assert not out.exists()


def test_programs_need_no_jinja2(
    site_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    load_templates.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    assert main(["report", str(site_file), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["clusters"]) == 2


def test_pages_without_content_are_counted_by_reason() -> None:
    tally = Tally()
    for code in ("scripts", "no_template", "scripts"):
        tally.add(no_choice(parse("<p>x"), Reason(code)))
    assert tally.lines()[0] == "3 pages: 0 by template, 0 by single page, 3 by fallback, 0 failed"
    assert tally.lines()[-2:] == ["  without content: 2 × scripts", "  without content: 1 × no template fits"]
