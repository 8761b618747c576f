import json
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.small_site import write_pages
from tests.site_pages import make_article, redesigned_page
from weft import Site
from weft.cli import main
from weft.engines import ExtractJob, LearnJob, LocalEngine, SiteStore, read_samples, run, sample_pages
from weft.engines import learning as learning_module
from weft.io import RawPage
from weft.io.run_output import read_output
from weft.io.sinks import open_sink

ENGINE = LocalEngine(workers=1)


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> list[RawPage]:
    """Two hosts with a site, one with two pages."""
    folder = write_pages(tmp_path_factory.mktemp("saved"))
    pages = []
    for path in sorted(folder.rglob("*.html")):
        name = path.relative_to(folder).as_posix()
        for host in ("one.example", "two.example"):
            pages.append(RawPage(id=f"{host}/{name}", url=f"https://{host}/{name}", data=path.read_bytes()))
    few = [RawPage(id=f"few{n}", url=f"https://few.example/{n}", data=b"<p>Few pages, no template.") for n in range(2)]
    return pages + few


@pytest.mark.parametrize("place", ["sites", "sites.sqlite"])
def test_every_host_is_learned_and_applied(place: str, crawl: list[RawPage], tmp_path: Path) -> None:
    assert sample_pages(crawl, tmp_path / "samples") == len(crawl)
    sites = str(tmp_path / place)
    assert run(read_samples(tmp_path / "samples"), LearnJob(), SiteStore(sites), engine=ENGINE).pages == 3
    store = SiteStore(sites)
    seen = {entry.host: entry.pages for entry in store.entries()}
    assert seen == {"few.example": 2, "one.example": (len(crawl) - 2) // 2, "two.example": (len(crawl) - 2) // 2}
    assert store.find("one.example") is not None
    assert store.find("few.example") is None
    assert store.find("unknown.example") is None

    out = tmp_path / "out.jsonl"
    run(crawl, ExtractJob(sites=sites), open_sink(str(out)), engine=ENGINE)
    lines = list(read_output(out))
    by_template = {line["id"] for line in lines if line["chosen_by"] == "template"}
    assert len(by_template) > 0.6 * len(crawl)
    assert "few0" not in by_template
    assert all(line["status"] == "ok" for line in lines)


def test_small_memory_gives_the_same_samples(
    crawl: list[RawPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample_pages(crawl, tmp_path / "whole")
    monkeypatch.setattr(learning_module, "MAX_BYTES", 2000)
    sample_pages(crawl, tmp_path / "pieces")
    assert len(list((tmp_path / "pieces").rglob("*.gz"))) > len(list((tmp_path / "whole").rglob("*.gz")))
    assert list(read_samples(tmp_path / "pieces")) == list(read_samples(tmp_path / "whole"))


def write_crawl(pages: list[RawPage], path: Path) -> str:
    lines = [json.dumps({"id": page.id, "url": page.url, "html": page.data.decode()}) for page in pages]
    path.write_text("\n".join(lines))
    return str(path)


def test_from_the_command_line(crawl: list[RawPage], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = write_crawl(crawl, tmp_path / "crawl.jsonl")
    out = tmp_path / "out.jsonl"
    assert main(["run", given, "-o", str(out), "--learn", "--workers", "1", "--json"]) == 0
    captured = capsys.readouterr()
    assert "learned 2 hosts, 1 with too few pages" in captured.err
    lines = list(read_output(out))
    clusters = Counter((line["reason"]["code"], line["cluster"]) for line in lines if line["cluster"])
    assert clusters == {("template", "article"): 18, ("single_page", "listing"): 8}  # few lists: the guard says so
    assert {line["id"] for line in lines if line["chosen_by"] == "template"} == {
        line["id"] for line in lines if line["cluster"] == "article"
    }
    assert "chosen by template 18, single page 8, " in captured.err
    chosen = json.loads(captured.out)["chosen"]
    assert (chosen["template"], chosen["single_page"]) == (18, 8)
    assert {path.name for path in tmp_path.iterdir()} == {"crawl.jsonl", "out.jsonl", "out.jsonl.sites"}


def test_a_store_is_used_again_and_only_new_hosts_are_learned(
    crawl: list[RawPage], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sites = tmp_path / "sites"
    first = write_crawl([page for page in crawl if "two." not in page.id], tmp_path / "may.jsonl")
    common = ["--learn", "--sites", f"{sites}/", "--workers", "1"]
    assert main(["run", first, "-o", f"{tmp_path}/may.out.jsonl", *common]) == 0
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in sites.glob("*.json")}
    assert before.keys() == {"one.example.json"}
    capsys.readouterr()

    more = [RawPage(id=f"few{n}", url=f"https://few.example/{n}", data=b"<p>Few pages.") for n in range(5)]
    second = write_crawl([*crawl, *more], tmp_path / "june.jsonl")
    assert main(["run", second, "-o", f"{tmp_path}/june.out.jsonl", *common]) == 0
    assert "learned 2 hosts, 1 known before" in capsys.readouterr().err  # one that had too few pages has enough now
    after = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in sites.glob("*.json")}
    assert after.keys() == {"one.example.json", "two.example.json", "few.example.json"}
    assert after["one.example.json"] == before["one.example.json"]
    entry = {entry.host: entry for entry in SiteStore(str(sites)).entries()}["one.example"]
    assert [run.template > 0 for run in entry.runs] == [True, True]
    assert entry.drift.verdict == "keep"


def test_an_update_takes_in_new_pages_once(
    crawl: list[RawPage], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sites = tmp_path / "sites"
    common = ["--learn", "--sites", str(sites), "--workers", "1"]
    given = write_crawl([page for page in crawl if "one." in page.id], tmp_path / "may.jsonl")
    assert main(["run", given, "-o", f"{tmp_path}/may.out.jsonl", *common]) == 0
    old = Site.load(sites / "one.example.json")
    new = [
        RawPage(id=f"new{n}", url=f"https://one.example/stories?id={n}", data=redesigned_page(make_article(n)).encode())
        for n in range(6)
    ]
    given = write_crawl(new, tmp_path / "june.jsonl")
    assert main(["run", given, "-o", f"{tmp_path}/plain.jsonl", *common]) == 0
    assert main(["report", str(sites)]) == 3
    assert "0 of 6 pages have a template" in capsys.readouterr().out
    for output in ("first", "again"):
        assert main(["run", given, "-o", f"{tmp_path}/{output}.jsonl", *common, "--update"]) == 0
        site = Site.load(sites / "one.example.json")
        assert [cluster.to_json() for cluster in site.clusters[: len(old.clusters)]] == [
            cluster.to_json() for cluster in old.clusters
        ]
        assert len(site.clusters[-1].page_ids) == 6
    assert {line["cluster"] for line in read_output(tmp_path / "again.jsonl")} == {site.clusters[-1].name}


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '{"format": 2}', "\x00"])
def test_a_file_that_is_no_site_is_told_and_left_as_it_is(
    text: str, crawl: list[RawPage], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sites = tmp_path / "sites"
    sites.mkdir()
    (sites / "one.example.json").write_text(text)
    (sites / "notes.txt").write_text("not ours")
    (sites / "hosts.jsonl").write_text('no line of ours\n{"host": "two.example", "run": "learned", "sampled": "many"}')
    given = write_crawl(crawl, tmp_path / "crawl.jsonl")
    out = tmp_path / "out.jsonl"
    assert main(["run", given, "-o", str(out), "--learn", "--sites", str(sites), "--workers", "1"]) == 0
    errors = capsys.readouterr().err
    assert errors.count("one.example.json") == 1
    assert "learned 1 host, 1 with too few pages, 1 with a broken site" in errors
    lines = {line["id"]: line for line in read_output(out)}
    broken = lines["one.example/news/looms.html"]
    assert (broken["chosen_by"], broken["reason"]["code"]) == ("block_classifier", "no_site")
    assert lines["two.example/news/looms.html"]["chosen_by"] == "template"
    assert (sites / "one.example.json").read_text() == text
    assert (sites / "notes.txt").read_text() == "not ours"
    assert main(["report", str(sites)]) == 1
    assert "one.example.json" in capsys.readouterr().out


def test_there_must_be_a_store_to_extract_by(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "page.html").write_text("<p>A page about looms.")
    given = ["run", str(tmp_path / "page.html"), "-o", f"{tmp_path}/out.jsonl", "--sites"]
    for place in ("sites", "sites.sqlite"):
        assert main([*given, f"{tmp_path}/{place}"]) == 2
        assert "there is no store of sites" in capsys.readouterr().err
        assert not (tmp_path / place).exists()


@pytest.mark.parametrize("place", ["sites", "sites.sqlite"])
def test_pages_without_hosts_teach_nothing_and_are_extracted(place: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>A page about looms, which nobody knows the address of.")
    out = tmp_path / "out.jsonl"
    arguments = ["run", str(tmp_path / "page.html"), "-o", str(out), "--workers", "1", "--sites", f"{tmp_path}/{place}"]
    assert main([*arguments, "--learn"]) == 0
    assert [line["reason"]["code"] for line in read_output(out)] == ["no_site"]
    assert main([*arguments, "--fresh"]) == 0
