import pytest

from weft.renderers.code_languages import known_language


@pytest.mark.parametrize("name", ["python", "Python", " c++ ", "{r}", ".rust", "js;", "emacs-lisp", "objective-c"])
def test_names_of_languages(name: str) -> None:
    assert known_language(name)


@pytest.mark.parametrize(
    "name", ["", "monokai", "github-dark", "atom-one-dark", "literal-block", "nord", "text", "none"]
)
def test_other_names(name: str) -> None:
    assert not known_language(name)


def test_a_word_of_layout_is_a_language_only_where_something_calls_it_one() -> None:
    assert known_language("less") == "less"
    assert not known_language("less", alone=True)


def test_names_of_the_same_language_are_one() -> None:
    assert known_language("ipython3") == known_language("py3") == "python"
