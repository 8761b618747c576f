"""The public names."""

import pickle

import weft


def test_all_names_exist_and_are_sorted() -> None:
    assert list(weft.__all__) == sorted(weft.__all__, key=lambda name: (name[0].islower(), not name.isupper(), name))
    assert all(hasattr(weft, name) for name in weft.__all__)


def test_error_tree() -> None:
    errors = [weft.LimitError, weft.NoMatch, weft.ArtifactError, weft.ConfigError, weft.SourceError, weft.BrowserError]
    assert all(issubclass(error, weft.WeftError) for error in errors)


def test_errors_survive_the_trip_to_another_process() -> None:
    limit = weft.LimitError("nodes", 9, "a.html", options="BrowserLimits")
    assert str(limit) == "a.html: over the limit of 9 nodes; allow more with BrowserLimits(nodes=…)"
    for error in (limit, weft.BrowserError("it hung", reason="hang")):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
