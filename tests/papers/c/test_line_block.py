"""Line blocks against a plain reading of paper C, section 2.1."""

import re

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import Page, parse
from weft.papers.c.survey import LineBlock


def plain_choice(page: Page, threshold: int) -> list[int]:
    """Split the stripped text into runs at two empty lines, keep long ones, then ask of each block where it lies."""
    content = page.text_bytes[: page.table.text_end[0]].decode()
    in_body: list[bool] = []
    run: list[str] = []
    empty = 0
    for line in content.split("\n"):
        empty = 0 if visible(line) else empty + 1
        if empty == 2:
            in_body += [visible("".join(run)) > threshold] * sum(len(part) + 1 for part in run)
            run = []
        if empty >= 2:
            # Further empty lines begin runs of their own, which hold nothing.
            in_body += [False] * sum(len(part) + 1 for part in run)
            run = []
        run.append(line)
    in_body += [visible("".join(run)) > threshold] * sum(len(part) + 1 for part in run)
    kept = []
    for block in page.blocks:
        start = len(page.text_bytes[: page.table.block_text_start[block.index]].decode())
        flags = [in_body[start + offset] for offset, c in enumerate(block.text) if visible(c)]
        if sum(flags) * 2 > len(flags) and not page.blocks.hidden[block.index]:
            kept.append(block.index)
    return kept


def visible(text: str) -> int:
    return len(re.sub(r"[\x00-\x20\xa0\u3000]", "", text))


@pytest.mark.parametrize("threshold", [20, 120])
@every_seed(120)
def test_twin(seed: int, threshold: int) -> None:
    page = parse(make_page(seed, 150))
    assert LineBlock(threshold=threshold).extract(page).keep.tolist() == plain_choice(page, threshold)


def test_runs_end_at_two_empty_lines() -> None:
    page = parse("<p>Home\n\n\n<p>The weaver put the last\n\n<p>threads on the loom.\n\n\n<p>Imprint\n")
    document = LineBlock(threshold=20).extract(page)
    assert document.keep.tolist() == [1, 2]
    assert LineBlock().score(page).tolist() == [4, 36, 36, 7]


def test_one_long_line_is_a_body() -> None:
    page = parse("<p>Home</p>\n\n\n<p>" + "warp and weft " * 20)
    assert LineBlock().extract(page).keep.tolist() == [1]


def test_empty_page() -> None:
    assert len(LineBlock().extract(parse("")).keep) == 0
    assert len(LineBlock().score(parse(""))) == 0
