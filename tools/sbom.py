"""`make sbom`: what weft is made of as CycloneDX 1.5 (JSON), for those who look for known holes.

    python -m tools.sbom dist/weft.cdx.json

The crates are those that are linked into the kernel. The Python packages are those of the lock, with every extra and
all that developers use; `scope` tells those that weft always needs from the rest.
"""

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from tools.parts import ROOT, Crate, Pin, read_crates, read_pins, required_names


def make_sbom() -> dict[str, Any]:
    """The document. It has no date and no random number, so that the same parts give the same bytes."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    crates = [crate for crate in read_crates(shipped=True) if crate.source]
    needed = required_names()[""]
    parts = [*map(_crate, crates), *(_package(pin, is_needed=pin.name in needed) for pin in read_pins())]
    own = f"pkg:pypi/weft@{project['version']}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": own,
                "name": "weft",
                "version": project["version"],
                "purl": own,
                "licenses": [{"expression": project["license"]}],
            }
        },
        "components": parts,
        "dependencies": [{"ref": own, "dependsOn": [part["bom-ref"] for part in parts if part["scope"] == "required"]}],
    }


def _crate(crate: Crate) -> dict[str, Any]:
    purl = f"pkg:cargo/{crate.name}@{crate.version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": crate.name,
        "version": crate.version,
        "purl": purl,
        "scope": "required",
        "licenses": [{"expression": crate.licence.replace("/", " OR ")}],
        "hashes": [{"alg": "SHA-256", "content": crate.checksum}],
    }


def _package(pin: Pin, *, is_needed: bool) -> dict[str, Any]:
    """Without hashes: a package is several files, and the lock names those of each."""
    purl = f"pkg:pypi/{pin.name}@{pin.version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": pin.name,
        "version": pin.version,
        "purl": purl,
        "scope": "required" if is_needed else "optional",
    }


if __name__ == "__main__":
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "dist/weft.cdx.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(make_sbom(), indent=1) + "\n", encoding="utf-8")
