import pytest

from tests.renderers.showing import show


def known_language(name: str, *, alone: bool = False) -> str:
    """What is written behind the fence of code whose class, or an attribute, says a name."""
    said = f'class="{name}"' if alone else f'data-lang="{name}"'
    return show(f"<pre {said}>a</pre>").split("\n")[0].strip("`")


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
