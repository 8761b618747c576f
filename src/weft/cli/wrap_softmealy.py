"""`weft wrap softmealy`: teach a wrapper on a few pages, take the records out of the others with it."""

import argparse
import json
from pathlib import Path
from typing import Any

from weft.cli.inputs import add_input_options, open_inputs
from weft.cli.labelled import save_artifact
from weft.cli.record_output import add_record_options
from weft.cli.summary import tell
from weft.cli.teaching import Taught, teach_by_centre, teach_by_labels
from weft.cli.wrap import run_wrapper
from weft.papers.c import SoftMealy

EXAMPLES = """\
examples:
  weft wrap softmealy learn saved/ -o wrapper.json      from what weft finds on the page most like the rest
  weft wrap softmealy learn a.html --labels marks.jsonl -o wrapper.json   from what a person has marked
  weft wrap softmealy apply wrapper.json new/           a JSON line a record
  weft wrap softmealy apply wrapper.json new/ -f csv -o records.csv
"""
LEARN_EXAMPLES = """\
examples:
  weft wrap softmealy learn saved/ -o wrapper.json
  weft wrap softmealy learn saved/ -o wrapper.json --fields author,time_text,body,number
  weft wrap softmealy learn a.html b.html --labels marks.jsonl -o wrapper.json

marks.jsonl has a line a mark. `record` marks a record; every other name is a field in it:
  {"page_id": "a.html", "rows": [31], "name": "record"}
  {"page_id": "a.html", "rows": [34], "name": "author"}
wrapper.json is a text that you can read and correct.
"""
APPLY_EXAMPLES = """\
examples:
  weft wrap softmealy apply wrapper.json new/ > records.jsonl
  weft wrap softmealy apply wrapper.json page.html -f table
  weft wrap softmealy apply wrapper.json pages.jsonl.gz -f csv -o records.csv
"""


def add_parser(wrappers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the wrapper and its two actions."""
    parser = wrappers.add_parser(
        "softmealy",
        help="taught by marks, or by what weft finds itself: learn, apply",
        description="Learns a wrapper from marked records, or from what weft finds by itself, and applies it to pages.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_actions(parser.add_subparsers(dest="action", metavar="learn|apply", required=True))


def add_actions(actions: "argparse._SubParsersAction[argparse.ArgumentParser]", *, listed: bool = True) -> None:
    """Add `learn` and `apply`; not `listed` where they are short for `softmealy learn` and `softmealy apply`."""
    _add_learn(actions, {"help": "learn a wrapper from pages"} if listed else {})
    _add_apply(actions, {"help": "take records out of pages by a wrapper"} if listed else {})


def _add_learn(actions: "argparse._SubParsersAction[argparse.ArgumentParser]", listed: dict[str, Any]) -> None:
    parser = actions.add_parser(
        "learn",
        **listed,
        description="Learns from a person's labels, or without them from the records of the page most like the rest.",
        epilog=LEARN_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where the wrapper goes")
    parser.add_argument("--labels", type=Path, metavar="FILE", help="a person's marks: lines {page_id, rows, name}")
    parser.add_argument(
        "--fields", metavar="NAME,…", help="without labels: the fields to learn (default: the main ones)"
    )
    parser.add_argument("--json", action="store_true", help="print a summary as JSON")
    add_input_options(parser)
    parser.set_defaults(run=run_learn)


def _add_apply(actions: "argparse._SubParsersAction[argparse.ArgumentParser]", listed: dict[str, Any]) -> None:
    parser = actions.add_parser(
        "apply",
        **listed,
        description="Takes the records out of pages by a wrapper that `weft wrap softmealy learn` wrote.",
        epilog=APPLY_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("wrapper", type=Path, metavar="WRAPPER", help="what weft wrap softmealy learn wrote")
    add_record_options(parser)
    parser.set_defaults(run=run_apply)


def run_learn(options: argparse.Namespace) -> int:
    """Learn and save; 1 if a page could not be read."""
    with open_inputs(options, options.input, again=True) as inputs:
        taught = teach_by_labels(inputs, options) if options.labels else teach_by_centre(inputs, options)
    save_artifact(taught.wrapper, options.output)
    tell(taught.lines())
    if options.json:
        print(json.dumps(_summary(taught), ensure_ascii=False))
    return 1 if taught.failures else 0


def run_apply(options: argparse.Namespace) -> int:
    """Write the records of every page; 1 if a page failed."""
    return run_wrapper(SoftMealy.load(options.wrapper), options)


def _summary(taught: Taught) -> dict[str, object]:
    return {
        "learned_on": list(taught.pages),
        "records": taught.records,
        "fields": list(taught.fields),
        "checked": taught.checked,
        "agree": taught.agree,
        "failures": taught.failures,
    }
