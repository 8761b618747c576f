"""`weft inspect`: the blocks of a page with their scores, for people who ask why."""

import argparse
import json
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

from weft.auto import DEFAULT, find_extractor
from weft.cli.options import add_page_options, check_method, fetcher_of, limits_of
from weft.cli.output import tell_failure
from weft.cli.terminal import fit
from weft.document import Document, Explainer, Extractor, Failure
from weft.errors import ConfigError
from weft.extractors import EXTRACTORS
from weft.io import find_sources, read, whole_file
from weft.pipeline import Pipeline, attempt
from weft.reports import Decision, ScoredBlock, block_map, explain, feature_words, find_decision, scored_blocks

REASONS = 5  # shown with --why
SOURCES = {
    "mark": "a byte order mark",
    "header": "the HTTP header or --encoding",
    "meta": "the page's own declaration",
    "bytes": "the bytes",
    "text": "who gave the text",
}
EVERY = "every"  # what --why asks for when it names nothing
ASKED = re.compile(rf"(?:(?:region|structure):)?\d{{1,9}}|{EVERY}")
DESCRIPTION = "Shows the blocks of a page, which of them are kept, and how they score."
EXAMPLES = """\
examples:
  weft inspect page.html
  weft inspect page.html --why                what moved each score
  weft inspect page.html --why 17             why block 17 was kept or dropped
  weft inspect page.html --why region:204     the same of a region, by its row
  weft inspect page.html --metadata           what else title, author and dates could be, and which words spoke for each
  weft inspect page.html -m density --html -o blocks.html
  weft inspect page.html --json | jq 'select(.kept)'
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("input", metavar="FILE|URL|-", help="the page")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--html", action="store_true", help="a page with the blocks coloured by score")
    kind.add_argument("--json", action="store_true", help="a JSON object a block")
    parser.add_argument(
        "--why",
        nargs="?",
        const=EVERY,
        type=_asked,
        metavar="WHAT",
        help="also what moved each score most (trained methods); or why a block (17), a structure (structure:ROW) or a "
        "region (region:ROW) was kept or dropped",
    )
    parser.add_argument(
        "--metadata",
        action="store_true",
        help="the likeliest titles, authors and dates, and the words that spoke for each",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write to a file (default: print)")
    add_page_options(parser)


def _asked(what: str) -> str:
    """The value of --why, as it is."""
    if not ASKED.fullmatch(what):
        raise argparse.ArgumentTypeError(f"{what!r} is no block, region:ROW or structure:ROW; name the page first")
    return what


def run(options: argparse.Namespace) -> int:
    """Print the blocks of one page."""
    check_method(options)
    sources = find_sources([options.input], url=options.url)
    if len(sources) > 1:
        what = f"inspect shows one page at a time, this names {len(sources)}"
        raise ConfigError(what, page=options.input, advice="name one")
    limits = limits_of(options)
    raw = read(sources[0], fetcher=fetcher_of(options), max_bytes=limits.bytes)
    raw = replace(raw, charset=options.encoding or raw.charset)
    pipeline = Pipeline(method=options.method, limits=limits)
    shown = attempt(
        raw, lambda raw: _inspect(pipeline.extract(raw), options), seconds=limits.seconds, passing=ConfigError
    )
    if isinstance(shown, Failure):
        tell_failure(shown)
        return 1
    _write(shown, options.output)
    return 0


def _inspect(document: Document, options: argparse.Namespace) -> str:
    """What is shown of a page."""
    if options.metadata:
        return _fields(document, options)
    scorer = find_extractor(_scorer_name(options.method, document.chosen_by))
    if options.why and not isinstance(scorer, Explainer):
        raise ConfigError(
            f"--why: {document.chosen_by} is no trained method, so nothing moved its scores; leave --why out"
        )
    decision = find_decision(document, scorer)
    if options.why in (None, EVERY):
        blocks = scored_blocks(document, scorer, why=REASONS if options.why else 0, decision=decision)
        return _shown(document, blocks, decision, options)
    if decision is None:
        raise ConfigError(f"--why {options.why}: {document.chosen_by} chose, and does not choose by probabilities")
    return _explained(document, scorer, decision, options)


def _fields(document: Document, options: argparse.Namespace) -> str:
    """The likeliest values of each field that is ranked, with the words that spoke for each."""
    from weft.metadata.ranker import RANKED, runners_up

    lines = []
    for name in RANKED:
        for one in runners_up(document.page, name):
            value, row, source = one.field.value, one.field.row, one.field.source
            told = {"value": value, "confidence": round(one.field.confidence or 0.0, 3), "row": row, "source": source}
            if options.json:
                lines.append(
                    json.dumps({"field": name, **told, "chosen": one.chosen, "words": one.words}, ensure_ascii=False)
                )
            else:
                sign = "*" if one.chosen else " "
                lines.append(f"{name:<9}{sign} {told['confidence']:.2f}  {value}  [{source}, row {row}]")
                lines.append(" " * 17 + ", ".join(one.words))
    return "\n".join(lines)


def _explained(document: Document, scorer: Extractor, decision: Decision, options: argparse.Namespace) -> str:
    """Why one block, structure or region was kept or dropped."""
    lines, features = explain(decision, options.why)
    if options.json:
        return json.dumps({"asked": options.why, "explanation": lines, "why": features}, ensure_ascii=False)
    words = feature_words(decision, features)
    if words:
        lines += ["What moved its probability most:", *(f"  {line}" for line in words)]
    if options.html:
        blocks = scored_blocks(document, scorer, decision=decision)
        return block_map(document, blocks, decision=decision, explanation=lines)
    return "\n".join(lines)


def _scorer_name(method: str, chosen_by: str) -> str:
    """Whose scores are shown: those of the one that `auto` answered with; posts and data have none of their own."""
    if method != "auto":
        return method
    return chosen_by if chosen_by in EXTRACTORS else DEFAULT


def _shown(
    document: Document, blocks: list[ScoredBlock], decision: Decision | None, options: argparse.Namespace
) -> str:
    if options.html:
        return block_map(document, blocks, decision=decision)
    if options.json:
        return "\n".join(json.dumps(block.to_dict(), ensure_ascii=False) for block in blocks)
    return _table(document, blocks)


def _table(document: Document, blocks: list[ScoredBlock]) -> str:
    """The blocks as lines; where the classifier decided, each has the row of its region, and its structure."""
    is_decided = any(block.region for block in blocks)
    width = max(shutil.get_terminal_size((120, 40)).columns - (81 if is_decided else 62), 20)
    parts = f"{'region':>6}  {'structure':11} " if is_decided else ""
    lines = [f"{'':4} {'block':>5} {'row':>6} {'score':>9} {'chars':>6} {'links':>5} {parts} {'element':18} text"]
    for block in blocks:
        text = fit(block.text[: 4 * width], width).rstrip()
        mark = "keep" if block.kept else ("hid." if block.hidden else "")
        lines.append(
            f"{mark:4} {block.index:5} {block.row:6} {block.score:9.4g} {block.chars:6} {block.link_share:5.0%}"
            f" {_parts(block)} {fit(block.element, 18)} {text}"
        )
        if block.why:
            lines.append(" " * 41 + "  ".join(f"{name}={value:.3g} {moved:+.2f}" for name, value, moved in block.why))
    kept = sum(block.kept for block in blocks)
    lines.append(f"{kept} of {len(blocks)} blocks kept by {document.chosen_by}. {document.reason.detail}".rstrip())
    lines.append(f"Read as {document.page.encoding}, told by {SOURCES[document.page.encoding_source]}.")
    return "\n".join(lines)


def _parts(block: ScoredBlock) -> str:
    if block.region is None:
        return ""
    structure = f"{block.structure.kind} {block.structure.row}" if block.structure else ""
    return f"{block.region.row:6}  {fit(structure, 11)} "


def _write(text: str, output: str | None) -> None:
    if output is None:
        sys.stdout.write(text + "\n")
    else:
        with whole_file(Path(output)) as file:
            file.write(text + "\n")
