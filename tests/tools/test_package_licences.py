"""requirements/licences.tsv has the licence of every locked Python package, and none forbids what weft allows."""

import re
from email.message import Message
from importlib import metadata

import pytest

from tools.package_licences import LICENCES, LOCKS, STATED, licence_of, read_licences
from tools.parts import read_pins


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
