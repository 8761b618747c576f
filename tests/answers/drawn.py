"""What is made of drawn pages: trees of visual blocks and visual features, on layouts that need no browser."""

from tests.answers.answers import as_lines
from tests.boxes import lay_out, make_layout, scatter
from tests.soup import make_page
from weft import parse
from weft.extractors import Vips
from weft.extractors.features import VISUAL_FEATURES
from weft.extractors.features.visual import visual_features
from weft.page import Page

COUNT = 100
DIGITS = 3  # of a feature: some are sums of numbers of four bytes


def drawn_names() -> list[str]:
    """The names of all drawn pages."""
    return [f"drawn.{number}" for number in range(COUNT)]


def drawn_answers(name: str) -> dict[str, str]:
    """The trees and the features of a page of a layout, in order and scattered."""
    number = int(name.split(".")[1])
    parsed = parse(make_layout(number) if number % 4 else make_page(number, 40))
    vips = Vips(pdoc=6 + number % 4, small=(0.1, 0.5, 1.0)[number % 3], bands=number % 5 == 0)
    pages = (lay_out(parsed), scatter(parsed, number))
    trees = [vips.segment(page).to_json() for page in pages]
    kept = [vips.extract(page).keep.tolist() for page in pages]
    return {"blocks": as_lines([trees, kept]), "looks": "\n\n".join(map(_features, pages))}


def _features(page: Page) -> str:
    """The visual features of every block, those that are 0 left out."""
    rows = (zip(VISUAL_FEATURES, row, strict=True) for row in visual_features(page).round(DIGITS).tolist())
    return "\n".join(" ".join(f"{name} {value:g}" for name, value in row if value) for row in rows)
