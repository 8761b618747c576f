"""The public names."""

import weft


def test_all_names_exist_and_are_sorted() -> None:
    assert list(weft.__all__) == sorted(weft.__all__, key=lambda name: (name[0].islower(), not name.isupper(), name))
    assert all(hasattr(weft, name) for name in weft.__all__)


def test_error_tree() -> None:
    errors = [weft.LimitError, weft.NoMatch, weft.ArtifactError, weft.ConfigError, weft.SourceError, weft.BrowserError]
    assert all(issubclass(error, weft.WeftError) for error in errors)
