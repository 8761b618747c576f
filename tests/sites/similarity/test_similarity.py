"""What every similarity promises.

Paths against Python sets of written-out paths.
"""

import pickle

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.sites.similarity.plain import body_of, end_nodes, near_pages, path_to, step_of
from weft import Page, parse
from weft.sites.similarity import SIMILARITIES, Paths

PLAIN = "<p>a"
AMONG_OTHERS = {"same_template"}  # its matrix sees each pair among all the pages


@pytest.fixture(params=SIMILARITIES)
def similarity(request):
    return SIMILARITIES[request.param]


def test_from_0_to_1_symmetric_and_1_on_the_diagonal(similarity):
    descriptions = [similarity.describe(page) for seed in range(5) for page in near_pages(seed)]
    plain = np.array([[similarity.compare(a, b) for b in descriptions] for a in descriptions])
    for numbers in (similarity.matrix(descriptions), plain):
        assert np.array_equal(numbers, numbers.T)
        assert numbers.min() >= 0
        # Of pages without records, or without an address, these say nothing.
        has_features = similarity not in (SIMILARITIES["record_paths"], SIMILARITIES["address_levels"])
        assert numbers.max() == has_features
        assert set(np.diag(numbers)) <= {0.0, 1.0}
    assert 0 < similarity.same_above < 1


@pytest.mark.parametrize("name", [name for name in SIMILARITIES if name not in AMONG_OTHERS])
def test_the_matrix_compares_all_pairs(name):
    similarity = SIMILARITIES[name]
    descriptions = [similarity.describe(page) for seed in range(5) for page in near_pages(seed)]
    plain = [[similarity.compare(a, b) for b in descriptions] for a in descriptions]
    assert similarity.matrix(descriptions) == pytest.approx(np.array(plain), abs=1e-12)


def test_no_pages(similarity):
    assert similarity.matrix([]).shape == (0, 0)


def test_an_empty_page_is_described(similarity):
    description = similarity.describe(parse(""))
    assert similarity.compare(description, description) in (0, 1)
    assert similarity.matrix([description, description]).tolist() in ([[0, 0], [0, 0]], [[1, 1], [1, 1]])


@pytest.mark.parametrize(
    "html",
    ["<div>" * 1900, "<div><p>a</p></div>" * 20_000, "<b><p>" * 400, "<body " + "".join(f"a{n} " for n in range(9999))],
    ids=["deep", "wide", "misnested", "attributes"],
)
def test_hostile_pages(similarity, html):
    hostile, plain = similarity.describe(parse(html)), similarity.describe(parse(PLAIN))
    assert 0 <= similarity.compare(hostile, plain) <= 1
    assert similarity.compare(hostile, hostile) in (0, 1)


def test_frozen_and_can_be_sent_to_a_worker(similarity):
    post = "<li class=post><a class=author href=/u>Ann</a> <time>2022-09-04 06:38</time><p>Which loom is best?</p></li>"
    posts = "".join(post.replace("Ann", name).replace("best", name) for name in ("Ann", "Bob", "Cy", "Dee"))
    page = parse(f"<div><h1>Looms</h1><ol>{posts}</ol></div><div>b</div>", url="http://weft.example/looms/1.html")
    sent = pickle.loads(pickle.dumps(similarity))
    description = pickle.loads(pickle.dumps(similarity.describe(page)))
    assert sent == similarity
    assert sent.compare(description, similarity.describe(page)) == 1
    with pytest.raises(AttributeError):
        similarity.same_above = 0.5


def plain_set(page: Page, *, classes: bool) -> set[tuple[object, ...]]:
    body = body_of(page)
    paths = [path_to(end, body) for end in end_nodes(page, body)]
    return {tuple(step_of(node) if classes else node.tag for node in path) for path in paths}


@pytest.mark.parametrize("classes", [True, False])
@every_seed(15)
def test_jaccard_index_of_the_paths(seed, classes):
    similarity = Paths(classes=classes)
    pages = near_pages(seed)
    for page in pages[1:]:
        a, b = plain_set(pages[0], classes=classes), plain_set(page, classes=classes)
        expected = len(a & b) / len(a | b)
        assert similarity.compare(similarity.describe(pages[0]), similarity.describe(page)) == expected


def test_more_of_the_same_changes_nothing():
    similarity = Paths()
    few = similarity.describe(parse("<ul><li class=c-1>a</li></ul>"))
    many = similarity.describe(parse("<ul>" + "".join(f"<li class=c-{n}>a</li>\n" for n in range(50)) + "</ul>"))
    assert similarity.compare(few, many) == 1


def test_classes_count_unless_told():
    a, b = parse("<p class=x>a"), parse("<p class=y>a")
    assert Paths().compare(Paths().describe(a), Paths().describe(b)) == 0
    tags = Paths(classes=False)
    assert tags.compare(tags.describe(a), tags.describe(b)) == 1
