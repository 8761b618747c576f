"""The machine's Chromium: where it is, and how it is started.

Chromium's own sandbox: the process that reads a page has no files, no network and few system calls.

Chromium makes it with user namespaces, which systems allow to ordinary users, or with a setuid program that some
systems install. To root it refuses both. As root we therefore start it in a user namespace, in which it is nobody: it
has no capability of root's outside, and its sandbox works as it does for ordinary users. A system that forbids user
namespaces, as containers mostly do, has no sandbox; then nothing is started unless the caller says so.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from weft.errors import BrowserError

VARIABLE = "WEFT_CHROMIUM"

# The programs themselves before the commands: a wrapper script leaves the browser running when it is ended. The
# headless shell first: it starts in half the time.
PROGRAMS = (
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
    "/usr/lib64/chromium-browser/headless_shell",
    "/usr/lib64/chromium-browser/chromium-browser",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
COMMANDS = (
    "chromium-headless-shell",
    "headless_shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
ADVICE = (
    f"install one (Debian: apt-get install chromium-headless-shell) or name the program in {VARIABLE}=/path/to/chromium"
)


# What Playwright would tell Chromium: not to slow down a page that changes its address all the time. A Chromium with
# windows then answers nobody else for many seconds.
NO_FLOOD_PROTECTION = "--disable-ipc-flooding-protection"


def find_chromium() -> Path:
    """The browser to drive: the one that `WEFT_CHROMIUM` names, else the first that is installed."""
    if named := os.environ.get(VARIABLE):
        path = Path(shutil.which(named) or named)
        if not _is_program(path):
            raise BrowserError(
                "no such program", page=f"{VARIABLE}={named}", advice="name the Chromium to drive", reason="missing"
            )
        return path
    for candidate in (*PROGRAMS, *filter(None, map(shutil.which, COMMANDS))):
        if _is_program(Path(candidate)):
            return Path(candidate)
    raise BrowserError("no Chromium found", advice=ADVICE, reason="missing")


def launch_arguments() -> list[str]:
    """Flags that keep Chromium quiet and off the network, whatever a page tries.

    No name is ever looked up (the proxy does that, where there is one), and neither QUIC nor WebRTC goes around it.
    """
    return [
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--disable-domain-reliability",
        "--dns-prefetch-disable",
        "--no-pings",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        "--proxy-bypass-list=<-loopback>",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--deny-permission-prompts",
        "--hide-scrollbars",
    ]


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


SANDBOX_VARIABLE = "WEFT_SANDBOX"
OFF = "off"
REASON = "sandbox"  # of a BrowserError
NOBODY = ("unshare", "--user", "--map-user=65534", "--map-group=65534", "--")
PROBE_SECONDS = 10.0
NO_SANDBOX = (  # how Chromium and its setuid program say it, in their log
    "No usable sandbox",
    "Rather than run without sandboxing",
    "The setuid sandbox is not running as root",
    "Failed to move to new namespace",
)
SANDBOX_ADVICE = (
    "allow user namespaces to this user; or, where pages can be trusted or a container or a virtual machine is the "
    f"boundary, go without: DrawOptions(sandbox=False) or {SANDBOX_VARIABLE}={OFF}"
)


def is_wanted(asked: bool) -> bool:
    """Whether to start Chromium in its sandbox: always, unless the options or the environment say otherwise."""
    return asked and os.environ.get(SANDBOX_VARIABLE) != OFF


def check_sandbox(asked: bool) -> None:
    """Raise a BrowserError where root asks for the sandbox on a system that lets nobody make it.

    Nothing is said for ordinary users: their Chromium may have another way, so it has to try.
    """
    if is_wanted(asked) and _is_linux_root() and (problem := _namespace_problem()):
        raise no_sandbox(f"root cannot start it in a user namespace ({problem})")


def no_sandbox(why: str) -> BrowserError:
    """The error of a system that has no sandbox for Chromium."""
    return BrowserError(f"Chromium has no sandbox here: {why}", advice=SANDBOX_ADVICE, reason=REASON)


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
