"""`crawl()`: a crawl from any Python program, as often as wanted; it runs in a process of its own.

Twisted's reactor starts once in a process. What to do goes to the other process on its standard input, and whoever
closes that ends the crawl; what happens comes back on its standard output. All of it is pickled, errors too.

A bound on the headers of an answer: Twisted keeps all of them in memory, however many a server sends.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from weft.crawl.options import CrawlOptions, CrawlReport, Progress
from weft.crawl.sample import Sample
from weft.crawl.storage import Archive, CrawlJournal, check_name
from weft.crawl.urls import normalise
from weft.errors import ConfigError, SourceError, WeftError
from weft.io.sockets import MAX_HEAD

MAX_WAIT = 5.0  # seconds in which a crawl that is stopped ends by itself; killed, it loses only what it is fetching
NEEDED = ("scrapy", "fastwarc")
_Job = tuple[str, Path, CrawlOptions, bool]  # the start, the archive, how, and whether to forget an earlier crawl
GO_ON = "the same command goes on with it"


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
        raise ConfigError("only http and https addresses can be crawled", page=url, advice="begin it with https://")
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise ConfigError(f"crawling needs {' and '.join(missing)}: pip install 'weft[crawl]'")
    return _run((start, output, options, fresh), progress)


def _run(job: _Job, progress: Callable[[Progress], None]) -> CrawlReport:
    """The job in a process of its own; it ends with this one, because its standard input does."""
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            # -P: nothing is imported from the folder that one happens to be in
            [sys.executable, "-P", "-c", f"from {__name__} import work; work()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            start_new_session=True,  # Ctrl-C is for this process, which then ends the other
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump(job, process.stdin)
            process.stdin.flush()
            return _listen(process.stdout, progress)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            why = f"the crawl broke off ({_last_line(complaints)})"
            raise SourceError(why, advice=GO_ON) from None
        finally:
            _end(process)


def _listen(messages: IO[bytes], progress: Callable[[Progress], None]) -> CrawlReport:
    while True:
        message = pickle.load(messages)
        if isinstance(message, CrawlReport):
            return message
        if isinstance(message, Exception):
            raise message
        progress(message)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Stop the process if it still runs: gently, then not."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.close()
        process.wait(MAX_WAIT)
    except (subprocess.TimeoutExpired, BrokenPipeError, KeyboardInterrupt):
        process.kill()
        process.wait()
    finally:
        process.stdout.close()


def _last_line(complaints: IO[bytes]) -> str:
    complaints.seek(0)
    lines = complaints.read().decode(errors="replace").strip().splitlines()
    return lines[-1][:300] if lines else "without a word"


def work() -> None:
    """Crawl as told; this is the other process."""
    with os.fdopen(os.dup(1), "wb") as messages:
        os.dup2(2, 1)  # whatever else is printed must not be among the messages

        def tell(message: Any) -> None:
            messages.write(pickle.dumps(message))
            messages.flush()

        try:
            tell(_crawl(pickle.load(sys.stdin.buffer), tell))
        except WeftError as error:
            tell(error)
        except Exception as error:
            traceback.print_exc()
            tell(SourceError(f"the crawl failed: {error!r}"))
    os._exit(0)  # a look-up that hangs must not hold the process


def _crawl(job: _Job, tell: Callable[[Progress], None]) -> CrawlReport:
    url, output, options, fresh = job
    start = {"url": url, "subdomains": options.subdomains, "path_prefix": options.path_prefix}
    with closing(CrawlJournal(output, start=start, fresh=fresh)) as journal:
        end = journal.events[-1].end if journal.events else 0
        with closing(Archive(output, end=end, user_agent=options.user_agent)) as archive:
            sample = Sample(url, options, archive=archive, journal=journal, tell=tell)
            _fetch(sample)
            report = sample.report()
        if not report.pages:  # the next try begins anew
            journal.remove()
            output.unlink()
        return report


def _fetch(sample: Sample) -> None:
    """Run Scrapy until the sample has enough; once standard input is closed, end between two answers."""
    from scrapy.crawler import AsyncCrawlerProcess

    from weft.crawl.spider import SampleSpider, settings_of

    bound_heads()
    process = AsyncCrawlerProcess(settings_of(sample.options))
    process.crawl(process.create_crawler(SampleSpider), sample=sample)
    from twisted.internet import reactor  # the one that Scrapy has installed

    def watch() -> None:
        sys.stdin.buffer.read()
        reactor.callFromThread(os._exit, 0)

    threading.Thread(target=watch, daemon=True).start()
    process.start(install_signal_handlers=False)
    if sample.error is not None:
        raise sample.error


def bound_heads() -> None:
    """Let all parsers of this process, which has one crawl, give up a head with too many bytes.

    Twisted has no setting for it, and Scrapy's own parser goes through this method of Twisted's, too. What comes of a
    `100 Continue` is of the head as well.
    """
    from twisted.web import _newclient  # of the extra `crawl`, as all of Scrapy

    parser: Any = _newclient.HTTPClientParser
    receive = parser.dataReceived

    def receive_bounded(self: Any, data: bytes) -> None:
        if self.state in (_newclient.STATUS, _newclient.HEADER):
            self.head_bytes = getattr(self, "head_bytes", 0) + len(data)
            if self.head_bytes > MAX_HEAD:
                raise ValueError(f"its headers have more than {MAX_HEAD} bytes")
        receive(self, data)

    parser.dataReceived = receive_bounded
