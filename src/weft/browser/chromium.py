"""The machine's Chromium: where it is, and how it is started."""

import os
import shutil
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
