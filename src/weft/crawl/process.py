"""`crawl()`: a crawl from any Python program, as often as wanted; it runs in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from weft import errors
from weft.crawl.archive import check_name
from weft.crawl.normal_url import normalise
from weft.crawl.options import CrawlOptions, CrawlReport
from weft.errors import ConfigError, SourceError

GRACE = 5.0  # seconds that a crawl which is stopped has to finish what it is fetching; killed, it loses only that
NEEDED = ("scrapy", "fastwarc")


@dataclass(frozen=True)
class Progress:
    """How far a crawl has come."""

    url: str  # that was just asked for
    pages: int  # in the archive
    waiting: int  # addresses


def crawl(
    url: str,
    output: str | Path,
    *,
    options: CrawlOptions = CrawlOptions(),
    fresh: bool = False,
    progress: Callable[[Progress], None] = lambda progress: None,
) -> CrawlReport:
    """Sample the pages of a site into a WARC archive, politely; what was done before is not done again.

    A crawl that was interrupted, however hard, goes on where it was, and so does one that may now have more pages.
    `fresh` forgets it. An interrupt (Ctrl-C) ends the crawl cleanly before it is raised.
    """
    options.check()
    output = Path(output)
    check_name(output)
    start = normalise(url)
    if not start:
        raise ConfigError(f"{url}: only http and https addresses can be crawled")
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise ConfigError(f"crawling needs {' and '.join(missing)}: pip install 'weft[crawl]'")
    job = {"url": start, "output": str(output), "options": asdict(options), "fresh": fresh}
    return _run(job, progress)


def _run(job: dict[str, Any], progress: Callable[[Progress], None]) -> CrawlReport:
    """The job in a process of its own; it ends with this one, because its standard input does."""
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "weft.crawl.worker"],  # -P: nothing is imported from where one happens to be
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is for this process, which then ends the other
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(job) + "\n")
            process.stdin.flush()
            return _listen(process.stdout, complaints, progress)
        except BrokenPipeError:
            raise SourceError(f"the crawl did not start: {_last_words(complaints)}") from None
        finally:
            _end(process)


def _listen(lines: IO[str], complaints: IO[bytes], progress: Callable[[Progress], None]) -> CrawlReport:
    for line in lines:
        told = json.loads(line)
        if "report" in told:
            return CrawlReport(**told["report"])
        if "error" in told:
            raise getattr(errors, told["error"])(told["message"])
        progress(Progress(**told))
    raise SourceError(f"the crawl broke off ({_last_words(complaints)}); the same command goes on with it")


def _end(process: subprocess.Popen[str]) -> None:
    """Stop the process if it still runs: gently, then not."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.close()
        process.wait(GRACE)
    except (subprocess.TimeoutExpired, BrokenPipeError, KeyboardInterrupt):
        process.kill()
        process.wait()
    finally:
        process.stdout.close()


def _last_words(complaints: IO[bytes]) -> str:
    complaints.seek(0)
    lines = complaints.read().decode(errors="replace").strip().splitlines()
    return lines[-1][:300] if lines else "it said nothing"
