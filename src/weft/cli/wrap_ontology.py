"""`weft wrap ontology`: find records by what their values look like; list, show and test ontologies."""

import argparse
import os
import sys
from pathlib import Path

from weft.cli.inputs import add_input_options, open_inputs
from weft.cli.marked_text import MarkedPage, html_page, text_lines
from weft.cli.options import add_url_option
from weft.cli.record_output import add_record_options
from weft.cli.summary import tell
from weft.cli.terminal import print_coloured, printable
from weft.cli.wrap import made_pages, run_wrapper
from weft.document import Failure
from weft.io import whole_file
from weft.page import Page
from weft.papers.c import Ontology, ontology_names, ontology_path

EXAMPLES = """\
examples:
  weft wrap ontology list
  weft wrap ontology find contact pages/ -f table
  weft wrap ontology test contact page.html             the page's text with what was found in colours
  weft wrap ontology show contact > own.toml            a beginning for one of your own
  weft wrap ontology find own.toml pages/ -f csv
"""
FIND_EXAMPLES = """\
examples:
  weft wrap ontology find contact pages/ > contacts.jsonl
  weft wrap ontology find job https://example.org/jobs -f table
  weft wrap ontology find own.toml pages/ -f csv -o records.csv
"""
TEST_EXAMPLES = """\
examples:
  weft wrap ontology test product page.html
  weft wrap ontology test own.toml page.html --all --color always | less -R
  weft wrap ontology test own.toml pages/ --html seen.html
"""
LIST_EXAMPLES = "example:\n  weft wrap ontology list\n"
SHOW_EXAMPLES = "example:\n  weft wrap ontology show contact > own.toml\n"
NAME_HELP = "one that comes with weft, or a .toml file"
DESCRIPTIONS = {
    "find": "Writes the records of pages.",
    "test": "Shows what is found in the text of pages.",
    "list": "Lists the ontologies that come with weft.",
    "show": "Prints the text of an ontology.",
}


def add_parser(wrappers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the wrapper and its actions."""
    parser = wrappers.add_parser(
        "ontology",
        help="what values look like, on pages never seen: find, test, list, show",
        description="Finds records by patterns, keywords and cardinalities in a page's text, whatever its structure.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(dest="action", metavar="find|test|list|show", required=True)
    find = _add_action(actions, "find", "write the records of pages", FIND_EXAMPLES)
    find.add_argument("ontology", metavar="NAME|FILE", help=NAME_HELP)
    add_record_options(find)
    find.set_defaults(run=run_find)
    test = _add_action(actions, "test", "show what is found in the text of pages", TEST_EXAMPLES)
    _add_test_options(test)
    listing = _add_action(actions, "list", "list the ontologies that come with weft", LIST_EXAMPLES)
    listing.set_defaults(run=run_list)
    show = _add_action(actions, "show", "print the text of an ontology", SHOW_EXAMPLES)
    show.add_argument("ontology", metavar="NAME|FILE", help=NAME_HELP)
    show.set_defaults(run=run_show)


def _add_action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, about: str, examples: str
) -> argparse.ArgumentParser:
    return actions.add_parser(
        name,
        help=about,
        description=DESCRIPTIONS[name],
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_test_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ontology", metavar="NAME|FILE", help=NAME_HELP)
    parser.add_argument(
        "--color",
        default="auto",
        choices=("auto", "always", "never"),
        help="whether to print in colours (default: auto, on a terminal)",
    )
    parser.add_argument("--all", action="store_true", help="all lines, not only those near a match")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page that needs nothing else, not text")
    add_url_option(parser)
    add_input_options(parser)
    parser.set_defaults(run=run_test)


def run_find(options: argparse.Namespace) -> int:
    """Write the records of every page; 1 if a page failed."""
    return run_wrapper(_ontology(options.ontology), options)


def run_list(options: argparse.Namespace) -> int:
    """Print names and what they are about."""
    for name in ontology_names():
        print(f"{name:10} {Ontology.named(name).model.about}")
    return 0


def run_show(options: argparse.Namespace) -> int:
    """Print the TOML of an ontology that can be read."""
    path = _path(options.ontology)
    Ontology.load(path)
    print(path.read_text(encoding="utf-8"), end="")
    return 0


def run_test(options: argparse.Namespace) -> int:
    """Show the matches and records in the text of every page; 1 if a page failed."""
    ontology = _ontology(options.ontology)
    pages: list[MarkedPage] = []
    failures: list[Failure] = []
    coloured = options.color == "always" or (options.color == "auto" and _is_terminal())
    with open_inputs(options, options.input, url=options.url) as inputs:

        def look(page_id: str, page: Page) -> tuple[MarkedPage, list[str]]:
            marked = MarkedPage(page_id, ontology, ontology.look(page))
            return marked, [] if options.html else [*text_lines(marked, coloured=coloured, all_lines=options.all)]

        for marked, lines in made_pages(inputs, look, failures):
            if options.html:
                pages.append(marked)
            else:
                print_coloured("\n".join(lines))
    if options.html:
        with whole_file(options.html) as file:
            file.write(html_page(ontology, pages, all_lines=options.all))
        tell([f"wrote {printable(str(options.html))}"])
    return 1 if failures else 0


def _is_terminal() -> bool:
    """Whether colours can be seen; https://no-color.org asks to respect NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _path(name: str) -> Path:
    """The file of a name, or the file that is named."""
    return Path(name) if name.endswith(".toml") or "/" in name or os.sep in name else ontology_path(name)


def _ontology(name: str) -> Ontology:
    return Ontology.load(_path(name))
