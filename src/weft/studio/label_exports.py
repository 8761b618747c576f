"""Marks for other tools: Label Studio's tasks, a line of JSON a page, and a Scrapy spider that uses weft's pipeline.

Label Studio names a stretch of text by the XPaths of its first and last text nodes, from the body on, and by offsets in
UTF-16. weft builds the tree that a browser builds, so the XPaths are those of the page as Label Studio shows it.
"""

import json
from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from weft.content import BODY, RECORD, Label
from weft.document import Failure
from weft.io import RawPage
from weft.page import Page
from weft.sites.templates.fields import squeeze
from weft.studio.changes import PAGE
from weft.studio.export import attempt_page, body_text, export_site, labels_of, marks_by_page, pack_files, read_site
from weft.studio.marking import Marks, marked_body
from weft.studio.source_text import write_comment, write_literal
from weft.studio.store import Store

LABEL, TEXT = "label", "html"  # the names of Label Studio's control and object tags
MAX_STARTS = 20  # addresses that a spider begins with


def export_label_studio(store: Store) -> str:
    """The marked pages as Label Studio's tasks with one annotation each, for a project of HyperText and labels."""
    tasks = []
    for page_id, marks in marks_by_page(store).items():
        raw = store.read_page(page_id)
        made = attempt_page(raw, partial(_task, raw, labels_of(store, page_id, marks)))
        if not isinstance(made, Failure):
            versioned = store.read(PAGE + page_id)
            made["annotations"][0]["completed_by"] = {"email": versioned.author}
            tasks.append(made)
    return json.dumps(tasks, ensure_ascii=False, indent=1) + "\n"


def _task(raw: RawPage, labels: list[Label], page: Page) -> dict[str, Any]:
    html = raw.data.decode(page.encoding, errors="replace")
    results = [found for label in labels for row in label.rows if (found := _region(page, row, label.name))]
    return {
        "data": {TEXT: html, "id": raw.id, "url": raw.url or ""},
        "annotations": [{"result": results, "was_cancelled": False}],
    }


def _region(page: Page, row: int, name: str) -> dict[str, Any]:
    """One mark as Label Studio writes it; empty where it holds no text."""
    inside = range(row, int(page.end[row]))
    texts = [one for one in inside if page.tag[one] == 0 and not page.raw[one] and page.text(one).strip()]
    if not texts:
        return {}
    first, last = texts[0], texts[-1]
    value = {
        "start": text_path(page, first),
        "startOffset": 0,
        "end": text_path(page, last),
        "endOffset": len(page.text(last).encode("utf-16-le", errors="surrogatepass")) // 2,
        "text": squeeze(page.text(row)),
        "hypertextlabels": [name],
    }
    return {"id": f"w{row}-{name}", "from_name": LABEL, "to_name": TEXT, "type": "hypertextlabels", "value": value}


def text_path(page: Page, row: int) -> str:
    """The XPath of a text from the body on: `/div[1]/p[2]/text()[1]`."""
    steps, at = [], row
    while at > 0 and page.tag_name(at) != "body":
        above = int(page.parent[at])
        name = "text()" if page.tag[at] == 0 else page.tag_name(at)
        alike = [one for one in _children(page, above) if one <= at and page.tag[one] == page.tag[at]]
        steps.append(f"/{name}[{len(alike)}]")
        at = above
    return "".join(reversed(steps))


def _children(page: Page, row: int) -> Iterator[int]:
    child = row + 1
    while child < int(page.end[row]):
        yield child
        child = int(page.end[child]) if page.tag[child] else child + 1


def export_pages(store: Store) -> Iterator[str]:
    """The marked pages, a line of JSON each: the text of the body, the fields, the records, and what was said of it."""
    for page_id, marks in marks_by_page(store).items():
        raw = store.read_page(page_id)
        made = attempt_page(raw, partial(_line, raw, marks))
        if not isinstance(made, Failure):
            said = {"done": marks.done, "aside": marks.aside, "note": marks.note}
            yield json.dumps({**made, **said, "author": store.read(PAGE + page_id).author}, ensure_ascii=False) + "\n"


def _line(raw: RawPage, marks: Marks, page: Page) -> dict[str, Any]:
    records = marks.rows(RECORD)
    ends = {row: int(page.end[row]) for row in records}

    def inside(row: int) -> int:
        return next((record for record in records if record <= row < ends[record]), -1)

    values = {name: [(inside(row), squeeze(page.text(row))) for row in marks.rows(name)] for name in marks.fields}
    return {
        "id": raw.id,
        "url": raw.url or "",
        "body": body_text(page, marks) if marks.rows(BODY) and len(marked_body(page, marks)) else "",
        "fields": {name: own for name, found in values.items() if (own := [text for at, text in found if at < 0])},
        "records": [
            {name: own for name, found in values.items() if (own := [text for at, text in found if at == record])}
            for record in records
        ],
    }


SPIDER = '''"""{about}

Run it with `scrapy runspider spider.py -O items.jsonl`. It needs `pip install 'weft[scrapy]'`; `site.json` beside it
has the templates, which weft's pipeline applies to every page.
"""

from pathlib import Path

import scrapy
from scrapy.linkextractors import LinkExtractor


class {name}(scrapy.Spider):
    name = "{host}"
    allowed_domains = {domains}
    start_urls = {starts}
    custom_settings = {{
        "ITEM_PIPELINES": {{"weft.compat.scrapy.WeftPipeline": 300}},
        "WEFT_SITE": str(Path(__file__).with_name("site.json")),
        "WEFT_FIELDS": ["title", "author", "date", "page_type", "chosen_by", "text", "fields", "records"],
        "ROBOTSTXT_OBEY": True,
        "AUTOTHROTTLE_ENABLED": True,
    }}
    links = LinkExtractor(allow_domains=allowed_domains)

    def parse(self, response):
        yield {{"url": response.url, "html": response}}
        for link in self.links.extract_links(response):
            yield response.follow(link, callback=self.parse)
'''


def export_spider(store: Store) -> bytes:
    """A zip with a spider for the site's hosts and the site, as files that run beside each other."""
    urls = [page.url for page in store.list_pages() if page.url]
    hosts = sorted({urlsplit(url).hostname or "" for url in urls} - {""})
    site = read_site(store)
    pages = sum(len(cluster.page_ids) for cluster in site.clusters)
    source = SPIDER.format(
        about=write_comment(
            f"A spider for {', '.join(hosts[:3]) or 'your site'}, with what weft learned from {pages} pages."
        ),
        name="SiteSpider",
        host=write_comment(hosts[0] if hosts else "site"),
        domains=write_literal(hosts, indent=4, used=22),
        starts=write_literal(urls[:MAX_STARTS], indent=4, used=17),
    )
    return pack_files({"spider/spider.py": source.encode(), "spider/site.json": export_site(store).encode()})
