"""`weft look` and `weft report --pictures` as a user runs them, in a real Chromium."""

import json
from pathlib import Path

import pytest

from weft.cli import main
from weft.reports.look import png_size

URL = "https://weft.example/"
TEXT = "The weaver put the last threads on the loom before it grew dark. "
PAGE = f"""<title>Looms</title><body style="margin: 0"><nav style="height: 50px">Home</nav>
<article style="width: 500px"><h1>Looms</h1><p>{TEXT * 4}</p></article><p hidden>Hidden</p></body>"""
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return path


def test_a_picture(page: Path, tmp_path: Path) -> None:
    out = tmp_path / "pictures" / "page.png"
    assert main(["look", str(page), "-o", str(out)]) == 0
    data = out.read_bytes()
    assert data.startswith(PNG)
    width, height = png_size(data)
    assert width == 1280 + 48
    assert height > 1024


def test_a_page_to_point_at(page: Path, tmp_path: Path) -> None:
    out = tmp_path / "look.html"
    assert main(["look", str(page), "-o", str(out), "--html", "--url", f"{URL}a?<b>"]) == 0
    html = out.read_text()
    assert html.startswith("<!doctype html>")
    assert "https://weft.example/a?&lt;b&gt; · chosen by block_classifier" in html
    assert html.count('<rect class="kept"') == 1
    assert html.count('<rect class="title"') == 1
    assert html.count('<rect class="left"') == 1  # the menu; what is hidden has no box
    assert "<script" not in html


def test_by_depth_and_by_another_method(page: Path, tmp_path: Path) -> None:
    out = tmp_path / "look.html"
    assert main(["look", str(page), "-o", str(out), "--html", "--by", "depth", "-m", "whole_page"]) == 0
    html = out.read_text()
    assert "depth 0 <span>1</span>" in html
    assert "visual blocks" in html


def test_the_tree_as_json(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["look", str(page), "--json"]) == 0
    tree = json.loads(capsys.readouterr().out)
    assert tree["box"][2:] == [1280, 1024]
    assert len(tree["children"]) >= 2
    assert main(["look", str(page)]) == 2
    assert "-o page.png" in capsys.readouterr().err


def test_the_templates_of_a_site(site_file: Path, saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "look.html"
    page = sorted((saved / "news").glob("*.html"))[0]
    url = f"{URL}news/{page.name}"
    assert main(["look", str(page), "-o", str(out), "--html", "--site", str(site_file), "--url", url]) == 0
    assert "chosen by template" in out.read_text()


def test_content_that_is_only_in_data_cannot_be_seen(tmp_path: Path) -> None:
    page, out = tmp_path / "page.html", tmp_path / "look.html"
    page.write_text(f'<p>Loading<script type="application/ld+json">{{"articleBody": "{TEXT * 8}"}}</script>')
    assert main(["look", str(page), "-o", str(out), "--html"]) == 0
    html = out.read_text()
    assert "the page shows 0% of an article in its JSON-LD" in html
    assert 'class="kept"' not in html


def test_mistakes_are_told(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["look", str(page), "-o", str(tmp_path / "x.png"), "-m", "nothing"]) == 2
    (tmp_path / "other.html").write_text(PAGE)
    assert main(["look", str(tmp_path), "-o", str(tmp_path / "x.png")]) == 2
    assert "one page at a time" in capsys.readouterr().err
    monkeypatch.setenv("WEFT_CHROMIUM", str(tmp_path / "chromium"))
    assert main(["look", str(page), "-o", str(tmp_path / "x.png")]) == 1
    assert "no such program" in capsys.readouterr().err
    assert not (tmp_path / "x.png").exists()


def test_a_report_with_pictures(
    site_file: Path, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.html"
    arguments = ["report", str(site_file), "-o", str(out), "--pictures"]
    assert main([*arguments, "--base-url", URL, "--pages", str(saved)]) == 0
    html = out.read_text()
    assert html.count("The most typical page, as drawn") == html.count('<image href="data:image/png;base64,') == 2
    assert '<rect class="kept"' in html
    assert "img-src data:" in html
    assert main(arguments) == 2
    assert "--pictures: of which pages?" in capsys.readouterr().err
