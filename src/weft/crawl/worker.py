"""The process that crawls: Twisted's reactor starts once in a process, so every crawl has a process of its own.

What to do comes as a line of JSON on standard input; whoever closes that ends the crawl. What happens goes out as lines
of JSON on standard output: an address at a time, and at the end a report or an error.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from weft.crawl.archive import Archive
from weft.crawl.frontier import PAGE, Entry
from weft.crawl.journal import Journal
from weft.crawl.options import CrawlOptions, CrawlReport
from weft.crawl.sampling import Sampling
from weft.errors import WeftError


def main() -> None:
    """Crawl as told."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as told:
        os.dup2(2, 1)  # whatever else is printed must not be among the lines
        try:
            report = _crawl(json.loads(sys.stdin.readline()), told)
            _tell(told, {"report": asdict(report)})
        except WeftError as error:
            _tell(told, {"error": type(error).__name__, "message": str(error)})
        except Exception as error:
            traceback.print_exc()
            _tell(told, {"error": "SourceError", "message": f"the crawl failed: {error!r}"})
    os._exit(0)  # a look-up that hangs must not hold the process


def _crawl(job: dict[str, Any], told: IO[str]) -> CrawlReport:
    options, output = CrawlOptions(**job["options"]), Path(job["output"])
    start = {"url": job["url"], "subdomains": options.subdomains, "path_prefix": options.path_prefix}
    with Journal(output, start=start, fresh=job["fresh"]) as journal:
        end = journal.events[-1].end if journal.events else 0
        with Archive(output, end=end, user_agent=options.user_agent) as archive:
            sampling = Sampling(job["url"], options, archive=archive, journal=journal)
            _fetch(sampling, told)
            report = sampling.report()
        if not report.pages:  # the next try begins anew
            journal.remove()
            output.unlink()
        return report


def _fetch(sampling: Sampling, told: IO[str]) -> None:
    """Run Scrapy until the sampling has enough, or standard input is closed."""
    from scrapy.crawler import AsyncCrawlerProcess

    from weft.crawl.spider import SampleSpider, settings_of

    def tell(entry: Entry) -> None:
        _tell(told, {"url": entry.url, "pages": sampling.counts[PAGE], "waiting": len(sampling.frontier)})

    process = AsyncCrawlerProcess(settings_of(sampling.options))
    crawler = process.create_crawler(SampleSpider)
    process.crawl(crawler, sampling=sampling, told=tell)

    def watch() -> None:
        sys.stdin.read()
        sampling.ending = sampling.ending or "stopped"

    threading.Thread(target=watch, daemon=True).start()
    process.start(install_signal_handlers=False)
    spider: Any = crawler.spider
    if spider is not None and spider.error is not None:
        raise spider.error


def _tell(told: IO[str], values: dict[str, Any]) -> None:
    told.write(json.dumps(values) + "\n")
    told.flush()


if __name__ == "__main__":
    main()
