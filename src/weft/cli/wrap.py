"""`weft wrap`: wrappers by name, programs that a person writes or teaches to take records out of pages."""

import argparse

from weft.cli import wrap_ontology, wrap_softmealy, wrap_tsimmis

EXAMPLES = """\
examples:
  weft wrap tsimmis program.txt pages/ -f csv            commands that you write: [variables, source, pattern]
  weft wrap ontology find contact pages/                 what values look like, whatever the page's structure
  weft wrap softmealy learn a.html --labels marks.jsonl -o wrapper.json   taught by a few marks
  weft wrap softmealy apply wrapper.json pages/ -f table

`weft wrap learn` and `weft wrap apply` are short for softmealy's. docs/wrappers.md says more.
"""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and its wrappers."""
    parser = subparsers.add_parser(
        "wrap",
        help="take records out by a wrapper: tsimmis, ontology, softmealy",
        description="Takes records out of pages by a wrapper that a person wrote or taught.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    wrappers = parser.add_subparsers(dest="wrapper_kind", metavar="tsimmis|ontology|softmealy", required=True)
    wrap_tsimmis.add_parser(wrappers)
    wrap_ontology.add_parser(wrappers)
    wrap_softmealy.add_parser(wrappers)
    wrap_softmealy.add_actions(wrappers, listed=False)
