"""What an answer has of a page's structures, on small pages where every number is known."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import weft
from bench.datasets import Case
from bench.places import Missing
from bench.structures import report
from bench.structures.answers import Answers, ask_system
from bench.structures.elements import code_blocks, data_tables, find_elements
from bench.structures.images import find_images
from bench.structures.measures import Counts, Judge

PAGE = """<html><body>
<ul class="toc"><li>Warping a loom</li><li>Choosing a yarn</li></ul>
<h2>Warping a loom</h2>
<p>The warp is wound on the beam before anything else can be done with it.</p>
<figure><img src="/beam.png"><figcaption>A beam of ash with six pegs</figcaption></figure>
<pre>wind(beam)
turn(crank, 12)</pre>
<p>Then the ends are drawn through the heddles one by one, from the right.</p>
<h2>Choosing a yarn</h2>
<table><caption>Yarns that we have woven with</caption>
<tr><th>Yarn</th><th>Weight of a skein</th></tr>
<tr><td>Merino wool</td><td>fifty grams</td></tr>
<tr><td>Linen</td><td>a hundred grams</td></tr></table>
<ol><li>Count the dents of your reed.<ul><li>Twelve to the inch is common.</li></ul></li></ol>
<p>Wool forgives a beginner, and linen does not forgive anybody.</p>
</body></html>"""
TRUTH = """Warping a loom
The warp is wound on the beam before anything else can be done with it.
A beam of ash with six pegs
wind(beam)
turn(crank, 12)
Then the ends are drawn through the heddles one by one, from the right.
Choosing a yarn
Yarns that we have woven with
Yarn
Weight of a skein
Merino wool
fifty grams
Linen
a hundred grams
Count the dents of your reed.
Twelve to the inch is common.
Wool forgives a beginner, and linen does not forgive anybody."""
WHOLE = """## Warping a loom

The **warp** is wound on the beam before anything else can be done with it.

