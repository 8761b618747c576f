"""Posts of a thread in Markdown: heads, quotes, nesting."""

import numpy as np

import weft
from weft.content import Field, Record
from weft.document import Document

WORDS = (
    "that a floor loom fills a room, and that you should measure the door before you buy one",
    "no",
    "that ours went through the window, in parts, on a dry day in May with four neighbours",
    "that a table loom is enough",
    "how the warp is wound: twice around the beam, never crossed, and with paper between the layers of it",
    "thank you to all",
)


def comment(number: int, replies: str = "") -> str:
    return (
        f"<li class=comment><article><a class=author href=/u/{number}>Ann{number}</a> <time>2022-09-0{number} 06:38"
        f"</time><div class=content><p>Answer number {number} says {WORDS[number - 1]}.</p></div></article>{replies}"
    )


def test_an_answer_to_a_post_has_a_lower_heading() -> None:
    nested = comment(1, f"<ol class=children>{comment(2, f'<ol>{comment(3)}</ol>')}{comment(4)}</ol>")
    page = f"<a href=/forum>Forum</a><div class=thread><ol>{nested}{comment(5)}{comment(6)}</ol></div>"
    headings = [line for line in weft.extract(page).markdown.splitlines() if line.startswith("#")]
    assert [heading.partition(",")[0] for heading in headings] == [
        "### Ann1", "#### Ann2", "##### Ann3", "#### Ann4", "### Ann5", "### Ann6",
    ]  # fmt: skip


POST = (
    "<div class=post><b class=floor>#{0}</b> <a class=author href=/u/{0}>Ann{0}</a> <i class=date>2022-09-0{0} 06:38"
    "</i><div class=content>{1}</div></div>"
)


def markdown(*bodies: str) -> str:
    posts = "".join(POST.format(number, body) for number, body in enumerate(bodies, 1))
    return weft.extract(f"<a href=/forum>Forum</a><div class=thread>{posts}</div>").markdown


def test_the_number_stands_before_the_name() -> None:
    assert markdown("Is it?", "Yes.", "I see.").split("\n\n") == [
        "### 1. Ann1, 2022-09-01 06:38", "Is it?",
        "### 2. Ann2, 2022-09-02 06:38", "Yes.",
        "### 3. Ann3, 2022-09-03 06:38", "I see.",
    ]  # fmt: skip


def test_quotes_are_quotes_by_their_element_or_their_class() -> None:
    shown = markdown(
        "Is a table loom enough?",
        "<blockquote>Is a table loom enough?</blockquote>For scarves.",
        "<div class=quote><div class=quotetitle>Ann2 wrote:</div><p>For scarves.</p></div>And for towels?",
        "<ul><li>Yes</li><li>No</li></ul>",
        "<div class=quotebox><cite>Ann4 wrote:</cite><blockquote><p>Yes</p></blockquote></div>Which?",
    )
    assert "> *Ann4 wrote:*\n>\n> Yes\n\nWhich?" in shown
    assert "> Is a table loom enough?\n\nFor scarves." in shown
    assert "> Ann2 wrote:\n>\n> For scarves.\n\nAnd for towels?" in shown
    assert "06:38\n\n- Yes\n- No" in shown


def test_code_and_tables_of_a_post_stay_what_they_are() -> None:
    table = "<table><tr><th>a<th>b<tr><td>1<td>2</table>"
    shown = markdown("See the code of it.", f"Here:<pre>x = 1\ny = 2</pre>{table}", "Thank you.")
    assert "Here:\n\n```\nx = 1\ny = 2\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |" in shown


def test_a_name_cannot_make_another_heading() -> None:
    page = weft.parse("<div><p>Answer.</div>")
    fields = {"author": Field(value="# *A*\n# [b](c)"), "body": Field(value="Answer.", row=3)}
    records = (Record(start=3, end=len(page), fields=fields),)
    document = Document(page=page, keep=np.arange(1), chosen_by="", page_type="forum", records=records)
    assert document.markdown == "### # \\*A\\* # [b\\](c)\n\nAnswer."


def test_a_post_of_which_nothing_is_known_begins_with_a_rule() -> None:
    page = weft.parse("<div><p>One.</p></div><div><p>Two.</p></div>")
    rows = page.rows_of("div").tolist()
    records = [Record(start=row, end=int(page.end[row]), fields={"body": Field(value="x", row=row)}) for row in rows]
    document = Document(page=page, keep=np.arange(2), chosen_by="", page_type="forum", records=records)
    assert document.markdown == "---\n\nOne.\n\n---\n\nTwo."
