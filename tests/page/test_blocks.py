"""Blocks: runs of inline text."""

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<div>One <b>two</b> <i>three</i></div>", ["One two three"]),
        ("<div>One<p>two</p>three</div>", ["One", "two", "three"]),
        ("<ul><li>a<li>b<ul><li>c</ul>d</ul>", ["a", "b", "c", "d"]),
        ("<p>one<br>two<br><br>three", ["one\ntwo\n\nthree"]),
        ("<table><tr><td>a<td>b<tr><th>c</table>", ["a", "b", "c"]),
        ("<p>text <button>Share</button> more", ["text ", " more"]),
        ("<p>a<script>x</script>b<style>y</style>c", ["abc"]),
        ("<p> \n </p><p>&nbsp;\u200b</p><p>x", ["x"]),
        ("<p>kept<!-- note --> together", ["kept together"]),
        ("<title>no</title><p>yes", ["yes"]),
        ("<select><option>a<option>b</select>", ["a", "b"]),
        ("<p>text <textarea>Embed this</textarea> more", ["text ", " more"]),
    ],
)
def test_runs(html: str, texts: list[str]) -> None:
    blocks = parse(html).blocks
    found = [block.text for block in blocks]
    # The button's own text is a block between its neighbours.
    assert [text for text in found if text != "Share"] == texts


def test_columns() -> None:
    page = parse("<div>plain <a href=/x>link</a></div><p>two")
    blocks = page.blocks
    assert [page.node(int(row)).tag for row in blocks.row] == ["div", "p"]
    assert blocks.chars.tolist() == [9, 3]
    assert blocks.link_chars.tolist() == [4, 0]
    assert blocks.words.tolist() == [2, 1]
    assert blocks.under(0, len(page)).tolist() == [0, 1]
    assert blocks.under(int(blocks.row[1]), len(page)).tolist() == [1]
    assert len(blocks) == 2


def test_index_out_of_range() -> None:
    blocks = parse("<p>x").blocks
    assert blocks[-1].text == "x"
    with pytest.raises(IndexError):
        blocks[1]


@every_seed(40)
def test_blocks_cover_all_shown_text_once_and_in_order(seed: int) -> None:
    page = parse(make_page(seed, 150))
    content = page.text_bytes[: page.table.text_end[0]].decode()
    assert "".join("".join(block.text for block in page.blocks).split()) == "".join(
        content.replace("\u200b", "").split()
    )
    assert (page.blocks.first[1:] >= page.blocks.last[:-1]).all()
