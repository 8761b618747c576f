"""The parent sees a worker that dies or hangs, names the input, and goes on behind it."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.fuzz.campaign import HANG, Plan, Report, Worker, _look, run_campaign, to_json
from tests.fuzz.found import FoundInput, name_of, read_found, write_found
from tests.fuzz.inputs import Input, make_input
from tests.fuzz.runner import Tally, run_input
from tests.fuzz.worker import BLOCK, numbers

SECONDS = 60  # a loaded machine may need them to start a worker


def wait_until_it_works(worker: Worker) -> None:
    until = time.monotonic() + SECONDS
    while worker.number == worker.plan.first:
        assert time.monotonic() < until
        assert worker.ending() == ""
        time.sleep(0.05)


@pytest.mark.parametrize("end", ["crash by SIGKILL", "hang"])
def test_a_worker_that_ends_is_noticed(tmp_path: Path, end: str) -> None:
    plan = Plan(seed=1, workers=1, found=tmp_path / "found")
    worker, report = Worker(plan, 0, 0, tmp_path), Report(plan)
    next_workers: list[Worker] = []
    try:
        wait_until_it_works(worker)
        os.kill(worker.process.pid, signal.SIGKILL if end != "hang" else signal.SIGSTOP)
        if end == "hang":
            worker.ending()
            worker.moved -= HANG + 1
        while not (next_workers and next_workers[0] is not worker):
            next_workers = _look(worker, report, tmp_path)
        assert list(report.failures) == [f"worker: {end}"]
        number = report.failures[f"worker: {end}"]["number"]
        assert [entry.input for entry in read_found(plan.found)] == [make_input(1, number)]
        assert next_workers[0].number == number + 1
    finally:
        for one in {worker, *next_workers}:
            one.stop()


def test_a_short_run_has_a_record(tmp_path: Path) -> None:
    saved: list[Report] = []
    report = run_campaign(Plan(seed=1, inputs=20, workers=1, found=tmp_path), tell=lambda line: None, save=saved.append)
    record = to_json(report)
    assert saved[-1] is report
    assert record["inputs"] == record["operations"]["parsing"]["runs"] == 20
    assert record["seed"] == 1


def test_workers_share_the_inputs() -> None:
    shares = [
        [number for number, _ in zip(numbers(5, worker, 3), range(2 * BLOCK), strict=False)] for worker in range(3)
    ]
    together = sorted(number for share in shares for number in share)
    assert together == list(range(5, 5 + len(together)))


def test_an_exception_is_a_failure_with_its_function() -> None:
    """An operation that raises something else than an error of weft; the variant does not matter."""
    given = Input(data=b"<p>a</p>", url=7)  # type: ignore[arg-type]  # no address
    failures = list(run_input(given, [("piping", 4)], Tally()))
    assert [failure.fault.partition(" in ")[0] for failure in failures] in (["AttributeError"], ["TypeError"])
    assert ".py:" in failures[0].fault


def test_found_inputs_are_read_as_they_were_written(tmp_path: Path) -> None:
    given = Input(data=bytes(range(256)), url="http://x/", charset="gbk", siblings=(b"\xff",))
    entry = FoundInput(name=name_of("html: an address"), fault="html: an address", input=given)
    write_found(tmp_path, entry, seed=3, number=4)
    assert read_found(tmp_path) == [entry]
