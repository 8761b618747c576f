"""`weft serve` as a process."""

import json
import os
import signal
import socket
import subprocess
import sys
import time

import httpx2
import pytest

from weft.cli import main

PAGE = b"<article><p>A loom holds the warp while the weft is woven in, line after line.</article>"


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


def test_it_answers_and_stops_when_asked() -> None:
    port = free_port()
    command = [sys.executable, "-m", "weft", "serve", "--port", str(port), "--workers", "1", "--log"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            assert f"http://127.0.0.1:{port}" in process.stderr.readline()
            address = f"http://127.0.0.1:{port}/v1/extract?format=text&method=whole_page"
            answer = httpx2.post(address, content=PAGE, headers={"Content-Type": "text/html"}, timeout=60)
            assert answer.json()["text"].startswith("A loom holds the warp")
            assert json.loads(process.stderr.readline())["id"] == answer.headers["x-request-id"]
            assert httpx2.get(f"http://127.0.0.1:{port}/ready", timeout=60).json() == {"status": "ok"}
            with socket.create_connection(("127.0.0.1", port)) as slow:  # a client that never ends its request
                slow.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n<p>")
                while httpx2.get(f"http://127.0.0.1:{port}/health", timeout=60).json()["in_flight"] != 1:
                    time.sleep(0.01)
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0


def test_an_interrupt_ends_it_after_what_runs_and_is_no_failure() -> None:
    """Ctrl-C reaches the workers, too: they are of the same group."""
    page = b"<article>" + PAGE * 40_000
    port = free_port()
    command = [sys.executable, "-m", "weft", "serve", "--port", str(port), "--workers", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stderr is not None
        process.stderr.readline()
        with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
            head = f"POST /v1/extract HTTP/1.1\r\nHost: weft\r\nContent-Type: text/html\r\nContent-Length: {len(page)}"
            client.sendall(head.encode() + b"\r\n\r\n" + page)
            while not httpx2.get(f"http://127.0.0.1:{port}/health", timeout=60).json()["in_flight"]:
                time.sleep(0.01)
            os.killpg(process.pid, signal.SIGINT)
            answer = b"".join(iter(lambda: client.recv(1 << 16), b""))
        assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 422"))
        assert process.wait(60) == 0
        assert process.stderr.read() == ""


def test_what_makes_no_sense(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "-1"]) == 2
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "choose another --port" in capsys.readouterr().err
