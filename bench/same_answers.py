"""Whether the default answers as it did: a line of everything it chose on each page, written down or compared.

`python -m bench.same_answers data --write FILE` before a change and `--against FILE` after it; a page whose line
differs is named. The files hold hashes of texts, so that no page of others is kept.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import weft

SETS = ("wcxb-dev/html", "magic", "news/html", "snippets/html", "readability-pages", "forums")
MANY = 400  # pages of a set, in equal steps; of the first set all: the one that figures are made of


def page_files(data: Path) -> Iterator[Path]:
    """The files of the pages that are compared, the same on every machine."""
    for name in SETS:
        files = sorted(path for path in (data / name).rglob("*.html") if path.name != "expected.html")
        yield from files if name == SETS[0] else files[:: max(1, len(files) // MANY)]


def answer(data: bytes) -> dict[str, Any]:
    """What the default says of a page."""
    try:
        document = weft.extract(data)
    except weft.WeftError as error:
        return {"error": str(error)}
    return {
        "text": _digest(document.text),
        "keep": _digest(json.dumps(document.keep.tolist())),
        "repeats": _digest(json.dumps(document.repeats.tolist())),
        "chosen_by": document.chosen_by,
        "reason": [document.reason.code, document.reason.detail],
        "page_type": document.page_type,
        "page_type_probability": document.page_type_probability,
        "confidence": document.confidence,
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def main(arguments: list[str]) -> int:
    """Write or compare."""
    parser = argparse.ArgumentParser(prog="python -m bench.same_answers", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--against", type=Path)
    options = parser.parse_args(arguments)
    answers = {str(path.relative_to(options.data)): answer(path.read_bytes()) for path in page_files(options.data)}
    if options.write:
        options.write.write_text(json.dumps(answers, indent=0), encoding="utf-8")
    if not options.against:
        return 0
    before = json.loads(options.against.read_text(encoding="utf-8"))
    different = [name for name in answers if answers[name] != before.get(name)]
    for name in different:
        print(name, before.get(name), answers[name], sep="\n  ")
    print(f"{len(answers) - len(different)} of {len(answers)} pages are answered as before")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
