"""What the methods of papers choose with other parameters than their own, and nodes with features, on tag soup."""

from tests.answers.answers import as_lines
from tests.soup import make_page
from weft import parse
from weft.document import Extractor
from weft.page import Page
from weft.papers.a.density import Density
from weft.papers.c.survey import DomStats, LineBlock
from weft.papers.e.node_classifier import find_nodes, measure_nodes

COUNT = 120
METHODS: dict[str, Extractor] = {
    "density": Density(alpha=0.0),
    "line_block": LineBlock(threshold=20),
    "dom_stats": DomStats(length_ratio=3.0, count_ratio=1.0),
}
TAGS = {tag: code for code, tag in enumerate(["div", "p", "td", "ul", "body", "html", "section"], start=1)}


def method_names() -> list[str]:
    """The names of all pages."""
    return [f"method.{number}" for number in range(COUNT)]


def method_answers(name: str) -> dict[str, str]:
    """The blocks that each method keeps of a page, and the features of its nodes."""
    page = parse(make_page(int(name.split(".")[1]), 150).replace("e.g.", "e.g. v1.2. Ok?! 好。“织”……"))
    kept = {name: method.extract(page).keep.tolist() for name, method in METHODS.items()}
    return {"kept": as_lines(kept), "nodes": _nodes(page)}


def _nodes(page: Page) -> str:
    nodes = find_nodes(page)
    features = measure_nodes(page, nodes, TAGS).tolist()
    rows = [nodes.row[nodes.node == node].tolist() for node in range(len(nodes))]
    return as_lines(list(zip(rows, features, strict=True)))
