"""`weft wrap`: wrappers by name, programs that a person writes or teaches to take records out of pages."""

import argparse

from weft.cli import wrap_ontology, wrap_softmealy, wrap_tsimmis

DESCRIPTION = "Takes records out of pages by a wrapper that a person wrote or taught."
EXAMPLES = """\
examples:
  weft wrap tsimmis program.txt pages/ -f csv            commands that you write: [variables, source, pattern]
  weft wrap ontology find contact pages/                 what values look like, whatever the page's structure
  weft wrap softmealy learn a.html --labels marks.jsonl -o wrapper.json   taught by a few marks
  weft wrap softmealy apply wrapper.json pages/ -f table

`weft wrap learn` and `weft wrap apply` are short for softmealy's. docs/wrappers.md says more.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    wrappers = parser.add_subparsers(dest="wrapper_kind", metavar="tsimmis|ontology|softmealy", required=True)
    wrap_tsimmis.add_parser(wrappers)
    wrap_ontology.add_parser(wrappers)
    wrap_softmealy.add_parser(wrappers)
    wrap_softmealy.add_actions(wrappers, listed=False)
