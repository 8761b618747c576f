"""A real Firefox, driven by WebDriver BiDi, the standard that it speaks by itself: no driver program is needed.

Playwright drives Firefox only where both are of the same age; Selenium needs geckodriver, which Debian does not have.
What the tests need of the standard is small: open an address, run a function in it, press keys, move the pointer.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from websockets.sync.client import ClientConnection, connect

VARIABLE = "WEFT_FIREFOX"
COMMANDS = ("firefox-esr", "firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PATIENCE = 120.0  # seconds: a busy machine is slow, and a test that fails waits only once
LOOKS = 0.05  # seconds between two looks
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "remote.prefs.recommended": True,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "ArrowDown": "\ue015", "Delete": "\ue017"}


def find_firefox() -> str:
    """The Firefox to drive: the one that `WEFT_FIREFOX` names, else the first that is installed."""
    found = next(filter(None, map(shutil.which, (os.environ.get(VARIABLE, ""), *COMMANDS))), None)
    assert found, f"no Firefox found: run tests/system.sh, or name one by {VARIABLE}"
    return found


class Firefox:
    """One window of a running Firefox."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.errors: list[str] = []
        self._last = 0
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("session.subscribe", events=["log.entryAdded"])

    def send(self, method: str, **parameters: Any) -> Any:
        """One command and its result; what the pages log meanwhile is kept."""
        self._last += 1
        self.connection.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.connection.recv(timeout=PATIENCE))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(message["params"]["text"])
            if message.get("id") == self._last:
                assert message["type"] == "success", f"{method}: {message['message']}"
                return message["result"]

    def resize(self, width: int, height: int) -> None:
        """The window in CSS pixels."""
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def open(self, url: str) -> None:
        """Goes to an address and waits until it is loaded."""
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def run(self, function: str, *values: object) -> Any:
        """What a JavaScript function of the page answers, by way of JSON."""
        call = f"async () => JSON.stringify((await ({function})(...{json.dumps(values)})) ?? null)"
        target = {"context": self.context}
        answer = self.send("script.callFunction", functionDeclaration=call, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def wait(self, function: str, *values: object) -> Any:
        """The same until the answer is something."""
        limit = monotonic() + PATIENCE
        while not (answer := self.run(function, *values)):
            assert monotonic() < limit, f"never: {function} {values}"
            sleep(LOOKS)
        return answer

    def expect(self, selector: str, words: str) -> None:
        """Waits until an element says some words."""
        self.wait("(css, words) => document.querySelector(css)?.textContent.includes(words)", selector, words)

    def click(self, selector: str) -> None:
        """One click in the middle of an element, which is brought into sight."""
        spot = """(css) => {
          const found = document.querySelector(css);
          if (!found || found.disabled) return null;
          found.scrollIntoView({ block: "center", behavior: "instant" });
          const { left, top, width, height } = found.getBoundingClientRect();
          return width ? [Math.round(left + width / 2), Math.round(top + height / 2)] : null;
        }"""
        self.click_at(*self.wait(spot, selector))

    def click_at(self, x: float, y: float) -> None:
        """One click at a point of the window."""
        moves: list[dict[str, Any]] = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        moves += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._act({"type": "pointer", "id": "mouse", "actions": moves})

    def press(self, *keys: str) -> None:
        """Keys, one after the other."""
        strokes = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": strokes})

    def _act(self, source: dict[str, Any]) -> None:
        self.send("input.performActions", context=self.context, actions=[source])


@contextmanager
def running_firefox(folder: Path) -> Iterator[Firefox]:
    """A Firefox with a new profile in a folder, until the block ends."""
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
    folder.joinpath("user.js").write_text("".join(lines), encoding="utf-8")
    said = folder / "said.txt"
    arguments = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0", "about:blank"]
    with said.open("wb") as output:
        process = subprocess.Popen([find_firefox(), *arguments], stdout=output, stderr=output, env=_environment(folder))
    try:
        with connect(f"{_address(process, said)}/session", max_size=None) as connection:
            yield Firefox(connection)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _environment(folder: Path) -> dict[str, str]:
    """A home of its own: Firefox wants to write there."""
    return {**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1", "MOZ_HEADLESS": "1"}


def _address(process: subprocess.Popen[bytes], said: Path) -> str:
    """Where it listens, as it says when it has started."""
    limit = monotonic() + PATIENCE
    while not (found := LISTENING.search(said.read_text(errors="replace"))):
        is_late = process.poll() is not None or monotonic() > limit
        assert not is_late, f"Firefox did not start: {said.read_text(errors='replace')[-2000:]}"
        sleep(LOOKS)
    return found[1]
