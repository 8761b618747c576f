"""Folds against the kernel's own and against walks up the tree."""

import numpy as np

from tests.seeds import every_seed
from tests.sites.similarity.plain import end_nodes, path_to, step_of
from tests.soup import make_page
from weft import parse
from weft.page.folds import body_row, end_paths, fold, levels, mix

TOP = np.array([0])


def hash_text(text: str) -> np.uint64:
    """The kernel's hash of a name: its length, then its bytes."""
    hashes = np.array([len(text)], dtype=np.uint64)
    for byte in text.encode():
        hashes = mix(hashes, np.uint64(byte))
    return hashes[0]


@every_seed(20)
def test_as_the_kernel_folds(seed):
    page = parse(make_page(seed))
    names = np.array([hash_text(node.tag) for node in page], dtype=np.uint64)
    paths, inside = fold(page, names, roots=TOP)
    assert inside.all()
    assert np.array_equal(paths, page.table.path_tags)


@every_seed(20)
def test_levels_hold_every_row_once_by_depth(seed):
    page = parse(make_page(seed))
    rows = list(levels(page))
    assert sorted(np.concatenate(rows)) == list(range(1, len(page)))
    assert [set(page.depth[level]) for level in rows] == [{depth} for depth in range(1, len(rows) + 1)]


@every_seed(20)
def test_end_paths_are_the_paths_to_the_ends(seed):
    page = parse(make_page(seed))
    for root in (body_row(page), len(page) // 2):
        plain = {tuple(step_of(node) for node in path_to(end, root)) for end in end_nodes(page, root)}
        assert len(end_paths(page, page.table.step, roots=np.array([root]))) == len(plain)


def test_paths_start_at_the_nearest_root():
    page = parse("<div id=a><p>x</p><div id=b><p>y</p></div></div><p>z</p>")
    outer, inner = (row for row in range(len(page)) if page.id(row))
    nested = end_paths(page, page.table.step, roots=np.array([outer, inner]))
    assert np.array_equal(nested, end_paths(page, page.table.step, roots=np.array([inner])))
    assert len(end_paths(page, page.table.step, roots=np.array([], dtype=np.int64))) == 0


def test_a_page_of_frames_has_no_body():
    assert body_row(parse("<frameset><frame></frameset>")) == 0
    assert body_row(parse("<p>a")) == 2
