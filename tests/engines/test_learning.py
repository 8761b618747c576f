import json
from pathlib import Path

import pytest

from tests.cli.small_site import write_pages
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


def test_every_host_is_learned_and_applied(crawl: list[RawPage], tmp_path: Path) -> None:
    assert sample_pages(crawl, tmp_path / "samples") == len(crawl)
    store = SiteStore(str(tmp_path / "sites.sqlite"))
    assert run(read_samples(tmp_path / "samples"), LearnJob(), store, engine=ENGINE).pages == 3
    store = SiteStore(str(tmp_path / "sites.sqlite"))
    seen = {host: pages for host, pages, _ in store.hosts()}
    assert seen == {"few.example": 2, "one.example": (len(crawl) - 2) // 2, "two.example": (len(crawl) - 2) // 2}
    assert store.find("one.example") is not None
    assert store.find("few.example") is None
    assert store.find("unknown.example") is None

    out = tmp_path / "out.jsonl"
    run(crawl, ExtractJob(sites=str(tmp_path / "sites.sqlite")), open_sink(str(out)), engine=ENGINE)
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


def test_from_the_command_line(crawl: list[RawPage], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps({"id": page.id, "url": page.url, "html": page.data.decode()}) for page in crawl]
    (tmp_path / "crawl.jsonl").write_text("\n".join(lines))
    out = tmp_path / "out.jsonl"
    assert main(["run", str(tmp_path / "crawl.jsonl"), "-o", str(out), "--learn", "--workers", "1"]) == 0
    assert "learned 3 hosts" in capsys.readouterr().err
    assert "template" in {line["chosen_by"] for line in read_output(out)}
    assert {path.name for path in tmp_path.iterdir()} == {"crawl.jsonl", "out.jsonl", "out.jsonl.sites.sqlite"}
