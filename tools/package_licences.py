"""requirements/licences.tsv: the licence of every Python package that the locks name. `make notices` makes it.

    python -m tools.package_licences

A package tells its licence in its metadata: as an SPDX expression, else as a word or by classifiers. None of these
packages is in a wheel of weft; the installer gets them. The crates, which are, stand in THIRD_PARTY_NOTICES.md.
"""

import re
from importlib import metadata

from tools.parts import BUILD_LOCK, LOCK, ROOT, read_pins

LICENCES = ROOT / "requirements" / "licences.tsv"
LOCKS = (LOCK, BUILD_LOCK, ROOT / "requirements" / "wheels.txt")
HEAD = "# Made by `make notices`: the licences of the packages of the locks, as their metadata tells them.\n"
WORDS = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Academic Free License (AFL)": "AFL-2.1",
    "Apache 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "GNU Library or Lesser General Public License (LGPL)": "LGPL",
    "MIT License": "MIT",
    "MIT license": "MIT",
    "Modified BSD License": "BSD-3-Clause",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "BSD License": "BSD",
}
STATED = {
    # Their metadata tells nothing; the file LICENSE in them does.
    "axe-playwright-python": "MIT",
    "pyromark": "MIT",
    # For other systems and interpreters, as the package index tells them.
    "brotlicffi": "MIT",
    "httpx2-jsfetch": "BSD-3-Clause",
    "pypydispatcher": "BSD",
    "pywin32": "PSF-2.0",
    "tzdata": "Apache-2.0",
    "win32-setctime": "MIT",
    # Not in the environment of the tests.
    "ziglang": "MIT",
}
WORD = re.compile(r"[A-Za-z0-9.,() +-]{2,60}")


def licence_of(package: metadata.PackageMetadata) -> str:
    """What a package tells of its licence; empty where it tells nothing.

    >>> licence_of(metadata.metadata("numpy")).split()[0], licence_of(metadata.metadata("jinja2"))
    ('BSD-3-Clause', 'BSD')
    """
    if "License-Expression" in package:
        return package["License-Expression"]
    told = package["License"].strip().partition("\n")[0].strip() if "License" in package else ""
    if told != "UNKNOWN" and WORD.fullmatch(told) and (told in WORDS or " " not in told or " AND " in told):
        return WORDS.get(told, told)
    classifiers = [line.rpartition(" :: ")[2] for line in package.get_all("Classifier", []) if "License ::" in line]
    return " OR ".join(sorted({WORDS[name] for name in classifiers}))


def read_licences() -> dict[str, str]:
    """The licence of every package of the locks, by name; empty where nobody tells it."""
    names = sorted({pin.name for lock in LOCKS for pin in read_pins(lock)})
    return {name: STATED[name] if name in STATED else _installed(name) for name in names}


def _installed(name: str) -> str:
    try:
        return licence_of(metadata.metadata(name))
    except metadata.PackageNotFoundError:
        return ""


def make_list() -> str:
    """The whole file."""
    return HEAD + "".join(f"{name}\t{licence}\n" for name, licence in read_licences().items())


if __name__ == "__main__":
    LICENCES.write_text(make_list(), encoding="utf-8")
