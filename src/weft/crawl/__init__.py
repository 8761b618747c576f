"""Crawls a site for a sample of its pages, on Scrapy (extra `[crawl]`); nothing of Scrapy is imported here."""

from weft.crawl.options import ENDINGS, CrawlOptions, CrawlReport, Progress
from weft.crawl.process import crawl

__all__ = ["ENDINGS", "CrawlOptions", "CrawlReport", "Progress", "crawl"]
