"""Stretches of a page's Markdown: every passage written once, those of a table together, each with its size.

Chunks are made of them. A stretch that is larger than a chunk may be made into smaller ones: a paragraph into its
sentences, and where that is asked for a table into groups of its rows.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from weft.chunking import Chunking
from weft.deadline import in_time
from weft.page import Page
from weft.renderers.markdown import markdown_blocks
from weft.renderers.passages import RULE, Container, Passage, Path
from weft.renderers.sentences import Sentence, join_sentences, split_sentences
from weft.renderers.token_estimate import estimate_all

WHOLE = frozenset({"item", "table", "pre", "figure", "term", "definition", "note"})
"""Roles of containers whose passages belong together."""

_NO_PARAGRAPH = WHOLE | {"heading", "summary", "cell", "caption", "figcaption"}
_PREFIXES = {"quote": "> ", "item": "- ", "definition": "- ", "note": "    "}  # about what a writer begins lines with
_RULED = frozenset("|-: ")  # what the line between a table's header and its rows is made of


@dataclass(slots=True, eq=False)
class Stretch:
    """A passage, a sentence or a table as it is written: blocks of lines, each under its path."""

    passages: list[Passage]
    blocks: list[tuple[Path, list[str]]]
    opens: frozenset[Container] = frozenset()  # containers that begin here
    tokens: int = 0
    joint: str = ""  # of a sentence: what joins it to the one before
    paragraph: Passage | None = None  # of a sentence: what it is one of
    record: int = -1  # the number of the record that it stands in

    @property
    def path(self) -> Path:
        """Where it stands."""
        return self.passages[0].path

    @property
    def is_rule(self) -> bool:
        """Whether it only parts what stands around it."""
        return any(piece.kind == RULE for piece in self.passages[0].pieces[:1])

    @property
    def is_paragraph(self) -> bool:
        """Whether it may be split where sentences end."""
        if self.record >= 0 or any(container.role in _NO_PARAGRAPH for container in self.path):
            return False
        return not self.is_rule and not any(piece.display for piece in self.passages[0].pieces[:1])


def find_stretches(page: Page, passages: list[Passage]) -> list[Stretch]:
    """The stretches of passages, in order."""
    stretches: list[Stretch] = []
    seen: set[Container] = set()
    for table, group in groupby(in_time(passages), key=lambda passage: passage.inside("table")):
        for own in [list(group)] if table else ([passage] for passage in group):
            opens = frozenset(container for container in own[0].path if container not in seen)
            seen |= opens
            stretches.append(Stretch(own, list(markdown_blocks(page, own)), opens))
    return stretches


def measure(stretches: list[Stretch], chunking: Chunking) -> None:
    """Set the tokens of each stretch, with the lines that part it from the next."""
    texts = [_text(stretch) for stretch in stretches]
    tokens = map(chunking.count, in_time(texts)) if chunking.count else estimate_all(texts)
    for stretch, count in zip(stretches, tokens, strict=True):
        stretch.tokens = count


def _text(stretch: Stretch) -> str:
    prefix = "".join(_PREFIXES.get(container.role, "") for container in stretch.path)
    return "".join(f"{prefix}{line}\n" for _, lines in stretch.blocks for line in lines) + f"{prefix}\n"


def sentences_of(page: Page, paragraph: Stretch, chunking: Chunking) -> list[Stretch]:
    """The sentences of a paragraph."""
    whole = paragraph.passages[0]
    sentences: list[Stretch] = []
    for joint, pieces in in_time(split_sentences(whole.pieces)):
        passage = Passage(whole.path, pieces, whole.row)
        blocks = list(markdown_blocks(page, [passage]))
        sentences.append(Stretch([passage], blocks, joint=joint, paragraph=whole))
    sentences[0].opens = paragraph.opens
    measure(sentences, chunking)
    return sentences


def join_stretches(page: Page, stretches: list[Stretch]) -> list[Stretch]:
    """The stretches with the sentences that follow each other put together, as the paragraph would be written."""
    joined: list[Stretch] = []
    for _, group in groupby(stretches, key=_paragraph_of):
        own = list(group)
        if len(own) > 1:
            pieces = join_sentences([Sentence(one.joint or "", one.passages[0].pieces) for one in own])
            whole = Passage(own[0].path, pieces, own[0].passages[0].row)
            own = [Stretch([whole], list(markdown_blocks(page, [whole])), own[0].opens)]
        joined += own
    return joined


def _paragraph_of(stretch: Stretch) -> int:
    """What the sentences of one paragraph have in common; every other stretch stands alone."""
    return id(stretch.paragraph or stretch)


def tables_of(table: Stretch, chunking: Chunking) -> list[Stretch]:
    """A table as several that fit, each with its header and whole rows; its caption stays with the first."""
    *captions, (path, lines) = table.blocks
    header, rows = lines[:2], lines[2:]
    if len(rows) < 2 or not _RULED.issuperset(header[1]):
        return [table]
    sources = _row_passages(table, len(rows))
    head = replace(table, blocks=[*captions, (path, header)])
    single = [replace(table, blocks=[(path, [row])], passages=own) for row, own in zip(rows, sources, strict=True)]
    measure([head, *single], chunking)
    tables: list[Stretch] = []
    for lot in _lots(single, chunking.size - head.tokens):
        body = [row.blocks[0][1][0] for row in lot]
        passages = list({id(passage): passage for row in lot for passage in row.passages}.values())
        tables.append(Stretch(passages, [(path, [*header, *body])]))
    tables[0] = replace(tables[0], blocks=[*captions, *tables[0].blocks], opens=table.opens)
    measure(tables, chunking)
    return tables


def _lots(rows: Iterable[Stretch], size: int) -> list[list[Stretch]]:
    """Rows in order, as many together as fit."""
    lots: list[list[Stretch]] = []
    left = 0
    for row in rows:
        if not lots or row.tokens > left:
            lots.append([])
            left = size
        lots[-1].append(row)
        left -= row.tokens
    return lots


def _row_passages(table: Stretch, count: int) -> list[list[Passage]]:
    """The passages that each of the last so many rows comes from; of a table that is written otherwise, all."""
    groups = groupby(table.passages, key=lambda passage: passage.inside("row"))
    rows = [list(group) for row, group in groups if row is not None]
    return rows[len(rows) - count :] if len(rows) - count in (0, 1) else [table.passages] * count
