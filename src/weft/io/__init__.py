"""Pages in, lines out; knows nothing of extraction."""

from weft.io.files import SUFFIXES, Source, find_sources, read
from weft.io.output import whole_file
from weft.io.raw_page import RawPage
from weft.io.urls import Fetcher, is_url

__all__ = ["SUFFIXES", "Fetcher", "RawPage", "Source", "find_sources", "is_url", "read", "whole_file"]
