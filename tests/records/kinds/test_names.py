"""Signs of kinds: the kernel sees what Python sees, and no reader finds something on a page without its sign."""

import random

from tests.fuzz.inputs import corpus
from tests.seeds import every_seed
from weft import parse
from weft.page import Page
from weft.records.evidence import gather
from weft.records.kinds.names import find_signs
from weft.records.kinds.others import READERS

PARTS = (
    "<h3>Is it?</h3>", "<h3>Is it? ”)</h3>", "<h4 hidden>Who?</h4>", "<button>なに？</button>", "<h2>ما؟ </h2>",
    "<details><summary>Why?</summary>So.</details>", "<dl><dt>What?<dd>That</dl>", "<p>?!?", "<p>\u065f\u07df</p>",
    "<div class=Answer>", "<p id=question-3>", "<i class='user-REVIEW x'>", "<i class=star-rating>", "<b class=joint>",
    "<i class=reviewed>", "<i class=review>" * 2,
    "<p class=comment>", "<p id=li-comment-3>", "<p class=recomment>", "<p class=event-item>", "<p class=Jobs>",
    "<h2>a\n", "<table><tr><th>a<th>b</table>", "<th>", "<div itemtype='https://schema.org/FAQPage'>",
    "<div typeof='schema:MusicEvent'>", "<div itemtype=Person>", "<script>??? \"itemtype\"</script>", "<p>One.",
)  # fmt: skip


def check_readers(page: Page) -> int:
    """How many readers find something; each has its sign."""
    evidence, signs, found = gather(page), find_signs(page), 0
    for read, sign in READERS:
        if read(evidence):
            found += 1
            assert sign in signs
    return found


@every_seed(150)
def test_no_reader_finds_something_without_its_sign(seed: int) -> None:
    chance = random.Random(seed)
    check_readers(parse("".join(part * chance.choice((1, 3)) for part in chance.choices(PARTS, k=24))))


def test_no_reader_finds_something_without_its_sign_on_pages_of_the_tests() -> None:
    assert sum(check_readers(parse(data)) for data in corpus())
