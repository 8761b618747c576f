"""Ages as times: `6h` where several records have such."""

from datetime import datetime

import pytest

from weft import parse
from weft.records.evidence import gather

NOW = datetime(2026, 11, 16, 12, 0)


def shown(*texts: str, tag: str = "i") -> tuple[str, ...]:
    """The times of a page of these texts."""
    page = parse("".join(f"<p><b>Ann</b> <{tag}>{text}</{tag}> said this" for text in texts))
    return gather(page, reference=NOW).times.texts


def test_several_ages_are_times() -> None:
    assert shown("6h", "3d", "12mo") == ("6h", "3d", "12mo")


@pytest.mark.parametrize(
    "texts",
    [("6h", "3d"), ("5m", "7m", "9m"), ("6 h", "3 d", "1 d"), ("6kg", "3kg", "1kg")],
    ids=lambda texts: texts[0],
)
def test_what_may_be_something_else_is_none(texts: tuple[str, ...]) -> None:
    assert shown(*texts) == ()


def test_ages_of_several_builds_are_none() -> None:
    html = "<p><i>6h</i> one<p><b>3d</b> two<p><u>1d</u> three"
    assert gather(parse(html)).times.texts == ()


def test_ages_have_dates_with_a_reference_time() -> None:
    page = parse("".join(f"<p><b>Ann</b> <i>{text}</i> said this" for text in ("6h", "3D", "1y")))
    assert gather(page, reference=NOW).times.isos == ("2026-11-16T06:00:00", "2026-11-13", "2025")
    assert gather(page).times.isos == ("", "", "")
    assert gather(page).times.relative == (True, True, True)
