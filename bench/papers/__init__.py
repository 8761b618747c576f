"""Every table of the five papers beside ours: what they printed is in `printed/`, ours is read from the records."""

from bench.papers.pages import update
from bench.papers.tables import NOT_MEASURED, PaperRow, PaperTable, overview, tables

__all__ = ["NOT_MEASURED", "PaperRow", "PaperTable", "overview", "tables", "update"]
