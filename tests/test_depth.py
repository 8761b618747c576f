"""Pages as deep as the limit allows, and linked data deeper than Python nests: no operation runs out of its stack."""

import pytest

import weft
from tests.growth.operations import LIMITS, ON_PAGE

LEVELS = 1_900
LINKED = "<p>Text<script type=application/ld+json>{}</script>"
DEEP = {
    "div": "<div>" * LEVELS + "text",
    "list": "<ul><li>a" * (LEVELS // 2),
    "table": "<table><tr><td>a" * (LEVELS // 4),
    "quote": "<blockquote>a" * LEVELS,
    "formula": "<math>" + "<mrow>" * LEVELS + "<mi>x",
    "fraction": "<math>" + "<mfrac><mi>a</mi>" * LEVELS,
    "inline": "<p>" + "<span>" * LEVELS + "x",
    "section": "<section><h2>S</h2>" * LEVELS,
    "figure": "<figure>" * LEVELS + "<img src=x>",
    "replies": "<li class=post><b class=author>Ann</b> <i>2022-09-04 06:38</i> text<ul>" * (LEVELS // 2),
    "comments": "<div class=comment><b class=author>A</b><p class=comment-body>b</p>" * LEVELS,
    "lists of data": LINKED.format("[" * 3_000 + "]" * 3_000),
    "objects of data": LINKED.format('{"a":' * 3_000 + "1" + "}" * 3_000),
    "graphs of data": LINKED.format('{"@graph":[' * 400 + "1" + "]}" * 400),
    "entities of data": LINKED.format('{"@type":"Article","mainEntity":' * 900 + "1" + "}" * 900),
    "authors of data": LINKED.format('{"@type":"Article","author":' + "[" * 900 + '"A"' + "]" * 900 + "}"),
}


@pytest.mark.parametrize("shape", DEEP)
def test_no_operation_runs_out_of_its_stack(shape: str) -> None:
    page = weft.parse(DEEP[shape], limits=LIMITS)
    for work in ON_PAGE.values():
        work(page)
