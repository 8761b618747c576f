"""Pages from a server that speaks S3 and back to it, by a run that is killed in the middle."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines.pages import make_pages
from tests.engines.s3_server import BUCKET, S3Server, serve_s3
from tests.io.test_warc import record
from weft.cli import main

LINES, RECORDS = 3000, 40
INPUTS = [f"s3://{BUCKET}/in/*.jsonl.gz", f"s3://{BUCKET}/in/*.warc.gz"]
OPTIONS = ["-m", "whole_page", "-f", "text", "--workers", "1"]
SECONDS = 120  # for a run to come to its first commit, on a busy machine


@pytest.fixture(scope="module")
def server() -> Iterator[S3Server]:
    pages = [{"id": page.id, "url": page.url, "html": page.data.decode()} for page in make_pages(LINES)]
    archive = [gzip.compress(record(page.data, url=str(page.url))) for page in make_pages(RECORDS)]
    with serve_s3() as server:
        server.put("in/pages.jsonl.gz", gzip.compress("".join(f"{json.dumps(page)}\n" for page in pages).encode()))
        server.put("in/pages.warc.gz", b"".join(archive))
        yield server


def start_run(server: S3Server, output: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "weft", "run", *INPUTS, "-o", output, *OPTIONS]
    return subprocess.Popen(command, env={**os.environ, **server.environment}, stderr=subprocess.PIPE)


def test_a_run_on_the_store_that_was_killed_goes_on(server: S3Server, tmp_path: Path) -> None:
    inputs = server.names()
    killed = start_run(server, f"s3://{BUCKET}/out/texts.jsonl.gz")
    deadline = time.monotonic() + SECONDS
    while "out/texts.jsonl.gz.run" not in server.names() and time.monotonic() < deadline:
        time.sleep(0.01)
    killed.kill()
    told = killed.communicate()[1].decode()
    assert killed.returncode == -signal.SIGKILL, told
    assert {"out/texts.jsonl.gz", "out/texts.jsonl.gz.run"} & set(server.names()) == {"out/texts.jsonl.gz.run"}
    second = start_run(server, f"s3://{BUCKET}/out/texts.jsonl.gz")
    told = second.communicate()[1].decode()
    assert second.returncode == 0, told
    assert f"{LINES + RECORDS:,} pages, " in told
    assert " of them by an earlier run" in told
    assert server.names() == sorted([*inputs, "out/texts.jsonl.gz"])
    near = tmp_path / "texts.jsonl.gz"
    assert main(["run", *INPUTS, "-o", str(near), *OPTIONS]) == 0
    assert server.get("out/texts.jsonl.gz") == near.read_bytes()
