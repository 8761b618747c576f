"""For users of trafilatura: its functions, answered by weft. Change the import, keep the calls."""

from weft.compat.trafilatura.document import BareDocument
from weft.compat.trafilatura.extraction import bare_extraction, extract, extract_metadata

__all__ = ["BareDocument", "bare_extraction", "extract", "extract_metadata"]
