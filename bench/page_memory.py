"""What one page may take of the memory: pages of 20 MB, each of a shape that makes much of little, one process each.

`python -m bench.page_memory -o FOLDER` writes `page-memory.json` and `page-memory.md`. The memory that is told is what
the process took at most above what it had with weft loaded, a small page read and the page's own bytes in it.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import weft
from bench.places import CHECKOUT, OUT, Missing
from bench.table import grid
from bench.worker import WARM_UP, peak_bytes
from weft.records import find_records

SIZE = 20_000_000
MAX_MB = 250.0  # what any page of that size may take
MEGABYTE = 1_000_000
PIECES: dict[str, bytes] = {
    "items with links": b"<li><a>x",
    "items": b"<li>x",
    "items with addresses": b"<li><a href=/x>word</a>",
    "empty paragraphs": b"<p>",
    "paragraphs": b"<p>x",
    "paragraphs of words": b"<p>Some words and more of them.</p>\n",
    "divisions": b"<div class=a><span>y</span></div>",
    "cells without a table": b"<td>",
    "cells": b"<table><tr><td>x<td>y</table>",
    "rows of one table": b"<tr><td>x",
    "line breaks": b"<br>",
    "line breaks in text": b"x<br>",
    "bold letters": b"<b>x</b>",
    "words": b"a word ",
    "Chinese": "\u6587\u5b57\u3002".encode(),
    "named references": b"&lt;",
    "numbered references": b"&#1;",
    "attributes": b"<i a=b></i>",
    "classes": b"<p class='a b c d e f g h'>x",
    "comments": b"<!---->",
    "comments in text": b"x<!---->",
    "scripts": b"<script>x</script>",
    "headings": b"<h2>x",
    "pictures": b"<img src=a>",
    "definitions": b"<dt>x<dd>y",
    "options": b"<option>x",
    "drawings": b"<svg><g/></svg>",
    "frames of text": b"<pre>x</pre>",
    "text around paragraphs": b"x<p>y</p>",
    "one-letter words": b"a ",
    "rows of a table": b"<tr><td>x<td>y",
    "posts": b"<div class=post><a class=author href=/u>Ann</a> <time>3 May 2024</time><p>I think so too.</div>",
}
"""Shapes that are one piece, again and again."""

STARTS = {
    **dict.fromkeys(("rows of one table", "rows of a table"), b"<table>"),
    **{shape: b"<body>" for shape, piece in PIECES.items() if b"<" not in piece},  # a text without a tag is no page
}
"""What stands before the pieces of a shape."""


def _other_classes(size: int) -> bytes:
    """Classes of which none is written twice."""
    return b"".join(b"<p class=c%x>x" % number for number in range(size // 16))[:size]


def _one_class_list(size: int) -> bytes:
    return b"<p class='" + b"".join(b"%x " % number for number in range(size // 6))[:size] + b"'>Some words."


def _other_attributes(size: int) -> bytes:
    """Names of attributes of which none is written twice."""
    return b"<p" + b"".join(b" a%x" % number for number in range(size // 7))[:size] + b">Some words."


def _other_tags(size: int) -> bytes:
    return b"".join(b"<x%x>" % (number % 60_000) + b"</x%x>" % (number % 60_000) for number in range(size // 15))[:size]


def _copied_classes(size: int) -> bytes:
    """A formatting element with many classes that every block opens again, nearly as often as the limit allows."""
    classes = b"a " * 2_000
    copies = (weft.Limits().growth * size + (4 << 20)) // (4 * len(classes) + 160)
    page = b"<p><b class='" + classes + b"'></p>" + b"<p>x" * int(0.95 * copies) + b"</b><p>"
    return page + b" " * (size - len(page))


def _nested(size: int) -> bytes:
    """Divisions as deep as the limit allows, again and again."""
    return (b"<div>" * 1_900 + b"x" + b"</div>" * 1_900) * (size // (1_900 * 11))


def _mixed(size: int) -> bytes:
    """All pieces in turn."""
    turn = b"<div>" + b"".join(PIECES.values()) + b"</div>"
    return turn * (size // len(turn))


def _article(size: int) -> bytes:
    """Sentences of which none is written twice: all of them are kept."""
    said = "<p>The %d looms of the town stood still in the winter of that year, and %d weavers went to sea.</p>\n"
    page = bytearray(b"<title>The looms</title><article><h1>The looms</h1>")
    number = 0
    while len(page) < size:
        page += (said % (number, 7 * number)).encode()
        number += 1
    return bytes(page)


def _one_wide_letter(size: int) -> bytes:
    """Words of small letters and one sign that makes every letter of Python's text take four bytes."""
    return "<body>\U0001f600".encode() + PIECES["words"] * (size // len(PIECES["words"]))


def _old_encoding(size: int) -> bytes:
    """A page that has to be decoded, and takes more as UTF-8."""
    return b"<meta charset=windows-1251>" + b"\xf1\xeb\xee\xe2\xee " * (size // 6)


MADE: dict[str, Callable[[int], bytes]] = {
    "other classes": _other_classes,
    "one list of classes": _one_class_list,
    "copied classes": _copied_classes,
    "other attributes": _other_attributes,
    "other tags": _other_tags,
    "nested": _nested,
    "mixed": _mixed,
    "an article": _article,
    "one wide letter": _one_wide_letter,
    "old encoding": _old_encoding,
}
"""Shapes that a function makes."""
SHAPES = (*PIECES, *MADE)

WHOLE = "whole page as "
OUTPUTS: dict[str, Callable[[weft.Document], object]] = {
    "extract": lambda document: document.keep,
    "text": lambda document: document.text,
    "Markdown": lambda document: document.markdown,
    "HTML": lambda document: document.html,
    "metadata": lambda document: document.metadata,
    "records": lambda document: find_records(document.page),
    WHOLE + "text": lambda document: document.text,
    WHOLE + "Markdown": lambda document: document.markdown,
    WHOLE + "HTML": lambda document: document.html,
}
"""What is asked of a page: of what the default keeps of it, or of all its blocks."""


def page_of(shape: str, size: int) -> bytes:
    """A page of that shape and about that many bytes."""
    if shape in PIECES:
        return STARTS.get(shape, b"") + PIECES[shape] * (size // len(PIECES[shape]))
    return MADE[shape](size)


def page_at_limit(shape: str, size: int) -> bytes:
    """A page of as many pieces of that shape as the limit of nodes allows, and words behind them up to that size."""
    start, piece, some = STARTS.get(shape, b""), PIECES[shape], 1_000
    rows = (len(weft.parse(start + piece * 2 * some)) - len(weft.parse(start + piece * some))) / some
    page = start + piece * int(0.99 * weft.Limits().nodes / rows)
    words = PIECES["words"]
    return page + b"</table><p>" + words * ((size - len(page)) // len(words))


def measure(path: Path, output: str) -> dict[str, Any]:
    """What a page takes in this process, which should be new: memory, time, and the limit that it went over."""
    method = "whole_page" if output.startswith(WHOLE) else "auto"
    OUTPUTS[output](weft.extract(WARM_UP, method=method))
    page = path.read_bytes()
    base = peak_bytes()
    started, limit, table, rows = time.process_time(), "", 0, 0
    try:
        document = weft.extract(page, method=method)
        table, rows = document.page.table.bytes, len(document.page)
        OUTPUTS[output](document)
    except weft.LimitError as tripped:
        limit = tripped.limit
    return {
        "bytes": len(page),
        "base_mb": base / MEGABYTE,
        "peak_mb": (peak_bytes() - base) / MEGABYTE,
        "table_bytes": table,
        "rows": rows,
        "seconds": time.process_time() - started,
        "limit": limit,
    }


def measure_apart(path: Path, output: str) -> dict[str, Any]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "bench.page_memory", "--one", str(path), output]
    done = subprocess.run(command, capture_output=True, text=True, cwd=CHECKOUT, check=False)
    if done.returncode:
        raise Missing(f"{output}: {done.stderr.strip() or f'ended by {done.returncode}'}")
    entry: dict[str, Any] = json.loads(done.stdout)
    return entry


def markdown(entries: Sequence[dict[str, Any]]) -> str:
    """The table of a run: a line a shape, the memory of each output beside it."""
    outputs = list(dict.fromkeys(entry["output"] for entry in entries))
    lines = []
    for shape in dict.fromkeys(entry["shape"] for entry in entries):
        own = {entry["output"]: entry for entry in entries if entry["shape"] == shape}
        first = own[outputs[0]]
        a_byte = f"{first['table_bytes'] / first['bytes']:.1f}" if first["table_bytes"] else ""
        limits = ", ".join(dict.fromkeys(entry["limit"] for entry in own.values() if entry["limit"]))
        peaks = [f"{own[output]['peak_mb']:.0f}" for output in outputs]
        lines.append([shape, f"{first['rows']:,}", a_byte, *peaks, f"{first['seconds']:.1f}", limits])
    most = max(entries, key=lambda entry: entry["peak_mb"])
    intro = (
        f"Pages of {entries[0]['bytes'] / MEGABYTE:.0f} MB, each in a process of its own, under the default limits. "
        "MB that the process took at most, above what it took before with the page in it. Most: "
        f"{most['peak_mb']:.0f} MB ({most['shape']}, {most['output']}); {MAX_MB:.0f} is promised."
    )
    head = ["shape", "rows", "table, bytes a byte", *(f"{output}, MB" for output in outputs), "CPU s", "over the limit"]
    return "\n\n".join(["# What a page of 20 MB takes", intro, grid(head, lines)]) + "\n"


def make(out: Path, *, shapes: Sequence[str] = SHAPES, outputs: Sequence[str] = (*OUTPUTS,), size: int = SIZE) -> int:
    """Measure, write both files; 1 where a page took more than it may."""
    entries = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        for shape in shapes:
            path.write_bytes(page_of(shape, size))
            own = [{"shape": shape, "output": output, **measure_apart(path, output)} for output in outputs]
            if shape in PIECES and own[0]["limit"] == "nodes":
                path.write_bytes(page_at_limit(shape, size))
                name = f"{shape}, then words"
                own += [{"shape": name, "output": output, **measure_apart(path, output)} for output in outputs]
            for entry in own:
                print(f"{entry['shape']}, {entry['output']}: {entry['peak_mb']:.0f} MB {entry['limit']}", flush=True)
            entries += own
    out.mkdir(parents=True, exist_ok=True)
    record = {"size": size, "most_mb": MAX_MB, "pages": entries}
    (out / "page-memory.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    text = markdown(entries)
    (out / "page-memory.md").write_text(text, encoding="utf-8")
    print(text)
    return 1 if any(entry["peak_mb"] > MAX_MB for entry in entries) else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench.page_memory", description="What a page takes of the memory.")
    parser.add_argument("--one", nargs=2, metavar=("FILE", "OUTPUT"), help="measure a page in this process, print JSON")
    parser.add_argument("--shape", action="append", choices=SHAPES, help="a shape; all unless named")
    parser.add_argument(
        "--output", action="append", choices=[*OUTPUTS], help="what is asked of a page; all unless named"
    )
    parser.add_argument("--size", type=int, default=SIZE, help="bytes of a page")
    parser.add_argument("-o", "--out", type=Path, default=OUT / "page-memory", help="the folder of both files")
    options = parser.parse_args(arguments)
    if options.one:
        print(json.dumps(measure(Path(options.one[0]), options.one[1])))
        return 0
    return make(options.out, shapes=options.shape or SHAPES, outputs=options.output or [*OUTPUTS], size=options.size)


if __name__ == "__main__":
    sys.exit(main())
