"""`weft forum`: paper B's flow for forums of mixed software: learn library, clusters and templates, then apply them."""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.labelled import save_artifact
from weft.cli.options import words_of
from weft.cli.record_output import add_record_options, reference_time_of, run_records
from weft.cli.summary import tell, tell_failures
from weft.cli.terminal import fit, printable, with_progress
from weft.content import Region
from weft.document import Failure
from weft.errors import with_noun
from weft.page import Page
from weft.papers.b.forum_templates import ForumPage, learn_forums, read_forum_page, sample_pages
from weft.papers.b.forums import Forums, ForumTemplate

DESCRIPTION = "Learns the templates of forums from saved pages of any software, and takes posts and rows out by them."
EXAMPLES = """\
examples:
  weft forum learn threads/ -o forums.json        library, clusters, a template for each; no marks needed
  weft forum show forums.json                     each template in words
  weft forum apply forums.json new/               a JSON line a record
  weft forum apply forums.json new/ -f csv -o posts.csv
  weft run crawl.warc.gz -m forums.json -o posts.jsonl.gz      on all cores
"""
LEARN_EXAMPLES = """\
examples:
  weft forum learn threads/ -o forums.json
  weft forum learn threads/ boards/ -o forums.json --json | jq '.templates[] | {name, pages}'

forums.json is a text that you can read: places of records, then a template for each cluster of pages.
"""
APPLY_EXAMPLES = """\
examples:
  weft forum apply forums.json new/ > records.jsonl
  weft forum apply forums.json page.html -f table
  weft forum apply forums.json new/ --join -f parquet -o posts.parquet

A page whose records no template knows is read as weft records reads it.
"""
SHOW_EXAMPLES = """\
examples:
  weft forum show forums.json
  weft forum show forums.json --json | jq -r '.templates[].software | keys[]' | sort -u
"""
DESCRIPTIONS = {
    "learn": "Learns templates from pages of forums.",
    "apply": "Takes records out of pages by the templates.",
    "show": "Prints the templates in words.",
}
WIDTHS = (34, 7, 7, 9)  # of the columns: template, kind, pages, agree
MAX_WORDS = 160  # places of a rule in words


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the three actions."""
    actions = parser.add_subparsers(dest="action", metavar="learn|apply|show", required=True)
    learn = _add_action(actions, "learn", "learn templates from pages of forums", LEARN_EXAMPLES)
    learn.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where the templates go")
    learn.add_argument("--json", action="store_true", help="print a summary as JSON")
    add_input_options(learn)
    learn.set_defaults(run=run_learn)
    apply = _add_action(actions, "apply", "take records out of pages by the templates", APPLY_EXAMPLES)
    apply.add_argument("forums", type=Path, metavar="FORUMS", help="what weft forum learn wrote")
    add_record_options(apply)
    apply.set_defaults(run=run_apply)
    show = _add_action(actions, "show", "print the templates in words", SHOW_EXAMPLES)
    show.add_argument("forums", type=Path, metavar="FORUMS", help="what weft forum learn wrote")
    show.add_argument("--json", action="store_true", help="as JSON")
    show.set_defaults(run=run_show)


def _add_action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, summary: str, examples: str
) -> argparse.ArgumentParser:
    return actions.add_parser(
        name,
        help=summary,
        description=DESCRIPTIONS[name],
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def run_learn(options: argparse.Namespace) -> int:
    """Learn and save; 1 if a page could not be read."""
    failures: dict[str, str] = {}
    seen = Counter[str]()
    with open_inputs(options, options.input) as inputs:
        pages = sample_pages(_forum_pages(inputs, failures, seen))
    tell_failures(failures)
    forums = learn_forums(pages)
    save_artifact(forums, options.output)
    tell([*table(forums), *left_in_words(forums), _counts(forums, seen, len(pages))])
    if options.json:
        summary = {**_summary(forums), "pages": seen["pages"], "with_records": seen["records"], "failures": failures}
        print(json.dumps(summary, ensure_ascii=False))
    return 1 if failures else 0


def _forum_pages(inputs: Inputs, failures: dict[str, str], seen: Counter[str]) -> Iterator[ForumPage]:
    """The pages with records; why others could not be read is added to the failures."""
    for page_id, forum_page in with_progress(inputs.pages(read_forum_page), total=inputs.total):
        seen["pages"] += 1
        if isinstance(forum_page, Failure):
            failures[page_id] = words_of(forum_page)
            seen["failed"] += 1
        elif forum_page:
            seen["records"] += 1
            yield forum_page


def _counts(forums: Forums, seen: Counter[str], used: int) -> str:
    """What was learned of how many pages, in a line."""
    kept = f"{with_noun(len(forums.templates), 'template')} and {with_noun(len(forums.library.places), 'place')}"
    pages = f"{used} of {with_noun(seen['pages'], 'page')}" if used < seen["pages"] else with_noun(used, "page")
    left = sum(cluster.pages for cluster in forums.left)
    without = seen["pages"] - seen["records"] - seen["failed"]
    told = [f"{kept} from {pages}"]
    told += [f"{with_noun(left, 'page')} without a template, which weft records reads"] if left else []
    told += [f"{with_noun(without, 'page')} without records"] if without else []
    told += [f"{with_noun(seen['records'] - used, 'page')} left out: more than are grouped"] * (used < seen["records"])
    return "; ".join(told)


def left_in_words(forums: Forums) -> list[str]:
    """A line for each reason and software without a template."""
    counts = Counter[tuple[str, str]]()
    for cluster in forums.left:
        counts[" and ".join(name or "unknown software" for name in cluster.software), cluster.in_words()] += (
            cluster.pages
        )
    return [
        printable(f"no template: {with_noun(pages, 'page')} of {software}: {why}")
        for (software, why), pages in counts.items()
    ]


def run_apply(options: argparse.Namespace) -> int:
    """Write the records of every page; 1 if a page failed."""
    forums, reference = Forums.load(options.forums), reference_time_of(options)
    read_by = Counter[str]()

    def find(page: Page) -> Region:
        match = forums.match(page, reference=reference)
        if match.records:
            read_by[match.template.name if match.template else ""] += 1
        return match.regions[0] if match.records else Region(row=-1)

    code = run_records(find, options)
    named = [f"{with_noun(count, 'page')} by {name}" for name, count in read_by.most_common() if name]
    alone = [f"{with_noun(read_by[''], 'page')} by no template"] if read_by[""] else []
    if sum(read_by.values()) > 1:
        tell([", ".join([*named, *alone])])
    return code


def run_show(options: argparse.Namespace) -> int:
    """Print the templates."""
    forums = Forums.load(options.forums)
    lines = [json.dumps(_summary(forums), ensure_ascii=False)] if options.json else _words(forums)
    print("\n".join(lines))
    return 0


def table(forums: Forums) -> list[str]:
    """A line a template."""
    head = _row("template", "kind", "pages", "agree", "software")
    return [head, *(_row(*_cells(template)) for template in forums.templates)]


def _cells(template: ForumTemplate) -> tuple[str, ...]:
    software = ", ".join(f"{name or 'unknown'} ({count})" for name, count in template.software.items())
    return template.name, template.kind, str(template.pages), f"{template.agree}/{template.checked}", software


def _row(*cells: str) -> str:
    columns = [fit(cell, width) for cell, width in zip(cells, WIDTHS, strict=False)]
    return "  ".join([*columns, printable(cells[-1])]).rstrip()


def _words(forums: Forums) -> list[str]:
    """Every template with its rules."""
    lines = [
        f"{with_noun(len(forums.library.places), 'place')} of records, {with_noun(len(forums.templates), 'template')}"
    ]
    for template in forums.templates:
        lines += ["", _row(*_cells(template)), f"  centre: {printable(template.centre)}"]
        lines += [f"  {fit(printable(line), MAX_WORDS).rstrip()}" for line in template.in_words()]
        lines += [f"  such as {name}: {printable(value)}" for name, value in template.example.items()]
    return [*lines, *([""] if forums.left else []), *left_in_words(forums)]


def _summary(forums: Forums) -> dict[str, object]:
    """The same for programs."""
    templates = [
        {
            "name": template.name,
            "kind": template.kind,
            "software": dict(template.software),
            "pages": template.pages,
            "centre": template.centre,
            "checked": template.checked,
            "agree": template.agree,
            "fields": template.fields,
            "in_words": template.in_words(),
            "example": dict(template.example),
        }
        for template in forums.templates
    ]
    left = [{**cluster.to_json(), "in_words": cluster.in_words()} for cluster in forums.left]
    return {"places": len(forums.library.places), "templates": templates, "left": left}
