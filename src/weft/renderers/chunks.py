"""Chunks: the kept blocks of a page as pieces of Markdown for models, and as JSON lines of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from weft.addresses import own_address
from weft.chunking import BY_HEADING, Chunk, Chunking
from weft.deadline import check_time, in_time
from weft.document import Document
from weft.page import Page
from weft.render_options import BlockIndexes, RenderOptions
from weft.renderers.chunk_parts import Part, find_parts
from weft.renderers.markdown import Writer, markdown_passages
from weft.renderers.passages import Container, Passage, Path
from weft.renderers.render import shown_blocks
from weft.renderers.stretches import join_stretches, sentences_of
from weft.renderers.token_estimate import estimate_tokens


def render_chunks(document: Document, options: RenderOptions) -> str:
    """A line of JSON for each chunk, with the address and the title of its page."""
    chunks = find_chunks(document, options, options.chunking)
    return "\n".join(json.dumps(_line(document, chunk), ensure_ascii=False) for chunk in in_time(chunks))


def _line(document: Document, chunk: Chunk) -> dict[str, object]:
    return {
        "url": own_address(document.page.url) or document.metadata.url.value,
        "title": document.metadata.title.value,
        "index": chunk.index,
        "headings": list(chunk.headings),
        "text": chunk.text,
        "tokens": chunk.tokens,
        "rows": [list(rows) for rows in chunk.rows],
        "blocks": list(chunk.blocks),
    }


def find_chunks(document: Document, options: RenderOptions, chunking: Chunking) -> list[Chunk]:
    """The chunks of the kept blocks, in order.

    >>> from weft import parse
    >>> page = parse("<h2>Looms</h2><p>A loom holds the warp.<h2>Cloth</h2><p>It is woven.")
    >>> chunks = find_chunks(Document(page=page, keep=np.arange(4)), RenderOptions(), Chunking())
    >>> [(chunk.headings, chunk.text) for chunk in chunks]
    [(('Looms',), '## Looms\\n\\nA loom holds the warp.'), (('Cloth',), '## Cloth\\n\\nIt is woven.')]
    """
    page, keep = document.page, shown_blocks(document, options)
    chunking.check()
    passages = markdown_passages(page, keep, document, replace(options, title=False))  # a chunk has it beside its text
    if not passages:
        return []
    packer = _Packer(page, keep, chunking, _Origins(page, keep, passages))
    return list(packer.pack(_bundles(find_parts(page, passages, document, chunking))))


def _bundles(parts: list[Part]) -> list[list[Part]]:
    """Each part that is no heading, with the headings right above it."""
    bundles: list[list[Part]] = []
    is_open = False
    for part in parts:
        if is_open:
            bundles[-1].append(part)
        else:
            bundles.append([part])
        is_open = part.level > 0 or (is_open and part.is_rule)
    return bundles


@dataclass(frozen=True, eq=False)
class _Packer:
    """Packs bundles of parts into chunks."""

    page: Page
    keep: BlockIndexes
    chunking: Chunking
    origins: _Origins

    def pack(self, bundles: list[list[Part]]) -> Iterator[Chunk]:
        """Chunks of as many bundles as fit, and of at least one."""
        start = index = 0
        tail: list[Part] = []
        while start < len(bundles):
            check_time()
            tail, stop = self._reach(bundles, start, tail)
            own = [part for bundle in bundles[start:stop] for part in bundle]
            text = _write(self.page, [*tail, *own])
            while (tokens := self._count(text)) > self.chunking.size and (tail or stop > start + 1):
                # What was measured part by part is a little less or more as one text.
                count = min((stop - start) * self.chunking.size // tokens, stop - start - 1)
                tail, stop = ([], stop) if tail else (tail, start + max(count, 1))
                own = [part for bundle in bundles[start:stop] for part in bundle]
                text = _write(self.page, [*tail, *own])
            if text:
                yield self._chunk(index, [*tail, *own], text, tokens)
                index += 1
            goes_on = stop < len(bundles) and not self._begins(bundles[stop])
            tail = self._tail(own) if goes_on else []
            start = stop

    def _reach(self, bundles: list[list[Part]], start: int, tail: list[Part]) -> tuple[list[Part], int]:
        """What of the chunk before is repeated, and up to which bundle the chunk reaches."""
        size = self.chunking.size
        total = _tokens(bundles[start])
        while tail and total + _tokens(tail) > size:
            tail = tail[1:]
        total += _tokens(tail)
        stop = start + 1
        while stop < len(bundles) and not self._begins(bundles[stop]):
            total += _tokens(bundles[stop])
            if total > size:
                break
            stop += 1
        return tail, stop

    def _begins(self, bundle: list[Part]) -> bool:
        """Whether a bundle begins a chunk, however much room there is."""
        return self.chunking.by == BY_HEADING and bundle[0].level > 0

    def _tail(self, parts: list[Part]) -> list[Part]:
        """The last parts that fit in the overlap, or the last sentences of the paragraph before them."""
        left = self.chunking.overlap
        tail: list[Part] = []
        for part in reversed(parts):
            if part.tokens > left:
                return [*self._last_sentences(part, left), *tail]
            tail.insert(0, part)
            left -= part.tokens
        return tail

    def _last_sentences(self, part: Part, left: int) -> list[Part]:
        if left <= 0 or not part.stretches[0].is_paragraph or part.stretches[0].paragraph:
            return []
        tail: list[Part] = []
        for sentence in reversed(sentences_of(self.page, part.stretches[0], self.chunking)[1:]):
            if sentence.tokens > left:
                break
            tail.insert(0, Part([sentence], headings=part.headings))
            left -= sentence.tokens
        return tail

    def _count(self, text: str) -> int:
        return self.chunking.count(text) if self.chunking.count else estimate_tokens(text)

    def _chunk(self, index: int, parts: list[Part], text: str, tokens: int) -> Chunk:
        first = next((part for part in parts if not part.level), parts[-1])
        body = [passage for part in parts for stretch in part.stretches for passage in stretch.passages]
        notes = [stretch.passages for part in parts for stretch in part.notes]
        rows, blocks = self.origins.find([body, *notes])
        return Chunk(index=index, headings=first.headings, text=text, tokens=tokens, rows=rows, blocks=blocks)


def _tokens(parts: list[Part]) -> int:
    return sum(part.tokens for part in parts)


def _write(page: Page, parts: list[Part]) -> str:
    """The Markdown of parts; a rule at either end parts nothing and is left out. Notes come last."""
    full = [number for number, part in enumerate(parts) if not part.is_rule]
    if not full:
        return ""
    parts = parts[full[0] : full[-1] + 1]
    writer = Writer()
    opened: set[Container] = set()
    for stretch in in_time(join_stretches(page, [stretch for part in parts for stretch in part.stretches])):
        opened |= stretch.opens
        for path, lines in stretch.blocks:
            writer.write(_inner(path, opened), lines)
    for note in {id(note): note for part in parts for note in part.notes}.values():
        for path, lines in note.blocks:
            writer.write(path, lines)
    return "\n".join(writer.lines)


def _inner(path: Path, opened: set[Container]) -> Path:
    """A path without the items that an earlier chunk began: their marker is not written again."""
    begun = [
        depth
        for depth, container in enumerate(path, start=1)
        if container.role in ("item", "definition") and container not in opened
    ]
    if not begun:
        return path
    return (*(container for container in path[: begun[-1]] if container.role == "quote"), *path[begun[-1] :])


class _Origins:
    """Where passages come from: each from behind the one before it on the page to its own last row."""

    def __init__(self, page: Page, keep: BlockIndexes, passages: list[Passage]) -> None:
        self.keep = keep
        rows = np.unique([passage.row for passage in passages if passage.row >= 0]).astype(np.int64)
        ends = np.maximum.accumulate(page.end[rows]) if len(rows) else rows
        before = np.concatenate(([0], ends[:-1]))
        first, last = page.blocks.first[keep], page.blocks.last[keep]
        low, high = np.searchsorted(last, before, side="right"), np.searchsorted(first, ends)
        starts = np.where(low < high, np.maximum(first[np.minimum(low, len(keep) - 1)], before), rows)
        columns = (rows.tolist(), starts.tolist(), ends.tolist(), low.tolist(), high.tolist())
        self.by_row = {row: values for row, *values in zip(*columns, strict=True)}

    def find(self, groups: list[list[Passage]]) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        """The rows of each group of passages, and the blocks of all."""
        rows: list[tuple[int, int]] = []
        blocks: set[int] = set()
        for passages in in_time(groups):
            own = [self.by_row[passage.row] for passage in passages if passage.row >= 0]
            if own:
                rows.append((min(values[0] for values in own), max(values[1] for values in own)))
            for _, _, low, high in own:
                blocks.update(self.keep[low:high].tolist())
        return tuple(rows), tuple(sorted(blocks))
