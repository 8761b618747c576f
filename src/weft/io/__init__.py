"""Pages in, lines out; knows nothing of extraction."""

from weft.io.files import STDIN, SUFFIXES, Source, find_sources, read
from weft.io.jsonl import is_jsonl, read_jsonl, read_lines
from weft.io.labels import read_labels
from weft.io.output import whole_file
from weft.io.raw_page import RawPage
from weft.io.urls import Fetcher, is_url

__all__ = [
    "STDIN",
    "SUFFIXES",
    "Fetcher",
    "RawPage",
    "Source",
    "find_sources",
    "is_jsonl",
    "is_url",
    "read",
    "read_jsonl",
    "read_labels",
    "read_lines",
    "whole_file",
]
