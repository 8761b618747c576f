"""One system in a process of its own: a page's path in, its answer and what it cost out, as JSON lines.

`worker.py NAME FORM`: the answer is a text (FORM `text`), the Markdown or HTML that the system writes (`markup`), or
the HTML of one that writes both (`html`). `passages` is weft's Markdown without its own words on records; `metadata`
is what a system finds of title, author, date and tags, as JSON.

Runs under the Python of weft and under that of the peers, so it knows the standard library only, and imports a system
when asked for it. The clock stands around the call alone: bytes in, text out; where a system wants decoded text, the
decoding is a part of its call. Results of a bare parse are freed after the clock has stopped.
"""

import contextlib
import json
import os
import resource
import runpy
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

# By its path: a folder of ours on the search path could hide a system's modules.
PEERS = runpy.run_path(str(Path(__file__).with_name("peer_loaders.py")))

Call = Callable[[bytes, str], Any]
MARKUP, HTML, PASSAGES, METADATA = "markup", "html", "passages", "metadata"  # forms
WARM_UP = (
    b"<html><head><title>Looms</title></head><body><nav><a href=/>Home</a></nav><article><h1>Looms</h1><p>By Ann, "
    + b"3 May 2025</p>"
    + b"<p>The warp is fixed, and the weft runs through it from side to side.</p>" * 5
    + b"</article><div id=comments><p class=comment>Bo, 4 May 2025: Fine cloth.</p></div></body></html>"
)


def weft_parse() -> Call:
    """The kernel alone."""
    import weft

    return lambda data, url: weft.parse(data, url=url)


def weft_method(name: str, form: str) -> Call:
    """An extractor of weft by its name; `weft` is the default."""
    import weft

    if name not in ("weft", *weft.EXTRACTORS):
        raise KeyError(f"no system {name!r}; extractors of weft are: {', '.join(weft.EXTRACTORS)}")
    method = "auto" if name == "weft" else name
    if form == MARKUP:
        return lambda data, url: weft.extract(data, url=url, method=method).markdown
    if form == PASSAGES:
        options = weft.RenderOptions(records=False)
        return lambda data, url: weft.extract(data, url=url, method=method).render("markdown", options)
    if form == HTML:
        return lambda data, url: weft.extract(data, url=url, method=method).html
    return lambda data, url: weft.extract(data, url=url, method=method).text


def weft_metadata() -> Call:
    """What weft finds, with the source of each field."""
    import weft
    from weft.metadata import find_metadata

    def call(data: bytes, url: str) -> str:
        told = find_metadata(weft.parse(data, url=url))
        fields = {name: field for name in ("title", "author", "date") if (field := getattr(told, name))}
        sources = {name: field.source for name, field in fields.items()}
        values = {name: field.value for name, field in fields.items()}
        return json.dumps({**values, "tags": [tag.value for tag in told.tags], "sources": sources})

    return call


def lexbor() -> Call:
    """The bare parse that every time is compared with."""
    parse = import_module("selectolax.lexbor").LexborHTMLParser
    return lambda data, url: parse(data)


def lxml() -> Call:
    """The other bare parse."""
    parse = import_module("lxml.html").document_fromstring
    return lambda data, url: parse(data)


LOADERS: dict[str, tuple[str, Callable[[], Call]]] = {  # name -> (package, loader)
    "weft-parse": ("weft", weft_parse),
    **PEERS["LOADERS"],
    "lexbor": ("selectolax", lexbor),
    "lxml": ("lxml", lxml),
}


def weft_elements(page: Any) -> int:
    """The elements of a page as the other trees count them: without what is in a template."""
    counted = page.tag > 0
    for row in page.rows_of("template"):
        counted[row + 1 : page.end[row]] = False
    return int(counted.sum())


ELEMENTS: dict[str, Callable[[Any], int]] = {  # how much a bare parse found: its answer, so that it can be checked
    "weft-parse": weft_elements,
    "lexbor": lambda tree: len(tree.css("*")),
    "lxml": lambda root: len(root.xpath("//*")),
}


def version_of(package: str) -> str:
    """The installed version; empty where a system runs from its source tree."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def peak_bytes() -> int:
    """The most memory this process has had; the kernel's own mark, as `ru_maxrss` starts with the parent's."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def answer(name: str, call: Call, request: dict[str, str]) -> dict[str, object]:
    """Run one page; whatever a system raises, native panics included, is an error of that page."""
    data = Path(request["path"]).read_bytes()
    result, error = None, ""
    started = time.process_time()
    try:
        result = call(data, request["url"])
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as raised:
        error = f"{type(raised).__name__}: {raised}"[:300]
    cpu = time.process_time() - started
    if name in ELEMENTS and not error:
        result = str(ELEMENTS[name](result))
    text = result or ""  # some peers answer None where they find nothing
    return {"id": request["id"], "text": text, "cpu_s": cpu, "error": error, "peak": peak_bytes()}


def answer_quietly(call: Call) -> None:
    """The first page of a process, off the clock: what a system loads at its first call is no page's cost."""
    with contextlib.suppress(Exception):  # who cannot read it says so on the pages that count
        call(WARM_UP, "https://weft.example/looms")


def loader(name: str, form: str) -> tuple[str, Callable[[], Call]]:
    """The package of a system and what loads it; one that writes neither Markdown nor HTML gives its text."""
    if form == METADATA:
        metadata: tuple[str, Callable[[], Call]] = PEERS["METADATA"].get(name, ("weft", weft_metadata))
        return metadata
    package, load = LOADERS.get(name, ("weft", lambda: weft_method(name, form)))
    if form == HTML and name in PEERS["LOADERS"]:
        return package, PEERS["HTML"][name]
    return package, PEERS["MARKUP"][name][1] if form == MARKUP and name in PEERS["MARKUP"] else load


def main(name: str, form: str = "text") -> None:
    """Answer requests until the input ends."""
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a system prints must not reach the answers

    def send(entry: dict[str, object]) -> None:
        lines.write(json.dumps(entry) + "\n")
        lines.flush()

    package, load = loader(name, form)
    try:
        call = load()
        answer_quietly(call)
        hello = {"version": version_of(package), "loaded": peak_bytes(), "error": ""}
    except Exception as raised:
        send({"version": "", "loaded": 0, "error": f"{type(raised).__name__}: {raised}"})
        return
    send(hello)
    for line in sys.stdin:
        send(answer(name, call, json.loads(line)))


if __name__ == "__main__":
    main(*sys.argv[1:])
