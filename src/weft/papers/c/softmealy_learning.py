"""Teaching SoftMealy: from records whose fields are marked to separators and the order of fields."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from weft.content import NOISE, RECORD, Label
from weft.deadline import check_deadline, time_limit
from weft.errors import ConfigError
from weft.page import Page
from weft.papers.c.softmealy import CLOSES, START, WIDTH, Border, Rule, SoftMealy, State, learn_rules, outside
from weft.papers.c.softmealy_examples import MarkedPage, MarkedRecord, labelled_example
from weft.papers.c.softmealy_tokens import CLOSE

MAX_NEGATIVES = 20_000  # borders of the example pages that must not match; the rest is left out


def learn_softmealy(examples: Sequence[MarkedPage], *, width: int = WIDTH) -> SoftMealy:
    """A wrapper from pages whose records and fields are marked, by a person or by another method."""
    with time_limit(sum(example.tokens.page.seconds for example in examples)):
        if not any(example.records for example in examples):
            raise ConfigError(
                "no record is marked: SoftMealy learns from labelled records; mark some, or learn without labels"
            )
        orders = [[mark.name for mark in record.marks] for example in examples for record in example.records]
        names = sorted({name for order in orders for name in order})
        states = {
            name: State(
                begin=_begin_rules(examples, name, width),
                end=_end_rules(examples, name, width),
                after=_after(orders, name),
                repeats=any(order.count(name) > 1 for order in orders),
            )
            for name in names
        }
        states[START] = State(after=_after(orders, START))
        record = learn_rules(*_record_borders(examples), width=width)
        whole = all(record.whole for example in examples for record in example.records)
        end = () if whole else learn_rules(*_record_ends(examples), inner="left", width=width)
        return SoftMealy(record=record, record_end=end, states=states, whole=whole)


def _record_borders(examples: Sequence[MarkedPage]) -> tuple[list[Border], list[Border]]:
    """The begins of records, and all other borders of their pages."""
    positives: list[Border] = []
    negatives: list[Border] = []
    for example in check_deadline(examples):
        begins = {record.first for record in example.records}
        borders = [Border(example.tokens, position) for position in range(len(example.tokens))]
        positives += [border for border in borders if border.place in begins]
        negatives += [border for border in borders if border.place not in begins]
    return positives, negatives[:MAX_NEGATIVES]


def _record_ends(examples: Sequence[MarkedPage]) -> tuple[list[Border], list[Border]]:
    """The ends of the last records of pages, where the parent goes on, and the borders in records.

    Only records of several siblings need them: something may follow the last one.
    """
    positives: list[Border] = []
    negatives: list[Border] = []
    for example in check_deadline(examples):
        tokens = example.tokens
        for record in check_deadline(example.records):
            end = record.first + len(record.tokens)
            negatives += [Border(tokens, position) for position in range(record.first + 1, end)]
        if example.records and tokens.at(end).kind != CLOSE:
            positives.append(Border(tokens, end))
    return positives, negatives[:MAX_NEGATIVES]


def _begin_rules(examples: Sequence[MarkedPage], name: str, width: int) -> tuple[Rule, ...]:
    """Rules that tell a field's begin from all other borders of its records, or only from those before it.

    The borders before it are all that the transducer meets on its way; those behind matter where the field is missing.
    The simpler set of rules is taken: fewer rules, looking less into the field, of shorter contexts.
    """
    records = [record for example in examples for record in example.records]
    sets = (learn_rules(*_begins(records, name, behind=behind), inner="right", width=width) for behind in (True, False))
    return min(sets, key=_complexity)


def _complexity(rules: Sequence[Rule]) -> tuple[int, int, int]:
    return len(rules), sum(len(rule.right) for rule in rules), sum(len(rule.left) for rule in rules)


def _begins(records: Sequence[MarkedRecord], name: str, *, behind: bool) -> tuple[list[Border], list[Border]]:
    """The begins of a field, and the borders of its records that stand in no field and are not one.

    Where another method marked the records, a record without the field may have it all the same: a border that stands
    behind just what a begin stands behind is then neither.
    """
    begins = [{mark.first for mark in record.marks if mark.name == name} for record in records]
    floors = [_floors(record) for record in records]
    positives = [
        Border(record.tokens, position, above[position])
        for record, own, above in zip(records, begins, floors, strict=True)
        for position in sorted(own)
    ]
    known = {outside(border) for border in positives}
    negatives: list[Border] = []
    for record, own, above in check_deadline(zip(records, begins, floors, strict=True)):
        if name in record.unknown:
            continue
        inside = {position for mark in record.marks for position in range(mark.first + 1, mark.last)}
        stop = len(record.tokens) if behind or not own else max(own)
        skipped = (position for position in range(stop) if position not in own | inside)
        borders = (Border(record.tokens, position, above[position]) for position in skipped)
        missed = record.is_found and not own
        negatives += [border for border in borders if not (missed and outside(border) in known)]
    return positives, negatives[:MAX_NEGATIVES]


def _floors(record: MarkedRecord) -> list[int]:
    """For each place of a record where the last field before it ended."""
    floors = [0] * (len(record.tokens) + 1)
    for mark in check_deadline(record.marks):
        floors[mark.last :] = [mark.last] * (len(floors) - mark.last)
    return floors


def _end_rules(examples: Sequence[MarkedPage], name: str, width: int) -> tuple[Rule, ...]:
    """The ends of a field against the borders inside it; where it fills an element, the element's end."""
    records = [record for example in examples for record in example.records]
    marks = [(record.tokens, mark) for record in records for mark in record.marks if mark.name == name]
    ends = [Border(tokens, mark.last, begin=mark.first) for tokens, mark in marks]
    others = [border for border in ends if not CLOSES.matches(border)]
    closes = (CLOSES,) if len(others) < len(ends) else ()
    inside = [Border(tokens, position) for tokens, mark in marks for position in range(mark.first + 1, mark.last)]
    return (*learn_rules(others, inside[:MAX_NEGATIVES], inner="left", width=width), *closes)


def _after(orders: Sequence[Sequence[str]], name: str) -> tuple[str, ...]:
    """The fields that come right behind a field, the most frequent first."""
    pairs = Counter(
        after for order in orders for before, after in zip([START, *order], order, strict=False) if before == name
    )
    return tuple(after for after, _ in sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0])))


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
    for label in check_deadline(labels):
        by_page.setdefault(label.page_id, []).append(label)
    return learn_softmealy([taught_example(pages[page_id], own) for page_id, own in by_page.items()])


def taught_example(page: Page, labels: Sequence[Label]) -> MarkedPage:
    """A page's example from marks that may each hold several records or values."""
    wrong = [row for label in labels for row in label.rows if not 0 <= row < len(page)]
    if wrong:
        raise ConfigError(f"{labels[0].page_id}: there is no row {wrong[0]}; is it the page that was labelled?")
    records = [part for label in labels if label.name == RECORD for part in _records(page, label, labels)]
    apart = list(records)
    for label in check_deadline(labels):
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
    for row in check_deadline(_outermost(page, label.rows)):
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
    for row in check_deadline(sorted(set(rows))):
        if not kept or row >= page.end[kept[-1]]:
            kept.append(row)
    return kept
