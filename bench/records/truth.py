"""The forum pages with their true records, found again in weft's own trees."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from bench.places import Missing
from weft import parse
from weft.content import Record
from weft.page import Page
from weft.training.augment.cases import TrainingCase, TrainingRecord
from weft.training.known_roles import with_known_roles

_STEP = re.compile(r"([\w:-]+)(?:\[(\d+)\])?")
REAL = "realworld"  # the corpus of pages of the real web, a few of many programs
FORKS = {"punbb": "fluxbb", "discuz": "discuzx", "fora": "xenforo"}
"""Programs that are another under a name of their own, or began as one: what they print is alike."""
_PROBE = 20  # characters of a body that say where it stands


@dataclass(frozen=True, kw_only=True)
class TrueRecord:
    """A post (`text` is its body) or a row of a board (`text` is its title); empty means not shown or not known."""

    text: str
    author: str = ""
    time: str = ""
    last_author: str = ""
    last_time: str = ""
    signature: str = ""
    replies: int = -1
    xpath: str = ""  # around the record, in lxml's trees
    content_xpath: str = ""


@dataclass(frozen=True)
class Case:
    """A page with its truth. `engine` is the software, all editions."""

    id: str
    path: Path
    corpus: str
    engine: str
    version: str
    skin: str
    page_type: str  # thread, list, other
    records: tuple[TrueRecord, ...]
    ambiguous: bool = False

    @property
    def family(self) -> str:
        """What is left out together: the software with its forks."""
        return FORKS.get(self.engine, self.engine)

    @property
    def layout(self) -> str:
        """What is alike: the pages of a skin; of the real web those of a family."""
        return f"{REAL} {self.family}" if self.corpus == REAL else self.corpus

    @cached_property
    def page(self) -> Page:
        """The parsed page."""
        return parse(self.path.read_bytes())

    @cached_property
    def anchors(self) -> list[int]:
        """The row of the text where each record's body or title begins."""
        return find_anchors(self.page, self.records)

    @cached_property
    def ranges(self) -> list[Record]:
        """The rows of each true record; where no element holds a post, from its head to the next."""
        rows = [resolve(self.page, record.xpath) for record in self.records]
        ends = [int(self.page.end[row]) for row in rows]
        spans = [
            end if anchor < end else _sibling_end(self.page, row, anchor, after)
            for row, end, anchor, after in zip(rows, ends, self.anchors, [*rows, len(self.page)][1:], strict=bool(rows))
        ]
        return [Record(start=row, end=end) for row, end in zip(rows, spans, strict=True)]

    def training_case(self) -> TrainingCase:
        """The page with its truth by rows, as learners take it."""
        bodies = [resolve(self.page, record.content_xpath) for record in self.records]
        records = [
            TrainingRecord(start=span.start, end=span.end, anchor=anchor, body=body, text=record.text)
            for span, anchor, body, record in zip(self.ranges, self.anchors, bodies, self.records, strict=True)
        ]
        names = ("author", "time", "last_author", "last_time", "signature", "replies")
        said = [{name: getattr(record, name) for name in names} for record in self.records]
        known = tuple(replace(record, **texts) for record, texts in zip(records, said, strict=True))
        return TrainingCase(
            id=self.id,
            page=self.page,
            page_type=self.page_type,
            records=with_known_roles(self.page, self.page_type, known),
            corpus=self.corpus,
            engine=self.engine,
            ambiguous=self.ambiguous,
        )


def read(data: Path) -> list[Case]:
    """All forum pages, corpus by corpus, in the order of their truth."""
    corpora = sorted((data / "forums").glob("*/truth.jsonl"))
    if not corpora:
        raise Missing(f"no forums in {data}: unpack them with `python -m bench data forums`")
    return [case for file in corpora for case in _cases(file)]


def read_all(data: Path) -> list[Case]:
    """The forum pages and those of the programs in `forums2`, where that is there: what learns and is left out."""
    return read(data) + [case for file in sorted((data / "forums2").glob("*/truth.jsonl")) for case in _cases(file)]


def spread(cases: list[Case], pages: int) -> list[Case]:
    """So many cases, evenly spread; 0: all."""
    if not 0 < pages < len(cases):
        return cases
    return [cases[place * len(cases) // pages] for place in range(pages)]


def _cases(file: Path) -> Iterator[Case]:
    corpus = file.parent.name
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            yield Case(
                id=f"{corpus}/{Path(entry['file']).stem}",
                path=file.parent / entry["file"],
                corpus=corpus,
                engine=family(entry["engine"]),
                version=entry.get("version", ""),
                skin=entry.get("skin", ""),
                page_type=entry["page_type"],
                records=tuple(_record(record) for record in entry.get("records") or ()),
                ambiguous=bool(entry.get("ambiguous")),
            )


def _record(entry: dict[str, object]) -> TrueRecord:
    names = ("author", "time", "last_author", "last_time", "signature", "xpath", "content_xpath")
    known = {name: str(entry.get(name) or "") for name in names}
    replies = entry.get("reply_count")
    return TrueRecord(text=str(entry["text"]), replies=replies if isinstance(replies, int) else -1, **known)


def family(engine: str) -> str:
    """The software without what tells its editions apart: all vBulletins are left out together.

    >>> family("vbulletin3-custom"), family("fora(verticalscope)"), family("discuzx")
    ('vbulletin', 'fora', 'discuzx')
    """
    return re.split(r"[\d(/-]", engine)[0]


def find_anchors(page: Page, records: tuple[TrueRecord, ...]) -> list[int]:
    """The text rows where the records begin; -1 where the tree has no such place."""
    return [_anchor(page, record) for record in records]


def _anchor(page: Page, record: TrueRecord) -> int:
    row = resolve(page, record.content_xpath or record.xpath)
    if row < 0:
        return -1
    inside = _texts(page, row, int(page.end[row]))
    if record.content_xpath:
        return next(inside, row)
    probe = squeeze(record.text)[:_PROBE]
    for text in inside:
        if squeeze(page.text(text))[:_PROBE].startswith(probe[: max(1, len(squeeze(page.text(text))))]):
            return text
    if probe in squeeze(page.text(row)):
        return next(_texts(page, row, int(page.end[row])), row)
    # Views without an element around a post: the path leads to its head, the body is what follows.
    return next(_texts(page, int(page.end[row]), len(page)), -1)


def _sibling_end(page: Page, row: int, anchor: int, after: int) -> int:
    """The end of the last sibling of `row` before the next record; of the last record, of that with its body."""
    parent = int(page.parent[row])
    last = after < len(page)
    end, stop = int(page.end[row]), min(after, int(page.end[parent]))
    while end < stop and (last or end <= anchor):
        end = int(page.end[end])
    return end


def _texts(page: Page, start: int, end: int) -> Iterator[int]:
    return (row for row in range(start, end) if page.chars[row])


def resolve(page: Page, xpath: str) -> int:
    """The row of a path of lxml's tree, which has no `tbody` where the page writes none; -1 where it leads nowhere."""
    row = 0
    for name, ordinal in _STEP.findall(xpath)[1:]:
        rows = [child for child in _children(page, row) if page.tag_name(child) == name]
        if len(rows) < int(ordinal or 1):
            return -1
        row = rows[int(ordinal or 1) - 1]
    return row if xpath else -1


def _children(page: Page, row: int) -> list[int]:
    children = []
    for child in page.children(row):
        children.append(child)
        if page.tag_name(child) == "tbody":
            children += page.children(child)
    return children


def squeeze(text: str) -> str:
    """The text without white space."""
    return "".join(text.split())
