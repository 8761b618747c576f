"""`whole_page`, the baseline: all that is shown."""

from weft import parse
from weft.extractors import WholePage


def test_everything_that_is_shown() -> None:
    page = parse("<p>a<p hidden>b<p>c<script>d</script>")
    assert WholePage().extract(page).keep.tolist() == [0, 2]
    assert WholePage().score(page).tolist() == [1, 0, 1]
