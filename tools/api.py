"""The public API as lines, `docs/public-api.txt`: what a program may rely on, and what a change of it must say.

`python -m tools.api` writes the file anew. It refuses where a line came, went or changed and the section "Unreleased"
of CHANGELOG.md does not say the name.
"""

import inspect
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import weft

ROOT = Path(__file__).parents[1]
LISTED = ROOT / "docs" / "public-api.txt"
CHANGELOG = ROOT / "CHANGELOG.md"
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def read_api() -> list[str]:
    """Each public name of `weft` and each public member of its classes, with what it takes and returns."""
    return sorted(line for name in weft.__all__ for line in _lines(name, getattr(weft, name)))


def find_changed(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """The last part of each name whose line is in one of the two only.

    >>> find_changed(["Page", "Page.url"], ["Page", "Page.url -> str", "parse(data)"])
    ['parse', 'url']
    """
    return sorted({re.split(r"[(: ]", line)[0].rpartition(".")[2] for line in set(before) ^ set(after)})


def find_untold(names: Iterable[str], changelog: str) -> list[str]:
    """Those of the names that the section "Unreleased" does not say.

    >>> find_untold(["parse", "url"], "## Unreleased\\n* `parse` reads str\\n## 0.1\\n* url")
    ['url']
    """
    section = changelog.partition("## Unreleased")[2].partition("\n## ")[0]
    return [name for name in names if not re.search(rf"\b{re.escape(name)}\b", section)]


def main() -> int:
    """Write the list; 1 where the changelog does not say what changed."""
    before = LISTED.read_text(encoding="utf-8").splitlines() if LISTED.exists() else []
    after = read_api()
    untold = find_untold(find_changed(before, after), CHANGELOG.read_text(encoding="utf-8")) if before else []
    if untold:
        print(f"CHANGELOG.md, Unreleased, does not say what changed of: {', '.join(untold)}", file=sys.stderr)
        return 1
    LISTED.write_text("".join(f"{line}\n" for line in after), encoding="utf-8")
    return 0


def _lines(name: str, thing: Any) -> Iterator[str]:
    if not inspect.isclass(thing):
        yield f"{name}{_signature(thing)}" if callable(thing) else f"{name}: {type(thing).__name__}"
        return
    yield f"{name}{_signature(thing)}"
    for member in sorted(set(dir(thing)) - set(dir(Exception))):
        if not member.startswith("_"):
            value = inspect.getattr_static(thing, member)
            yield f"{name}.{member}{_signature(getattr(value, '__func__', value))}"


def _signature(thing: Any) -> str:
    """What a call takes and returns; nothing of a value or of what Python itself cannot say."""
    if not callable(thing):
        return ""
    try:
        return _ADDRESS.sub("", str(inspect.signature(thing)))
    except (TypeError, ValueError):
        return ""


if __name__ == "__main__":
    sys.exit(main())
