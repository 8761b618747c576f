"""Pages in, lines out; knows nothing of extraction."""

from weft.io.bundles import is_bundle, read_bundle
from weft.io.files import STDIN, SUFFIXES, Source, check_data, find_sources, read
from weft.io.jsonl import is_jsonl, read_jsonl, read_lines
from weft.io.labels import read_labels
from weft.io.output import whole_file
from weft.io.raw_page import RawPage
from weft.io.urls import Fetcher, find_address, is_url
from weft.io.warc import is_warc, read_warc

__all__ = [
    "STDIN",
    "SUFFIXES",
    "Fetcher",
    "RawPage",
    "Source",
    "check_data",
    "find_address",
    "find_sources",
    "is_bundle",
    "is_jsonl",
    "is_url",
    "is_warc",
    "read",
    "read_bundle",
    "read_jsonl",
    "read_labels",
    "read_lines",
    "read_warc",
    "whole_file",
]
