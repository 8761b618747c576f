"""SoftMealy taught by the labels of a person over several pages, as studio writes them.

Studio's mark has a name and all rows of a page that bear it: the rows of every record, and of a field in every record.
SoftMealy's examples have a label a record and a label a value. So marks are taken apart here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from weft.content import NOISE, RECORD, Label
from weft.errors import ConfigError
from weft.page import Page
from weft.papers.c.softmealy import SoftMealy
from weft.papers.c.softmealy_examples import Example, MarkedRecord, labelled_example
from weft.papers.c.softmealy_learning import learn_softmealy

TEXT_PARTS = frozenset("#text p div pre blockquote ul ol dl table h1 h2 h3 h4 h5 h6 br hr img figure section".split())


def teach_softmealy(pages: Mapping[str, Page], labels: Sequence[Label]) -> SoftMealy:
    """A wrapper from the labels of pages, by page id.

    >>> from weft import parse
    >>> page = parse("<ul><li><b>Ann</b> one<li><b>Bo</b> two</ul>")
    >>> marks = [Label(page_id="p", rows=(4, 8), name="record"), Label(page_id="p", rows=(5, 9), name="author")]
    >>> (region,) = teach_softmealy({"p": page}, marks).find(parse("<ul><li><b>Cy</b> three</ul>"))
    >>> region.records[0].fields["author"].value
    'Cy'
    """
    strange = sorted({label.page_id for label in labels} - pages.keys())
    if strange:
        raise ConfigError(f"labelled, but not among the pages: {', '.join(strange[:5])}; ids must be the same")
    by_page: dict[str, list[Label]] = {}
    for label in labels:
        by_page.setdefault(label.page_id, []).append(label)
    return learn_softmealy([taught_example(pages[page_id], own) for page_id, own in by_page.items()])


def taught_example(page: Page, labels: Sequence[Label]) -> Example:
    """A page's example from marks that may each hold several records or values."""
    wrong = [row for label in labels for row in label.rows if not 0 <= row < len(page)]
    if wrong:
        raise ConfigError(f"{labels[0].page_id}: there is no row {wrong[0]}; is it the page that was labelled?")
    records = [part for label in labels if label.name == RECORD for part in _records(page, label, labels)]
    apart = list(records)
    for label in labels:
        if label.name not in (RECORD, NOISE):
            apart += (part for record in records for part in _values(page, label, record))
    example = labelled_example(page, apart)
    names = frozenset(mark.name for record in example.records for mark in record.marks)
    return replace(example, records=tuple(_unmarked(record, names) for record in example.records))


def _unmarked(record: MarkedRecord, names: frozenset[str]) -> MarkedRecord:
    """A record in which nothing is marked, beside others, was not looked at: its fields are unknown, not missing."""
    return record if record.marks else replace(record, unknown=names)


def _records(page: Page, label: Label, labels: Sequence[Label]) -> Iterator[Label]:
    """A label a record: alike elements are a record each, unless the fields of one are spread over them."""
    rows = _outermost(page, label.rows)
    tags = {int(page.tag[row]) for row in rows}
    steps = {int(page.table.step[row]) for row in rows}
    parents = {int(page.parent[row]) for row in rows}
    alike = len(rows) > 1 and len(tags) == 1 and 0 not in tags and (len(steps) == 1 or len(parents) == 1)
    if alike and not _is_spread(page, rows, labels):
        yield from (replace(label, rows=(row,)) for row in rows)
    elif rows:
        yield replace(label, rows=tuple(rows))


def _is_spread(page: Page, rows: Sequence[int], labels: Sequence[Label]) -> bool:
    """Whether several rows hold fields and no field is in two of them, as in a record of two table rows."""
    held = [
        {
            one.name
            for one in labels
            if one.name not in (RECORD, NOISE) and any(row <= at < page.end[row] for at in one.rows)
        }
        for row in rows
    ]
    marked = [names for names in held if names]
    return len(marked) > 1 and sum(map(len, marked)) == len(set().union(*marked))


def _values(page: Page, label: Label, record: Label) -> Iterator[Label]:
    """A label a value of a field in a record: parts of a text with nothing said between them are one value."""
    start, end = min(record.rows), max(int(page.end[row]) for row in record.rows)
    together: list[int] = []
    for row in _outermost(page, label.rows):
        if not start <= row < end:
            continue
        if together and not _goes_on(page, together[-1], row):
            yield replace(label, rows=tuple(together))
            together = []
        together.append(row)
    if together:
        yield replace(label, rows=tuple(together))


def _goes_on(page: Page, before: int, row: int) -> bool:
    """Whether two rows are one text: paragraphs are, numbers in `<u>` beside each other are not."""
    parts = page.tag_name(before) in TEXT_PARTS and page.tag_name(row) in TEXT_PARTS
    return parts and not page.chars[int(page.end[before]) : row].any()


def _outermost(page: Page, rows: Sequence[int]) -> list[int]:
    """The rows in order, without those that lie under others."""
    kept: list[int] = []
    for row in sorted(set(rows)):
        if not kept or row >= page.end[kept[-1]]:
            kept.append(row)
    return kept
