"""Figures that others published of systems which are not run here: they stand apart from what was measured."""

from bench.onepage.elements import Markup, section, table

TITLE = "Published by others, not measured here"
SOURCE = (
    "ROUGE-N F1 on WebMainBench 1.1 (7,809 annotated pages; the truth as html2text writes it), "
    "as printed in March 2026 by the authors of the benchmark and of MinerU-HTML "
    "(github.com/opendatalab/MinerU-HTML; arXiv 2511.23119). Language models want a GPU, so they are not run here, and "
    "weft was never measured on these pages: no figure of this table can be compared with one of another."
)
WEB_MAIN_BENCH = (
    ("DeepSeek-V3 in MinerU-HTML's frame", "language model", "0.910"),
    ("GPT-5 in MinerU-HTML's frame", "language model", "0.902"),
    ("MinerU-HTML 1.1", "language model, 0.5 billion parameters", "0.900"),
    ("magic-html", "rules", "0.714"),
    ("Readability", "rules", "0.654"),
    ("trafilatura", "rules", "0.640"),
    ("resiliparse", "rules", "0.629"),
    ("html2text", "the whole page", "0.604"),
    ("boilerpy3", "rules", "0.543"),
    ("gne", "rules", "0.517"),
    ("news-please", "rules", "0.503"),
    ("jusText", "rules", "0.478"),
    ("goose3", "rules", "0.437"),
    ("ReaderLM-v2", "language model", "0.228"),
)


def cited() -> Markup:
    """The section of published figures."""
    return section("cited", TITLE, table(["system", "what chooses", "ROUGE-N F1"], WEB_MAIN_BENCH, note=SOURCE))
