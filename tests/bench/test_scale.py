"""The generator, the archive, the processes and the report of the scale runs, on a few pages."""

import gzip
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.scale import faults
from bench.scale.alone import measure, read_plainly
from bench.scale.archive import write_archive, write_parts
from bench.scale.crawl import make_crawl
from bench.scale.faults import check_output, growth, has_come, random_moments, where
from bench.scale.make import Sizes, report, write
from bench.scale.plan import DOCUMENT, MARKED, RECORD, Month, rows, steps, updated
from bench.scale.processes import Watch, children_of, kill_some, kill_tree, memory_of, run_watched
from bench.scale.throughput import real_cases, steady_rate
from weft.engines.sampling import A_SHAPE, PAGES, SHAPES
from weft.io import RawPage, read_warc
from weft.io.safe_files import seal


def test_a_crawl_is_the_same_every_time_and_has_hosts_of_different_sizes() -> None:
    pages = list(make_crawl(400, hosts=20))
    assert pages == list(make_crawl(400, hosts=20))
    assert pages[:50] == list(make_crawl(50, hosts=20))
    sizes = Counter(page.url.split("/")[2] for page in pages).most_common()
    assert len(sizes) > 15
    assert sizes[0][1] > 3 * sizes[-1][1]
    assert [page.url.rpartition("/")[2] for page in pages] == [str(number) for number in range(400)]


def test_hosts_have_templates_of_their_own() -> None:
    pages = list(make_crawl(200, hosts=2))
    mine, other = (
        {name for page in pages if f"h000{host}." in page.url for name in re.findall(rb"class='([^']+)'", page.html)}
        for host in (0, 1)
    )
    assert mine
    assert other
    assert not mine & other


def test_an_archive_gives_its_pages_back(tmp_path: Path) -> None:
    pages = list(make_crawl(7, hosts=3))
    path = tmp_path / "a.warc.gz"
    assert write_archive(path, pages) == (7, sum(len(page.html) for page in pages))
    read = [page for page in read_warc(path, max_bytes=1 << 20) if isinstance(page, RawPage)]
    assert [(page.url, page.data) for page in read] == [(page.url, page.html) for page in pages]
    assert [(url, html) for _, url, html in read_plainly(path)] == [(page.url, page.html) for page in pages]
    parts = write_parts(tmp_path / "parts", pages, parts=3)
    assert sum(len(list(read_plainly(part))) for part in parts) == 7


