"""`weft diff`: what changed between two learned sites."""

import argparse
import json

from weft.sites import Site
from weft.sites.drift import compare_sites

DESCRIPTION = "Shows which clusters came, went or changed, and what changed in their templates."
EXAMPLES = """\
examples:
  weft diff site.json new.json           clusters added, removed, renamed; rules and fields that changed
  weft diff site.json new.json --json | jq 'select(.fields_lost != [])'
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("old", metavar="OLD", help="what weft learn wrote")
    parser.add_argument("new", metavar="NEW", help="what it wrote later")
    parser.add_argument("--json", action="store_true", help="a JSON object a cluster")


def run(options: argparse.Namespace) -> int:
    """Print what changed."""
    changes = compare_sites(Site.load(options.old), Site.load(options.new))
    if options.json:
        lines = [json.dumps(change.to_dict(), ensure_ascii=False) for change in changes]
    else:
        lines = [line for change in changes if change.kind != "same" for line in change.describe()]
        same = sum(change.kind == "same" for change in changes)
        lines.append(f"{same} of {len(changes)} clusters are the same")
    print("\n".join(lines))
    return 0
