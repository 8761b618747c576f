"""Writes the tables into docs/papers: each stands between its marks, so that a page never holds a typed figure."""

import re
from pathlib import Path

from bench.papers.tables import PaperTable, overview, tables
from bench.places import CHECKOUT, Missing
from bench.readme import RECORD
from bench.table import grid

PAGES = CHECKOUT / "docs" / "papers"
START = "<!-- table {id}: made by python -m bench papers -->"
END = "<!-- end of table {id} -->"
_MARK = re.compile(r"<!-- table (\w+):")


def update(pages: Path = PAGES, record: Path = RECORD) -> int:
    """Write every table between its marks in the pages; 0 when all is well."""
    known = {table.id: table for table in [overview(record), *tables(record)]}
    for page in sorted(pages.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        page.write_text(fill(text, known, page), encoding="utf-8")
    return 0


def fill(text: str, known: dict[str, PaperTable], page: Path) -> str:
    """The text of a page with its tables made anew."""
    for name in _MARK.findall(text):
        if name not in known:
            raise Missing(f"{page}: there is no table {name!r}; known: {', '.join(known)}")
        start, end = START.format(id=name), END.format(id=name)
        before, found, rest = text.partition(start)
        _, ended, after = rest.partition(end)
        if not found or not ended:
            raise Missing(f"{page}: the marks {start!r} and {end!r} are not there")
        text = f"{before}{start}\n{markdown(known[name])}\n{end}{after}"
    return text


def markdown(table: PaperTable) -> str:
    """Title, table and note as the pages show them."""
    return f"\n**{table.title}**\n\n{grid(*table.grid())}\n\n{table.note}\n"
