"""The list of parts has what CycloneDX 1.5 asks for, and all parts."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools.parts import ROOT, read_crates, read_pins
from tools.sbom import make_sbom


@pytest.fixture(scope="module")
def sbom() -> dict[str, Any]:
    return make_sbom()


def test_it_says_what_it_is(sbom: dict[str, Any]) -> None:
    assert (sbom["bomFormat"], sbom["specVersion"], sbom["version"]) == ("CycloneDX", "1.5", 1)
    own = sbom["metadata"]["component"]
    assert (own["type"], own["name"], own["licenses"]) == ("library", "weft", [{"expression": "Apache-2.0"}])


def test_every_part_is_a_component(sbom: dict[str, Any]) -> None:
    purls = [part["purl"] for part in sbom["components"]]
    crates = {f"pkg:cargo/{crate.name}@{crate.version}" for crate in read_crates(shipped=True) if crate.source}
    packages = {f"pkg:pypi/{pin.name}@{pin.version}" for pin in read_pins()}
    assert set(purls) == crates | packages
    assert len(purls) == len(set(purls))  # references must be unique


def test_components_have_their_fields(sbom: dict[str, Any]) -> None:
    for part in sbom["components"]:
        assert part["type"] == "library"
        assert part["bom-ref"] == part["purl"]
        assert part["name"]
        assert part["version"]
        assert part["scope"] in ("required", "optional")
        assert all(re.fullmatch("[0-9a-f]{64}", digest["content"]) for digest in part.get("hashes", ()))
        assert all("/" not in licence["expression"] for licence in part.get("licenses", ()))


def test_what_weft_depends_on_is_there(sbom: dict[str, Any]) -> None:
    own = sbom["dependencies"][0]
    assert own["ref"] == sbom["metadata"]["component"]["bom-ref"]
    assert any(name.startswith("pkg:pypi/numpy@") for name in own["dependsOn"])
    assert set(own["dependsOn"]) <= {part["bom-ref"] for part in sbom["components"]}


def test_the_command_writes_it(tmp_path: Path, sbom: dict[str, Any]) -> None:
    path = tmp_path / "new" / "weft.cdx.json"
    subprocess.run([sys.executable, "-m", "tools.sbom", str(path)], cwd=ROOT, check=True)
    assert json.loads(path.read_text(encoding="utf-8")) == sbom
