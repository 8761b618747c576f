"""Results of a search; events and positions that nothing declares."""

import pytest

from tests.records.kinds.reading import regions, values
from weft import parse
from weft.records import find_records

RESULT = (
    "<div class=hit><h3><a href=/doc/{0}>Looms, part {0}</a></h3>"
    "<p>Part {0} tells how a warp is wound and how it is beamed.</p></div>"
)
RESULTS = "".join(RESULT.format(number) for number in range(1, 11))
FIELD = "<form><input type=search name=q value='{}'></form>"
URL = "https://looms.example/find?q=warp"


def kinds(html: str, url: str = URL) -> set[str]:
    return {region.kind for region in find_records(parse(html, url=url))}


def test_items_that_were_searched_for_are_results() -> None:
    [found] = find_records(parse(f"{FIELD.format('warp')}<main>{RESULTS}</main>", url=URL))
    assert (found.kind, len(found.records)) == ("results", 10)
    assert found.records[1].values == {
        "title": "Looms, part 2",
        "url": "https://looms.example/doc/2",
        "text": "Part 2 tells how a warp is wound and how it is beamed.",
    }


def test_an_element_may_say_that_they_are_results() -> None:
    html = f"{FIELD.format('')}<div class=search-results>{RESULTS}</div>"
    assert kinds(html) == {"results"}
    assert kinds(html, "https://looms.example/") == {"items"}


def test_a_list_that_nobody_searched_for_is_none() -> None:
    assert kinds(f"{FIELD.format('')}<main>{RESULTS}</main>", "https://looms.example/all") == {"items"}


EVENT = (
    "<li class=event-item><h3><a href=/e/{0}>{1}</a></h3><time datetime=2024-06-0{0}>{0} June</time>"
    "<span class=event-location>Hall {0}</span></li>"
)
NAMES = ("Spinning fair", "Loom market", "Dye day")
JOB = "<div class=job-card><a href=/j/{0}>{1} wanted</a><span class=job-location>Mill {0}</span></div>"


def page(layout: str) -> str:
    return "".join(layout.format(number, name) for number, name in enumerate(NAMES, start=1))


def test_events() -> None:
    assert values(f"<ul>{page(EVENT)}</ul>", "events")[1] == {
        "title": "Loom market",
        "start": "2024-06-02",
        "start_text": "2 June",
        "place": "Hall 2",
        "url": "https://looms.example/e/2",
    }


def test_jobs() -> None:
    assert values(f"<div>{page(JOB)}</div>", "jobs")[2] == {
        "title": "Dye day wanted",
        "place": "Mill 3",
        "url": "https://looms.example/j/3",
    }


def test_the_name_of_the_company_is_not_the_title() -> None:
    company = "<h3 class=job-company>Mill and Sons of the Upper Valley</h3>"
    html = f"<div>{page(JOB.replace('<a ', company + '<a '))}</div>"
    assert [job["title"] for job in values(html, "jobs")] == [f"{name} wanted" for name in NAMES]


@pytest.mark.parametrize(
    "html",
    [
        f"<ul>{page(EVENT.replace('<time datetime=2024-06-0{0}>{0} June</time>', ''))}</ul>",
        f"<ul>{page(EVENT.replace('event', 'entry'))}</ul>",
        f"<div>{page(JOB.replace('<span class=job-location>Mill {0}</span>', ''))}</div>",
        f"<ul>{''.join(EVENT.format(number, NAMES[number - 1]) for number in (1, 2))}</ul>",
    ],
)
def test_weak_evidence_gives_nothing(html: str) -> None:
    assert regions(html) == ()
