"""`weft score`: pages against a person's marks."""

import argparse
import json
from functools import partial
from pathlib import Path

from weft.auto import AUTO
from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import add_method_option, check_method, words_of
from weft.cli.summary import tell
from weft.cli.terminal import fit, printable, with_progress
from weft.content import Label
from weft.document import Document, Failure
from weft.errors import SourceError, WeftError
from weft.io import read_labels
from weft.pipeline import Pipeline
from weft.scoring import MarksSummary, PageScore, field_names, score_marks, summarise_scores
from weft.scoring.marks import RIGHT
from weft.sites import Site

DESCRIPTION = "Scores what is extracted against what a person marked on the pages."
EXAMPLES = """\
examples:
  weft score marks.jsonl saved/                      the default extractor against your own marks
  weft score marks.jsonl saved/ --site site.json     a learned site
  weft score marks.jsonl saved/ --site site.json --json | jq .f1

marks.jsonl holds lines such as {"page_id": "saved/a.html", "rows": [12, 40], "name": "body"}; other names are fields.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("labels", type=Path, metavar="LABELS", help="a person's marks: lines {page_id, rows, name}")
    parser.add_argument("--site", type=Path, metavar="SITE", help="score what weft learn wrote (default: the method)")
    parser.add_argument("--json", action="store_true", help="print the scores as JSON")
    add_method_option(parser)
    add_input_options(parser)


def run(options: argparse.Namespace) -> int:
    """Score every marked page; 1 if one of them failed or is missing."""
    check_method(options)
    labels: dict[str, list[Label]] = {}
    for label in read_labels(options.labels):
        labels.setdefault(label.page_id, []).append(label)
    if not labels:
        advice = "a line is an object with page_id, rows and name"
        raise SourceError("no labels in it", page=str(options.labels), advice=advice)
    with open_inputs(options, options.input) as inputs:
        scores, failures = _score(inputs, labels, options)
    missing = labels.keys() - {score.page_id for score in scores} - failures.keys()
    failures |= {page: f"{page}: marked, but not among the pages; ids must be the same" for page in sorted(missing)}
    if failures:
        tell([f"weft: {message}" for message in failures.values()])
    summary = summarise_scores(scores)
    print(_json(scores, summary, failures) if options.json else _table(scores, summary))
    return 1 if failures else 0


def _score(
    inputs: Inputs, labels: dict[str, list[Label]], options: argparse.Namespace
) -> tuple[list[PageScore], dict[str, str]]:
    """The scores of the marked pages, and why others have none."""
    site = Site.load(options.site) if options.site else None
    names = field_names(label for marks in labels.values() for label in marks)
    scores: list[PageScore] = []
    failures: dict[str, str] = {}
    pipeline = Pipeline(site=site, method=AUTO if site else options.method, limits=inputs.limits)
    for raw in with_progress(inputs.read(), total=inputs.total):
        page_id = raw.page if isinstance(raw, WeftError) else raw.id
        if page_id in labels:
            marks = labels[page_id]
            score = pipeline.make(raw, partial(_score_page, page_id, marks, names))
            if isinstance(score, Failure):
                failures[page_id] = words_of(score)
            else:
                scores.append(score)
    return scores, failures


def _score_page(page_id: str, marks: list[Label], names: frozenset[str], document: Document) -> PageScore:
    return score_marks(page_id, document, marks, names=names)


def _json(scores: list[PageScore], summary: MarksSummary, failures: dict[str, str]) -> str:
    values = {**summary.to_dict(), "failures": failures, "by_page": [score.to_dict() for score in scores]}
    return json.dumps(values, ensure_ascii=False)


def _table(scores: list[PageScore], summary: MarksSummary) -> str:
    lines = [f"{'page':50} {'precision':>9} {'recall':>7} {'F1':>7} {'fields':>7}  chosen by"]
    for score in scores:
        numbers = ["", "", ""]
        if score.body:
            numbers = [f"{value:.4f}" for value in (score.body.precision, score.body.recall, score.body.f1)]
        right, marked = (sum(getattr(field, name) for field in score.fields.values()) for name in ("right", "marked"))
        fields = f"{right}/{marked}" if marked else ""
        name = fit(printable(score.page_id[-50:]), 50)
        lines.append(f"{name} {numbers[0]:>9} {numbers[1]:>7} {numbers[2]:>7} {fields:>7}  {score.chosen_by}")
    lines.append(
        f"{'mean of ' + str(summary.pages):50} {summary.precision:9.4f} {summary.recall:7.4f} {summary.f1:7.4f}"
        f"{'':10}{summary.right:.0%} of pages at {RIGHT} or better"
    )
    for name, field in summary.fields.items():
        rates = field.score
        lines.append(
            f"{fit(printable('field ' + name), 50)} {rates.precision:9.4f} {rates.recall:7.4f} {rates.f1:7.4f}"
            f" {field.right}/{field.marked}"
        )
    return "\n".join(lines)
