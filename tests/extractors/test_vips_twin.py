"""VIPS in plain loops, node by node and separator by separator, beside the fast one on random pages."""

import itertools
import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.boxes import lay_out, make_layout, scatter
from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.extractors import Vips
from weft.extractors import vips as weights
from weft.extractors.vips import TOUCH, find_gaps
from weft.extractors.vips_blocks import DOC_OF_TAG, KINDS, SIZES
from weft.extractors.vips_nodes import CONTROLS, HR, PICTURES, find_nodes, whole_boxes
from weft.page import Page

Span = tuple[int, int]
DIVIDING = (2, 5, 6, 7, 8, 12)


class PlainPage:
    """What can be seen of each node, asked one by one."""

    def __init__(self, page: Page) -> None:
        self.page, self.geometry = page, page.geometry
        self.box = [*zip(*(side.tolist() for side in whole_boxes(page.geometry)), strict=True)]
        self.valid = {row for row in range(len(page)) if self.shows(row)}

    def above(self, row: int) -> list[int]:
        return [row, *self.page.ancestors(row)]

    def speck(self, row: int) -> bool:
        left, top, right, bottom = self.box[row]
        return right - left < 2 and bottom - top < 2

    def seen(self, row: int) -> bool:
        left, top, right, bottom = self.box[row]
        cut = any(self.geometry.is_drawn[up] and not self.inline(up) and self.speck(up) for up in self.above(row))
        on_page = right > max(left, 0) and bottom > max(top, 0) and left < max(self.geometry.page_width, 1)
        return bool(self.geometry.is_visible[row]) and on_page and not self.speck(row) and not cut

    def framed(self, row: int) -> bool:
        return self.seen(row) and self.page.tag[row] in PICTURES + CONTROLS

    def picture(self, row: int) -> bool:
        return self.framed(row) and not any(map(self.framed, self.page.ancestors(row)))

    def text(self, row: int) -> bool:
        is_text = self.page.tag[row] == 0 and self.page.chars[row] > 0 and not self.page.raw[row]
        return bool(is_text) and self.seen(row) and not any(map(self.framed, self.page.ancestors(row)))

    def contents(self, span: Span) -> list[int]:
        return [row for row in range(*span) if self.text(row) or self.picture(row)]

    def shows(self, row: int) -> bool:
        inside_picture = any(map(self.picture, self.page.ancestors(row)))
        return bool(self.contents((row, int(self.page.end[row])))) and not inside_picture

    def inline(self, row: int) -> bool:
        return bool(self.page.tag[row] == 0 or self.geometry.is_inline[row])

    def children(self, row: int) -> list[int]:
        return [child for child in self.page.children(row) if child in self.valid]

    def phrase(self, row: int) -> bool:
        if self.picture(row) or not self.inline(row) or row not in self.valid:
            return False
        return all(map(self.phrase, self.children(row)))

    def background(self, row: int) -> int:
        for up in self.above(row):
            if self.geometry.has_picture[up]:
                return (1 << 32) + up
            if self.geometry.background[up] & 0xFF:
                return int(self.geometry.background[up])
        return 0xFFFFFFFF

    def stands_out(self, row: int) -> bool:
        return row > 0 and self.background(row) != self.background(int(self.page.parent[row]))

    def area(self, row: int) -> int:
        left, top, right, bottom = self.box[row]
        return (right - left) * (bottom - top)

    def fonts(self, span: Span) -> list[tuple[float, int]]:
        texts = filter(self.text, range(*span))
        return [(float(self.geometry.font_size[row]), int(self.geometry.font_weight[row])) for row in texts]

    def kind(self, row: int) -> str:
        if self.inline(row):
            return "inline"
        kinds = dict.fromkeys("table thead tbody tfoot tr".split(), "table") | {
            "td": "cell",
            "th": "cell",
            "p": "paragraph",
        }
        return kinds.get(self.page.tag_name(row), "other")

    def rule(self, row: int, limit: float, after_whole_cell: bool) -> int:
        children = self.children(row)
        phrases = [child for child in children if self.phrase(child)]
        holds = {
            1: self.text(row) or self.picture(row),
            2: len(children) == 1 and not phrases,
            4: len(children) == len(phrases),
            5: not all(map(self.inline, children)),
            6: any(self.page.tag[child] == HR and self.geometry.is_visible[child] for child in self.page.children(row)),
            7: sum(map(self.area, children)) > self.area(row),
            8: any(map(self.stands_out, children)),
            9: len(phrases) > 0 and self.area(row) < limit,
            10: max(map(self.area, children), default=0) < limit,
            11: after_whole_cell,
            12: True,
        }
        return next(rule for rule in KINDS[self.kind(row)] if holds[rule])

    def doc(self, row: int, rule: int) -> int:
        if rule in (1, 4) or self.phrase(row):
            return 10 if len(set(self.fonts((row, int(self.page.end[row]))))) < 2 else 9
        windows = self.area(row) / (self.geometry.view_width * self.geometry.view_height)
        return max(int(DOC_OF_TAG[min(self.page.tag[row], 255)]) - sum(windows > size for size in SIZES), 1)


