"""What the data of a page says and the page does not show: the two are compared by what they say.

Texts are compared by their runs of three words. On the pages of wcxb-dev whose data holds a text, the page shows
nearly all of these runs or nearly none: of 131 texts on half of the hosts, 111 stand there to 77 % or more, 20 to 48 %
or less. Where a page shows a good part already, the rest is worded otherwise, and nothing is lacking.
"""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from weft.deadline import in_time, kernel_call, within
from weft.errors import LimitError
from weft.kernel.metadata import count_shared_runs
from weft.metadata.data_signs import BESIDE, MAIN, STATE
from weft.metadata.json_ld import linked_values, main_objects
from weft.metadata.linked_content import DataContent, linked_contents, markup_of
from weft.metadata.names import PageNames
from weft.metadata.state_content import MIN_WORDS, state_contents, state_texts
from weft.page import Page, parse

MAX_SHOWN = 0.5
"""The share of a text that a page may show at most, for the text to be lacking."""

MAX_VALUES = 50_000  # of one script
BODIES = ("articleBody", "text", "reviewBody", "description")  # schema.org's names, the fullest first
MIN_WORDS_OF = {"article": MIN_WORDS, "state": MIN_WORDS, "post": MIN_WORDS, "questions": MIN_WORDS}
MIN_LISTED = 20  # words of a recipe, of instructions or of a product, which are short
RANKS = {"article": 0, "recipe": 0, "instructions": 0, "state": 0, "product": 1, "post": 1, "questions": 2}
"""What a page is about comes before what often stands beside it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Lacking:
    """A content that the page does not show: its words, and the share of it that the page does show."""

    content: DataContent
    words: int
    shown: float


def find_lacking(page: Page, signs: frozenset[str]) -> Lacking | None:
    """What the page is about by its data, where the page does not show it; the longest of the first rank."""
    contents = [*_linked(page, signs), *(state_contents(page) if STATE in signs else ())]
    if not contents:
        return None
    lacking = [entry for content in in_time(contents, 1) if (entry := _lacking(page, content))]
    return min(lacking, key=lambda entry: (RANKS[entry.content.kind], -entry.words), default=None)


def _linked(page: Page, signs: frozenset[str]) -> Iterator[DataContent]:
    """The contents in JSON-LD; of posts, and where several are of one kind, those that are called as the page is."""
    if not signs & {MAIN, BESIDE}:
        return
    contents = list(linked_contents(item for item, _ in main_objects(page)))
    counts = Counter(content.kind for content in contents)
    names: PageNames | None = None
    for content in contents:
        if counts[content.kind] > 1 or content.kind == "post":
            names = names or PageNames.of(page)
            if not names.fit(content.name, content.address):
                continue
        yield content


def _lacking(page: Page, content: DataContent) -> Lacking | None:
    if len(content.body) < MIN_LISTED or (parsed := parse_content(page, content.body)) is None:
        return None
    count = int(parsed.blocks.words.sum())
    if count < MIN_WORDS_OF.get(content.kind, MIN_LISTED) or (share := share_shown(parsed, page)) > MAX_SHOWN:
        return None
    return Lacking(content=content, words=count, shown=share)


def share_shown(part: Page, whole: Page) -> float:
    """The share of the runs of three words of one page that another has; 0 where there is none.

    What is hidden counts: what can be opened need not be said again. Of fewer words each counts for itself.

    >>> share_shown(parse("<p>The warp is fixed"), parse("<p>So the warp is."))
    0.5
    """
    with kernel_call() as seconds:
        shared, runs = count_shared_runs(part.table, whole.table, seconds=seconds)
    return shared / runs if runs else 0.0


def parse_content(page: Page, html: str) -> Page | None:
    """The page of some content of another page; none where it goes over a limit, as no content of people does."""
    try:
        return parse(html, url=page.url)
    except LimitError as error:
        if error.limit == "seconds":
            raise
        return None


def find_embedded(page: Page) -> str:
    """The longest text in the page's data, as HTML; empty where there is none worth showing.

    It is for pages that show nothing: all that is asked of the text is that it reads like one.

    >>> from weft import parse
    >>> body = "The weaver put the last threads on the loom before it grew dark. " * 4
    >>> page = parse('<script type="application/ld+json">{"articleBody": "%s"}</script>' % body)
    >>> find_embedded(page) == f"<p>{body.strip()}</p>"
    True
    """
    with within(page.seconds):
        text = max((text for value in linked_values(page) for text in _bodies(value)), key=len, default="")
        if len(text.split()) >= MIN_WORDS or (len(text) >= 4 * MIN_WORDS and not text.isascii()):
            return markup_of(text)
        lines = max((lines for lines, _ in state_texts(page)), key=lambda lines: sum(map(len, lines)), default=[])
        return "".join(map(markup_of, lines))


def _bodies(value: Any) -> Iterator[str]:
    """The texts in JSON-LD that may be a body, however deep they stand."""
    queue = deque([("", value)])
    for _ in in_time(range(MAX_VALUES)):
        if not queue:
            return
        name, value = queue.popleft()
        if isinstance(value, dict):
            queue += value.items()
        elif isinstance(value, list):
            queue += [(name, entry) for entry in value]
        elif isinstance(value, str) and name in BODIES:
            yield value
