"""`weft mcp` as a command; what its tools do is tested in tests/mcp."""

import io
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from weft.cli import main
from weft.mcp import Access

COMMAND = [sys.executable, "-m", "weft", "mcp"]


def test_help_has_a_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["mcp", "--help"])
    shown = capsys.readouterr().out
    assert '"mcpServers"' in shown
    assert "--allow-network" in shown


def test_what_makes_no_sense(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "--root", str(tmp_path / "nowhere")]) == 2
    assert "no such folder" in capsys.readouterr().err
    assert main(["mcp", "--max-chars", "0"]) == 2
    assert main(["mcp", "--max-bytes", "0"]) == 2


def test_options_are_what_the_server_may_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = {}

    class Server:
        def run(self, transport: str) -> None:
            made["transport"] = transport

    def make_server(access: Access, *, most: int) -> Server:
        made.update(access=access, most=most)
        return Server()

    monkeypatch.setattr("weft.mcp.make_server", make_server)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["mcp"]) == 0
    assert (made["access"].roots, made["access"].network, made["transport"]) == ((), False, "stdio")
    folders = ["--root", str(tmp_path), "--root", str(tmp_path.parent)]
    assert main(["mcp", *folders, "--allow-network", "--max-chars", "7", "--max-bytes", "9"]) == 0
    access = made["access"]
    assert (access.roots, access.network, made["most"]) == ((tmp_path, tmp_path.parent), True, 7)
    assert access.limits.bytes == access.fetcher.max_bytes == 9
    assert not access.fetcher.allow_private


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "weft.mcp", None)
    assert main(["mcp"]) == 2
    assert "pip install 'weft[mcp]'" in capsys.readouterr().err


def test_it_ends_with_its_input_and_tells_people_at_a_terminal_what_it_is() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(COMMAND, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        os.close(theirs)
        assert process.stderr is not None
        assert "waits for a client" in process.stderr.readline()
        os.write(ours, b"\x04")  # Ctrl-D
        said, _ = process.communicate(timeout=60)
    os.close(ours)
    assert (process.returncode, said) == (0, "")
