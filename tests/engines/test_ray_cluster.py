"""Ray on two nodes: raylets of their own on this machine, one of which is lost in the middle of a run."""

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

from tests.engines.test_ray_engine import write_shards
from weft.engines import ExtractJob, LocalEngine, run, run_shards
from weft.engines.job import Process
from weft.engines.ray_engine import RayEngine
from weft.io import RawPage
from weft.io.sinks import open_sink

FILES, PAGES = 6, 10


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
        deadline = time.monotonic() + 120
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
