"""DeleteSame against the paper's recursion, subtraction over a cluster against plain counts, and hostile clusters."""

import random
from collections import Counter

import pytest

from tests.seeds import every_seed, seeds
from tests.soup import make_page, mutate
from weft import parse
from weft.papers.d.delete_same import DeleteSame, print_paths, print_text, text_rows

BOTH = pytest.mark.parametrize("learner", [DeleteSame(), DeleteSame(pairwise=True)], ids=["most", "pairwise"])


def page_of(body, *, extra=""):
    return parse(f"<body><ul><li>Home</li><li>About</li></ul><div><p>{body}</p>{extra}</div><p>© Weft</p></body>")


def texts(chooser, page):
    return [page.blocks[int(block)].text for block in chooser.choose(page)]


def subtree(page, row):
    """A subtree as nested tuples, texts without white space, for `==`."""
    text = "".join(page.text(row).split(" ")) if page.node(row).tag == "#text" else ""
    squeezed = "".join(text.split("\n")).replace("\t", "")
    return page.tag_name(row), page.attributes(row), squeezed, [subtree(page, child) for child in page.children(row)]


def delete_same(page, other):
    """Paper D's recursion; children keep their numbers, the surplus stays. Gives the rows that are left."""
    left = set(range(len(page)))

    def visit(row, other_row):
        for mine, theirs in zip(page.children(row), other.children(other_row), strict=False):
            if subtree(page, mine) == subtree(other, theirs):
                left.difference_update(range(mine, page.end[mine]))
            else:
                visit(mine, theirs)

    visit(0, 0)
    return left


def plain_choice(page, left):
    """The visible blocks that keep more than half of their characters."""
    keep = []
    for block in page.blocks:
        rows = range(page.blocks.first[block.index], page.blocks.last[block.index])
        total = sum(int(page.chars[row]) for row in rows)
        stays = sum(int(page.chars[row]) for row in rows if row in left)
        if 2 * stays > total and not page.blocks.hidden[block.index]:
            keep.append(block.index)
    return keep


def similar_pages(seed, count):
    rng = random.Random(seed)
    data = make_page(seed).encode()
    return [parse(mutate(data, rng)) for _ in range(count)]


def test_pairwise_is_the_recursion_of_the_paper():
    removed = 0
    for seed in seeds(120):
        page, other = similar_pages(seed, 2)
        learned = DeleteSame(pairwise=True).learn([other, other])
        expected = plain_choice(page, delete_same(page, other))
        assert learned.choose(page).tolist() == expected
        removed += plain_choice(page, range(len(page))) != expected
    assert removed > 40


def test_the_other_page_is_the_one_that_shares_the_most():
    odd, first, second = parse("<p>Odd<p>Home"), page_of("One", extra="<b>x</b>"), page_of("Two", extra="<b>x</b>")
    learned = DeleteSame(pairwise=True).learn([odd, first, second])
    assert learned == DeleteSame(pairwise=True).learn([first, first])


@every_seed(40)
def test_over_a_cluster_goes_what_most_pages_share(seed):
    pages = similar_pages(seed, 5)
    counts = Counter(pair for page in pages for pair in set(pairs_of(page)))
    most = {pair for pair, count in counts.items() if count >= 2.5}
    learned = DeleteSame().learn(pages)
    assert {(path, text) for path, some in learned.texts.items() for text in some} == most
    for page in pages:
        gone = {row for row, pair in zip(text_rows(page).tolist(), pairs_of(page), strict=True) if pair in most}
        assert learned.choose(page).tolist() == plain_choice(page, set(range(len(page))) - gone)


def pairs_of(page):
    rows = text_rows(page)
    squeezed = (print_text(page, row) for row in rows.tolist())
    return list(zip(print_paths(page, rows, steps="tags"), squeezed, strict=True))


@BOTH
def test_the_body_of_a_new_page_is_left(learner):
    learned = learner.learn([page_of("One"), page_of("Two"), page_of("Three")])
    assert texts(learned, page_of("Four", extra="<p>Five</p>")) == ["Four", "Five"]


def test_a_sibling_more_moves_positions_by_number_only():
    pages = [page_of("One"), page_of("Two")]
    late = parse("<body><hr><ul><li>Home</li><li>About</li></ul><div><p>New</p></div><p>© Weft</p></body>")
    assert texts(DeleteSame().learn(pages), late) == ["New"]
    assert texts(DeleteSame(pairwise=True).learn(pages), late) == ["Home", "About", "New", "© Weft"]


@BOTH
def test_a_single_page_or_none_teaches_nothing(learner):
    for pages in ([], [page_of("One")], [parse(""), parse("")]):
        assert learner.learn(pages).texts == {}


@BOTH
def test_pages_that_are_all_alike_are_all_template(learner):
    learned = learner.learn([page_of("One")] * 3)
    assert texts(learned, page_of("One")) == []
    assert texts(learned, page_of("New")) == ["New"]


@BOTH
def test_texts_at_hostile_depth_are_never_template(learner):
    deep = parse("<p>Home</p>" + "<div>" * 1500 + "deep")
    learned = learner.learn([deep, deep])
    assert [text for some in learned.texts.values() for text in some] == ["Home"]
    assert texts(learned, deep) == ["deep"]
