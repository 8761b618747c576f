"""The licences and the sources of the crates are those that deny.toml allows.

requirements/licences.tsv has the licence of every locked Python package, and none forbids what weft allows.

THIRD_PARTY_NOTICES.md is that of Cargo.lock, and goes where weft goes.
"""

import re
import tomllib
from email.message import Message
from importlib import metadata

import pytest

from tools.licences import allowed_licences, is_allowed
from tools.notices import NOTICES, licence_files, make_notices
from tools.package_licences import LICENCES, LOCKS, STATED, licence_of, read_licences
from tools.parts import KERNEL, ROOT, read_crates, read_pins


def test_every_crate_has_an_allowed_licence() -> None:
    crates = read_crates(shipped=False)
    assert len(crates) > 50
    refused = {crate.name: crate.licence for crate in crates if not is_allowed(crate.licence)}
    assert not refused, "see deny.toml"


def test_every_allowed_licence_is_used() -> None:
    text = " ".join(crate.licence for crate in read_crates(shipped=False))
    assert [name for name in sorted(allowed_licences()) if name not in text] == []


def test_every_crate_comes_from_an_allowed_registry() -> None:
    allowed = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))["sources"]["allow-registry"]
    sources = {crate.source for crate in read_crates(shipped=False) if crate.source}
    assert sources == {f"registry+{address}" for address in allowed}


def test_every_foreign_crate_has_a_checksum() -> None:
    assert all(crate.checksum for crate in read_crates(shipped=False) if crate.source)


@pytest.mark.parametrize(
    ("expression", "is_fine"),
    [
        ("MIT", True),
        ("MIT/Apache-2.0", True),
        ("GPL-3.0-only OR MIT", True),
        ("MIT OR GPL-3.0-only", True),
        ("(Apache-2.0 OR MIT) AND BSD-3-Clause", True),
        ("(GPL-3.0-only OR AGPL-3.0-only) AND MIT", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("Apache-2.0 WITH Other-exception", False),
        ("GPL-3.0-only", False),
        ("", False),
    ],
)
def test_expressions(expression: str, is_fine: bool) -> None:
    assert is_allowed(expression) is is_fine


def test_crates_of_tests_are_not_shipped() -> None:
    shipped = {crate.name for crate in read_crates(shipped=True)}
    assert {KERNEL, "pyo3", "memchr"} <= shipped
    assert "html5ever" not in shipped


def listed() -> dict[str, str]:
    rows = LICENCES.read_text(encoding="utf-8").splitlines()[1:]
    return dict(row.split("\t") for row in rows)


def test_every_locked_package_is_listed_with_a_licence() -> None:
    rows = listed()
    assert set(rows) == {pin.name for lock in LOCKS for pin in read_pins(lock)}, "make notices"
    assert [name for name, licence in rows.items() if not licence] == []


def test_the_list_tells_what_the_packages_tell() -> None:
    """Of those that are one version everywhere and here; another version may tell its licence in other words."""
    everywhere = {pin.name: pin.version for lock in LOCKS for pin in read_pins(lock) if not pin.marker}
    here = {
        pin: version for pin, version in everywhere.items() if pin not in STATED and metadata.version(pin) == version
    }
    assert len(here) > 100
    rows, told = listed(), read_licences()
    wrong = {name: (rows[name], told[name]) for name in here if told[name] != rows[name]}
    assert not wrong, "make notices"


def test_no_package_asks_that_programs_beside_it_are_copyleft() -> None:
    assert {name: licence for name, licence in listed().items() if re.search(r"(?<!L)GPL|SSPL|BUSL", licence)} == {}


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"License-Expression": "MIT OR Apache-2.0", "License": "other"}, "MIT OR Apache-2.0"),
        ({"License": "Apache License, Version 2.0"}, "Apache-2.0"),
        ({"License": "MIT License\n\nPermission is hereby granted, free of charge"}, "MIT"),
        ({"License": "Copyright (c) 2015 all rights", "Classifier": "License :: OSI Approved :: MIT License"}, "MIT"),
        ({"License": "UNKNOWN", "Classifier": "License :: OSI Approved :: BSD License"}, "BSD"),
        ({"Classifier": "Programming Language :: Python"}, ""),
        ({}, ""),
    ],
)
def test_what_a_package_tells(fields: dict[str, str], licence: str) -> None:
    package = Message()
    for name, value in fields.items():
        package[name] = value
    assert licence_of(package) == licence  # type: ignore[arg-type]  # a message of the standard library is one


def test_a_licence_that_nobody_knows_by_that_name_is_an_error() -> None:
    package = Message()
    package["Classifier"] = "License :: OSI Approved :: Some New License"
    with pytest.raises(KeyError, match="Some New License"):
        licence_of(package)  # type: ignore[arg-type]


def test_the_metadata_of_installed_packages_is_read() -> None:
    assert licence_of(metadata.metadata("psycopg")) == "LGPL-3.0-only"


def test_the_notices_are_up_to_date() -> None:
    assert NOTICES.read_text(encoding="utf-8") == make_notices(), "make notices"


def test_they_hold_the_text_of_every_crate_that_ships_one() -> None:
    text = NOTICES.read_text(encoding="utf-8")
    texts = text.partition("## Licence texts")[2]
    for crate in read_crates(shipped=True):
        if crate.source:  # a room of the kernel has none
            assert f"| {crate.name} | {crate.version} | {crate.licence} |" in text
            assert (f"{crate.name} {crate.version}" if licence_files(crate.folder) else f"{crate.name} (") in texts


def test_they_go_with_the_wheel_and_the_image() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert NOTICES.name in project["license-files"]
    assert f"!{NOTICES.name}" in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
