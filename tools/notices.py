"""`make notices`: THIRD_PARTY_NOTICES.md, what others wrote of weft's kernel and under which licences.

    python -m tools.notices

The kernel is linked with Rust crates, so a wheel carries them; their licences ask for their notices. Python packages
are installed beside weft and bring their own.
"""

from collections import defaultdict
from pathlib import Path

from tools.parts import ROOT, Crate, read_crates, read_pins, required_names

NOTICES = ROOT / "THIRD_PARTY_NOTICES.md"
BESIDE_LICENCES = {"numpy": "BSD-3-Clause"}  # of what weft always needs, as its project states it
STARTS = ("LICEN", "COPY", "NOTICE", "UNLIC")
HEAD = """\
# Third-party notices

weft is licensed under Apache-2.0 (see LICENSE). This file is made by `make notices`.

The compiled kernel (`weft/_native`) contains the Rust crates below, on one system or another. Where a crate lets one
choose between Apache-2.0 and another licence, the text of the other is given; the text of Apache-2.0 is in LICENSE.
"""
BESIDE = """
## Python packages

They are no part of weft: the installer gets them, and each brings its licence.

| package | locked versions | licence |
|---|---|---|
"""
MODELS = """
## Models

The models that weft ships were made from data of others, WCXB by Murrough Foley (CC BY 4.0) among it. The header of
each says from which; so does docs/training-data.md. The kernel's tables of letters and of n-grams (encodings and
languages) were counted in the translations of the packages that bench/languages/packages.py lists and in data of the
Unicode CLDR.
"""
WORDS = """
## Words

The words of dates in the kernel's table of languages are from the Unicode CLDR, copyright Unicode, Inc. (Unicode-3.0,
whose text stands below with the crate unicode-ident).
"""


def make_notices() -> str:
    """The whole file."""
    crates = [crate for crate in read_crates(shipped=True) if crate.source]
    rows = [f"| {crate.name} | {crate.version} | {crate.licence} | {crate.repository} |" for crate in crates]
    table = "\n".join(["| crate | version | licence | source |", "|---|---|---|---|", *rows])
    return f"{HEAD}\n{table}\n{_beside()}{MODELS}{WORDS}\n## Licence texts\n{_texts(crates)}"


def _beside() -> str:
    """A row for each package that weft always needs."""
    pins = read_pins()
    rows = []
    for name in sorted(required_names()[""]):
        versions = ", ".join(pin.version for pin in pins if pin.name == name)
        rows.append(f"| {name} | {versions} | {BESIDE_LICENCES[name]} |\n")
    return BESIDE + "".join(rows)


def _texts(crates: list[Crate]) -> str:
    """Each text once, under the crates that ship it."""
    owners: dict[str, list[str]] = defaultdict(list)
    without = []
    for crate in crates:
        paths = licence_files(crate.folder)
        if not paths:
            without.append(f"{crate.name} ({crate.licence})")
        for path in paths:
            owners[_plain(path)].append(f"{crate.name} {crate.version}")
    blocks = [f"\n### {', '.join(dict.fromkeys(names))}\n\n```text\n{text}\n```\n" for text, names in owners.items()]
    return "".join(blocks) + (f"\nThese crates ship no text: {', '.join(without)}.\n" if without else "")


def licence_files(folder: Path) -> list[Path]:
    """The files of a crate that hold licences or notices; the text of Apache-2.0 only where there is no other."""
    paths = sorted(path for path in folder.iterdir() if path.is_file() and path.name.upper().startswith(STARTS))
    return [path for path in paths if "APACHE" not in path.name.upper()] or paths


def _plain(path: Path) -> str:
    """A text without what differs between systems: ends of lines, spaces at them."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


if __name__ == "__main__":
    NOTICES.write_text(make_notices(), encoding="utf-8")
