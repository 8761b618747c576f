"""The licences and the sources of the crates are those that deny.toml allows."""

import tomllib

import pytest

from tools.licences import allowed_licences, is_allowed
from tools.parts import KERNEL, ROOT, read_crates


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
