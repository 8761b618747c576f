"""The kernel's contract: bytes in, the page table out. Everything here is immutable.

Limits are (bytes, nodes, depth, growth, seconds). What walks a page takes the `seconds` that it has, and raises
`LimitTripped` where they or the memory do not suffice; small answers that find no room are a `MemoryError`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

_Bytes: TypeAlias = bytes  # the class Table has a field of that name
# Year, month, day, hour, minute, second and microsecond of the time at which a page was read, and its zone.
_Reference: TypeAlias = tuple[int, int, int, int, int, int, int, str]
# What looks for records: trees, an object that answers as `records.kernel_draft.Answers`, when the page was read.
_Search: TypeAlias = tuple[RecordModels, Any, _Reference | None]
# Rows of times; as each is shown, what it means, whether it takes a reference time, its source; rows of other dates.
_Times: TypeAlias = tuple[NDArray[np.int64], tuple[list[str], list[str], list[bool], list[str]], NDArray[np.int64]]

__all__ = [
    "KIND_SIGNS",
    "LONE_FEATURES",
    "MARKS",
    "MAX_BYTES",
    "MAX_NODES",
    "MEASURES",
    "MIN_FORUM",
    "NAME_FEATURES",
    "NAME_HINTS",
    "READ_FEATURES",
    "ROLES",
    "ROLE_FEATURES",
    "SLOT_FEATURES",
    "SURE",
    "TAG_NAMES",
    "TITLE_FEATURES",
    "VIEW_FEATURES",
    "Choice",
    "Decision",
    "FieldCandidates",
    "FieldModel",
    "FieldReader",
    "FieldRules",
    "Fitting",
    "HeadNames",
    "Judge",
    "Judged",
    "LimitTripped",
    "Outline",
    "PageRecords",
    "Pattern",
    "RecordDraft",
    "RecordEvidence",
    "RecordMarks",
    "RecordModels",
    "RegionViews",
    "StablePaths",
    "Table",
    "Template",
    "Templates",
    "Trees",
    "WordLists",
    "align_pages",
    "align_records",
    "author_columns",
    "candidates_at",
    "caption_blocks",
    "choose_likely",
    "comment_areas",
    "complete",
    "compose",
    "count_shared_runs",
    "count_words",
    "cut_text",
    "data_signs",
    "data_tables",
    "day_first",
    "decide",
    "describe_page",
    "describe_regions",
    "discussion_score",
    "draft_page",
    "expected_f1",
    "extract",
    "find_authors",
    "find_bodies",
    "find_chunks",
    "find_dates",
    "find_kind_signs",
    "find_line",
    "find_page_type",
    "find_structures",
    "find_times",
    "find_title",
    "guess_language",
    "have_prices",
    "image_address",
    "is_same_language",
    "junk_names",
    "language_code",
    "language_table",
    "link_columns",
    "linked_scripts",
    "logistic",
    "mark_records",
    "measure_blocks",
    "normalise_date",
    "own_address",
    "page_addresses",
    "page_traits",
    "parse",
    "parse_many",
    "pictures_among",
    "plain_markdown",
    "read_iso",
    "read_items",
    "read_money",
    "read_number",
    "read_rating",
    "read_texts",
    "read_titles",
    "record_evidence",
    "reply_chain",
    "role_features",
    "safe_address",
    "said_parts",
    "shares",
    "slot_features",
    "spaced_blocks",
    "speaks_as_discussion",
    "text_columns",
    "time_branches",
    "time_columns",
    "title_blocks",
    "token_flags",
    "without_user",
    "write_html",
    "write_markdown",
    "write_text",
]

# Characters: `native/text`

@final
class Pattern:
    """A lexical pattern: the leftmost match counts, of those the longest, with at most `max_length` characters.

    ValueError(what, position) says what is wrong with its text. A search returns what it took in steps besides; where
    that is more than `max_steps` it stopped.
    """

    def __new__(cls, text: str, max_length: int) -> Pattern: ...
    def find(self, text: str, max_steps: int) -> tuple[list[tuple[int, int]], int]: ...
    def match_at(self, text: str, start: int, max_steps: int) -> tuple[int | None, int]: ...

def cut_text(line: bytes, name: str) -> tuple[bytes, bytes] | None: ...
def guess_language(text: str) -> tuple[str, float]: ...
def safe_address(address: str | None, base: str, is_web: bool) -> str: ...
def own_address(url: str | None) -> str: ...
def without_user(address: str) -> str: ...
def find_dates(
    text: str, reference: _Reference | None, day_first: bool, *, seconds: float = ...
) -> list[tuple[int, int, str, bool]]: ...
def normalise_date(text: str, reference: _Reference | None, day_first: bool, *, seconds: float = ...) -> str: ...
def read_iso(text: str, reference: _Reference | None) -> str: ...
def language_table() -> str: ...

# A page as a table: `native/html`

MAX_BYTES: int
"""The most bytes that a page may have: positions in its text are numbers of 32 bits."""

MAX_NODES: int
"""The most nodes that a page may have."""

TAG_NAMES: list[str]
"""The tags that have the same number on every page, by number; 0 is text."""

NAME_HINTS: list[str]
"""The parts of names that `Table.name_hints` tells of, by bit; NUL is the edge of a name."""

class LimitTripped(Exception):
    """A page went over a limit: (name of the limit, its value; 0 of `memory`, which the machine limits)."""

@final
class Table:
    """A page as columns: one row a node, in document order; one entry a block.

    The rows are elements and texts; row 0 is `html`. Comments are not kept. Strings are spans of `text`.
    """

    # Nodes
    tag: NDArray[np.uint16]
    parent: NDArray[np.int32]
    end: NDArray[np.int32]
    depth: NDArray[np.int32]
    nth: NDArray[np.int32]
    text_start: NDArray[np.int32]
    text_end: NDArray[np.int32]
    chars: NDArray[np.int32]
    words: NDArray[np.int32]
    in_link: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    raw: NDArray[np.bool_]
    path_tags: NDArray[np.uint64]
    path_nth: NDArray[np.uint64]
    step: NDArray[np.uint64]
    attrs: NDArray[np.uint64]
    id_token: NDArray[np.int32]
    class_start: NDArray[np.int32]
    class_token: NDArray[np.int32]
    # Blocks
    block_row: NDArray[np.int32]
    block_first: NDArray[np.int32]
    block_last: NDArray[np.int32]
    block_text_start: NDArray[np.int32]
    block_text_end: NDArray[np.int32]
    block_chars: NDArray[np.int32]
    block_words: NDArray[np.int32]
    block_link_chars: NDArray[np.int32]
    block_hidden: NDArray[np.bool_]

    @property
    def text(self) -> _Bytes: ...
    @property
    def encoding(self) -> str: ...
    @property
    def encoding_source(self) -> str: ...
    @property
    def bytes(self) -> int: ...
    @property
    def records(self) -> PageRecords | None: ...  # as far as they were drafted, where posts decided what is kept
    @property
    def written(self) -> str | None: ...  # the text of what was kept, where one crossing read the page to its end
    @property
    def added_tags(self) -> list[str]: ...
    @property
    def tokens(self) -> list[str]: ...
    @property
    def token_text(self) -> str: ...
    @property
    def name_hints(self) -> int: ...
    def texts_among(self, first: int, end: int, most: int, most_chars: int) -> list[str]: ...
    def values(self, name: str) -> dict[int, str]: ...
    def attributes(self, row: int) -> dict[str, str]: ...
    def rows_of(self, tags: Sequence[int]) -> NDArray[np.int64]: ...

def parse(data: bytes | str, limits: tuple[int, int, int, int, float], *, charset: str | None = None) -> Table: ...
def parse_many(
    pages: Sequence[bytes | str], limits: tuple[int, int, int, int, float], *, threads: int = 0
) -> list[Table | LimitTripped]: ...
def spaced_blocks(table: Table, *, seconds: float = ...) -> list[str]:
    """The texts of all blocks with single spaces."""

def count_words(table: Table, blocks: NDArray[np.int64]) -> int:
    """The words of some blocks together."""

# Boosted trees: `native/trees`

@final
class Trees:
    """Boosted trees: at a node a row goes to `child` if its feature is less than the threshold, else to `child + 1`.

    A leaf is its own child and has a value. Tree `t` adds to output `t % len(base)`.
    """

    def __new__(
        cls,
        nodes: tuple[bytes, bytes, bytes, bytes],  # feature, in two bytes; threshold, child, value, in four
        roots: bytes,
        base: bytes,
        width: int,
        columns: Sequence[int] | None = None,  # the number of each feature among `width`
    ) -> Trees: ...
    def predict(self, matrix: NDArray[np.float32], *, seconds: float = ...) -> NDArray[np.float32]: ...
    def likely(self, matrix: NDArray[np.float32], *, seconds: float = ...) -> list[float]: ...
    def contributions(self, row: NDArray[np.float32]) -> NDArray[np.float32]: ...

def logistic(margins: NDArray[np.float32]) -> NDArray[np.float64]: ...
def shares(margins: NDArray[np.float32]) -> NDArray[np.float64]: ...

# The choice of blocks: `native/extractors`

MIN_FORUM: float
SURE: float
"""How probable it must be that a page is of a type to be sure."""

MEASURES: list[str]
"""The names of the columns of `measure_blocks`."""

@final
class WordLists:
    """The words by which numbers tell what a page declares."""

    def __new__(
        cls,
        lists: tuple[tuple[dict[str, int], int], list[str], list[list[str]], tuple[dict[str, int], int]],
    ) -> WordLists: ...
    def numbers(self, table: Table, url: str) -> NDArray[np.float32]: ...

@final
class Judge:
    """What judges pages: the trees of a model, and the columns that they and the choice ask for."""

    def __new__(
        cls,
        trees: tuple[Trees, Trees, Trees | None],
        page: tuple[list[int], list[int], int],
        regions: tuple[list[int], list[int]],
        choice: tuple[int, int],
        deciding: tuple[
            list[str],
            list[str],
            tuple[tuple[dict[str, int], int], list[str], list[list[str]], tuple[dict[str, int], int]],
        ],
    ) -> Judge: ...
    def judge(self, table: Table, url: str, *, seconds: float = ...) -> Judged: ...

@final
class Judged:
    """A page that was judged: probabilities of blocks, shares of page types; it chooses."""

    @property
    def first(self) -> NDArray[np.float64]: ...
    @property
    def probability(self) -> NDArray[np.float64]: ...
    @property
    def shares(self) -> list[float]: ...
    def choose(self, table: Table, *, beta: float, seconds: float = ...) -> Choice: ...

@final
class Choice:
    """What was chosen on a page: probabilities of units, the blocks to keep, what is expected of them."""

    rule: NDArray[np.uint8]  # why each block is kept or not: a number in `RULES`
    probability: NDArray[np.float64]
    keep: NDArray[np.int64]
    lone: NDArray[np.int64]  # where none is kept: the long texts of a page that is hardly more than they are
    repeats: NDArray[np.int64]  # second copies of passages, which would be kept if the page had not said them before
    expected: float
    cut: float  # the lowest probability of a unit that its probability keeps; infinite where there is none

def choose_likely(
    table: Table,
    probability: NDArray[np.float64],
    features: NDArray[np.float32],
    columns: tuple[int, int, int],
    weights: tuple[float, float],
    *,
    seconds: float = ...,
) -> Choice:
    """The choice by probabilities that somebody else gives, with the features of the blocks, beta and P(article)."""

@final
class Decision:
    """What was decided on a page: the kept blocks, second copies, and what was counted on the way."""

    keep: NDArray[np.int64]
    repeats: NDArray[np.int64]
    blocks: int  # of the page
    chosen: int  # those that were chosen, with those of the title and of comments
    in_title: int
    in_comments: int
    is_article: bool  # surely: title and comments were taken out
    posts: int  # of a discussion, 0 where it is none
    beside: int  # those of the kept blocks that stand in no post
    page_type: str
    share: float
    expected: float
    words: int  # of the page
    shown_words: int
    data: list[bool]  # which kinds of content as data the page may have
    may_be_board: bool

def decide(
    judge: Judge,
    table: Table,
    url: str,
    judged: Judged | None,
    *,
    search: Callable[[], _Search] | None = None,
    seconds: float = ...,
) -> tuple[Judged, Decision | None]:
    """The judgement, and the decision. Where posts must decide, `search` is called, and the table remembers what was
    found; without it there is no decision.
    """

def complete(
    table: Table,
    url: str,
    chosen: tuple[NDArray[np.int64], NDArray[np.int64]],
    kind: tuple[str, float],
    trained: tuple[Judge, Callable[[], _Search]] | None = None,
    *,
    seconds: float = ...,
) -> Decision:
    """The decision on what any method keeps and repeats; `kind` is the type of the page and how likely it is."""

def extract(
    judge: Judge,
    data: bytes | str,
    limits: tuple[int, int, int, int, float],
    *,
    charset: str | None = None,
    url: str | None = None,
    search: Callable[[], _Search] | None = None,
) -> tuple[Table, Judged, Decision | None]:
    """From bytes to text: the table, which remembers the text of what is kept, and what `decide` tells."""

def measure_blocks(table: Table, *, seconds: float = ...) -> NDArray[np.float32]: ...
def describe_page(
    table: Table,
    measured: NDArray[np.float32],
    counted: NDArray[np.uint16],
    near: NDArray[np.int64],
    near_above: int,
    *,
    seconds: float = ...,
) -> NDArray[np.float32]: ...
def expected_f1(
    probability: NDArray[np.float64], words: NDArray[np.float64], *, beta: float = 1.0
) -> NDArray[np.float64]:
    """The expected F1, or F-beta, of keeping the first 0, 1, 2 … of some units, given by falling probability."""

def find_structures(table: Table, *, seconds: float = ...) -> tuple[NDArray[np.uint8], list[NDArray[np.int32]]]: ...
def describe_regions(
    table: Table,
    features: NDArray[np.float32],
    probability: NDArray[np.float64],
    columns: NDArray[np.int64],
    tags: NDArray[np.uint16],
    *,
    seconds: float = ...,
) -> tuple[NDArray[np.float32], int, NDArray[np.int32]]: ...
def find_line(table: Table, text: str, behind: int) -> int: ...
def caption_blocks(table: Table) -> list[int]:
    """The blocks of captions and credits."""

def comment_areas(table: Table) -> list[tuple[int, int]]: ...
def find_title(table: Table, url: str) -> tuple[str, int, str]: ...
def title_blocks(table: Table, title: str, among: NDArray[np.int64]) -> tuple[int, int]: ...
def pictures_among(table: Table, rows: NDArray[np.int64]) -> list[int]: ...
def junk_names(table: Table, rows: Sequence[int]) -> list[bool]: ...

# Fields of metadata: `native/metadata`

def find_page_type(table: Table) -> str: ...
def linked_scripts(table: Table, most_bytes: int) -> list[int]: ...
def data_signs(table: Table, all: bool) -> list[bool]: ...
def count_shared_runs(part: Table, whole: Table, *, seconds: float = ...) -> tuple[int, int]: ...

# What repeats on a page: `native/records`

KIND_SIGNS: list[str]
"""The kinds of records that `find_kind_signs` tells of, by bit."""

VIEW_FEATURES: list[str]
"""The names of the columns of `RegionViews.features`."""

NAME_FEATURES: list[str]
"""The names of the columns of the features that `author_columns` gives."""

READ_FEATURES: list[str]
"""The names of the features of a reading besides those of its region, as `RecordDraft` has them."""

ROLE_FEATURES: list[str]
"""The names of the columns of `role_features`; some are 0 there."""

SLOT_FEATURES: list[str]
"""The names of the columns of `slot_features`."""

LONE_FEATURES: list[str]
"""The names of the columns of the features that `lone_posts` gives; some are 0 there."""

TITLE_FEATURES: list[str]
"""The names of the columns of the features that `link_columns` gives."""

@final
class RecordMarks:
    """What marks records: what every row speaks of, and the rows of what can be prices and counts of replies."""

    flags: NDArray[np.uint16]
    times: list[tuple[int, str, str, str]]  # row, text, shape and label of what can be a time
    prices: NDArray[np.int64]
    counts: NDArray[np.int64]

@final
class RecordEvidence:
    """What the words and times say of the rows of a page: a value a row, but for `text_rows`. Each asking copies."""

    is_time: NDArray[np.bool_]
    is_date: NDArray[np.bool_]
    text_rows: NDArray[np.int64]
    framed: NDArray[np.bool_]
    is_title: NDArray[np.bool_]
    weights: NDArray[np.float64]
    link: NDArray[np.int32]  # the nearest one above, -1 where there is none
    link_kinds: NDArray[np.uint8]  # what the address of each row speaks of
    shown: NDArray[np.float64]  # running sum of the characters that are shown
    # Running sums of characters, main, links, hidden, long, headings, times.
    sums: list[NDArray[np.float64]]

    def names(
        self, kinds: Callable[[list[str]], list[int]], *, seconds: float = ...
    ) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
        """Of every row whether it can be a name, and its score as one; `kinds` tells what texts beyond ASCII can be."""
    def numbers(self, prices: Callable[[list[str]], list[bool]], *, seconds: float = ...) -> NDArray[np.bool_]:
        """Which texts count something: no date, and none of those that `prices` says have a price."""

@final
class RegionViews:
    """The regions of a page before they are read: each is handed over when it is asked for."""

    records: list[int]
    def __len__(self) -> int: ...
    def region(self, index: int) -> tuple[int, list[int], list[tuple[int, int]], bool]:
        """The governing row, the members, the ranges of the records and whether these are several siblings."""
    def slots(self, index: int) -> list[NDArray[np.int64]]:
        """Rows, records and slots of the rows of its records."""

@final
class HeadNames:
    """Names of `meta` elements that are asked for."""

    def __new__(cls, metas: list[str]) -> HeadNames: ...
    def read(self, table: Table) -> list[tuple[int, int, str]]:
        """The number of the name, the row and the content of each `meta`, made clean."""

@final
class FieldModel:
    """The ranker's model of one field.

    `weights` has a byte for each number of a word; a sum is multiplied with the scale and added to the bias. The
    confidence is a line by its points: the sum of the trees, and how likely a value with it is right. `least` is
    how likely an answer is at least. ValueError where trees ask for other features.
    """

    def __new__(
        cls,
        weights: bytes,
        sums: tuple[float, float],
        trees: Trees,
        confidence: list[tuple[float, float]],
        least: float,
    ) -> FieldModel: ...

@final
class FieldReader:
    """Reads the fields of pages: with the models of the title, the authors, the day of publication and of change."""

    def __new__(cls, models: list[FieldModel]) -> FieldReader: ...
    def read(
        self,
        table: Table,
        url: str,
        is_printed: bool,
        *,
        language: str = "",
        reference: tuple[int, int, int, int, int, int, int, str] | None = None,
        seconds: float = ...,
    ) -> dict[str, Any]:
        """The fields by name, None where there is none: value, row, source, and the confidence of ranked ones.

        A picture has its width and height, a link its address and kind. `language` is one that somebody gave; without
        `is_printed` only what is declared counts; relative dates need a time of reference.
        """

@final
class FieldCandidates:
    """The candidates of the ranked fields of a page: `title`, `author`, `date` and `modified`."""

    def __new__(cls, table: Table, url: str, *, is_shown: bool = False, seconds: float = ...) -> FieldCandidates: ...
    def words(self, name: str) -> tuple[NDArray[np.uint16], list[int]]:
        """The numbers of the words of all candidates, and where those of each begin."""

    def holding(self, name: str, words: list[tuple[str, str]]) -> list[int]:
        """The candidates that have one of some words: what it is said of, and the word."""

    def keys(self, name: str) -> list[str]:
        """What makes the values different, by their numbers."""

    def candidates(self, name: str) -> list[tuple[int, str, int]]:
        """Of each candidate the number of its value, its text and its row."""

    def columns(self, name: str, weights: bytes, sums: tuple[float, float]) -> tuple[list[int], NDArray[np.float32]]:
        """The values that are compared, given the weights of words, their scale and bias, and what the trees ask."""

    def rank(self, name: str, model: FieldModel) -> list[tuple[str, float, int, str, bool, int]]:
        """The likeliest values: text, confidence, row, source, whether it is chosen, and its best candidate."""

    def reasons(self, name: str, model: FieldModel, candidate: int) -> list[str]:
        """The words that spoke for a candidate, the loudest first; of a page that was read with `is_shown`."""

def day_first(table: Table, url: str, *, language: str = "", seconds: float = ...) -> bool | None:
    """Whether the day comes first in the dates of a page; None where its language is neither given nor told."""

def language_code(text: str) -> str:
    """The primary subtag of a language, empty where it is none: of `zh-CN` `zh`."""

def is_same_language(one: str, other: str) -> bool:
    """Whether two codes may be of one text: the same, or languages that are told apart by little."""

@final
class RecordModels:
    """The trees of a draft of records by their names; `ValueError` where one judges other features.

    `lists` has the words of what a page declares, `declared` the places of those of its numbers that are features.
    """

    def __new__(cls, trees: Mapping[str, Trees], lists: WordLists, declared: Sequence[int]) -> RecordModels: ...

@final
class PageRecords:
    """The records of a page as far as they were drafted. What nobody needed is None; each asking makes a copy."""

    models: RecordModels
    marks: RecordMarks
    times: _Times  # as `find_times` tells them
    is_marked: bool  # whether times, names or counts of replies mark something
    views: RegionViews
    draft: RecordDraft | None
    def evidence(self, table: Table) -> RecordEvidence | None:
        """What was gathered of the page, whose table it is; None where nobody needed it."""

    def tried_posts(
        self, table: Table, url: str, search: _Search, before: int | None = ..., *, seconds: float = ...
    ) -> tuple[list[_Post], NDArray[np.float32]]:
        """The posts that may stand alone, or before those of a region; a row of features for each."""

# As `weft.records.posts.Post` names them.
_GivenRegion: TypeAlias = tuple[Sequence[tuple[int, int]], NDArray[np.int64]]  # where records stand; slots

_Post: TypeAlias = tuple[int, int, tuple[int, int], int, int, bool, list[int] | None, list[int] | None]

@final
class RecordDraft:
    """What was drafted of the records of a page: its readings, and the posts of a discussion. -1 means none."""

    # Of each region its features with what the page declares, whether it is read as posts and rows, what is expected
    regions: list[tuple[NDArray[np.float64], bool, float]]
    leading: list[tuple[int, str]]  # regions and what they are read as, `posts`, `rows` or `items`; the best first
    posts: list[_Post]  # of the page, with their cuts and quotes
    post_spans: list[tuple[int, int]]  # where each of them begins and ends
    is_alone: bool
    said: int  # how many of the posts say something
    blocks: NDArray[np.int64]  # of their bodies
    def reading(self, region: int, kind: str) -> tuple[NDArray[np.float64], float, float] | None:
        """Features, weight of what it says, and what is expected of it."""
    def posts_of(self, region: int) -> list[_Post]:
        """The posts of a region read so."""
    def rows_of(self, region: int) -> list[list[int]]:
        """The rows of a region read so, as `weft.records.board_rows.BoardRow` names their parts."""

def find_kind_signs(table: Table) -> int: ...
def mark_records(table: Table, last_year: int, *, seconds: float = ...) -> RecordMarks: ...
def find_times(table: Table, marks: RecordMarks, reference: _Reference | None, *, seconds: float = ...) -> _Times: ...
def token_flags(token: str) -> int: ...
def record_evidence(
    table: Table,
    marks: RecordMarks,
    times: NDArray[np.int64],
    others: NDArray[np.int64],
    *,
    seconds: float = ...,
) -> RecordEvidence: ...
def slot_features(
    evidence: RecordEvidence,
    region: _GivenRegion,
    *,
    seconds: float = ...,
) -> NDArray[np.float32]: ...
def role_features(
    evidence: RecordEvidence,
    region: _GivenRegion,
    known: tuple[Sequence[tuple[int, int]], tuple[Sequence[int], Sequence[int], Sequence[int]], Sequence[int], int],
    columns: Sequence[Sequence[tuple[int, int]]],
    keys: Sequence[tuple[int, int]],
    *,
    seconds: float = ...,
) -> NDArray[np.float32]: ...
def said_parts(
    evidence: RecordEvidence,
    region: _GivenRegion,
    known: tuple[Sequence[tuple[int, int]], tuple[Sequence[int], Sequence[int], Sequence[int]], Sequence[int], int],
    trees: Sequence[Trees],
    *,
    seconds: float = ...,
) -> tuple[list[int], list[int]]: ...
def link_columns(
    evidence: RecordEvidence,
    region: _GivenRegion,
    *,
    seconds: float = ...,
) -> tuple[list[list[tuple[int, int]]], NDArray[np.float32]]: ...
def read_titles(
    evidence: RecordEvidence,
    prices: Callable[[list[str]], list[bool]],
    region: _GivenRegion,
    trees: Trees,
    *,
    seconds: float = ...,
) -> tuple[list[tuple[int, int]], list[tuple[tuple[int, int], list[tuple[int, int]]]], float, float, bool]: ...
def draft_page(table: Table, url: str, search: _Search, *, is_all: bool = ..., seconds: float = ...) -> PageRecords:
    """The records of a page from its table to their draft, or all regions in all ways; see `records/draft/page.rs`."""

def find_bodies(
    evidence: RecordEvidence,
    region: _GivenRegion,
    trees: Trees,
    *,
    seconds: float = ...,
) -> tuple[list[tuple[int, int]], list[bool], float, float, float]: ...
def find_authors(
    evidence: RecordEvidence,
    taken: NDArray[np.bool_],
    times: NDArray[np.int64],
    region: _GivenRegion,
    trees: Trees,
    *,
    seconds: float = ...,
) -> list[int]: ...
def author_columns(
    evidence: RecordEvidence,
    taken: NDArray[np.bool_],
    times: NDArray[np.int64],
    region: _GivenRegion,
    *,
    seconds: float = ...,
) -> tuple[list[list[tuple[int, int]]], NDArray[np.float32]]: ...
def text_columns(
    table: Table,
    region: _GivenRegion,
    picked: NDArray[np.bool_],
    plain: float,
    *,
    seconds: float = ...,
) -> list[tuple[int, int, list[tuple[int, int]]]]: ...
def time_columns(
    evidence: RecordEvidence,
    region: _GivenRegion,
    bodies: Sequence[tuple[int, int]],
    *,
    seconds: float = ...,
) -> list[tuple[int, int, list[tuple[int, int]]]]: ...
def candidates_at(
    table: Table, row: int, times: NDArray[np.int64], *, seconds: float = ...
) -> list[tuple[int, list[int], list[tuple[int, int]], bool]]: ...
def discussion_score(table: Table, *, seconds: float = ...) -> int: ...
def speaks_as_discussion(table: Table, least: int, *, seconds: float = ...) -> bool:
    """Whether `discussion_score` is at least so much, which often takes a part of the words to know."""

def time_branches(table: Table, times: NDArray[np.int64], most: int, *, seconds: float = ...) -> list[int]: ...
def reply_chain(table: Table, times: NDArray[np.int64], reach: int, *, seconds: float = ...) -> list[int]: ...
def align_records(
    evidence: RecordEvidence,
    ranges: Sequence[tuple[int, int]],
    *,
    seconds: float = ...,
) -> list[NDArray[np.int64]]: ...
def read_items(
    evidence: RecordEvidence,
    ranges: Sequence[tuple[int, int]],
    isos: Sequence[str],
    times: Sequence[str],
    base: str,
    *,
    seconds: float = ...,
) -> list[list[tuple[str, str, int, str, str | tuple[float, str] | tuple[float, float] | None]]]: ...
def have_prices(texts: list[str]) -> list[bool]: ...
def read_number(text: str, is_small: bool) -> float | None: ...
def read_money(text: str) -> tuple[float, str] | None: ...
def read_rating(text: str) -> tuple[float, float] | None: ...

# Pages of one site: `native/sites`

@final
class Outline:
    """A tree of slots, parents before their children; slot 0 is the root, with parent -1.

    A row is in the first child of its parent's slot that has its tag and whose mark it bears: `#id`, `.class` (digits
    that vary as `\\d+`), `[ordinal among siblings of the tag]`, or none. Rows that fit nowhere are in slot -1.
    """

    def __new__(cls, parents: Sequence[int], tags: Sequence[str], marks: Sequence[str]) -> Outline: ...
    def walk(self, table: Table, *, seconds: float = ...) -> NDArray[np.int32]: ...

@final
class Template:
    """A template: an outline, the flags of its slots, how many of them are usual, and what chooses its body: slots (of
    which only the title's is the page's; in which links are none), texts with their lengths and the flags of a page of
    which nothing is kept; or the slots of records; or something that the kernel does not know (None).
    """

    def __new__(
        cls, outline: Outline, flags: Sequence[int], usual: int, body: tuple[Any, ...] | Sequence[int] | None
    ) -> Template: ...
    def read(self, table: Table, *, seconds: float = ...) -> Fitting: ...

@final
class Fitting:
    """The template that a page fits best, by its number (-1: none), and the page as that one reads it.

    How much of the usual slots the page has, how much of the page the slots know, and both as one score; the slots of
    all rows; the blocks of the body, other pages' articles among them (None where the kernel does not know the rules),
    and whether that needs no second look.
    """

    @property
    def cluster(self) -> int: ...
    @property
    def score(self) -> float: ...
    @property
    def found(self) -> float: ...
    @property
    def known(self) -> float: ...
    @property
    def slots(self) -> NDArray[np.int32]: ...
    @property
    def keep(self) -> NDArray[np.int64] | None: ...
    @property
    def is_settled(self) -> bool: ...

@final
class Templates:
    """The templates of a site, each with whether it is doubted and the words of a body and the fit of a page that need
    no second look; and the least fit of a page. They are tried group by group until one fits.

    A judge is asked about the page alone where templates were tried and none settles the body, and tells what `extract`
    tells.
    """

    def __new__(
        cls, given: Sequence[tuple[Template, tuple[bool, tuple[int, int], float]]], fits: float
    ) -> Templates: ...
    def choose(self, table: Table, tried: Sequence[Sequence[int]], *, seconds: float = ...) -> Fitting: ...
    def read(
        self,
        data: bytes | str,
        limits: tuple[int, int, int, int, float],
        tried: Sequence[Sequence[int]],
        *,
        judge: Judge | None = ...,
        charset: str | None = ...,
        url: str | None = ...,
    ) -> tuple[
        Table,
        Fitting,
        tuple[Judged, Decision | None] | None,
    ]: ...

@final
class StablePaths:
    """The paths of rows by tags and known tokens, as `hash_path` of `weft.sites.templates` tells them, and their texts.

    A text is told by its row, its path and itself with single spaces; texts of no byte or more than `most` are none.
    Behind the texts stand the labels that they begin with, such as "Price:", each with its path.
    `texts` are the paths whose texts `collect` takes though their rows say nothing themselves.
    """

    def __new__(cls, tokens: Sequence[str], texts: Sequence[int] = ...) -> StablePaths: ...
    def paths(self, table: Table, *, seconds: float = ...) -> NDArray[np.uint64]: ...
    def collect(
        self, table: Table, tags: Sequence[int], most: int, *, seconds: float = ...
    ) -> tuple[NDArray[np.uint64], list[tuple[int, int, str]], list[tuple[int, str]]]: ...

@final
class FieldRules:
    """The field rules of a template: known tokens; of each rule the path, the label (None: any), the ordinal, whether
    the text is whole, what is printed before and behind the value; the labels at each path; the paths of attributes.

    `find` tells the values of the rules by texts, in the order of the rules: the number of the rule, the row, the
    value. Then the rows, with their paths, of which an attribute may be taken.
    """

    def __new__(
        cls,
        tokens: Sequence[str],
        rules: Sequence[tuple[int, str | None, int, bool, str, str]],
        labels: Sequence[tuple[int, Sequence[str]]],
        attributes: Sequence[int],
    ) -> FieldRules: ...
    def find(
        self, table: Table, most: int, *, seconds: float = ...
    ) -> tuple[list[tuple[int, int, str]], list[tuple[int, int]]]: ...

def align_pages(
    tables: Sequence[Table], bounds: tuple[int, int, int, int], *, seconds: float = ...
) -> tuple[
    NDArray[np.int32], list[str], list[str], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]
]: ...  # of slots: parents, tags, marks, first elements; of elements: pages, rows
def page_traits(
    table: Table, *, seconds: float = ...
) -> tuple[tuple[NDArray[np.uint64], NDArray[np.bool_]], tuple[NDArray[np.uint64], NDArray[np.bool_]], Sequence[int]]:
    """The tag paths and the named steps of a page, each with whether it is there once; what `weigh_counts` takes."""

def read_texts(
    texts: Sequence[tuple[int, int, str]], labels: Sequence[tuple[int, Sequence[str]]]
) -> list[
    tuple[int, int, str, int, int, int, str, str]
]: ...  # as `LabelledText` of `weft.sites.templates.fields` has them

# What is written: `native/renderers`

ROLES: list[str]
"""The roles of the containers of `compose`, by number."""

MARKS: list[str]
"""The kinds of the marks of `compose`, by number."""

_Composed: TypeAlias = tuple[
    list[tuple[int, int, int]],
    list[tuple[int, int]],
    list[tuple[int, int, str]],
    list[tuple[int, int, list[tuple[int, str, int, str]]]],
    list[tuple[int, str]],
]

_Wanted: TypeAlias = tuple[bool, bool, bool, bool, bool, str]

def compose(
    table: Table,
    keep: NDArray[np.int64],
    options: _Wanted,
    *,
    seconds: float = ...,
) -> _Composed: ...
def data_tables(table: Table, keep: NDArray[np.int64] | None = None, *, seconds: float = ...) -> list[int]:
    """The tables of data among what is shown of the kept blocks, or else among all that is not hidden."""

def write_html(table: Table, keep: NDArray[np.int64], options: _Wanted, *, seconds: float = ...) -> str: ...
def plain_markdown(text: str) -> str:
    """Text as Markdown that shows it as it is, line by line."""

def write_markdown(
    table: Table,
    keep: NDArray[np.int64],
    options: _Wanted,
    records: tuple[bool, bool, list[tuple[int, int, dict[str, tuple[str, int]]]]],
    title: str,
    *,
    seconds: float = ...,
) -> str:
    """The kept blocks as Markdown, records in forms of their own; under a title, where one is given.

    `records` says whether they are posts, whether rows may be a table, and of each its rows and fields.
    """

def find_chunks(
    table: Table,
    keep: NDArray[np.int64],
    options: _Wanted,
    records: tuple[tuple[bool, bool, list[tuple[int, int, dict[str, tuple[str, int]]]]], Sequence[tuple[int, int]]],
    how: tuple[int, int, bool, bool, Callable[[str], int] | None],
    *,
    seconds: float = ...,
) -> list[tuple[list[str], str, int, list[tuple[int, int]], list[int]]]:
    """Chunks of Markdown: titles of the headings above, text, tokens, ranges of rows and blocks.

    `spans` are where the records of the page begin and end; `how` is the size, the overlap, whether headings begin
    chunks and whether tables may be split.
    """

def write_text(
    table: Table, keep: NDArray[np.int64], url: str, readings: bool, captions: bool, *, seconds: float = ...
) -> str:
    """The plain text of the kept blocks."""

def page_addresses(table: Table, url: str | None) -> tuple[str, str]:
    """What the relative addresses of a page are joined with, and the address that it declares as its own."""

def image_address(table: Table, row: int, base: str) -> str:
    """The address of an image, or of the `picture` around it."""
