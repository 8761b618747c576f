"""Whether learned sites are and answer as they did: a line of each site and of each of its pages, written or compared.

`python -m bench.same_sites data --write FILE` before a change and `--against FILE` after it; what differs is named.
Half of the pages of a site are learned from, all are asked. The files hold hashes, so that no page of others is kept.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import weft
from bench.datasets import Case
from bench.same_answers import add_files, compare, digest
from bench.sites.corpora import read_sites
from bench.sites.learning import as_raw

CORPORA = {"realsites": 12, "themes": 24, "big9": 0, "cx": 0, "l3s-gn1": 8, "swde": 16}
"""The corpora, and how many sites are taken of each; 0: all."""

MANY = 45  # pages of a site


def site_answers(cases: Sequence[Case], name: str) -> Iterator[tuple[str, Any]]:
    """What a site is, learned from every other page, and what it answers, read from JSON again."""
    learned = weft.learn([as_raw(case) for case in cases[::2]])
    written = json.dumps(learned.to_json(), ensure_ascii=False)
    yield name, digest(written)
    site = weft.Site.from_json(json.loads(written))
    for case in cases:
        yield f"{name}:{case.id}", answer(site, case.data, case.url or None)


def answer(site: weft.Site, data: bytes, url: str | None) -> dict[str, Any]:
    """What a site says of a page: each part by a hash, or the error."""
    try:
        document = site.extract(data, url=url)
        parsed = site.extract(weft.parse(data, url=url))
        return {
            "chosen": [document.chosen_by, document.cluster, str(document.reason), document.confidence],
            "keep": digest(repr((document.keep.tolist(), document.repeats.tolist()))),
            "text": digest(document.text),
            "fields": digest(repr(dict(document.fields))),
            "metadata": digest(repr(document.metadata)),
            "records": digest(repr((tuple(document.records), document.region, document.comments))),
            "dict": digest(json.dumps(document.to_dict(), default=str)),
            "parsed": digest(repr((parsed.text, dict(parsed.fields), parsed.reason, parsed.keep.tolist()))),
        }
    except weft.WeftError as error:
        return {"error": str(error)}


def main(arguments: list[str]) -> int:
    """Write or compare."""
    parser = argparse.ArgumentParser(prog="python -m bench.same_sites", description=__doc__)
    add_files(parser)
    options = parser.parse_args(arguments)
    answers: dict[str, Any] = {}
    for corpus, count in CORPORA.items():
        for site in read_sites(options.data, (corpus,), sites=count):
            cases = site.cases[:: max(1, len(site.cases) // MANY)]
            answers.update(site_answers(cases, f"{corpus}/{site.name}"))
    return compare(answers, options, "sites and pages are as before")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
