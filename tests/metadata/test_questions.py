"""What the kernel reads by itself of single texts, against what it would be told: days, names, minutes."""

from random import Random

import pytest

from tests.seeds import every_seed
from weft import parse
from weft.content import Field
from weft.deadline import time_limit
from weft.errors import LimitError
from weft.metadata import answers
from weft.metadata.page_fields import _OWN, PageFields
from weft.page import Page

STEPS = (
    "2022", "1999", "2101", "09", "9", "13", "04", "4", "31", "39", "20220904", "t20220904", "2022-09-04", "04.09.2022",
    "09_2022", "may", "september", "se", "x", "a-20220904", "12022-09-04", "2022_0904", "202209", "雨", "..",
    "a;b",
)  # fmt: skip
SIGNS = ("/", "/", "/", "-", "_", ".", "")
NAMES = (
    "Ann", "Lee", "Bo", "Chu", "and", "And", "&", ",", ";", "und", "by", "By", "dpa", "|", "-", "–", "(Bonn)", "admin",
    "J.", "O'Neill", "Zoë", "y", "in", "with", "Reuters", "team", "Редакция", "雨田", "on", "Monday", "posted",
    ":", "x",
)  # fmt: skip
TIMES = (
    "PT1H5M", "P0DT90S", "pt5m", "P", "5 min read", "12 minutes", "1234 min", "7mn", "7 mnx", "•\u00a08\u00a0min",
    "5分",
    "3 of 4 min", "٥ min", "10    min", "PT1H5Mx", "601 min", "about 20 Min.", "4 perc", "½ min",
)  # fmt: skip
SCRIPTS = (
    '"datePublished": "2022-09-04T06:00"', '"first_published_date":"2022-09-04"', '"publish__date": "2022-09-04"',
    '\\"published_at\\": \\"2022-09-04\\"', '"published": "2022-09-04"', '"datePublished":      "2022-09-04"', '"雨"',
    '"PUBLICATION_DATE" : "2022-09-04 06:38:48.1234567890"', '"datePublished": "2022-9-4"',
    '"date_published": "2022-02-30"',
)  # fmt: skip


def found_together(page: Page, name: str) -> tuple[object, object]:
    """A field as the kernel answers it, and as it is found alone."""
    fields: dict[str, Field] = {}
    with time_limit(60):
        together = PageFields(page, bylines=True, fields=fields).find_all()[name]
        return together, _OWN[name](PageFields(page, bylines=True, fields=fields))


@every_seed(200)
def test_days_in_addresses(seed: int) -> None:
    random = Random(seed)
    path = "/" + "".join(random.choice(STEPS) + random.choice(SIGNS) for _ in range(random.randrange(1, 6)))
    page = parse("<title>Rain</title><h1>Rain</h1><p>It rained.", url=f"https://loom.example{path}")
    together, alone = found_together(page, "date")
    assert together == alone, path


@every_seed(200)
def test_names(seed: int) -> None:
    random = Random(seed)
    value = " ".join(random.choice(NAMES) for _ in range(random.randrange(1, 8)))
    page = parse(f'<meta name="author" content="{value}"><title>Rain</title><h1>Rain</h1><p class=byline>By {value}')
    for name in ("author", "authors"):
        together, alone = found_together(page, name)
        assert together == alone, value


@every_seed(100)
def test_days_in_scripts(seed: int) -> None:
    random = Random(seed)
    data = ", ".join(random.choice(SCRIPTS) for _ in range(random.randrange(1, 4)))
    page = parse(f"<title>Rain</title><h1>Rain</h1><p>It rained.<script>var page = {{{data}}}</script>")
    together, alone = found_together(page, "date")
    assert together == alone, data


@pytest.mark.parametrize("text", TIMES)
def test_minutes(text: str) -> None:
    page = parse(f"<title>Rain</title><h1>Rain</h1><p class=reading-time>{text}<p>It rained.")
    together, alone = found_together(page, "reading_time")
    assert together == alone
    together, alone = found_together(
        parse(f'<script type="application/ld+json">{{"@type": "Article", "timeRequired": "{text}"}}</script>'),
        "reading_time",
    )
    assert together == alone


def test_an_error_of_an_answer_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str) -> int:
        raise LimitError("seconds", 1)

    monkeypatch.setattr(answers, "minutes_in", fail)
    answers._kernel.cache_clear()
    try:
        required = '{"@type": "Article", "timeRequired": "٥ min"}'
        page = parse(f'<script type="application/ld+json">{required}</script>')
        with pytest.raises(LimitError), time_limit(60):
            PageFields(page, bylines=True, fields={}).find_all()
    finally:
        answers._kernel.cache_clear()
