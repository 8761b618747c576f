"""Errors as failures of one page, with advice for people at a command line."""

from weft.document import Failure
from weft.errors import BrowserError, LimitError, WeftError


def failure_of(error: WeftError, page_id: str) -> Failure:
    """Why a page gave no document, and the option that may help."""
    if isinstance(error, LimitError):
        advice = f"{page_id}: over the limit of {error.value:.10g} {error.limit}; raise it with --max-{error.limit}"
        return Failure(reason=f"limit: {error.limit}", message=advice)
    if isinstance(error, BrowserError):
        return Failure(reason=f"browser: {error.reason}", message=str(error))
    return Failure(reason=type(error).__name__, message=str(error))