![a beam](https://weft.example/beam.png)

*A beam of ash with six pegs*

```
wind(beam)
turn(crank, 12)
```

Then the ends are drawn through the [heddles](/heddles) one by one, from the right.

## Choosing a yarn

Yarns that we have woven with

| Yarn | Weight of a skein |
|---|---|
| Merino wool | fifty grams |
| Linen | a hundred grams |

1. Count the dents of your reed.
   - Twelve to the inch is common.

Wool forgives a beginner, and linen does not forgive anybody.
"""
ALL = {"headings": (2, 2), "code": (1, 1), "cells": (6, 6), "items": (2, 2), "captions": (2, 2)}


def judge(answer: str, format: str = "markdown", page: str = PAGE) -> Counts:
    return Judge(page=weft.parse(page, url="https://weft.example/looms"), truth=TRUTH).judge(answer, format)


def test_a_whole_answer_has_everything_in_markdown_and_in_html() -> None:
    whole = Counts(recall=ALL, blank=(0, 6), captions=(1, 1), images=1, true_images=(1, 1))
    assert judge(WHOLE) == whole
    assert judge(PAGE, "html") == whole


def test_a_plain_text_is_asked_for_its_words_only() -> None:
    assert judge(TRUTH, "text") == Counts(recall=ALL, captions=(1, 1), true_images=(0, 1))


def test_an_empty_answer_has_nothing_of_what_the_truth_has() -> None:
    nothing = {kind: (0, true) for kind, (_, true) in ALL.items()}
    assert judge("") == Counts(recall=nothing, true_images=(0, 1))


def test_a_lost_cell_is_lost_and_blank() -> None:
    counts = judge(WHOLE.replace("| Linen |", "| |"))
    assert counts.recall == ALL | {"cells": (5, 6)}
    assert counts.blank == (1, 6)


def test_a_lost_row_is_lost_but_leaves_no_hole() -> None:
    counts = judge(WHOLE.replace("| Merino wool | fifty grams |\n", ""))
    assert counts.recall == ALL | {"cells": (4, 6)}
    assert counts.blank == (0, 4)


def test_a_head_without_text_is_no_row_of_the_source() -> None:
    headless = WHOLE.replace(
        "| Yarn | Weight of a skein |\n|---|---|", "| | |\n|---|---|\n| Yarn | Weight of a skein |"
    )
    assert judge(headless).blank == (0, 6)


def test_a_heading_that_the_contents_repeat_is_lost_though_the_contents_are_there() -> None:
    contents = "- Warping a loom\n- Choosing a yarn\n\n"
    kept = contents + WHOLE
    assert judge(kept).recall == ALL
    assert judge(kept.replace("## Choosing a yarn\n", "")).recall == ALL | {"headings": (1, 2)}


def test_a_lost_caption_counts_where_the_image_or_both_neighbours_are_there() -> None:
    without = WHOLE.replace("*A beam of ash with six pegs*\n", "")
    assert judge(without).captions == (0, 1)
    assert judge(without).recall == ALL | {"captions": (1, 2)}
    neither = without.replace("![a beam](https://weft.example/beam.png)\n", "")
    assert judge(neither).captions == (0, 1)  # the paragraph before and the code after are there
    assert judge(neither.replace("wind(beam)\n", "")).captions == (0, 0)


def test_a_code_block_that_lost_its_middle_is_lost() -> None:
    page = PAGE.replace("turn(crank, 12)", "turn(crank, 12)\nlift(heddle)\nbeat(reed)\nthrow(shuttle)")
    truth = TRUTH.replace("turn(crank, 12)", "turn(crank, 12)\nlift(heddle)\nbeat(reed)\nthrow(shuttle)")
    judge_of_code = Judge(page=weft.parse(page), truth=truth)
    code = "wind(beam)\nturn(crank, 12)\nlift(heddle)\nbeat(reed)\nthrow(shuttle)"
    assert judge_of_code.judge(f"```\n{code}\n```", "markdown").recall["code"] == (1, 1)
    holed = code.replace("lift(heddle)\n", "").replace("beat(reed)\n", "")
    assert judge_of_code.judge(f"```\n{holed}\n```", "markdown").recall["code"] == (0, 1)


def test_an_item_is_had_without_the_list_in_it() -> None:
    assert judge(WHOLE.replace("   - Twelve to the inch is common.\n", "")).recall == ALL | {"items": (1, 2)}


def test_images_are_counted_by_address_without_pixels_and_data() -> None:
    more = (
        "![](/beam.png)\n![](data:image/png;base64,AAAA)\n![](https://other.example/x.png)\n\n"
        '<img src="/count.gif" width="1" height="1">\n'
    )
    assert judge(WHOLE + more).images == 2
    assert judge(WHOLE.replace("beam.png", "other.png")).true_images == (0, 1)


def test_an_image_has_all_addresses_that_it_may_be_loaded_from() -> None:
    lazy = '<img src="/wait.gif" data-src="/{0}.png" srcset="/{0}-2x.png 2x, /{0},3.png 640w">'
    page = weft.parse("".join(lazy.format(name) for name in "abc"), url="https://weft.example/")
    images = find_images(page)
    assert len(set(images.by_row.values())) == 3
    assert images.by_address["//weft.example/a-2x.png"] == images.by_address["//weft.example/a.png"]
    assert "//weft.example/b,3.png" in images.by_address
    assert "//weft.example/wait.gif" not in images.by_address


def test_a_caption_by_its_class_makes_a_figure_of_one_image() -> None:
    figure = (
        '<div class="wp-caption"><img src="/beam.png"><p class="wp-caption-text">A beam of ash with six pegs</p></div>'
    )
    start, end = PAGE.index("<figure>"), PAGE.index("</figure>") + len("</figure>")
    page = PAGE[:start] + figure + PAGE[end:]
    assert judge(WHOLE, page=page).captions == (1, 1)
    two = page.replace('<img src="/beam.png">', '<img src="/beam.png"><img src="/reed.png">')
    assert judge(WHOLE, page=two).captions == (0, 0)


def test_a_table_for_layout_has_no_cells() -> None:
    layout = "<table><tr><td>One column</td><td>Two columns</td></tr></table>"
    paragraphs = "<p>One of many</p>" * 11
    large = f"<table><tr><td>a</td><td>{paragraphs}</td></tr><tr><td>a</td><td>b</td></tr></table>"
    data = "<table><tr><td>a</td><td>b</td></tr><tr><td>a</td><td>b</td></tr></table>"
    page = weft.parse(layout + large + data + data.replace("<table>", '<table role="presentation">'))
    assert [page.text(table) for table in data_tables(page)] == ["abab"]
    assert sum(element.kind == "cells" for element in find_elements(page)) == 4


def test_code_lines_in_several_elements_are_one_block_and_line_numbers_none() -> None:
    page = weft.parse(
        "<pre>1\n2\n3</pre><pre>a(b)</pre><div><div><code>wind</code> <code>beam</code></div>"
        "<div><code>turn</code></div></div><ul><li><code>x</code></li><li><code>y</code></li></ul><p><code>z</code></p>"
    )
    texts = [[page.blocks.text(int(block)) for block in blocks] for blocks in code_blocks(page)]
    assert texts == [["a(b)"], ["wind beam", "turn"]]


def test_the_record_sums_pages_and_gives_the_mean_over_pages(tmp_path: Path) -> None:
    cases = []
    for name in ("one", "two"):
        (tmp_path / f"{name}.html").write_text(PAGE, encoding="utf-8")
        cases.append(Case(id=name, path=tmp_path / f"{name}.html", url="https://weft.example/looms", text=TRUTH))
    cases[1] = replace(cases[1], text=TRUTH.replace("Warping a loom\n", ""))
    answers = Answers(name="a", by_page={"one": WHOLE.replace("## Warping a loom", ""), "two": WHOLE})
    found = report.measure(cases, [answers, Answers(name="b", format="text")])
    first, second = found["systems"]
    assert first["recall"]["headings"] == {"share": 2 / 3, "mean": 0.75, "part": 2, "whole": 3, "pages": 2}
    assert (first["images"], first["blank_cells"]["share"]) == (2, 0.0)
    assert (second["images"], second["blank_cells"], second["recall"]["cells"]["share"]) == (None, None, 0.0)
    text = report.markdown({**found, "dataset": "made-up", "whole": 2})
    assert "| a (markdown) | 0.667 (0.750) | 1.000 (1.000) |" in text
    assert "| b (text) |  |  |  |  |  |  |  | 0 |" in text


def test_weft_is_asked_for_its_markdown(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(f"<article>{PAGE}</article>", encoding="utf-8")
    answers = ask_system("whole_page", [Case(id="page", path=path, text=TRUTH)], dataset="made-up", kept=tmp_path)
    assert answers.format == "markdown"
    assert "## Choosing a yarn" in answers.by_page["page"]


def test_answers_of_a_file_need_markdown_for_every_page(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    case = Case(id="one", path=path)
    path.write_text(json.dumps({"id": "one", "markdown": "# One"}), encoding="utf-8")
    assert ask_system(f"answers:mine={path}", [case], dataset="made-up").by_page == {"one": "# One"}
    with pytest.raises(Missing, match="no answer for 1 of 1"):
        ask_system(f"answers:mine={path}", [replace(case, id="two")], dataset="made-up")
    path.write_text(json.dumps({"id": "one", "text": "One"}), encoding="utf-8")
    with pytest.raises(Missing, match="lines of id and markdown"):
        ask_system(f"answers:mine={path}", [case], dataset="made-up")
