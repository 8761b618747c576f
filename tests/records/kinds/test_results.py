"""Results of a search."""

from tests.records.kinds.reading import values

RESULT = (
    "<div class=hit><h3><a href=/doc/{0}>Looms, part {0}</a></h3>"
    "<p>Part {0} tells how a warp is wound and beamed.</p></div>"
)
RESULTS = "".join(RESULT.format(number) for number in (1, 2, 3))
FIELD = "<form><input type=search name=q value='{}'></form>"
URL = "https://looms.example/find?q=warp"


def test_results_of_a_search() -> None:
    found = values(f"{FIELD.format('warp')}<main>{RESULTS}</main>", "results", URL)
    assert found[1] == {
        "title": "Looms, part 2",
        "url": "https://looms.example/doc/2",
        "snippet": "Part 2 tells how a warp is wound and beamed.",
    }
    assert len(found) == 3


def test_an_element_may_say_that_they_are_results() -> None:
    html = f"{FIELD.format('')}<div class=search-results>{RESULTS}</div>"
    assert len(values(html, "results", URL)) == 3
    assert values(html, "results", "https://looms.example/") == []


def test_a_list_that_nobody_searched_for_is_none() -> None:
    assert values(f"{FIELD.format('')}<main>{RESULTS}</main>", "results", "https://looms.example/all") == []


def test_links_without_snippets_are_no_results() -> None:
    bare = RESULTS.replace("Part", "").replace("tells how a warp is wound and beamed.", "")
    assert values(f"{FIELD.format('warp')}<main>{bare}</main>", "results", URL) == []
