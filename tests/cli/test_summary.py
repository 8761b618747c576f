"""The summary of a run."""

from weft import parse
from weft.cli.summary import Tally
from weft.content import Reason
from weft.document import no_choice


def test_pages_without_content_are_counted_by_reason() -> None:
    tally = Tally()
    for code in ("scripts", "no_template", "scripts"):
        tally.add(no_choice(parse("<p>x"), Reason(code)))
    assert tally.lines()[0] == "3 pages: 0 by template, 0 by single page, 3 by fallback, 0 failed"
    assert tally.lines()[-2:] == ["  without content: 2 × scripts", "  without content: 1 × no template fits"]
