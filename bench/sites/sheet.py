"""A report as tables and plots: the same parts as Markdown for a terminal and as one HTML page."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from bench.table import grid


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """One table with what must be said about it, and a plot where there is one."""

    title: str
    note: str = ""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    plot: Path | None = None


def number(value: object, form: str = ".3f") -> str:
    """A cell: a number in its form, nothing where there is none.

    >>> number(0.5), number(None), number("hexo")
    ('0.500', '', 'hexo')
    """
    return format(value, form) if isinstance(value, int | float) else str(value or "")


def markdown(title: str, about: str, sheets: Sequence[Sheet]) -> str:
    """The report for a terminal, with its plots as files beside it."""
    parts = [f"# {title}", about]
    for sheet in sheets:
        parts += [f"## {sheet.title}", *([sheet.note] if sheet.note else [])]
        parts += [f"![{sheet.title}]({sheet.plot.name})"] if sheet.plot else []
        parts += [grid(sheet.head, sheet.rows)] if sheet.rows else []
    return "\n\n".join(parts) + "\n"


def html(title: str, about: str, sheets: Sequence[Sheet]) -> str:
    """The report as one page, its plots inside."""
    body = "\n".join(_section(sheet) for sheet in sheets)
    return _PAGE.format(title=escape(title), about=escape(about), style=_STYLE, body=body)


def _section(sheet: Sheet) -> str:
    note = f"<p>{escape(sheet.note)}</p>" if sheet.note else ""
    return f"<section><h2>{escape(sheet.title)}</h2>{note}{_picture(sheet)}{_table(sheet)}</section>"


def _picture(sheet: Sheet) -> str:
    if sheet.plot is None:
        return ""
    data = base64.b64encode(sheet.plot.read_bytes()).decode("ascii")
    return f'<img alt="{escape(sheet.title)}" src="data:image/png;base64,{data}">'


def _table(sheet: Sheet) -> str:
    if not sheet.rows:
        return ""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in sheet.head)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in sheet.rows)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2.5rem 0 .3rem; font-size: 1.15rem; } p { max-width: 60rem; opacity: .8; }
.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: 3px 14px 3px 0; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
th { font-weight: 600; border-bottom: 1px solid color-mix(in srgb, currentColor 35%, transparent); }
th:first-child, td:first-child { text-align: left; }
tbody tr:hover { background: color-mix(in srgb, currentColor 7%, transparent); }
img { width: 46rem; max-width: 100%; background: #fff; border-radius: 6px; }
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{style}</style></head><body>
<h1>{title}</h1><p>{about}</p>
{body}
</body></html>
"""
