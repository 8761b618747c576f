"""Forms of tokens: as they are, or with digits masked."""

from weft.sites.similarity.traits import TokenForms, mask


def test_a_token_that_recurs_is_itself_and_one_that_varies_is_masked() -> None:
    forms = TokenForms.of([{"col-8", f"post-{number}", "text"} for number in range(10)])
    assert forms.forms["col-8"] == "col-8"
    assert forms.forms["text"] == "text"
    assert {forms.forms[f"post-{number}"] for number in range(10)} == {r"post-\d+"}
    assert forms.counts[r"post-\d+"] == 10
    assert forms.counts["col-8"] == 10
    assert forms.counts["post-3"] == 1


def test_a_page_counts_once_however_many_tokens_it_has() -> None:
    forms = TokenForms.of([["li-1", "li-2", "li-1"], ["li-3"], ["b"]])
    assert forms.counts[r"li-\d+"] == 2
    assert forms.counts["li-1"] == 1


def test_half_of_the_pages_are_enough_to_be_itself() -> None:
    forms = TokenForms.of([{"h-1"}, {"h-1"}, {"h-2"}, {"h-3"}])
    assert forms.forms == {"h-1": "h-1", "h-2": r"h-\d+", "h-3": r"h-\d+"}


def test_no_pages() -> None:
    assert TokenForms.of([]).forms == {}


def test_masking() -> None:
    assert mask("a12b3") == r"a\d+b\d+"
    assert mask("ab") == "ab"
    assert mask("a٣") == "a٣"  # digits of other scripts are not what templates count with
