"""Ray on two nodes: raylets of their own on this machine. A node is lost in the middle of a run, or the driver is."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

from tests.engines.s3_server import BUCKET, S3Server, serve_s3
from tests.engines.test_ray_engine import write_shards
from weft.engines import ExtractJob, LocalEngine, Report, run, run_shards
from weft.engines.job import Process
from weft.engines.ray_engine import RayEngine
from weft.engines.shards import split
from weft.io import RawPage, find_sources
from weft.io.reader import Reader
from weft.io.sinks import open_sink

FILES, PAGES = 6, 10
ROOT = Path(__file__).parents[2]
IN, OUT = f"s3://{BUCKET}/in/*.jsonl", f"s3://{BUCKET}/out/texts.jsonl"
SECONDS = 600  # for a driver to come to its first commit, on a busy machine


@dataclass(frozen=True, kw_only=True)
class SlowJob(ExtractJob):
    """A job that takes its time and writes down on which node it was done."""

    seen: str = ""
    seconds: float = 0.05

    def start(self) -> Process:
        """The process of the job itself, with a file for each node."""
        process = super().start()

        def do(raw: RawPage) -> bytes:
            time.sleep(self.seconds)
            Path(self.seen, os.environ["RAY_RAYLET_PID"]).touch()
            return process(raw)

        return do


@pytest.fixture
def server() -> Iterator[S3Server]:
    """Before the nodes: these are told by their environment where it is."""
    with serve_s3() as server:
        yield server


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    yield nodes
    nodes.shutdown()


def test_a_run_on_two_nodes_outlives_the_loss_of_one(cluster: Cluster, tmp_path: Path) -> None:
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    seen = tmp_path / "seen"
    seen.mkdir()
    shards = write_shards(tmp_path, files=FILES, pages=PAGES)
    job = SlowJob(method="whole_page", format="text", seen=str(seen))

    def lose_a_node() -> None:
        deadline = time.monotonic() + SECONDS
        while len(list(seen.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        second.kill_raylet(check_alive=False)

    loser = threading.Thread(target=lose_a_node)
    loser.start()
    far, near = tmp_path / "far.jsonl", tmp_path / "near.jsonl"
    report = run_shards(shards, job, open_sink(str(far)), engine=RayEngine(workers=2, address=cluster.address))
    loser.join()
    assert len(list(seen.iterdir())) == 2
    assert not second.any_processes_alive() or second.dead_processes()
    assert report.pages == FILES * (PAGES + 1)
    plain = ExtractJob(method="whole_page", format="text")
    run((page for shard in shards for page in shard.read()), plain, open_sink(str(near)), engine=LocalEngine(workers=1))
    assert far.read_bytes() == near.read_bytes()


def drive(address: str, seen: str, pages: str = IN, output: str = OUT) -> Report:
    """What a driver does: a run, from the store and back to it if nothing else is said."""
    shards = split(find_sources([pages]), Reader(max_bytes=1 << 20))
    job = SlowJob(method="whole_page", format="text", seen=seen)
    return run_shards(shards, job, open_sink(output), engine=RayEngine(workers=2, address=address))


def test_a_run_on_two_nodes_whose_driver_was_killed_goes_on(server: S3Server, cluster: Cluster, tmp_path: Path) -> None:
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    seen = tmp_path / "seen"
    seen.mkdir()
    write_shards(tmp_path, files=FILES, pages=PAGES)
    for path in tmp_path.glob("*.jsonl"):
        server.put(f"in/{path.name}", path.read_bytes())
    inputs = server.names()
    code = f"from tests.engines.test_ray_cluster import drive; drive({cluster.address!r}, {str(seen)!r})"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    driver = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=environment)
    deadline = time.monotonic() + SECONDS
    while "out/texts.jsonl.run" not in server.names() and time.monotonic() < deadline:
        time.sleep(0.02)
    driver.kill()
    assert driver.wait() == -signal.SIGKILL
    assert "out/texts.jsonl" not in server.names()
    report = drive(cluster.address, str(seen))
    assert len(list(seen.iterdir())) == 2
    assert report.pages == FILES * (PAGES + 1)
    assert report.resumed >= PAGES + 1
    assert server.names() == sorted([*inputs, "out/texts.jsonl"])
    near = tmp_path / "near.jsonl"
    plain = ExtractJob(method="whole_page", format="text")
    pages = Reader(max_bytes=1 << 20).read_all(find_sources([IN]))
    run(pages, plain, open_sink(str(near)), engine=LocalEngine(workers=1))
    assert server.get("out/texts.jsonl") == near.read_bytes()
