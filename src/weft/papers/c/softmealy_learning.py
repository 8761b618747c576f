"""Teaching SoftMealy: from records whose fields are marked to separators and the order of fields."""

from collections import Counter
from collections.abc import Sequence

from weft.errors import ConfigError
from weft.papers.c.softmealy import START, SoftMealy, State
from weft.papers.c.softmealy_examples import Example, MarkedRecord
from weft.papers.c.softmealy_rules import CLOSES, WIDTH, Border, Rule, learn_rules
from weft.papers.c.softmealy_tokens import CLOSE

MAX_NEGATIVES = 20_000  # borders of the example pages that must not match; the rest is left out


def learn_softmealy(examples: Sequence[Example], *, width: int = WIDTH) -> SoftMealy:
    """A wrapper from pages whose records and fields are marked, by a person or by another method."""
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


def _record_borders(examples: Sequence[Example]) -> tuple[list[Border], list[Border]]:
    """The begins of records, and all other borders of their pages."""
    positives: list[Border] = []
    negatives: list[Border] = []
    for example in examples:
        begins = {record.first for record in example.records}
        borders = [Border(example.tokens, place) for place in range(len(example.tokens))]
        positives += [border for border in borders if border.place in begins]
        negatives += [border for border in borders if border.place not in begins]
    return positives, negatives[:MAX_NEGATIVES]


def _record_ends(examples: Sequence[Example]) -> tuple[list[Border], list[Border]]:
    """The ends of the last records of pages, where the parent goes on, and the borders in records.

    Only records of several siblings need them: something may follow the last one.
    """
    positives: list[Border] = []
    negatives: list[Border] = []
    for example in examples:
        tokens = example.tokens
        for record in example.records:
            end = record.first + len(record.tokens)
            negatives += [Border(tokens, place) for place in range(record.first + 1, end)]
        if example.records and tokens.at(end).kind != CLOSE:
            positives.append(Border(tokens, end))
    return positives, negatives[:MAX_NEGATIVES]


def _begin_rules(examples: Sequence[Example], name: str, width: int) -> tuple[Rule, ...]:
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
    """The begins of a field, and the borders of its records that stand in no field and are not one."""
    positives: list[Border] = []
    negatives: list[Border] = []
    for record in records:
        begins = {mark.first for mark in record.marks if mark.name == name}
        floors = _floors(record)
        positives += [Border(record.tokens, place, floors[place]) for place in sorted(begins)]
        if name in record.unknown:
            continue
        inside = {place for mark in record.marks for place in range(mark.first + 1, mark.last)}
        stop = len(record.tokens) if behind or not begins else max(begins)
        skipped = (place for place in range(stop) if place not in begins | inside)
        negatives += [Border(record.tokens, place, floors[place]) for place in skipped]
    return positives, negatives[:MAX_NEGATIVES]


def _floors(record: MarkedRecord) -> list[int]:
    """For each place of a record where the last field before it ended."""
    floors = [0] * (len(record.tokens) + 1)
    for mark in record.marks:
        floors[mark.last :] = [mark.last] * (len(floors) - mark.last)
    return floors


def _end_rules(examples: Sequence[Example], name: str, width: int) -> tuple[Rule, ...]:
    """The ends of a field against the borders inside it; where it fills an element, the element's end."""
    records = [record for example in examples for record in example.records]
    marks = [(record.tokens, mark) for record in records for mark in record.marks if mark.name == name]
    ends = [Border(tokens, mark.last, begin=mark.first) for tokens, mark in marks]
    others = [border for border in ends if not CLOSES.matches(border)]
    closes = (CLOSES,) if len(others) < len(ends) else ()
    inside = [Border(tokens, place) for tokens, mark in marks for place in range(mark.first + 1, mark.last)]
    return (*learn_rules(others, inside[:MAX_NEGATIVES], inner="left", width=width), *closes)


def _after(orders: Sequence[Sequence[str]], name: str) -> tuple[str, ...]:
    """The fields that come right behind a field, the most frequent first."""
    pairs = Counter(
        after for order in orders for before, after in zip([START, *order], order, strict=False) if before == name
    )
    return tuple(after for after, _ in sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0])))
