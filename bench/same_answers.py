"""Whether the default answers as it did: a line of everything it chose on each page, written down or compared.

`python -m bench.same_answers data --write FILE` before a change and `--against FILE` after it; a page whose line
differs is named. `--written` compares what is written of the choice: Markdown, HTML, TEI, chunks, metadata, records,
comments, and what other methods choose; of fewer pages, and of all kinds. The files hold hashes of texts, so that no
page of others is kept.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import weft
from weft.extractors.block_classifier import BlockClassifier
from weft.records import find_records

SETS = ("wcxb-dev/html", "magic", "news/html", "snippets/html", "readability-pages", "forums")
MANY = 400  # pages of a set, in equal steps; of the first set all: the one that figures are made of
MANY_WRITTEN = 280  # the same where everything is written
METHODS = ("density", "line_block", "dom_stats", "whole_page")
"""Other methods, whose choice is completed as the default's is."""
CAREFUL = BlockClassifier(beta=0.5)
ALL_SHOWN = weft.RenderOptions(repeats=True, readings=True, title=True, front_matter=True, tables=False)


def page_files(data: Path, *, written: bool = False) -> Iterator[Path]:
    """The files of the pages that are compared, the same on every machine."""
    many = MANY_WRITTEN if written else MANY
    for name in SETS:
        files = sorted(path for path in (data / name).rglob("*.html") if path.name != "expected.html")
        yield from files if name == SETS[0] and not written else files[:: max(1, len(files) // many)]


def answer(data: bytes) -> dict[str, Any]:
    """What the default says of a page."""
    try:
        document = weft.extract(data)
    except weft.WeftError as error:
        return {"error": str(error)}
    return {
        "text": digest(document.text),
        "keep": digest(json.dumps(document.keep.tolist())),
        "repeats": digest(json.dumps(document.repeats.tolist())),
        "chosen_by": document.chosen_by,
        "reason": [document.reason.code, document.reason.detail],
        "page_type": document.page_type,
        "page_type_probability": document.page_type_probability,
        "confidence": document.confidence,
    }


def written(data: bytes) -> dict[str, Any]:
    """What is written of a page: each output by a hash, or the error."""
    try:
        document = weft.extract(data, url="https://example.org/a/page.html")
        return {
            "markdown": digest(document.markdown),
            "html": digest(document.html),
            "tei": digest(document.render("tei")),
            "chunks": digest(repr(document.chunks())),
            "shown": digest(document.render("markdown", options=ALL_SHOWN)),
            "readings": digest(document.render("text", options=ALL_SHOWN)),
            "methods": [chosen(weft.extract(document.page, method=method)) for method in METHODS],
            "careful": chosen(weft.extract(document.page, method=CAREFUL)),
            "metadata": digest(repr(document.metadata)),
            "records": digest(repr((tuple(document.records), document.region))),
            "comments": digest(repr(document.comments)),
            "regions": digest(repr(find_records(document.page))),
            "dict": digest(json.dumps(document.to_dict(), default=str)),
        }
    except weft.WeftError as error:
        return {"error": str(error)}


def chosen(document: weft.Document) -> str:
    """What another method chose, by a hash."""
    parts = (document.keep.tolist(), document.repeats.tolist(), document.page_type, str(document.reason))
    return digest(repr((*parts, document.text)))


def digest(text: str) -> str:
    """A text in sixteen letters."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def add_files(parser: argparse.ArgumentParser) -> None:
    """The data, and the files that answers are written to and compared with."""
    parser.add_argument("data", type=Path, help="the folder of the unpacked data sets")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the lines into this file")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with the lines of this file")


def compare(answers: dict[str, Any], options: argparse.Namespace, told: str) -> int:
    """Write the answers, or compare them with those of before; 1 where one differs."""
    if options.write:
        options.write.write_text(json.dumps(answers, indent=0), encoding="utf-8")
    if not options.against:
        return 0
    before = json.loads(options.against.read_text(encoding="utf-8"))
    different = [name for name in answers if answers[name] != before.get(name)]
    for name in different:
        print(name, before.get(name), answers[name], sep="\n  ")
    print(f"{len(answers) - len(different)} of {len(answers)} {told}")
    return 1 if different else 0


def main(arguments: list[str]) -> int:
    """Write or compare."""
    parser = argparse.ArgumentParser(prog="python -m bench.same_answers", description=__doc__)
    add_files(parser)
    parser.add_argument("--written", action="store_true", help="compare what is written of the choice")
    options = parser.parse_args(arguments)
    files, ask = page_files(options.data, written=options.written), written if options.written else answer
    answers = {str(path.relative_to(options.data)): ask(path.read_bytes()) for path in files}
    return compare(answers, options, "pages are answered as before")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
