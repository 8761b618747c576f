"""Reader comments."""

from importlib.resources import files

import pytest

import weft
from weft import parse
from weft.records import comment_blocks, find_comments

DEMO = files("weft") / "demo" / "pages"


def test_comments_of_the_demo_are_records_and_not_text() -> None:
    document = weft.extract((DEMO / "swing-bridge.html").read_bytes())
    comments = document.comments
    assert len(comments) == 6
    assert comments[0].fields["author"].value == "Reed Lane Rita"
    assert comments[0].fields["time"].value == "2025-04-02T10:31"
    assert comments[0].fields["time_text"].value == "2 April 2025 at 10:31"
    assert comments[0].fields["body"].value.startswith("Until Friday, they say.")
    assert "Until Friday, they say." not in document.text


def test_replies_inside_comments_are_records_of_their_own() -> None:
    page = parse(
        "<ol class=commentlist><li class=comment id=comment-1><b class=fn>Ann</b><div class=comment-body>One</div>"
        "<ul><li class=comment id=comment-2><b class=fn>Bo</b><div class=comment-body>Two</div></ul></ol>"
    )
    assert [(record.fields["author"].value, record.fields["body"].value) for record in find_comments(page)] == [
        ("Ann", "One"), ("Bo", "Two"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        ("<time datetime='2025-04-02T10:31:07+01:00'>2 April</time>", ("2025-04-02T10:31:07+01:00", "2 April")),
        ("<i class=date>posted on 2 April 2025, 10:31</i>", ("2025-04-02T10:31", "posted on 2 April 2025, 10:31")),
        ("<i class=date>some time ago</i>", ("some time ago", "some time ago")),
        ("<time datetime='2025-04-02'></time>", ("2025-04-02", "")),
        ("", ("", "")),
    ],
)
def test_times_are_iso_where_they_can_be(time: str, expected: tuple[str, str]) -> None:
    page = parse(f"<div class=comment><b class=fn>Ann</b>{time}<p class=comment-body>One</p></div>")
    (comment,) = find_comments(page)
    found = {name: field.value for name, field in comment.fields.items()}
    assert (found.get("time", ""), found.get("time_text", "")) == expected
    assert set(found) - {"time", "time_text"} == {"author", "body"}


@pytest.mark.parametrize(
    "html",
    [
        "<p>text",
        "<div class=comment>A remark without a name or a body.</div>",
        "<body class='single comments'><p>text</body>",
        "<div class=comment><b class=fn>Ann</b></div>",
    ],
)
def test_what_is_no_comment(html: str) -> None:
    assert find_comments(parse(html)) == ()


def test_areas() -> None:
    page = parse(
        "<p>Body<section class='post-comments'><p>Nice</section><form id=respond>Say</form><p class=commented>x"
    )
    assert comment_blocks(page).tolist() == [1, 2]


@pytest.mark.parametrize(
    "html",
    [
        "<pre><code><span class=hljs-comment># warp</span>\nweft = 1</code></pre>",
        "<pre><span class='token comment'># warp</span> weft</pre>",
        "<pre><div class='line comment'># warp</div><div>weft</div></pre>",
        "<p><code class=comment># warp</code> begins a comment.",
        "<p><span class=comments>5 comments</span> stand below.",
        "<article class='post no-comments'><p>Body</article>",
        "<div class=has-comments><p>Body</div>",
        "<div class=comments><h1>Title</h1><p>Body</div>",
        "<div id=comments><main><p>Body</main></div>",
        "<p class=commentary>Body<p class=comment-free>Body",
        "<table><tr><th>File<th class=comment>Comment<tr><td>a.py<td class=comment>new</table>",
        "<section id=comments><h2>Comments<a href='#comments'>¶</a></h2><p>They begin with #.</section>",
    ],
)
def test_a_name_alone_makes_no_area(html: str) -> None:
    assert comment_blocks(parse(html)).tolist() == []


def test_what_readers_wrote_in_code_cells_and_spans_is_an_area() -> None:
    page = parse(
        "<h1>Title</h1><p>Body<div id=comments><pre>code</pre></div><span class=comments><div>Nice</div></span>"
        "<table><tr><td class=comment>Yes</table>"
    )
    assert comment_blocks(page).tolist() == [2, 3, 4]


def test_an_article_keeps_code_that_begins_with_a_comment() -> None:
    code = "<pre><code><span class=hljs-comment># warp the loom</span>\nloom.warp(threads=120)</code></pre>"
    prose = "<p>" + "The weft runs through the warp, row by row, until the cloth is long enough to cut. " * 4
    more = prose.replace("row by row", "thread by thread")
    document = weft.extract(f"<title>Looms</title><article><h1>Looms</h1>{prose}{code}{more}</article>")
    assert "# warp the loom" in document.text


def test_a_discussion_keeps_its_posts() -> None:
    data = '<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script>'
    body = (
        "<div class=comment><b class=fn>Ann</b><p class=comment-body>The warp keeps snapping on my loom, why?</p></div>"
    )
    document = weft.extract(data + body * 3, method="whole_page")
    assert document.page_type == "forum"
    assert "snapping" in document.text
