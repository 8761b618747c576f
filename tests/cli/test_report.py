"""`weft report` as a user runs it."""

import json
from pathlib import Path

import pytest

from weft.cli import main

URL = "https://weft.example/"


def test_without_pages(site_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(site_file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("<!doctype html>")
    assert "13 pages in 2 clusters" in out
    assert "The medoid page" not in out


def test_with_pages(site_file: Path, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    (tmp_path / "empty.html").touch()
    arguments = ["report", str(site_file), "-o", str(out), "--base-url", URL]
    assert main([*arguments, "--pages", str(saved)]) == 0
    html = out.read_text()
    assert html.count("The medoid page") == 2
    assert '<p class="body"><b>p</b>' in html
    assert "keep: fit 1.00" in html
    assert main([*arguments, "--pages", str(saved), str(tmp_path / "empty.html")]) == 1
    assert "empty.html: empty" in capsys.readouterr().err


def test_drift_for_programs(site_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    redesigned = tmp_path / "news"
    redesigned.mkdir()
    for name in ("looms", "dyes", "wools"):
        text = f"<section><table><tr><td><b>{name}</b><td>Told in a new design, and not where it was.</table></section>"
        (redesigned / f"{name}.html").write_text(f"<title>{name}</title><main>{text * 3}</main>")
    arguments = ["report", str(site_file), "--json", "--pages", str(redesigned), "--base-url", f"{URL}news"]
    assert main(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert [drift["verdict"] for drift in found["drift"].values()] == ["relearn"]
    assert len(found["clusters"]) == 2
