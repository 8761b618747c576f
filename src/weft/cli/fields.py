"""`weft fields`: the fields of a learned site, listed, renamed and dropped."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from weft.cli.terminal import fit, printable
from weft.errors import ConfigError
from weft.sites import Site, SiteField, drop_field, list_fields, rename_field

DESCRIPTION = "Lists the fields that a site has learned, the most useful first; renames and drops them."
EXAMPLES = """\
examples:
  weft fields site.json                                  each cluster's fields: type, share of the pages, three values
  weft fields site.json --rename filed_under=section --drop see_also
  weft fields site.json --cluster article --drop image -o mine.json
  weft fields site.json --json | jq -r 'select(.type == "money") | .name'

site.json is written anew where something is renamed or dropped. What you chose holds when weft learn --update learns
new pages.
"""
WIDTHS = (18, 26, 10, 6)  # of the columns: cluster, field, type, pages
MAX_EXAMPLES = 90  # places of the last column


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("site", type=Path, metavar="SITE", help="what weft learn wrote")
    parser.add_argument("--cluster", default="", metavar="NAME", help="the fields of this cluster only")
    parser.add_argument(
        "--rename", action="append", default=[], metavar="OLD=NEW", help="call a field otherwise; may be given again"
    )
    parser.add_argument(
        "--drop", action="append", default=[], metavar="NAME", help="leave a field out; may be given again"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where the changed site goes (default: SITE)")
    parser.add_argument("--json", action="store_true", help="a JSON object a field")


def run(options: argparse.Namespace) -> int:
    """Change what is to be changed, save, and print the fields."""
    site = Site.load(options.site)
    if options.output and not (options.rename or options.drop):
        raise ConfigError("-o: nothing is renamed or dropped", advice="leave it out")
    for change in options.rename:
        name, equals, new = change.partition("=")
        if not (name and equals and new):
            raise ConfigError(f"--rename: {change!r} is no change of a name", advice="write OLD=NEW")
        site = rename_field(site, name, new, cluster=options.cluster)
    for name in options.drop:
        site = drop_field(site, name, cluster=options.cluster)
    if options.rename or options.drop:
        site.save(options.output or options.site)
    fields = list_fields(site, cluster=options.cluster)
    lines = [json.dumps(own.to_json(), ensure_ascii=False) for own in fields] if options.json else table(fields)
    print("\n".join(lines))
    return 0


def table(fields: Sequence[SiteField]) -> list[str]:
    """A line a field."""
    rows = [("cluster", "field", "type", "pages", "examples")]
    rows += [
        (own.cluster, own.name, own.type, f"{own.presence:.0%}", " · ".join(map(printable, own.examples)))
        for own in fields
    ]
    return [" ".join([*map(fit, row[:-1], WIDTHS), fit(row[-1], MAX_EXAMPLES)]).rstrip() for row in rows] + (
        [] if fields else ["no fields"]
    )
