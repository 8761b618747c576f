"""Mutation run: change one thing in the kernel, build it, and print each change that nothing noticed.

`make mutation` tries some changes of every area below, `python -m tests.mutation choice --count 100` more of one.
cargo-mutants says what may be changed in functions; numbers of constants are added, for thresholds decide. A change is
noticed by the frozen answers, the golden pages or the tests of cargo, in this order. All is done in a copy below
`target/mutation`. Which changes are tried is drawn with a fixed seed: the same every time.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / "target" / "mutation"
CARGO_MUTANTS = ROOT / "target" / "tools" / "bin" / "cargo-mutants"
SEED = 36
COUNT = 30  # changes of an area: a change takes half a minute on two cores
AREAS = {
    "choice": "choice.rs likely.rs decision.rs judge.rs posts_choice.rs structure_noise.rs shown_captions.rs "
    "comment_places.rs page_title.rs title_*.rs",
    "text": "plain/*.rs",
    "passages": "passages/*.rs",
    "sites": "alignment*.rs outline.rs templates.rs field_rules.rs traits.rs",
    "dates": "dates/*.rs",
    "records": "record_*.rs",
}
"""The files of each area, below `native/src`."""

GUARDS = ("tests/answers", "tests/renderers/test_golden.py")
MAX_SECONDS = 300  # of the guards of one change: an endless loop is noticed, too
QUICK = {"OPT_LEVEL": "1", "INCREMENTAL": "true", "CODEGEN_UNITS": "64"}
_CONSTANT = re.compile(
    r"^\s*(?:pub(?:\([a-z]+\))? )?const \w+: (?:f32|f64|usize|i64|u32|i32|u8) = ([0-9][0-9_.]*);", re.M
)
_TESTS = "#[cfg(test)]"


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One change of a file: what stands between two places is replaced."""

    file: str
    start: int
    end: int
    replacement: str
    code: str  # of the whole file before

    @property
    def changed(self) -> str:
        """The file with the change."""
        return self.code[: self.start] + self.replacement + self.code[self.end :]

    def __str__(self) -> str:
        line = self.code.count("\n", 0, self.start) + 1
        return f"{self.file}:{line}: {self.code[self.start : self.end].strip()} -> {self.replacement or 'nothing'}"


def find_mutants(area: str) -> list[Mutant]:
    """Every change of the files of an area."""
    source = ROOT / "native" / "src"
    files = sorted({path for name in AREAS[area].split() for path in source.glob(name)})
    chosen = [part for path in files for part in ("--file", str(path.relative_to(ROOT)))]
    listed = subprocess.run(
        [CARGO_MUTANTS, "mutants", "--list", "--json", "--dir", str(ROOT), "--package", "weft-native", *chosen],
        capture_output=True,
        check=True,
    )
    codes = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files}
    mutants = [constant for file, code in codes.items() for constant in constants_of(file, code)]
    for told in json.loads(listed.stdout):
        code, span = codes[told["file"]], told["span"]
        start, end = (place_of(code, span[edge]["line"], span[edge]["column"]) for edge in ("start", "end"))
        mutants.append(Mutant(file=told["file"], start=start, end=end, replacement=told["replacement"], code=code))
    return mutants


def constants_of(file: str, code: str) -> Iterator[Mutant]:
    """Constants that are a fifth larger, or by one."""
    for found in _CONSTANT.finditer(code.partition(_TESTS)[0]):
        number = found[1].replace("_", "")
        larger = f"{float(number) * 1.2:.6}" if "." in number else str(max(int(number) * 6 // 5, int(number) + 1))
        larger += ".0" if "." in number and "." not in larger else ""
        yield Mutant(file=file, start=found.start(1), end=found.end(1), replacement=larger, code=code)


def place_of(code: str, line: int, column: int) -> int:
    """The place of a line and a column, which are counted from 1."""
    return sum(len(text) for text in code.splitlines(keepends=True)[: line - 1]) + column - 1


def copy_tree() -> None:
    """The tree as it is, without what is ignored; what cargo built for an earlier run stays."""
    kept = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in ("src", "tests", "native"):
        shutil.rmtree(COPY / name, ignore_errors=True)
    for name in filter(None, kept.split("\0")):
        if (ROOT / name).is_file() and not name.startswith("bench/record"):
            (COPY / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, COPY / name)


def run(command: Sequence[str], seconds: float) -> bool:
    """Whether a command in the copy ends well and in time."""
    quick = {f"CARGO_PROFILE_CHECKOUT_{name}": value for name, value in QUICK.items()}
    environment = {
        **os.environ,
        **quick,
        "PYTHONPATH": f"{COPY / 'src'}{os.pathsep}{COPY}",
        "PYO3_PYTHON": sys.executable,
    }
    with (COPY / "output.txt").open("wb") as output:
        try:
            done = subprocess.run(
                command, cwd=COPY, env=environment, stdout=output, stderr=output, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


def build() -> bool:
    """Whether the kernel of the copy can be built; it then stands beside the copy's Python."""
    built = COPY / "target" / "checkout" / "libweft_native.so"
    if not run(
        ["cargo", "build", "--quiet", "--locked", "--profile", "checkout", "--features", "weft-native/python"], 900
    ):
        return False
    shutil.copy(built, COPY / "src" / "weft" / "_native.abi3.so")
    return True


def is_noticed(*, by_cargo: bool) -> bool:
    """Whether an answer, a golden page or a test of cargo is no longer as it was."""
    guards = [sys.executable, "-m", "pytest", "-q", "-x", "-n", str(os.cpu_count()), "-p", "no:cacheprovider", *GUARDS]
    return not run(guards, MAX_SECONDS) or (by_cargo and not run(["cargo", "test", "--quiet", "--locked"], 900))


def survivors(area: str, count: int) -> Iterator[tuple[Mutant, bool]]:
    """Changes of an area that can be built, each with whether nothing noticed it."""
    mutants = find_mutants(area)
    tried = 0
    for mutant in random.Random(SEED).sample(mutants, len(mutants)):
        if tried == count:
            return
        path = COPY / mutant.file
        path.write_text(mutant.changed, encoding="utf-8")
        if build():
            tried += 1
            yield mutant, not is_noticed(by_cargo=True)
        path.write_text(mutant.code, encoding="utf-8")


def main() -> None:
    """Print the changes that survive as they are found, then how many there were."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("areas", nargs="*", choices=[*AREAS, []], help="all where none is given", metavar="area")
    parser.add_argument("--count", type=int, default=COUNT, help="changes of an area (default: %(default)s)")
    options = parser.parse_args()
    copy_tree()
    if not build() or is_noticed(by_cargo=False):
        sys.exit(f"the tree fails without a change:\n{(COPY / 'output.txt').read_text(encoding='utf-8')[-3000:]}")
    for area in options.areas or AREAS:
        tried = left = 0
        for mutant, survived in survivors(area, options.count):
            tried, left = tried + 1, left + survived
            if survived:
                print(f"{area}: {mutant}", flush=True)
        print(f"{area}: {tried} changes, {tried - left} noticed, {left} survived", flush=True)


if __name__ == "__main__":
    main()
