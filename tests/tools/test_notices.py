"""THIRD_PARTY_NOTICES.md is that of Cargo.lock, and goes where weft goes."""

import tomllib

from tools.notices import NOTICES, licence_files, make_notices
from tools.parts import KERNEL, ROOT, read_crates


def test_the_notices_are_up_to_date() -> None:
    assert NOTICES.read_text(encoding="utf-8") == make_notices(), "make notices"


def test_they_hold_the_text_of_every_crate_that_ships_one() -> None:
    text = NOTICES.read_text(encoding="utf-8")
    texts = text.partition("## Licence texts")[2]
    for crate in read_crates(shipped=True):
        if crate.name != KERNEL:
            assert f"| {crate.name} | {crate.version} | {crate.licence} |" in text
            assert (f"{crate.name} {crate.version}" if licence_files(crate.folder) else f"{crate.name} (") in texts


def test_they_go_with_the_wheel_and_the_image() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert NOTICES.name in project["license-files"]
    assert f"!{NOTICES.name}" in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