@dataclass
class Plain:
    """A visual block in the making."""

    span: list[Span]
    doc: int
    rule: int = 0
    box: tuple[int, ...] = ()
    children: list["Plain"] = field(default_factory=list)
    weight: int = 0
    direction: str = ""

    def to_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"box": [*self.box], "doc": self.doc, "rows": [[*span] for span in self.span]}
        if self.children:
            below = [child.to_json() for child in self.children]
            shown |= {"direction": self.direction, "weight": self.weight, "children": below}
        return shown


def plain_pool(page: PlainPage, root: int, small: float) -> list[Plain]:
    """The paper's walk: a node is divided, or a piece."""
    area = page.area(root) if root else int(np.rint(page.geometry.page_width)) * int(np.rint(page.geometry.page_height))
    found: list[Plain] = []
    whole_cells: list[int] = []
    phrases: list[int] = []  # the parent of the phrase that ends the pool

    def visit(row: int) -> None:
        parent = int(page.page.parent[row])
        rule = page.rule(row, small * area, whole_cells[-1:] == [parent])
        divides = rule in DIVIDING and not page.stands_out(row)
        if page.kind(row) == "cell":
            whole_cells.append(-1 if divides else parent)
        if divides:
            for child in page.children(row):
                visit(child)
            return
        piece = Plain([(row, int(page.page.end[row]))], page.doc(row, rule), rule)
        if page.phrase(row) and phrases == [parent]:
            span = (found.pop().span[0][0], piece.span[0][1])
            piece = Plain([span], 10 if len(set(page.fonts(span))) < 2 else 9, 4)
        found.append(piece)
        phrases[:] = [parent] * page.phrase(row)

    for child in page.children(root):
        visit(child)
    for piece in found:
        piece.box = plain_box(page, piece.span[0])
    return found


def plain_box(page: PlainPage, span: Span) -> tuple[int, ...]:
    row = span[0]
    is_painted = page.stands_out(row) or page.geometry.has_border[row]
    if is_painted and not page.inline(row) and page.area(row):
        return page.box[row]
    left, top, right, bottom = zip(*(page.box[content] for content in page.contents(span)), strict=True)
    return min(left), min(top), max(right), max(bottom)


def plain_separators(boxes: list[Span]) -> list[Span]:
    """The paper's procedure: one separator over everything, that pieces split, cut short or remove."""
    separators = [(min(start for start, _ in boxes) - 9, max(end for _, end in boxes) + 9)]
    for start, end in boxes:
        end = max(end - TOUCH, start + 1)
        changed = []
        for low, high in separators:
            if start <= low and end >= high:
                continue  # covered: removed
            if end <= low or start >= high:
                changed.append((low, high))  # untouched
            else:
                changed += [part for part in ((low, min(start, high)), (max(end, low), high)) if part[0] < part[1]]
        separators = changed
    return sorted(separators)[1:-1]  # those at the border fall away


