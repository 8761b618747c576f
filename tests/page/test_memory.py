"""Memory and time of pages: bounded by a multiple of their bytes, and by the seconds of their limits."""

import numpy as np
import pytest

from weft import LimitError, Limits, _native, extract, parse
from weft.deadline import time_limit
from weft.errors import ConfigError
from weft.records.evidence import gather
from weft.records.kernel_draft import begin_search
from weft.records.model import default_model

SMALLEST_PAGE = 64 << 10
TABLE_MULTIPLE = 48  # as the docstring of `Limits` says


def bomb(tag: str, blocks: int) -> str:
    return f"<p>{tag}</p>" + "<p>x" * blocks


def test_formatting_that_every_block_opens_again_trips_its_limit() -> None:
    page = bomb(f"<b title='{'x' * 50_000}'>", 20_000)
    with pytest.raises(LimitError, match="over the limit of 4 growth; allow more with Limits"):
        parse(page)
    table = parse(page, limits=Limits(growth=1 << 20)).table
    assert table.bytes < 100 * len(page)  # the copies share the value
    assert table.values("title")[table.tag.size - 2] == "x" * 50_000


@pytest.mark.parametrize(
    "page",
    [
        bomb("<b>", 30_000), bomb("<font face=Arial size=2><i class='a b'>", 5_000), "<p>x" * 50_000,
        "<p class='" + " ".join(f"c{number}" for number in range(50_000)) + "'>",
        "<p " + " ".join(f"a{number}" for number in range(50_000)) + ">", "<table>" + "<td colspan=1000>" * 20_000,
        "<template><td>" * 900, "<title>" + "x\0" * 50_000,
    ],
)  # fmt: skip
def test_a_table_takes_a_multiple_of_the_bytes(page: str) -> None:
    assert parse(page).table.bytes <= TABLE_MULTIPLE * (len(page) + SMALLEST_PAGE)


def test_a_table_counts_its_columns() -> None:
    table = parse("<p class=a>One <b>two</b>" * 500).table
    names = set(dir(table)) - {"path_tags", "path_nth", "attrs"}  # these are made when they are asked for
    columns = [value for name in names if isinstance(value := getattr(table, name), np.ndarray)]
    assert sum(column.nbytes for column in columns) <= table.bytes


@pytest.mark.parametrize("given", [{"bytes": -1}, {"bytes": 1 << 40}, {"nodes": 1 << 40}, {"seconds": float("nan")}])
def test_limits_beyond_the_columns_are_refused(given: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match="must be from 0 to"):
        Limits(**given)


def test_every_call_of_the_kernel_observes_its_seconds() -> None:
    page = parse("<div class=a id=b>3 days ago <p>$ 2<table><tr><td>1<td>2</table></div>" * 900)
    table = page.table
    rows = np.arange(len(table.tag), dtype=np.int64)
    blocks = np.arange(len(table.block_row), dtype=np.int64)
    outline = _native.Outline([-1], ["html"], [""])
    evidence = gather(page).columns
    none = list[int]()
    known = ([(1, len(rows))], (none, none, none), none, 0)
    records = (evidence, ([(0, len(rows))], np.zeros(len(rows), np.int64)), known)
    trees = default_model().trees["buttons"]
    features, three, tags = np.zeros((len(blocks), 1), np.float32), np.zeros(3, np.int64), np.zeros(0, np.uint16)
    for call in (
        lambda: _native.measure_blocks(table, seconds=0),
        lambda: _native.find_structures(table, seconds=0),
        lambda: _native.describe_regions(table, features, blocks / len(blocks), three, tags, seconds=0),
        lambda: _native.write_text(table, blocks, "", False, False, seconds=0),
        lambda: _native.mark_records(table, 2030, seconds=0),
        lambda: _native.time_branches(table, rows, 9, seconds=0),
        lambda: _native.reply_chain(table, rows, 9, seconds=0),
        lambda: _native.align_records(evidence, [(0, len(rows))], seconds=0),
        lambda: _native.draft_page(table, "", begin_search(), is_all=True, seconds=0),
        lambda: _native.draft_page(table, "", begin_search(), seconds=0),
        lambda: _native.role_features(*records, [[(0, 5)]] * 2_000, [], seconds=0),
        lambda: _native.said_parts(*records, [trees] * 3, seconds=0),
        lambda: _native.discussion_score(table, seconds=0),
        lambda: _native.FieldCandidates(table, "", seconds=0),
        lambda: _native.day_first(table, "", seconds=0),
        lambda: outline.walk(table, seconds=0),
        lambda: _native.Template(outline, [0], 0, None).read(table, seconds=0),
        lambda: _native.align_pages([table], (9, 9, 9_999, 9), seconds=0),
        lambda: _native.StablePaths([]).paths(table, seconds=0),
        lambda: _native.StablePaths([]).collect(table, [], 9, seconds=0),
    ):
        with pytest.raises(_native.LimitTripped) as tripped:
            call()
        assert tripped.value.args == ("seconds", 0.0)


def test_the_seconds_of_a_page_hold_behind_the_parser() -> None:
    page = parse("<p>One two three four five.</p>" * 2_000)
    with pytest.raises(LimitError, match="over the limit of 1e-09 seconds"), time_limit(1e-9):
        extract(page)
