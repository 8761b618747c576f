from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.templates.paths import hash_path, path_of, recurring_tokens, stable_paths


@every_seed(30)
def test_the_hash_of_a_row_is_the_hash_of_its_path_in_words(seed):
    page = parse(make_page(seed, size=120))
    for tokens in (frozenset(), frozenset(page.tokens[::2]), frozenset(page.tokens)):
        paths = stable_paths(page, tokens)
        assert paths.tolist() == [hash_path(path_of(page, row, tokens)) for row in range(len(page))]


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
