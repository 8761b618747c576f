"""Keys of texts against the pairs of path and text that they stand for."""

import numpy as np
import pytest

from tests.seeds import every_seed, seeds
from tests.soup import make_page
from weft import parse
from weft.papers.d.delete_same import STEPS, keys_of, print_paths, print_text, text_keys, text_rows


@pytest.mark.parametrize("steps", STEPS)
@every_seed(60)
def test_printed_texts_have_the_keys_of_their_rows(seed, steps):
    page = parse(make_page(seed))
    rows = text_rows(page)
    pairs = list(zip(print_paths(page, rows, steps=steps), (print_text(page, int(row)) for row in rows), strict=True))
    assert text_keys(page, rows, steps=steps).tolist() == keys_of(pairs, steps=steps).tolist()


@pytest.mark.parametrize("steps", STEPS)
def test_keys_are_equal_where_path_and_text_are(steps):
    keys: dict[tuple[str, str], int] = {}
    for seed in seeds(100):
        page = parse(make_page(seed))
        rows = text_rows(page)
        for row, path, key in zip(
            rows.tolist(),
            print_paths(page, rows, steps=steps),
            text_keys(page, rows, steps=steps).tolist(),
            strict=True,
        ):
            squeezed = page.text(row).translate(dict.fromkeys(b" \t\n\r\x0b\x0c"))
            assert keys.setdefault((path, squeezed), key) == key
    assert len(set(keys.values())) == len(keys) > 500


def test_paths_by_tag_and_by_number_of_the_child():
    page = parse("<body><p>One</p><div><b>x</b>Two</div></body>")
    rows = text_rows(page)
    assert print_paths(page, rows, steps="tags") == ["body/p/#text", "body/div/b/#text", "body/div/#text"]
    assert print_paths(page, rows, steps="index") == ["1/0/0", "1/1/0/0", "1/1/1"]


def test_white_space_does_not_count_but_other_characters_do():
    key = keys_of([("body/#text", "one two")], steps="tags")[0]
    same, other = keys_of([("body/#text", "\none\t two "), ("body/#text", "one\u00a0two")], steps="tags")
    assert key == same
    assert key != other


def test_only_shown_texts_have_rows():
    page = parse("<body> \n <script>x</script><p>One</p></body>")
    assert [page.text(int(row)) for row in text_rows(page)] == ["One"]


def test_no_texts_have_no_keys():
    page = parse("")
    assert len(text_keys(page, text_rows(page), steps="tags")) == 0
    assert keys_of([], steps="index").dtype == np.uint64


@pytest.mark.parametrize("path", ["", "a", "-1", "1/", "²", "1" * 5000])
def test_a_path_of_numbers_must_be_one(path):
    with pytest.raises(ValueError, match="is no number of a child"):
        keys_of([(path, "One")], steps="index")
