"""The systems by name: which environment each runs in, and a worker process that answers for it."""

import json
import os
import select
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.datasets import Case
from bench.peer_loaders import MARKUP, METADATA, NODE_PEERS, PEERS
from bench.places import Missing, node_packages, node_program, peers_python

WORKER = Path(__file__).resolve().parent / "worker.py"
NODE_WORKER = WORKER.with_name("peer_worker.mjs")
BARE_PARSES = ("weft-parse", "lexbor", "lxml")  # these have a speed but no text
OF_THE_PEERS = (*PEERS, *METADATA, "lexbor", "lxml")  # what runs under their Python
BASELINE = "lexbor"
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"), "1")
START_SECONDS = 120.0


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a system made of one page; a failed page has an empty text and no time."""

    text: str = ""
    cpu_s: float | None = None
    error: str = ""
    asked: bool = True  # False: the system was not given this page, see `Options.every`


def python_of(name: str) -> Path:
    """The Python that has the system: the peers' or our own."""
    return peers_python() if name in OF_THE_PEERS else Path(sys.executable)


def command_of(name: str, form: str) -> list[str]:
    """The command of a system's worker; `form` is what it answers with, `text`, `markup` or `html`."""
    if name in NODE_PEERS:
        return [node_program(), str(NODE_WORKER), str(node_packages()), name, form]
    return [str(python_of(name)), "-P", str(WORKER), name, form]  # -P: our files must not hide a system's modules


def format_of(name: str) -> str:
    """What the markup of a system is: `markdown`, `html`, or `text` of one that writes neither."""
    if name in PEERS and name not in NODE_PEERS:
        return MARKUP[name][0] if name in MARKUP else "text"
    return "markdown"


class Worker:
    """A system in a process of its own, started again after a crash or a page that took too long."""

    def __init__(self, name: str, *, timeout: float = 60.0, form: str = "text") -> None:
        self.name = name
        self.timeout = timeout
        self.version = ""
        self.loaded = 0  # bytes before the first page
        self.peak = 0
        self._command = command_of(name, form)
        self._buffer = b""
        self._start()

    def ask(self, case: Case) -> Answer:
        """The system's answer for a page."""
        request = {"id": case.id, "path": str(case.path.resolve()), "url": case.url}
        try:
            self._write(request)
            entry = self._read(self.timeout)
        except TimeoutError:
            self._restart()
            return Answer(error=f"Timeout: over {self.timeout:g} s")
        except (EOFError, BrokenPipeError):
            status = self._restart()
            return Answer(error=f"Crash: the process ended with {status}")
        self.peak = max(self.peak, entry["peak"])
        return Answer(text=entry["text"], cpu_s=entry["cpu_s"], error=entry["error"])

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **ONE_THREAD, "PYTHONHASHSEED": "0"},
        )
        self._buffer = b""
        try:
            hello = self._read(START_SECONDS)
        except (EOFError, TimeoutError):
            raise Missing(f"{self.name} does not start under {self._command[0]}") from None
        if hello["error"]:
            self.close()
            raise Missing(f"{self.name} does not load under {self._command[0]}: {hello['error']}")
        self.version, self.loaded = hello["version"], hello["loaded"]

    def _restart(self) -> int:
        self._process.kill()
        self._process.communicate()
        status = self._process.returncode
        self._start()
        return status

    def _write(self, request: dict[str, str]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()

    def _read(self, timeout: float) -> dict[str, Any]:
        assert self._process.stdout is not None
        pipe, deadline = self._process.stdout.fileno(), time.monotonic() + timeout
        parts = [self._buffer]
        while b"\n" not in parts[-1]:
            if not select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise TimeoutError
            parts.append(os.read(pipe, 1 << 20))
            if not parts[-1]:
                raise EOFError
        line, self._buffer = b"".join(parts).split(b"\n", 1)
        entry: dict[str, Any] = json.loads(line)
        return entry