def plain_weight(page: PlainPage, before: Plain, after: Plain, gap: int, across: bool) -> int:
    row, other = before.span[0][0], after.span[0][0]
    weight = min(gap / weights.PIXELS, weights.FAR)
    weight += weights.REPAINTED * (page.background(row) != page.background(other))
    kinds = [{page.text(content) for content in page.contents(piece.span[0])} for piece in (before, after)]
    if kinds[0] == kinds[1] and len(kinds[0]) == 1:
        weight += weights.ALIKE
    ends = (0, 2) if across else (1, 3)
    low, high = (abs(before.box[end] - after.box[end]) for end in ends)
    middle = abs(sum(before.box[end] - after.box[end] for end in ends)) // 2
    weight += weights.SHIFTED * (min(low, high, middle) > weights.ALIGNED)
    if across:
        between = range(before.span[0][1], other)
        weight += weights.RULED * any(page.page.tag[hr] == HR and page.geometry.is_visible[hr] for hr in between)
        if all(True in kind for kind in kinds):
            weight += plain_font_change(page, before.span[0], after.span[0])
    return int(np.clip(np.rint(weight), 0, weights.HEAVIEST))


def plain_font_change(page: PlainPage, above: Span, below: Span) -> float:
    upper = [row for row in range(*above) if page.text(row)][-1]
    lower = next(row for row in range(*below) if page.text(row))
    geometry = page.geometry
    rise = int(geometry.font_size[lower]) - int(geometry.font_size[upper])
    change = min(abs(rise) / weights.FONT_PIXELS, weights.FONTS) + weights.RISING * (rise > 0)
    change += weights.BOLDER * bool(geometry.font_weight[upper] != geometry.font_weight[lower])
    return change + weights.RECOLOURED * bool(geometry.color[upper] != geometry.color[lower])


def plain_cut(page: PlainPage, pieces: list[Plain], across: bool) -> tuple[list[list[Plain]], list[int]]:
    """The groups between the separators of one direction, and the weights of those."""
    side = 1 if across else 0
    pieces = sorted(pieces, key=lambda piece: piece.box[side])
    separators = plain_separators([(piece.box[side], piece.box[side + 2]) for piece in pieces])
    groups: list[list[Plain]] = [[] for _ in range(len(separators) + 1)]
    for piece in pieces:
        groups[sum(piece.box[side] >= high for _, high in separators)].append(piece)
    found = []
    for place, (low, high) in enumerate(separators):
        reach = [max(piece.box[side + 2] - TOUCH, piece.box[side] + 1) for piece in groups[place]]
        nearest = groups[place][reach.index(max(reach))]
        found.append(plain_weight(page, nearest, groups[place + 1][0], max(high - low - TOUCH, 0), across))
    return groups, found


def plain_merge(blocks: list[Plain], found: list[int], direction: str, pdoc: int) -> Plain:
    """From the lightest separator up: all runs that it joins become one block each."""
    while len(blocks) > 1:
        lightest = min(found)
        runs, kept = [[blocks[0]]], []
        for block, weight in zip(blocks[1:], found, strict=True):
            if weight == lightest:
                runs[-1].append(block)
            else:
                runs.append([block])
                kept.append(weight)
        blocks, found = [plain_join(run, lightest, direction, pdoc) for run in runs], kept
    return blocks[0]


def plain_join(run: list[Plain], weight: int, direction: str, pdoc: int) -> Plain:
    if len(run) == 1:
        return run[0]
    spans: list[Span] = []
    for first, last in sorted(span for block in run for span in block.span):
        if spans and spans[-1][1] == first:
            spans[-1] = (spans[-1][0], last)
        else:
            spans.append((first, last))
    left, top, right, bottom = zip(*(block.box for block in run), strict=True)
    doc = max(min(10 - weight, *(block.doc for block in run)), 1)
    joined = Plain(spans, doc, 0, (min(left), min(top), max(right), max(bottom)), run, weight, direction)
    joined.children = run if doc < pdoc else []
    return joined


