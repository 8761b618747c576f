"""The one HTML report of all records."""

from bench.onepage.assemble import write_report

__all__ = ["write_report"]
