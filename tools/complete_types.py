"""`make types`: whether every name that weft exports has a type, as pyright tells it.

    python -m tools.complete_types uv tool run --from pyright==1.1.414

mypy checks that weft's own code is typed. pyright asks what a program that imports weft asks: whether each name has one
type that every checker reads the same.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.parts import ROOT


def names_without_type(told: dict[str, Any]) -> list[str]:
    """The exported names whose type is unknown, or that checkers may read differently; `told` is what it prints."""
    symbols = told["typeCompleteness"]["symbols"]
    wrong = {entry["name"] for entry in symbols if entry["isExported"] and not _has_type(entry)}
    return sorted(wrong)


def _has_type(symbol: dict[str, Any]) -> bool:
    return bool(symbol["isTypeKnown"]) and not symbol["isTypeAmbiguous"]


# pyright asks the first Python of the path where packages are, and uv puts its own there.
ASK = 'PATH="$0:$PATH" exec pyright --ignoreexternal --verifytypes weft --outputjson'


def main(program: list[str]) -> int:
    """Ask pyright, which the given program finds; 1 if a name has no type, 2 where no program is given."""
    if not program:
        print("usage: python -m tools.complete_types PROGRAM… (make types gives it)", file=sys.stderr)
        return 2
    command = [*program, "sh", "-c", ASK, str(Path(sys.executable).parent)]
    told = json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE).stdout)
    exported = [entry for entry in told["typeCompleteness"]["symbols"] if entry["isExported"]]
    wrong = names_without_type(told)
    print(f"{len(exported)} names, {len(wrong)} without a type", *wrong, sep="\n")
    return 1 if wrong or not exported else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
