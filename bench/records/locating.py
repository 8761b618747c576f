"""Record location: paper B's A to E, and precision, recall, author and time, method by method and engine by engine."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bench.metrics import score
from bench.records.judge import Verdict, judge_places, judge_texts, names_match, times_match
from bench.records.truth import Case, TrueRecord
from weft.content import Record
from weft.page import Page
from weft.papers.b.mdr import Mdr
from weft.papers.b.repeated_subtrees import PRINTED, RepeatedSubtrees
from weft.records.find import find_records
from weft.training.augment.cases import TrainingRecord

KINDS = {"thread": "threads", "list": "boards"}
LETTERS = "ABCDE"
Answers = Callable[[Page], Sequence[Sequence[Record]]]  # the records of the main region; of MDR those of every region


def _first(find: Callable[[Page], Sequence[Any]]) -> Answers:
    return lambda page: [region.records for region in find(page)[:1]]


METHODS: dict[str, tuple[Answers, bool]] = {  # and whether D and E are the paper's own
    "default": (_first(find_records), False),
    "repeated_subtrees": (_first(RepeatedSubtrees().find), True),
    "repeated_subtrees as printed": (_first(PRINTED.find), True),
    "mdr": (lambda page: [region.records for region in Mdr().find(page)], True),
}


def locate(cases: Iterable[Case]) -> dict[str, Any]:
    """For each method its letters by kind of page and by corpus, and pages without records on which it found some."""
    found: dict[str, Any] = {}
    known = [case for case in cases if not case.ambiguous]
    for name, (answers, printed) in METHODS.items():
        letters: dict[str, Counter[str]] = defaultdict(Counter)
        corpora: dict[str, Counter[str]] = defaultdict(Counter)
        others = Counter[bool]()
        for case in known:
            regions = answers(case.page)
            if case.page_type == "other":
                others[any(_has_posts(records) for records in regions)] += 1
                continue
            verdict = best(case, regions, printed=printed)
            letters[KINDS[case.page_type]][verdict.letter] += 1
            corpora[f"{case.corpus} {KINDS[case.page_type]}"][verdict.letter] += 1
        found[name] = {
            "letters": {kind: letter_shares(count) for kind, count in sorted(letters.items())},
            "by_corpus": {corpus: letter_shares(count) for corpus, count in sorted(corpora.items())},
            "other_pages": others.total(),
            "other_pages_with_posts": others[True],
        }
    return found


def _has_posts(records: Sequence[Record]) -> bool:
    """Whether records claim to be posts: they have a body, or are of a method that names no fields."""
    return any("body" in record.fields or not record.fields for record in records)


def best(case: Case, regions: Sequence[Sequence[Record]], *, printed: bool) -> Verdict:
    """The verdict of the best of several regions: MDR does not say which one holds the main records."""
    verdicts = [judge_places(case, records, printed=printed) for records in regions]
    nothing = judge_places(case, (), printed=printed)
    return max(verdicts, key=lambda one: (one.letter in "AD", one.right / (one.found + one.true)), default=nothing)


def letter_shares(count: Counter[str]) -> dict[str, Any]:
    """The letters, the share of right pages and the share of wrong ones."""
    right = (count["A"] + count["D"]) / max(1, count.total())
    wrong = (count["B"] + count["E"]) / max(1, count.total())
    return {**{letter: count[letter] for letter in LETTERS}, "A+D": right, "B+E": wrong}


def read_fields(cases: Iterable[Case]) -> dict[str, dict[str, Any]]:
    """What the default's records say, by engine and kind of page: pooled over records."""
    tallies: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        if case.page_type == "other" or not case.records:
            continue
        records = next(iter(find_records(case.page)), None)
        tally = _tally(case, records.records if records else ())
        kind = KINDS[case.page_type]
        for name in (f"{kind} all", f"{kind} {case.engine}", f"{kind} corpus {case.corpus}"):
            tallies[name].update(tally)
    return {name: _shares(tally) for name, tally in sorted(tallies.items())}


def _tally(case: Case, records: Sequence[Record]) -> Counter[str]:
    verdict, pairs = judge_texts(case, records)
    tally = Counter(pages=1, found=verdict.found, right=verdict.right, true=verdict.true)
    tally["perfect"] = verdict.found == verdict.right == verdict.true
    for true, record in pairs:
        tally.update(_fields_right(true, record))
    return tally


def _fields_right(true: TrueRecord | TrainingRecord, record: Record) -> Counter[str]:
    """Fields of a record that was found: `NAME` counts those that the truth knows, `NAME right` those that match."""
    tally = Counter[str]()
    for name in ("author", "last_author"):
        wanted = getattr(true, name)
        if wanted:
            tally[name] += 1
            tally[f"{name} right"] += name in record.fields and names_match(wanted, record.fields[name].value)
    for name in ("time", "last_time"):
        wanted = getattr(true, name)
        if wanted:
            tally[name] += 1
            tally[f"{name} right"] += times_match(wanted, record, name)
    return tally


def _shares(tally: Counter[str]) -> dict[str, Any]:
    marks = score(tally["right"], tally["found"], tally["true"])
    shares = {"pages": tally["pages"], "records": tally["true"], "pages_perfect": tally["perfect"] / tally["pages"]}
    fields = {
        name: tally[f"{name} right"] / tally[name]
        for name in ("author", "time", "last_author", "last_time")
        if tally[name]
    }
    return {**shares, "precision": marks.precision, "recall": marks.recall, "f1": marks.f1, **fields}
