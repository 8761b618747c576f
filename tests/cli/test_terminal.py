"""What reaches a terminal: nothing of a page, an address or a name steers it.

The progress line.
"""

import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.small_forum import page as forum_page
from tests.records.forum_pages import Post
from weft.cli.main import main
from weft.cli.run import _Progress as Progress
from weft.cli.terminal import showable, with_progress

EVIL = "\x1b[31mred\x1b]0;title\x07 \x9b2J \x0d\x08 \u202egnp.exe \u2066x\u2069 \x85 \x00"
PAGE = f"""<html><head><title>Loom {EVIL}</title></head><body><article><h1>Loom {EVIL}</h1>
<p>The weaver put the last threads {EVIL} on the loom before it grew dark, and nobody spoke of it.</p>
<pre>code {EVIL} here</pre><table><tr><td>{EVIL}</td><td>two</td></tr></table>
</article></body></html>"""
STEERING = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]|\r(?!\n)")
OWN = re.compile(r"\r[^\r\n]*?\x1b\[K|\x1b\[[0-9;]*m")  # progress and colours

RUN_ALL = """
import json, sys
from weft.cli import main
for arguments in json.loads(sys.argv[1]):
    try:
        main(arguments)
    except SystemExit:
        pass
    print("END", flush=True)
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "loom\x1b[31m\u202e.html"
    path.write_text(PAGE, encoding="utf-8")
    return path


@pytest.fixture
def forum(tmp_path: Path) -> Path:
    path = tmp_path / "forum\x1b[31m\u202e.html"
    said = [Post(f"Ann {EVIL}", "2022-10-02 12:15", f"All {EVIL} looms have warps, said {n}.") for n in range(4)]
    path.write_text(forum_page(tuple(said)), encoding="utf-8")
    return path


def on_terminal(commands: list[list[str]]) -> list[str]:
    """What commands print on a terminal, on both streams; one process runs them, because starting takes longest."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", RUN_ALL, json.dumps(commands)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        data = b"".join(iter(lambda: read_terminal(ours), b""))
        process.wait()
    os.close(ours)
    printed = data.decode("utf-8").replace("\r\r\n", "\r\n").split("END\r\n")  # a terminal adds its own to that of CSV
    assert len(printed) == len(commands) + 1, printed[-1]
    return printed[:-1]


def read_terminal(terminal: int) -> bytes:
    """The next bytes; a terminal has no end, but an error when nobody writes any more."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def test_pages_do_not_steer_a_terminal(page: Path, forum: Path) -> None:
    commands = [
        ["extract", "-m", "whole_page", str(page)],
        ["extract", "-m", "whole_page", "-f", "markdown", str(page)],
        ["extract", "-m", "whole_page", "-f", "html", str(page)],
        ["inspect", str(page)],
        ["records", "-f", "csv", str(forum)],
        ["records", "-f", "table", str(forum)],
        ["wrap", "ontology", "test", "contact", "--color", "always", "--all", str(page)],
    ]
    for arguments, printed in zip(commands, on_terminal(commands), strict=True):
        assert "red" in printed, arguments  # what the page says is there
        assert STEERING.findall(OWN.sub("", printed)) == [], arguments
        assert "\x1b[31mred" not in printed, arguments


def test_errors_and_names_do_not_steer_a_terminal(tmp_path: Path, page: Path) -> None:
    commands = [
        ["extract", f"{tmp_path}/no\x1b[2J\u202e.html"],
        ["extract", str(page), "-f", "\x1b[2J"],
        ["run", str(page), "-o", f"{tmp_path}/out\x1b[2J.what"],
        ["site", "check", f"{tmp_path}/\x1b]0;x\x07.json"],
    ]
    for arguments, printed in zip(commands, on_terminal(commands), strict=True):
        assert printed, arguments
        assert STEERING.findall(OWN.sub("", printed)) == [], arguments


def test_a_pipe_gets_what_the_page_says_and_errors_are_clean(
    tmp_path: Path, page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad\x1b[2J.html").write_bytes(b"%PDF \x1b[2J")
    assert main(["extract", "-m", "whole_page", "-f", "json", str(page), str(tmp_path / "bad\x1b[2J.html")]) == 1
    captured = capsys.readouterr()
    assert "not a web page but a PDF" in captured.err
    assert STEERING.findall(captured.err) == []
    assert "\\u001b[2J.html" in captured.out  # JSON has its own way to write it


def test_honest_text_is_shown_as_it_is() -> None:
    text = "Schuß und Kette\n经线\t纬线 👩\u200d🌾 क्\u200dष a\u0301 \u00a0 \u3000 \u00ad ‘’ …\r\n"
    assert showable(text) == text
    assert showable("שלום\u200f!") == "שלום!"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(with_progress([1, 2, 3], total=3)) == [1, 2, 3]
    assert "3/3" in terminal.getvalue()


def test_without_a_total(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(with_progress(iter("ab"))) == ["a", "b"]
    assert "2 pages" in terminal.getvalue()


def test_silent_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(with_progress([1, 2, 3])) == [1, 2, 3]
    assert capsys.readouterr().err == ""


def test_a_run_tells_how_fast_it_is_and_how_long_it_will_take(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, clock = Terminal(), iter([0.0, 0.0, 100.0, 200.0, 200.01])
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    progress = Progress(400)
    for done in (0, 100, 200, 201):
        progress(done)
    assert terminal.getvalue().split("\r")[1:] == [
        "100 pages of 400, 300 s left  1 pages/s\x1b[K",
        "200 pages of 400, 200 s left  1 pages/s\x1b[K",
    ], "the first and one too soon after the last are not shown"
