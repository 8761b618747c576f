"""Ray on two nodes in networks of their own; the cable between them is cut in the middle of a run."""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.engines.test_ray_cluster import ROOT
from tests.engines.test_ray_engine import write_shards
from tests.engines.two_networks import Network, two_networks
from weft.engines import ExtractJob, LocalEngine, run
from weft.io.sinks import open_sink

FILES, PAGES = 12, 20
PORT = 6399
START_SECONDS, RUN_SECONDS = 180, 300  # on a busy machine
QUICK = {  # so that a node that is silent is soon given up
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "1000",
    "RAY_health_check_timeout_ms": "2000",
    "RAY_health_check_failure_threshold": "3",
}


def ray_environment() -> dict[str, str]:
    """What all processes of one cluster share: its own token, and no figures for Ray's makers."""
    own = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_USAGE_STATS_ENABLED": "0"}
    return {**os.environ, **QUICK, **own, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}


@contextmanager
def node(network: Network, environment: dict[str, str], log: Path, *options: str) -> Iterator[None]:
    """A node of a cluster in that network."""
    words = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1", "--disable-usage-stats"]
    command = network.command(*words, f"--node-ip-address={network.address}", *options)
    with log.open("wb") as file:
        process = subprocess.Popen(command, env=environment, stdout=file, stderr=file)
        try:
            deadline = time.monotonic() + START_SECONDS
            while b"Ray runtime started" not in log.read_bytes():
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.2)
            yield
        finally:
            process.terminate()
            process.wait(START_SECONDS)


def test_a_run_outlives_the_loss_of_the_network(tmp_path: Path) -> None:
    with ExitStack() as stack:
        try:
            first, second = stack.enter_context(two_networks())
        except PermissionError as error:
            pytest.skip(f"no networks can be made here ({error}); test_ray_cluster.py has two nodes in one network")
        environment, seen, far = ray_environment(), tmp_path / "seen", tmp_path / "far.jsonl"
        seen.mkdir()
        shards = write_shards(tmp_path, files=FILES, pages=PAGES)
        address = f"{first.address}:{PORT}"
        # In no folder of the test: the names of sockets are short.
        short = stack.enter_context(TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True))
        head = (f"--port={PORT}", "--head", "--include-dashboard=false", f"--temp-dir={short}")
        stack.enter_context(node(first, environment, tmp_path / "first.log", *head))
        stack.enter_context(node(second, environment, tmp_path / "second.log", f"--address={address}"))
        arguments = (address, str(seen), f"{tmp_path}/*.jsonl", str(far))
        code = f"from tests.engines.test_ray_cluster import drive; print(drive(*{arguments!r}).pages)"
        driver = subprocess.Popen(
            first.command(sys.executable, "-c", code), cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        deadline = time.monotonic() + START_SECONDS
        while len(list(seen.iterdir())) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        second.cut()
        assert not far.exists()
        pages = driver.communicate(timeout=RUN_SECONDS)[0]
    assert len(list(seen.iterdir())) == 2
    assert pages.splitlines()[-1:] == [str(FILES * (PAGES + 1))]  # Ray tells there what it has lost
    near, job = tmp_path / "near.jsonl", ExtractJob(method="whole_page", format="text")
    run((page for shard in shards for page in shard.read()), job, open_sink(str(near)), engine=LocalEngine(workers=1))
    assert far.read_bytes() == near.read_bytes()
