"""`weft site` as a user runs it.

`weft site check FILE` as a function.
"""

import io
import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import weft
from tests.cli.small_site import BODY, pages
from tests.site_pages import blog_page, pages_of
from weft import Document, LimitError, Page, Site
from weft.cli import main
from weft.cli.site import run_check
from weft.errors import SourceError
from weft.io import Fetcher, RawPage

URL = "https://weft.example/"


def test_learn_and_apply_in_one(
    saved: Path, site_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two, site = tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "site.json"
    assert main(["site", str(saved), "--base-url", URL, "-o", str(one), "--save", str(site)]) == 0
    told = capsys.readouterr().err
    assert "13 pages in 2 clusters" in told
    assert "13 pages: " in told
    assert site.read_text() == site_file.read_text()
    assert main(["apply", str(site), str(saved), "--base-url", URL, "-o", str(two)]) == 0
    assert one.read_text() == two.read_text()


def test_join(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["site", str(saved), "--base-url", URL, "-o", str(out), "--join"]) == 0
    assert "1 page joined" in capsys.readouterr().err
    lines = {Path(line["id"]).name: line for line in map(json.loads, out.read_text().splitlines())}
    assert len(lines) == len(pages()) - 1
    whole = lines["looms.html"]
    assert whole["text"].startswith(BODY.format("looms"))
    assert "used for many years" in whole["text"]
    assert whole["text"].count("More on looms") == 1
    assert whole["title"] == "All about looms"
    assert "joined from 2 pages" in whole["reason"]["detail"]
    assert "looms_2.html" in whole["reason"]["detail"]


def test_what_is_too_long_as_one_page_stays_apart(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(documents: list[Document], *, names: list[str]) -> Document:
        raise LimitError("bytes", 1)

    monkeypatch.setattr("weft.cli.apply.join_documents", too_long)
    folder, out = tmp_path / "saved", tmp_path / "out.jsonl"
    shutil.copytree(saved, folder)
    (folder / "empty.html").write_text("")
    assert main(["site", str(folder), "--base-url", URL, "-o", str(out), "--join"]) == 1
    states = [json.loads(line)["status"] for line in out.read_text().splitlines()]
    assert (states.count("ok"), states.count("failed")) == (len(pages()), 1)


def test_piped_lines_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [json.dumps({"id": name, "url": URL + name, "html": html}) for name, html in pages().items()]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(rows).encode())))
    out = tmp_path / "out.jsonl"
    assert main(["site", "-", "-o", str(out), "--join", "-f", "text"]) == 0
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert sorted(line["id"] for line in lines) == sorted(pages().keys() - {"news/looms_2.html"})


def test_fetched_pages_are_fetched_once(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    fetch = Fetcher.fetch

    def with_count(self: Fetcher, url: str) -> RawPage:
        asked.append(url)
        return fetch(self, url)

    monkeypatch.setattr(Fetcher, "fetch", with_count)
    urls = [f"{server}/page?{number}" for number in range(3)]
    out = tmp_path / "out.jsonl"
    assert main(["site", *urls, f"{server}/no-such", "--allow-private", "-o", str(out)]) == 1
    assert asked[:4] == [*urls, f"{server}/no-such"]
    assert asked[4:] == [f"{server}/no-such"]
    states = [json.loads(line)["status"] for line in out.read_text().splitlines()]
    assert states == ["ok", "ok", "ok", "failed"]


def test_odd_numbers_of_pages(saved: Path, tmp_path: Path) -> None:
    for names in (["news/looms.html"], ["news/looms.html", "list/1.html"], ["news/looms.html"] * 6):
        out, site = tmp_path / "out.jsonl", tmp_path / "site.json"
        given = [str(saved / name) for name in names]
        assert main(["site", *given, "-o", str(out), "--save", str(site)]) == 0
        lines = [json.loads(line) for line in out.read_text().splitlines()]
        assert [line["id"] for line in lines] == given
        assert {line["status"] for line in lines} == {"ok"}
        learned = Site.load(site)
        assert sum(len(cluster.page_ids) for cluster in learned.clusters) + len(learned.unclustered) == len(names)


def test_piped_lines_need_no_name_that_speaks_of_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [json.dumps({"id": name, "url": URL + name, "html": html}) for name, html in pages().items()]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + "\n".join(rows).encode())))
    assert main(["site", "-", "-o", str(tmp_path / "out"), "-f", "text"]) == 0
    assert len(list((tmp_path / "out").iterdir())) == len(pages())


def test_a_folder_with_one_page_gives_a_folder(tmp_path: Path) -> None:
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "a.html").write_text(pages()["news/looms.html"])
    assert main(["site", str(tmp_path / "saved"), "-o", str(tmp_path / "out"), "-f", "text"]) == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.txt"]


def test_names_that_are_no_utf_8(saved: Path, tmp_path: Path) -> None:
    folder, out = tmp_path / "pages", tmp_path / "out.jsonl"
    shutil.copytree(saved, folder)
    (folder / "news" / "looms.html").rename(os.fsdecode(os.fsencode(folder) + b"/news/caf\xe9.html"))
    options = ["--base-url", URL, "--save", str(tmp_path / "site.json")]
    assert main(["site", str(folder), "-o", str(out), *options]) == 0
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["url"] for line in lines if line["id"].endswith("caf?.html")] == [f"{URL}news/caf%E9.html"]
    assert len(lines) == len(pages())


def test_no_page_of_a_series_is_lost_when_one_fails_later(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []
    read = Site.read

    def fails_at_last(self: Site, data: bytes, *, url: str | None, **how: Any) -> tuple[Page, Document]:
        asked.append(url)
        if asked.count(f"{URL}news/looms_2.html") == 2 and str(url).endswith("looms_2.html"):
            raise LimitError("seconds", 1)
        return read(self, data, url=url, **how)

    monkeypatch.setattr(Site, "read", fails_at_last)
    out = tmp_path / "out.jsonl"
    assert main(["site", str(saved), "--base-url", URL, "-o", str(out), "--join"]) == 1
    states = {Path(line["id"]).name: line["status"] for line in map(json.loads, out.read_text().splitlines())}
    assert len(states) == len(pages())
    assert (states["looms.html"], states["looms_2.html"]) == ("ok", "failed")


def test_a_sound_file_and_an_edited_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "site.json"
    weft.learn(pages_of(blog_page, range(6))).save(path)
    assert run_check(path) == 0
    assert capsys.readouterr().out.startswith(f"{path} is sound: 1 cluster, ")
    path.write_text(path.read_text(encoding="utf-8").replace('"slots"', '"slot"'), encoding="utf-8")
    assert run_check(path) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(f"{path}:4:13: unknown learner 'slot'; choose one of ")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        run_check(tmp_path / "none.json")
