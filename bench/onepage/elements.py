"""The elements that the report is made of: tables, notes, parts that fold; everything that comes in is escaped."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

Markup = str  # text that is HTML already


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A cell of a table."""

    text: str
    markup: Markup = ""  # in place of the text
    heat: float | None = None  # 0 to 1: how strong its ground is
    best: bool = False
    title: str = ""


def cell(value: "Cell | str") -> Cell:
    """A cell from plain text."""
    return value if isinstance(value, Cell) else Cell(text=value)


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[Cell | str]],
    *,
    ours: Sequence[int] = (),
    note: str = "",
    name: str = "",
) -> Markup:
    """A table whose columns sort on a click; `ours` are the rows that stand out, `note` stands above it."""
    cells = "".join(f"<th>{escape(title)}</th>" for title in head)
    lines = "".join(_row(row, place in ours) for place, row in enumerate(rows))
    above = f'<p class="note">{escape(note)}</p>' if note else ""
    caption = f"<h4>{escape(name)}</h4>" if name else ""
    return (
        f'{caption}{above}<div class="wide"><table class="sorts"><thead><tr>{cells}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>\n"
    )


def _row(row: Sequence[Cell | str], stands_out: bool) -> Markup:
    start = '<tr class="ours">' if stands_out else "<tr>"
    return start + "".join(_cell(cell(value)) for value in row) + "</tr>\n"


def _cell(value: Cell) -> Markup:
    style = f' class="heat" style="--heat:{100 * value.heat:.0f}%"' if value.heat is not None else ""
    title = f' title="{escape(value.title)}"' if value.title else ""
    inner = value.markup or escape(value.text)
    return f"<td{style}{title}>{f'<b>{inner}</b>' if value.best else inner}</td>"


def section(anchor: str, title: str, *parts: Markup, note: str = "") -> Markup:
    """A part of the report that the list of contents points to."""
    above = f'<p class="note">{escape(note)}</p>' if note else ""
    return f'<section id="{escape(anchor)}"><h2>{escape(title)}</h2>{above}{"".join(parts)}</section>\n'


def fold(summary: str, *parts: Markup, is_open: bool = False) -> Markup:
    """A part that is folded until one clicks on it."""
    state = " open" if is_open else ""
    return f"<details{state}><summary>{escape(summary)}</summary>{''.join(parts)}</details>\n"


def paragraph(text: str) -> Markup:
    """A paragraph of plain text."""
    return f"<p>{escape(text)}</p>\n"


def moment(made: str) -> str:
    """A time as people read it.

    >>> moment("2026-11-15T11:29:27+00:00")
    '2026-11-15 11:29 UTC'
    """
    return f"{made[:10]} {made[11:16]} UTC" if made.endswith("+00:00") else made