def plain_structure(page: PlainPage, pieces: list[Plain], pdoc: int) -> Plain:
    rows, row_weights = plain_cut(page, pieces, across=True)
    columns, column_weights = plain_cut(page, pieces, across=False)
    across = max(row_weights, default=-1) >= max(column_weights, default=-1)
    groups, found = (rows, row_weights) if across else (columns, column_weights)
    if len(groups) == 1:
        return plain_join(groups[0], 0, "", pdoc)
    blocks = [plain_structure(page, group, pdoc) for group in groups]
    return plain_merge(blocks, found, "horizontal" if across else "vertical", pdoc)


def plain_divide(page: PlainPage, block: Plain, options: Vips) -> None:
    """A round: a block that is not coherent enough gets the structure of its pool."""
    pieces = plain_pool(page, block.span[0][0], options.small)
    for piece in pieces:
        if piece.doc < options.pdoc and piece.rule not in (1, 4):
            plain_divide(page, piece, options)
    if pieces:
        top = plain_structure(page, pieces, options.pdoc)
        block.doc, block.children = top.doc, top.children
        block.weight, block.direction = top.weight, top.direction


def plain_vips(page: Page, options: Vips) -> dict[str, Any]:
    size = tuple(int(np.rint(side)) for side in (page.geometry.page_width, page.geometry.page_height))
    block = Plain([(0, len(page))], 10, 0, (0, 0, *size))
    plain_divide(PlainPage(page), block, options)
    return block.to_json()


@every_seed(60)
def test_the_tree_is_that_of_the_plain_twin(seed: int) -> None:
    parsed = parse(make_layout(seed) if seed % 4 else make_page(seed, 40))
    options = Vips(pdoc=6 + seed % 4, small=(0.1, 0.5, 1.0)[seed % 3], bands=False)
    for page in (lay_out(parsed), scatter(parsed, seed)):
        assert options.segment(page).to_json() == plain_vips(page, options)


@every_seed(20)
def test_gaps_are_what_the_procedure_of_the_paper_leaves(seed: int) -> None:
    rng = random.Random(seed)
    start = np.array([rng.randrange(0, 400) for _ in range(60)])
    end = start + np.array([rng.randrange(1, 12 + seed) for _ in range(60)])
    group = np.array([rng.randrange(4) for _ in range(60)])
    gaps = find_gaps(start, end, group)
    for number in range(4):
        boxes = [*zip(start[group == number].tolist(), end[group == number].tolist(), strict=True)]
        opens = gaps.order[gaps.opens & (group[gaps.order] == number)]
        distances = gaps.distance[gaps.opens & (group[gaps.order] == number)]
        found = [(int(start[piece]), int(gap)) for piece, gap in zip(opens, distances, strict=True)]
        assert found == [(high, max(high - low - TOUCH, 0)) for low, high in plain_separators(boxes)]


@every_seed(20)
def test_nodes_are_those_of_the_plain_twin(seed: int) -> None:
    page = scatter(parse(make_layout(seed) if seed % 2 else make_page(seed)), seed)
    nodes, plain = find_nodes(page), PlainPage(page)
    assert set(np.flatnonzero(nodes.is_valid).tolist()) == plain.valid
    for row in range(len(page)):
        assert nodes.is_text[row] == plain.text(row)
        assert nodes.is_picture[row] == plain.picture(row)
        assert nodes.is_phrase[row] == plain.phrase(row)
        assert nodes.background[row] == plain.background(row)
        fonts = plain.fonts((row, int(page.end[row])))
        assert nodes.font_changes(np.array([row]), page.end[[row]])[0] == sum(
            one != two for one, two in itertools.pairwise(fonts)
        )
