import numpy as np

from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.page import tag_number
from weft.sites.templates.outline import hash_path, path_of, recurring_tokens, stable_paths


@every_seed(30)
def test_the_hash_of_a_row_is_the_hash_of_its_path_in_words(seed):
    page = parse(make_page(seed, size=120))
    for tokens in (frozenset(), frozenset(page.tokens[::2]), frozenset(page.tokens)):
        paths = stable_paths(page, tokens)
        assert paths.tolist() == [hash_path(path_of(page, row, tokens)) for row in range(len(page))]


@every_seed(30)
def test_the_texts_of_a_page_are_collected_the_plain_way(seed):
    page = parse(make_page(seed, size=200) + "<h2> <i>A</i>\x1c\u00a0<b>b</b> </h2><h2>" + "long " * 300)
    tokens = frozenset(page.tokens[::3])
    paths = stable_paths(page, tokens)
    marked = sorted({int(path) for path in paths[page.tag > 0][seed % 7 :: 11].tolist()})
    headings = [tag_number("h1"), tag_number("h2")]
    size = page.table.text_end - page.table.text_start
    wanted = (page.chars > 0) | np.isin(page.tag, headings) | np.isin(paths, np.array(marked, np.uint64))
    rows = np.flatnonzero(wanted & (size > 0) & (size <= 500)).tolist()
    plain = [(row, int(paths[row]), " ".join(page.text(row).split())) for row in rows]
    own_paths, texts, _ = _native.StablePaths(sorted(tokens), marked).collect(page.table, headings, 500)
    assert (own_paths.tolist(), texts) == (paths.tolist(), plain)
    assert len(plain) > 2


def test_rows_of_different_paths_differ():
    page = parse("<div><p>a</p><p class=x>b</p><p id=x>c</p></div><div><div><p>d</p></div></div>")
    paths = stable_paths(page, frozenset({"x"}))
    words = {path_of(page, row, frozenset({"x"})) for row in range(len(page))}
    assert len(set(paths.tolist())) == len(words)


def test_only_the_given_tokens_count():
    one, two = (parse(f'<div class="post post-{number}" id="n{number}"><p>a</p></div>') for number in (1, 2))
    tokens = frozenset({"post"})
    assert stable_paths(one, tokens).tolist() == stable_paths(two, tokens).tolist()
    assert stable_paths(one, frozenset()).tolist() != stable_paths(one, tokens).tolist()


def test_the_order_of_classes_does_not_matter():
    one, two = (parse(f'<p class="{names}">a</p>') for names in ("x y", "y x"))
    tokens = frozenset({"x", "y"})
    assert stable_paths(one, tokens).tolist() == stable_paths(two, tokens).tolist()


def test_deep_pages_have_paths():
    page = parse("<div>" * 1500 + "deep")
    assert len(set(stable_paths(page, frozenset()).tolist())) == len(page)


def test_recurring_tokens_are_those_of_most_pages():
    pages = [parse(f'<p class="post post-{number}" id="a b">') for number in range(4)]
    assert recurring_tokens(pages, share=0.5) == {"post"}
    assert recurring_tokens([], share=0.5) == frozenset()
