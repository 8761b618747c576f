"""Chromium's sandbox: on for root and for others, and where there can be none a sentence says so."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.browser.conftest import PATIENCE
from tests.namespaces import ALLOWS_NAMESPACES
from weft import BrowserError
from weft.browser import Browser, DrawOptions, check_browser
from weft.browser.chromium import NOBODY, SANDBOX_VARIABLE, check_sandbox
from weft.browser.guard import process_tree
from weft.cli import main

needs_namespaces = pytest.mark.skipif(
    not ALLOWS_NAMESPACES, reason="this system allows no user namespaces, so Chromium has no sandbox here"
)
FILTERED = "2"  # in /proc/PID/status: a filter of system calls is on
REFUSED = "Chromium has no sandbox here"
# Whoever makes a namespace may forbid more of them below it: a system that allows none, as containers are.
AS_ROOT_WITHOUT = ("unshare", "--user", "--map-root-user", "sh", "-c", 'echo 0 > {limit}; exec "$@"', "sh")
AS_OTHER_WITHOUT = (*AS_ROOT_WITHOUT[:5], 'echo 1 > {limit}; exec "$@"', "sh", *NOBODY)
LIMIT = "/proc/sys/user/max_user_namespaces"

DRAW = """
import os, sys
from weft.browser import Browser, DrawOptions
from weft.errors import BrowserError
print(os.geteuid())
try:
    with Browser(DrawOptions(sandbox=sys.argv[1] == "with")) as browser:
        print(browser.draw("<p>woven").html)
except BrowserError as error:
    print(error.reason, error)
"""


def drawn(before: tuple[str, ...], sandbox: str, **environment: str) -> list[str]:
    """What a program of its own prints that draws a page as another user: who it is, and the page or the error."""
    return printed(before, ["-c", DRAW, sandbox], **environment)


def printed(before: tuple[str, ...], arguments: list[str], **environment: str) -> list[str]:
    command = [*(word.replace("{limit}", LIMIT) for word in before), sys.executable, *arguments]
    variables = {name: value for name, value in os.environ.items() if name != SANDBOX_VARIABLE} | environment
    done = subprocess.run(command, capture_output=True, text=True, env=variables, timeout=10 * PATIENCE, check=True)
    return done.stdout.splitlines()


def renderer_of(browser: Browser) -> tuple[str, bool, bool]:
    """The filter of the process that reads a page; whether it is in another user and network namespace than we are."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for process in process_tree(browser._pid):
            folder = Path(f"/proc/{process.pid}")
            try:
                if "--type=renderer" in (folder / "cmdline").read_text():
                    status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
                    if status["Seccomp"].strip() == FILTERED:  # before that it has only begun
                        return FILTERED, is_elsewhere(folder, "user"), is_elsewhere(folder, "net")
            except OSError:
                continue  # it has ended meanwhile
        time.sleep(0.02)
    return "none", False, False


def is_elsewhere(folder: Path, kind: str) -> bool:
    return os.readlink(folder / "ns" / kind) != os.readlink(f"/proc/self/ns/{kind}")


@needs_namespaces
def test_the_process_that_reads_a_page_is_in_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SANDBOX_VARIABLE, raising=False)
    with Browser(DrawOptions(scripts=True, settle=1.5)) as browser:
        page = "<p>woven<script>setTimeout(() => 1, 1500)</script>"
        drawing = threading.Thread(target=browser.draw, args=(page,))
        drawing.start()
        seen = renderer_of(browser)
        drawing.join()
    assert seen == (FILTERED, True, True)


@needs_namespaces
def test_root_without_namespaces_is_refused() -> None:
    who, said = drawn(AS_ROOT_WITHOUT, "with")
    assert who == "0"
    assert said.startswith(f"sandbox {REFUSED}: root cannot start it in a user namespace (unshare: ")
    assert "DrawOptions(sandbox=False)" in said


@needs_namespaces
def test_another_without_namespaces_is_refused() -> None:
    who, said = drawn(AS_OTHER_WITHOUT, "with")
    assert who == "65534"
    assert said.startswith(f"sandbox {REFUSED}: it may not make user namespaces")


@needs_namespaces
@pytest.mark.parametrize("before", [AS_ROOT_WITHOUT, AS_OTHER_WITHOUT], ids=["root", "another"])
def test_whoever_says_so_goes_without(before: tuple[str, ...]) -> None:
    assert "woven" in drawn(before, "without")[1]


@needs_namespaces
def test_the_environment_says_so_too() -> None:
    assert "woven" in drawn(AS_ROOT_WITHOUT, "with", **{SANDBOX_VARIABLE: "off"})[1]


@needs_namespaces
def test_a_command_says_so(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>woven")
    asked = ["-m", "weft", "browser-html", str(tmp_path / "page.html"), "--no-sandbox"]
    assert "woven" in printed(AS_ROOT_WITHOUT, asked)[0]


@needs_namespaces
def test_an_ordinary_user_draws_in_the_sandbox() -> None:
    assert drawn(NOBODY, "with") == ["65534", "<html><head></head><body><p>woven</p></body></html>"]


@pytest.fixture
def rootless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root, on a system without the program that makes namespaces."""
    monkeypatch.delenv(SANDBOX_VARIABLE, raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("PATH", "/nowhere")


@pytest.mark.usefixtures("rootless")
def test_it_is_known_before_the_first_page() -> None:
    with pytest.raises(BrowserError, match=REFUSED) as caught:
        check_browser()
    assert caught.value.reason == "sandbox"
    check_sandbox(False)


@pytest.mark.usefixtures("rootless")
def test_commands_say_it_once_and_name_their_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in "ab":
        (tmp_path / f"{name}.html").write_text("<p>woven")
    assert main(["browser-html", str(tmp_path)]) != 0
    said = capsys.readouterr().err
    assert said.count(REFUSED) == 1
    assert said.strip().endswith("--no-sandbox")
    assert "DrawOptions" not in said
