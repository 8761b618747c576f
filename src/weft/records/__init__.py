"""Repeated items of a page."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.records.comments import comment_blocks, find_comments
    from weft.records.find import RecordSearch, find_main_records, find_records, post_blocks
    from weft.records.fingerprints import Fingerprints, Software, find_software, read_fingerprints
    from weft.records.location_library import LocationLibrary, shipped_library
    from weft.records.words import is_board
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        comments="comment_blocks find_comments",
        find="RecordSearch find_main_records find_records post_blocks",
        fingerprints="Fingerprints Software find_software read_fingerprints",
        location_library="LocationLibrary shipped_library",
        words="is_board",
    )

__all__ = [
    "Fingerprints",
    "LocationLibrary",
    "RecordSearch",
    "Software",
    "comment_blocks",
    "find_comments",
    "find_main_records",
    "find_records",
    "find_software",
    "is_board",
    "post_blocks",
    "read_fingerprints",
    "shipped_library",
]
