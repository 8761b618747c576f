"""Chromium's own sandbox: the process that reads a page has no files, no network and few system calls.

Chromium makes it with user namespaces, which systems allow to ordinary users, or with a setuid program that some
systems install. To root it refuses both. As root we therefore start it in a user namespace, in which it is nobody: it
has no capability of root's outside, and its sandbox works as it does for ordinary users. A system that forbids user
namespaces, as containers mostly do, has no sandbox; then nothing is started unless the caller says so.
"""

import os
import shlex
import subprocess
import sys
from pathlib import Path

from weft.errors import BrowserError

VARIABLE = "WEFT_SANDBOX"
OFF = "off"
REASON = "sandbox"  # of a BrowserError
NOBODY = ("unshare", "--user", "--map-user=65534", "--map-group=65534", "--")
PROBE_SECONDS = 10.0
NO_SANDBOX = "No usable sandbox"  # how Chromium says it, in its log
ADVICE = (
    "allow user namespaces to this user; or, where pages can be trusted or a container or a virtual machine is the "
    f"boundary, go without: DrawOptions(sandbox=False) or {VARIABLE}={OFF}"
)


def is_wanted(asked: bool) -> bool:
    """Whether to start Chromium in its sandbox: always, unless the options or the environment say otherwise."""
    return asked and os.environ.get(VARIABLE) != OFF


def check_sandbox(asked: bool) -> None:
    """Raise a BrowserError where root asks for the sandbox on a system that lets nobody make it.

    Nothing is said for ordinary users: their Chromium may have another way, so it has to try.
    """
    if is_wanted(asked) and _is_linux_root() and (problem := _namespace_problem()):
        raise no_sandbox(f"root cannot start it in a user namespace ({problem})")


def no_sandbox(why: str) -> BrowserError:
    """The error of a system that has no sandbox for Chromium."""
    return BrowserError(f"Chromium has no sandbox here: {why}", advice=ADVICE, reason=REASON)


def sandboxed(program: Path, *, asked: bool = True, folder: Path) -> tuple[Path, bool]:
    """What to start in the place of Chromium, and whether in its sandbox.

    For root that is a script, written into the folder. It turns into Chromium (`exec`), so that to end its process is
    to end the browser.
    """
    if not is_wanted(asked):
        return program, False
    if not _is_linux_root():
        return program, True
    script = folder / "chromium-as-nobody"
    script.write_text(f'#!/bin/sh\nexec {shlex.join(NOBODY)} {shlex.quote(str(program))} "$@"\n')
    script.chmod(0o700)
    return script, True


def _is_linux_root() -> bool:
    """Only on Linux does Chromium refuse its sandbox to root."""
    return sys.platform == "linux" and os.geteuid() == 0


def _namespace_problem() -> str:
    """Why no user namespace can be made; empty where one can."""
    try:
        tried = subprocess.run(
            [*NOBODY, "true"], capture_output=True, text=True, errors="replace", timeout=PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if tried.returncode == 0:
        return ""
    return tried.stderr.strip().partition("\n")[0] or f"unshare ended with {tried.returncode}"
