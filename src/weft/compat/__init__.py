"""Adapters to libraries that people already use; an adapter that needs a library is a module of its own."""

from weft.compat.trafilatura import bare_extraction as trafilatura_bare_extraction
from weft.compat.trafilatura import extract as trafilatura_extract
from weft.compat.trafilatura import extract_metadata as trafilatura_metadata

__all__ = ["trafilatura_bare_extraction", "trafilatura_extract", "trafilatura_metadata"]