def test_what_one_process_costs(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.warc.gz", make_crawl(5, hosts=1))
    found = measure("weft", tmp_path / "a.warc.gz", tmp_path / "out.jsonl.gz")
    assert (found["pages"], found["failed"]) == (5, 0)
    assert set(found["cpu_s"]) == set(found["wall_s"]) == {"read", "extract", "write"}
    assert found["wall_s"]["extract"] > 0
    with gzip.open(tmp_path / "out.jsonl.gz") as lines:
        assert [json.loads(line)["status"] for line in lines] == ["ok"] * 5


def test_real_pages_are_spread_over_the_data(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / "wcxb-dev" / "ground-truth").mkdir(parents=True, exist_ok=True)
        (tmp_path / "wcxb-dev" / "html").mkdir(exist_ok=True)
        truth = {
            "url": f"http://{name}.example/",
            "ground_truth": {},
            "_internal": {"page_type": {"primary": "article"}},
        }
        (tmp_path / "wcxb-dev" / "ground-truth" / f"{name}.json").write_text(json.dumps(truth))
    assert sorted(case.id for case in real_cases(tmp_path, 3)) == ["a", "b", "c"]
    assert len(real_cases(tmp_path, 2)) == 2


def test_the_steady_rate_leaves_the_start_out() -> None:
    assert steady_rate({"marks": [(512, 10.0), (1024, 11.0), (2048, 14.0)]}) == 384.0
    assert steady_rate({"marks": [(512, 10.0)], "pages": 512, "wall_s": 10.0}) == 512 / 10.0


def test_growth() -> None:
    assert growth([(float(t), 100.0) for t in range(20)]) == 0.0
    assert growth([(float(t), 100.0 + 5 * t) for t in range(20)]) == 50.0
    assert growth([(0.0, 1.0)]) == 0.0


SLEEPER = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"


def _wait_for_child(process: "subprocess.Popen[bytes]") -> int:
    deadline = time.monotonic() + 60
    while not (found := children_of(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found[0]


def test_a_tree_of_processes_is_killed_whole() -> None:
    process = subprocess.Popen([sys.executable, "-c", SLEEPER])
    child = _wait_for_child(process)
    assert memory_of(child) > 0
    kill_tree(process)
    assert process.returncode == -9
    deadline = time.monotonic() + 60
    while memory_of(child) and time.monotonic() < deadline:  # until its new parent has taken its exit status
        time.sleep(0.01)
    assert memory_of(child) == 0


def test_some_are_killed_and_the_rest_goes_on() -> None:
    process = subprocess.Popen([sys.executable, "-c", SLEEPER])
    _wait_for_child(process)
    assert kill_some(process, children_of, every=0.1) == 1
    assert process.returncode == 0


def test_a_command_is_watched(tmp_path: Path) -> None:
    watch = Watch(seconds=0.02)
    status, seconds = run_watched(
        [sys.executable, "-c", "import time; time.sleep(0.3)"], log=tmp_path / "log", watch=watch
    )
    assert status == 0
    assert seconds > 0.3
    assert max(mb for _, mb in watch.own) > 1
    assert not watch.workers


def test_an_output_that_lacks_pages_is_seen(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl.gz"
    lines = [{"url": f"http://a.example/x/{number}", "status": "ok"} for number in (0, 1, 1, 3)]
    out.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    assert check_output(out, 5) == {"lines": 4, "missing": 1, "misplaced": 1, "statuses": {"ok": 4}}


def test_how_the_pages_of_a_run_ended_is_counted(tmp_path: Path) -> None:
    pages, out = tmp_path / "pages.jsonl", tmp_path / "out.jsonl.gz"
    texts = ["<p>The warp is fixed, the weft runs through it.", "<p>x" * 100]
    lines = [{"id": str(n), "url": f"http://a.example/{n}", "html": html} for n, html in enumerate(texts)]
    pages.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    command = [sys.executable, "-m", "weft", "run", str(pages), "-o", str(out), "--workers", "1", "--max-nodes", "50"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1
    assert check_output(out, 2) == {"lines": 2, "missing": 0, "misplaced": 0, "statuses": {"ok": 1, "limit": 1}}


def test_where_a_run_was(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl.gz"
    samples = tmp_path / "out.jsonl.gz.samples"
    samples.mkdir()
    assert where(out) == "sampling"
    (samples / "sampled").touch()
    assert where(out) == "learning, 0 hosts"
    (tmp_path / "out.jsonl.gz.sites.run").write_bytes(seal(b'{"pages": 16}'))
    assert where(out) == "learning, 16 hosts"
    assert has_come(out, "learning", 15.5, 0.0)
    assert not has_come(out, "learning", 16.5, 99.0)
    (samples / "learned").touch()
    (tmp_path / "out.jsonl.gz.run").write_bytes(seal(b'{"pages": 512}') + seal(b'{"pages": 1024}') + b"torn")
    assert where(out) == "extracting, 1024 pages"
    assert has_come(out, "extracting", 1000.0, 0.0)
    assert not has_come(out, "extracting", 1500.0, 99.0)


def test_moments_are_in_order_within_each_stage() -> None:
    moments = random_moments(random.Random(1), pages=1000, hosts=50)
    assert [stage for stage, _ in moments] == ["sampling"] * 2 + ["learning"] * 3 + ["extracting"] * 5
    assert [amount for _, amount in moments[5:]] == sorted(amount for _, amount in moments[5:])
    assert max(amount for _, amount in moments[2:5]) < 50


WRITER = "import sys, time; time.sleep(1.3); open(sys.argv[1], 'w').write(sys.argv[2])"


@pytest.mark.parametrize("text", ["as it was", "another"])
def test_a_killed_run_is_compared(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "random_moments", lambda draw, **sizes: [("sampling", 0.1)])
    monkeypatch.setattr(faults, "command", lambda archive, out: [sys.executable, "-c", WRITER, str(out), text])
    (tmp_path / "reference").write_text("as it was")
    found = faults.kill_runs(tmp_path / "a.warc.gz", tmp_path / "killed", tmp_path / "reference", pages=9, hosts=2)
    assert (found["kills"], found["status"], found["left_over"]) == (1, 0, [])
    assert found["identical"] == (text == "as it was")


def test_curves_tell_the_most_memory() -> None:
    watch = Watch(own=[(0.0, 50.0), (1.0, 70.0)], workers={7: [(0.0, 40.0)], 8: [(0.5, 60.0)]})
    found = faults.curves(watch)
    assert (found["parent_most_mb"], found["worker_most_mb"]) == (70.0, 60.0)
    assert list(found["curves"]) == ["parent", "worker 1", "worker 2"]


LEARNING = {"sample": 1.0, "learn": 9.0, "keep": 0.1, "apply": 2.0, "extract": 8.0}


def _record() -> dict[str, Any]:
    run: dict[str, Any] = {"version": "1", "pages": 9, "failed": 0, "written": 900}
    run |= {"cpu_s": {"read": 1.0, "extract": 8.0, "write": 1.0}}
    run["wall_s"] = run["cpu_s"]
    crew = {"pages": 18, "wall_s": 9.0, "steady": 1.8, "parent_cpu_s": 1.0, "workers_cpu_s": 9.0}
    memory = {
        "parent_most_mb": 70.0,
        "worker_most_mb": 60.0,
        "parent_growth_mb": 0.5,
        "growth_mb": {"worker 1": 0.1},
        "curves": {"parent": [(0.0, 60.0), (1.0, 70.0)], "worker 1": [(0.5, 60.0)]},
    }
    faulty = {"kills": 10, "moments": ["sampling", "learning, 3 hosts"], "identical": True, "pages": 4}
    made = {"made": "now", "machine": "here"}
    runs = {"local": {"status": 0, "seconds": 1.0, "kills": 0}}
    return {
        "throughput": {**made, "pages": 9, "bytes": 9_000_000, "packed": 1_000_000, "rounds": 1}
        | {"systems": {"weft": run}, "engine": {"1": crew, "2": crew}},
        "learn": {**made, "pages": 9, "bytes": 9_000_000, "packed": 1_000_000, "hosts": 2, "sampled": 9}
        | {"samples_bytes": 1_100_000, "sites_bytes": 1000, "cpu_s": LEARNING},
        "memory": {**made, "pages": 9, "hosts": 2, "seconds": 3.0, "memory": memory}
        | {"output": {"missing": 0, "misplaced": 0, "statuses": {"ok": 9}}}
        | {"killed whole": faulty, "killed workers": faulty},
        "ray": {**made, "pages": 9, "hosts": 2, "archives": 3, "runs": runs},
        "serve": {**made, "seconds": 60.0, "answers": 5, "wrong": 0, "latency_ms": {"p50": 1.0}, "memory": memory}
        | {"clients": "3 clients", "replaced": 0, "alive": True, "statuses": {"extract": {200: 5, 503: 2}}}
        | {"stop": {"seconds": 1.0, "answered": 4, "refused": 0}},
    }


def test_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = _record()
    write(record, tmp_path / "scale.json")
    report(record, tmp_path)
    text = (tmp_path / "scale.md").read_text()
    assert capsys.readouterr().out.strip() == text.strip()
    assert "| weft | 1 | 1 | 1 | 1 | 1 | 10.0% | 10.0% | 0 |" in text
    assert "| 2 workers | 2 | 2 | 2 | 100.0% | 80.0% | 10.0% |" in text
    assert "| `kill -9` of all processes | 10 | 9 | yes |" in text
    assert "| extract | 5 |  |  |  |  | 2 |  |" in text
    assert "| learn, a sampled page | 1000.00 |" in text
    assert "## A Common Crawl month on paper" in text
    assert (tmp_path / "scale-memory.png").exists()
    assert json.loads((tmp_path / "scale.json").read_text())["serve"]["statuses"] == {"extract": {"200": 5, "503": 2}}


def test_a_plan_adds_up() -> None:
    month = Month(pages=3600.0, html=1e6, packed=1e5, hosts=1.0, price=2.0, cores=10)
    found = steps(_record(), month)
    assert month.sampled == PAGES + SHAPES * A_SHAPE
    assert found["reading"]["hours"] == pytest.approx(1 / 9)
    assert found["extracting every page by the classifier"]["hours"] == pytest.approx(8 / 9)
    assert found["extracting every page by its site"]["hours"] == pytest.approx(2 / 9)
    assert found["learning every host"]["hours"] == pytest.approx(month.sampled / 3600)
    [one, *_] = rows(_record(), month)
    assert one[1:3] == ["1", "0.1"]
    assert one[-1] == "2"


def test_more_hosts_of_the_same_crawl_have_more_in_samples() -> None:
    sampled = [Month(hosts=hosts).sampled for hosts in (1e5, 1e6, 1e7, 1e8)]
    assert sampled == sorted(sampled)
    assert sampled[-1] < Month().pages


def test_the_plan_of_the_documentation_is_that_of_the_record() -> None:
    """Where it is not, `python -m bench.scale.plan` writes it."""
    text = DOCUMENT.read_text(encoding="utf-8")
    assert updated(text, json.loads(RECORD.read_bytes())) == text
    assert MARKED.search(text)


def test_what_is_measured_unless_told_otherwise() -> None:
    assert (Sizes().crawl, Sizes().hosts, Sizes().minutes) == (200_000, 500, 10.0)
