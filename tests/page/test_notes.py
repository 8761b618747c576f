"""Notes: the elements that small links in a text lead to."""

import pytest

from weft import parse
from weft.page.notes import find_notes

LINK = "<p>Cloth<sup><a id=back href='#note-1'>1</a></sup> is woven.</p>"


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        (LINK + "<ol><li id=note-1>It is. <a href='#back'>↩</a></ol>", ["It is. ↩"]),
        (LINK + "<div><a id=note-1>1</a><div><p>It is.<p>So.</div></div>", ["1", "It is.", "So."]),
        (LINK.replace("#note-1", "https://loom.example/p/cloth#note-1") + "<p id=note-1>It is.", ["It is."]),
        ("<p>See <a href='#fn3'>[3]</a></p><p id=fn3>It is.", ["It is."]),
        ("<p>See <a href='#three'>[3]</a></p><p id=three>It is.", []),  # neither raised nor called a note
        ("<p>See <a href='#note-1'>there</a></p><p id=note-1>It is.", []),
        ("<p id=note-1>It is.</p>" + LINK, []),  # a link back
        (LINK + f"<div id=note-1>{'word ' * 600}</div>", []),
        (LINK, []),
    ],
)  # fmt: skip
def test_notes(html: str, texts: list[str]) -> None:
    page = parse(html)
    blocks = [index for note in find_notes(page) for index in range(note.start, note.stop)]
    assert [page.blocks.text(index).strip() for index in blocks] == texts
