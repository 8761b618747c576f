"""`weft doctor`: what is installed, what is missing, what it is for and how to get it."""

import argparse
import json
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from weft.cli.terminal import fit
from weft.cli.version import read_extras, version_of
from weft.errors import WeftError
from weft.version import __version__

DESCRIPTION = "Says what is installed, what is missing, what it is for and how to get it. Nothing reaches the network."
EXAMPLES = """\
examples:
  weft doctor              a line for each part
  weft doctor --json       the same for programs
  weft doctor && weft run crawl.warc.gz -o out.jsonl

The exit code is 1 where the base does not work: the kernel, the default model or the extraction of a page. An extra
that is missing is no failure.
"""

USES = {
    "browser": "draw pages in Chromium: weft look, weft browser-html, -m vips, --browser",
    "completion": "complete commands in the shell: weft completion",
    "crawl": "fetch a sample of a site: weft crawl",
    "datatrove": "steps of datatrove's pipelines: weft.compat.datatrove",
    "langchain": "loader and transformer for LangChain: weft.compat.langchain",
    "llamaindex": "reader for LlamaIndex: weft.compat.llamaindex",
    "mcp": "tools for assistants: weft mcp",
    "pandas": "extract a column of pages with pandas: weft.compat.frames",
    "parquet": "read and write Parquet files",
    "polars": "extract a column of pages with polars: weft.compat.frames",
    "ray": "run on a cluster: weft run --engine ray",
    "remote": "read and write object stores such as s3://",
    "report": "reports as HTML pages: weft report, --html",
    "scrapy": "pipeline and middleware for Scrapy: weft.compat.scrapy",
    "serve": "answer HTTP requests: weft serve",
    "studio": "mark pages and teach: weft studio",
    "train": "train models: weft train",
    "warc": "read and write WARC files",
    "zstd": "read and write .zst files",
}
"""What a person can do with each extra."""

STORES = {
    "s3://": ("Amazon S3 and what speaks like it", "s3fs"),
    "gs://": ("Google Cloud Storage", "gcsfs"),
    "abfs://": ("Azure Blob Storage", "adlfs"),
}
"""Object stores by how their addresses begin, and the package that fsspec needs for each."""

PAGE = "<title>Looms</title><article><h1>Looms</h1><p>A loom holds the warp while the weft is drawn through it.</p>"

WORKS, THERE, MISSING, BROKEN = "works", "there", "missing", "broken"
"""States of a part: it was tried, it is installed, it is not, it was tried and failed."""

PARTS_WIDTH, STATE_WIDTH = 18, 8


@dataclass(frozen=True, kw_only=True)
class Part:
    """One part of an installation: whether it is there, what it is for, how to get it."""

    name: str
    state: str
    detail: str
    advice: str = ""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--json", action="store_true", help="print a JSON object")


def run(options: argparse.Namespace) -> int:
    """Look at every part; 1 if the base is broken."""
    parts = [*_base(), *_extras(), *_stores(), *_browser()]
    if options.json:
        known = {"weft": __version__, "python": platform.python_version(), "platform": platform.platform()}
        print(json.dumps({**known, "cores": os.cpu_count(), "parts": [asdict(part) for part in parts]}, indent=1))
    else:
        print(f"weft {__version__}, Python {platform.python_version()}, {platform.platform()}, {os.cpu_count()} cores")
        print("\n".join(_line(part) for part in parts))
    return 1 if any(part.state == BROKEN for part in parts) else 0


def _line(part: Part) -> str:
    advice = f"; {part.advice}" if part.advice else ""
    return f"{fit(part.name, PARTS_WIDTH)}{fit(part.state, STATE_WIDTH)}{part.detail}{advice}"


def _base() -> Iterator[Part]:
    """What every user needs, tried in the order in which one part needs the other."""
    try:
        import numpy

        from weft import parse
        from weft.kernel import compiled

        nodes = len(parse(PAGE))
        yield Part(name="kernel", state=WORKS, detail=f"{compiled.__name__}, numpy {numpy.__version__}, {nodes} nodes")
        from weft import extract

        text = extract(PAGE).text
    except (ImportError, WeftError) as error:
        yield Part(name="base", state=BROKEN, detail=str(error), advice="install weft again: pip install weft")
        return
    is_right = "A loom holds the warp" in text
    advice = "" if is_right else "install weft again: pip install weft"
    detail = "a small page gives its text by the default model" if is_right else f"a small page gave {text!r}"
    yield Part(name="extraction", state=WORKS if is_right else BROKEN, detail=detail, advice=advice)


def _extras() -> Iterator[Part]:
    for extra, versions in read_extras().items():
        missing = [name for name, version in versions.items() if not version]
        there = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
        yield Part(
            name=f"[{extra}]",
            state=MISSING if missing else THERE,
            detail=f"{USES.get(extra, extra)} ({'lacks ' + ', '.join(missing) if missing else there})",
            advice=f"pip install 'weft[{extra}]'" if missing else "",
        )


def _stores() -> Iterator[Part]:
    """The packages by which [remote] opens the files of object stores; each has its own."""
    for scheme, (store, package) in STORES.items():
        there = version_of(package)
        yield Part(
            name=scheme,
            state=THERE if there else MISSING,
            detail=f"pages from and to {store} ({package} {there})" if there else f"{store} (lacks {package})",
            advice="" if there else f"pip install 'weft[remote]' {package}",
        )


def _browser() -> Iterator[Part]:
    """The browser that [browser] drives, and whether pages are kept in its sandbox."""
    from weft.browser.chromium import check_sandbox, find_chromium

    for name, look in (("Chromium", find_chromium), ("its sandbox", lambda: check_sandbox(asked=True))):
        try:
            detail = str(look() or "not known to be forbidden here; Chromium tries it when it starts")
        except WeftError as error:
            yield Part(name=name, state=MISSING, detail=error.what, advice=error.advice)
        else:
            yield Part(name=name, state=THERE, detail=detail)
