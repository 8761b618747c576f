"""Pages in, lines out; knows nothing of extraction."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.io.bundles import is_bundle, read_bundle
    from weft.io.files import STDIN, SUFFIXES, Source, find_sources, read
    from weft.io.jsonl import read_jsonl, read_labels, read_lines
    from weft.io.page_bytes import check_data
    from weft.io.raw_page import RawPage
    from weft.io.safe_files import whole_file
    from weft.io.urls import Fetcher, find_address, is_url
    from weft.io.warc import read_warc
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        bundles="is_bundle read_bundle",
        files="STDIN SUFFIXES Source find_sources read",
        jsonl="read_jsonl read_labels read_lines",
        page_bytes="check_data",
        raw_page="RawPage",
        safe_files="whole_file",
        urls="Fetcher find_address is_url",
        warc="read_warc",
    )

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
    "is_url",
    "read",
    "read_bundle",
    "read_jsonl",
    "read_labels",
    "read_lines",
    "read_warc",
    "whole_file",
]
