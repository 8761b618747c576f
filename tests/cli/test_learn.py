"""`weft learn` as a user runs it."""

import gzip
import io
import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli.small_site import article, pages
from weft import Site, parse
from weft.cli import main

URL = "https://weft.example/"


def lines() -> bytes:
    found = [json.dumps({"id": name, "url": URL + name, "html": html}) for name, html in pages().items()]
    return "\n".join(found).encode()


def test_a_folder(saved: Path, site_file: Path) -> None:
    site = Site.load(site_file)
    ids = sorted(page for cluster in site.clusters for page in cluster.page_ids)
    assert ids == sorted(str(saved / name) for name in pages())  # what the other commands print as id
    assert {cluster.host for cluster in site.clusters} == {"weft.example"}
    assert json.loads(site_file.read_text())["format"] == 2


def test_json_lines_packed_or_piped_are_the_same_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = tmp_path / "pages.jsonl.gz"
    packed.write_bytes(gzip.compress(lines()))
    assert main(["learn", str(packed), "-o", str(tmp_path / "a.json"), "--json"]) == 0
    captured = capsys.readouterr()
    summary = json.loads(captured.out)
    assert sum(cluster["pages"] for cluster in summary["clusters"]) == len(pages())
    assert "13 pages in 2 clusters" in captured.err
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines())))
    assert main(["learn", "-", "-o", str(tmp_path / "b.json")]) == 0
    assert (tmp_path / "a.json").read_text() == (tmp_path / "b.json").read_text()


def test_ways_of_learning_by_name(saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "site.json"
    ways = ["--similarity", "block_paths", "--clustering", "leader", "--learner", "block_rule"]
    assert main(["learn", str(saved / "news"), "-o", str(out), *ways]) == 0
    site = Site.load(out)
    assert (site.similarity, site.clustering, site.learner) == ("block_paths", "leader", "block_rule")


def test_an_update_adds_pages(site_file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "site.json"
    copy.write_text(site_file.read_text())
    (tmp_path / "news").mkdir()
    (tmp_path / "news" / "bobbins.html").write_text(article("bobbins", 9))
    assert main(["learn", "--update", str(copy), str(tmp_path / "news"), "--base-url", f"{URL}news/"]) == 0
    old, new = Site.load(site_file), Site.load(copy)
    assert len(new.clusters) == len(old.clusters)
    added = {page for cluster in new.clusters for page in cluster.page_ids} - {
        page for cluster in old.clusters for page in cluster.page_ids
    }
    assert added == {str(tmp_path / "news" / "bobbins.html")}


def test_bad_pages_are_told_and_kept(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.html"
    empty.write_bytes(b"")
    deep = tmp_path / "deep.html"
    deep.write_text("<div>" * 300)
    out = tmp_path / "site.json"
    assert main(["learn", str(saved), str(empty), str(deep), "-o", str(out), "--max-depth", "200"]) == 1
    assert "empty.html: empty" in capsys.readouterr().err
    site = Site.load(out)
    assert set(site.failures) == {str(empty), str(deep)}
    assert sum(len(cluster.page_ids) for cluster in site.clusters) == len(pages())


def test_labels_name_fields(saved: Path, tmp_path: Path) -> None:
    marks, out = tmp_path / "marks.jsonl", tmp_path / "site.json"
    with marks.open("w") as file:
        for name in ("looms", "dyes", "wools"):
            page = parse((saved / "news" / f"{name}.html").read_bytes())
            row = next(row for row in range(len(page)) if "author" in page.classes(row))
            print(
                json.dumps({"page_id": str(saved / "news" / f"{name}.html"), "rows": [row], "name": "who"}), file=file
            )
    assert main(["learn", str(saved / "news"), "-o", str(out), "--labels", str(marks)]) == 0
    assert Site.load(out).extract(article("bobbins", 9)).fields["who"].value == "Ann bobbins"


def test_labels_must_name_pages(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    marks = tmp_path / "marks.jsonl"
    marks.write_text('{"page_id": "elsewhere.html", "rows": [1], "name": "body"}\n')
    out = tmp_path / "site.json"
    assert main(["learn", str(saved), "-o", str(out), "--labels", str(marks)]) == 1
    assert "labelled, but not among the pages: elsewhere.html" in capsys.readouterr().err
    assert not out.exists()
    packed = tmp_path / "pages.jsonl"
    packed.write_bytes(lines())
    assert main(["learn", str(packed), "-o", str(out), "--labels", str(marks)]) == 0  # known too late to stop
    assert "note: labelled, but not among the pages" in capsys.readouterr().err


def test_nothing_that_can_be_read_leaves_the_old_site(
    site_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, empty = tmp_path / "site.json", tmp_path / "empty.html"
    out.write_text(site_file.read_text())
    empty.write_bytes(b"")
    assert main(["learn", str(empty), "-o", str(out)]) == 1
    assert "nothing was learned" in capsys.readouterr().err
    assert out.read_text() == site_file.read_text()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["learn", "{saved}"], 2, "-o site.json"),
        (["learn", "{saved}", "--update", "{site}", "--learner", "slots"], 2, "goes on as it began"),
        (["learn", "{saved}", "--update", "{page}"], 1, "cannot be read as a site"),
        (["learn", "no-such", "-o", "x.json"], 1, "no such file"),
        (["learn", "{page}", "-o", "x.json", "--base-url", "http://x.example"], 2, "name the folder"),
        (["apply", "{page}", "{saved}"], 1, "weft learn"),
        (["apply", "{site}", "{saved}", "--url", "http://x.example"], 2, "--base-url"),
        (["apply", "{site}", "{lines}", "--url", "http://x.example"], 2, "--base-url"),
        (["apply", "{site}", "{saved}", "-o", os.devnull], 2, "several pages need a folder"),
        (["report", "{page}"], 1, "weft learn"),
        (["diff", "{site}", "no-such.json"], 1, "weft learn"),
        (["score", "no-such.jsonl", "{saved}"], 1, "cannot be read"),
        (["score", "{empty}", "{saved}"], 1, "no labels"),
    ],
)
def test_bad_input_says_what_to_do(
    saved: Path,
    site_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "pages.jsonl").write_bytes(lines())
    names = {"saved": saved, "site": site_file, "page": saved / "list" / "1.html", "empty": tmp_path / "empty"}
    names["lines"] = tmp_path / "pages.jsonl"
    assert main([argument.format(**names) for argument in arguments]) == code
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("command", ["learn", "apply", "site", "report", "diff", "score"])
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert f"  weft {command} " in capsys.readouterr().out


def test_a_page_over_a_limit_is_named_with_the_option(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "big.html").write_text("<p>" * 9000)
    assert main(["learn", str(saved), str(tmp_path), "-o", str(tmp_path / "s.json"), "--max-nodes", "5000"]) == 1
    told = capsys.readouterr().err
    assert "big.html: over the limit of 5000 nodes; allow more with Limits(nodes=…)\n" in told
    assert "weft: --max-bytes, --max-nodes, … raise a limit\n" in told
