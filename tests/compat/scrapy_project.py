"""A crawl as a user of Scrapy writes it, in a process of its own."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import Response


@dataclass
class Story:
    """An item that declares its fields."""

    url: str
    html: str = ""
    title: str = ""
    text: str = ""
    failure: str = ""


class PagesSpider(scrapy.Spider):
    """Follows every link of a page of links."""

    name = "pages"

    def parse(self, response: Response) -> Iterator[Any]:
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link, callback=self.take, meta={"dont_weft": "skip" in link})

    def take(self, response: Response) -> Iterator[Any]:
        document, failure = response.meta.get("weft"), response.meta.get("weft_failure")
        yield {
            "url": response.url,
            "seen": document.text if document else "",
            "reason": failure.reason if failure else "",
            "html": response,
            "title": "the spider's own" if "own" in response.url else "",
        }
        if document:
            yield Story(url=response.url, html=response.text)
            yield {"url": f"{response.url}#document", "html": document}


def main(address: str, out: Path, settings: dict[str, Any]) -> None:
    """Crawl; items and stats go to the folder."""
    process = AsyncCrawlerProcess(
        {
            "DOWNLOADER_MIDDLEWARES": {"weft.compat.scrapy.WeftMiddleware": 543},
            "ITEM_PIPELINES": {"weft.compat.scrapy.WeftPipeline": 300},
            "FEEDS": {str(out / "items.jsonl"): {"format": "jsonlines"}},
            "LOG_FILE": str(out / "log.txt"),
            "REMOTE_CONTROL_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "RETRY_ENABLED": False,
            **settings,
        }
    )
    crawler = process.create_crawler(PagesSpider)
    process.crawl(crawler, start_urls=[address])
    process.start()
    assert crawler.stats is not None
    stats = {name: value for name, value in crawler.stats.get_stats().items() if isinstance(value, int | str)}
    (out / "stats.json").write_text(json.dumps(stats))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), json.loads(sys.argv[3]))
