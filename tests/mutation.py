"""Mutation run: change one thing in the kernel and print what noticed it, for each of some hundred changes.

`make mutation` tries some changes of every area below, `python -m tests.mutation choice --count 100` more of one.
cargo-mutants says what may be changed in functions; numbers of constants are added, for thresholds decide. A change is
noticed by the frozen answers, the golden pages or the tests of cargo beside the functions, in this order.

All is done in a copy below `target/mutation`. There a changed function has a body for each of its changes, and a number
in the environment says which one runs: the kernel is built once for all of them, and a change that the answers notice
takes a second or two. Functions that return `impl`, and constant ones, cannot have two bodies; they are not changed.
Which changes are tried is drawn with a fixed seed: the same every time.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / "target" / "mutation"
CARGO_MUTANTS = ROOT / "target" / "tools" / "bin" / "cargo-mutants"
SEED = 36
COUNT = 40  # changes of an area
AREAS = {
    "choice": "extractors/src/decision/*.rs extractors/src/expected_f1.rs extractors/src/judge.rs "
    "extractors/src/noise/mod.rs extractors/src/captions/mod.rs "
    "extractors/src/comment_places.rs extractors/src/titles/*.rs",
    "text": "renderers/src/text/**/*.rs",
    "passages": "renderers/src/passages/**/*.rs",
    "sites": "sites/src/alignment/mod.rs sites/src/alignment/marks.rs sites/src/outline.rs "
    "sites/src/templates.rs sites/src/field_rules.rs sites/src/traits.rs",
    "dates": "text/src/dates/**/*.rs",
    "records": "records/src/**/*.rs",
}
"""The files of each area, below `native`."""

GUARDS = {
    "answers": (sys.executable, "-m", "tests.answers.first"),
    "golden": (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/renderers/test_golden.py"),
    "cargo": ("cargo", "test", "--quiet", "--locked", "--lib"),
}
"""What may notice a change, the quickest first."""

NOTHING = "nothing"
MAX_SECONDS = 900  # of one guard
MAX_BUILD_SECONDS = 3600
CHOSEN = "WEFT_CHANGE"
CHANGE = f"""
/// The number of the change that is made; 0 for none.
pub fn change() -> usize {{
    static CHOSEN: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("{CHOSEN}").ok().and_then(|number| number.parse().ok()).unwrap_or(0))
}}
"""
BUILD = (
    *("cargo", "build", "--quiet", "--locked", "--message-format=json"),
    *("--profile", "checkout", "--features", "weft-native/python"),
)
QUICK = {"OPT_LEVEL": "1", "INCREMENTAL": "true", "CODEGEN_UNITS": "64"}
_CONSTANT = re.compile(
    r"^\s*(?:pub(?:\([a-z]+\))? )?const (?P<name>\w+): (?:f32|f64|usize|i64|u32|i32|u8) = ([0-9][0-9_.]*);", re.M
)
_ANY_CONSTANT = re.compile(r"^(?:pub(?:\([a-z]+\))? )?const (?P<name>\w+): [^=]+ = (?P<value>[^;]+);", re.M)
_BRANCH = re.compile(r"(\d+|_) => ")
_TESTS = "#[cfg(test)]"


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One change of a file: what stands between two places is replaced."""

    file: str
    start: int
    end: int
    replacement: str
    code: str  # of the whole file before
    bodies: tuple[tuple[int, int], ...]  # of the functions that have the change, from brace to brace
    constants: str = ""  # as those functions declare them anew

    def body(self, start: int, stop: int) -> str:
        """The body of a function with the change."""
        if self.constants:
            return f"{{{self.constants}{self.code[start:stop]}}}"
        return self.code[start : self.start] + self.replacement + self.code[self.end : stop]

    def __str__(self) -> str:
        line = self.code.count("\n", 0, self.start) + 1
        return f"{self.file}:{line}: {self.code[self.start : self.end].strip()} -> {self.replacement or 'nothing'}"


def find_mutants(area: str) -> list[Mutant]:
    """Every change of the functions of an area, and of the constants that they name."""
    source = ROOT / "native"
    files = sorted({path for name in AREAS[area].split() for path in source.glob(name)})
    chosen = [part for path in files for part in ("--file", str(path.relative_to(ROOT)))]
    listed = subprocess.run(
        [CARGO_MUTANTS, "mutants", "--list", "--json", "--dir", str(ROOT), "--workspace", *chosen],
        capture_output=True,
        check=True,
    )
    codes = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files}
    bodies = dict[str, set[tuple[int, int]]]()
    mutants = []
    for told in json.loads(listed.stdout):
        code = codes[told["file"]]
        body = told["function"] and body_of(code, *places_of(code, told["function"]["span"]))
        if body:
            bodies.setdefault(told["file"], set()).add(body)
            start, end = places_of(code, told["span"])
            mutant = Mutant(
                file=told["file"], start=start, end=end, replacement=told["replacement"], code=code, bodies=(body,)
            )
            mutants.append(mutant)
    return mutants + [one for file, code in codes.items() for one in constants_of(file, code, bodies.get(file, set()))]


def body_of(code: str, start: int, end: int) -> tuple[int, int] | None:
    """Where the body of a function stands; none where its branches could not stand side by side."""
    brace, depth = start, 0
    while depth or code[brace] != "{":
        depth += (code[brace] in "([") - (code[brace] in ")]")
        brace += 1
    signature = code[start:brace]
    is_single = "impl " in signature.partition("->")[2] or "const fn" in signature
    return None if is_single else (brace, end)


def constants_of(file: str, code: str, bodies: set[tuple[int, int]]) -> Iterator[Mutant]:
    """Constants that are a fifth larger, or by one, and those that are told by them."""
    code_alone = code.partition(_TESTS)[0]
    for found in _CONSTANT.finditer(code_alone):
        number = found[2].replace("_", "")
        larger = f"{float(number) * 1.2:.6}" if "." in number else str(max(int(number) * 6 // 5, int(number) + 1))
        larger += ".0" if "." in number and "." not in larger else ""
        names = {found["name"]}
        declared = code[found.start() : found.start(2)] + larger + ";"
        for other in _ANY_CONSTANT.finditer(code_alone):
            if _names(names, other["value"]):
                names.add(other["name"])
                declared += other[0]
        touched = tuple(sorted(body for body in bodies if _names(names, code[slice(*body)])))
        if touched:
            yield Mutant(
                file=file, start=found.start(2), end=found.end(2), replacement=larger,
                code=code, bodies=touched, constants=declared,
            )  # fmt: skip


def _names(names: set[str], code: str) -> bool:
    return not names.isdisjoint(re.findall(r"(?<!::)\b\w+", code))


def places_of(code: str, span: dict[str, dict[str, int]]) -> tuple[int, int]:
    """Where a span begins and ends."""
    start, end = (place_of(code, span[edge]["line"], span[edge]["column"]) for edge in ("start", "end"))
    return start, end


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


def run(command: Sequence[str], change: int = 0, seconds: int = MAX_SECONDS) -> bool:
    """Whether a command in the copy ends well and in time, with one of the changes that were built."""
    quick = {f"CARGO_PROFILE_{kind}_{name}": value for kind in ("CHECKOUT", "TEST") for name, value in QUICK.items()}
    environment = {
        **os.environ,
        **quick,
        CHOSEN: str(change),
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


def build(mutants: Sequence[Mutant]) -> dict[int, Mutant]:
    """Build a kernel with all changes, of which a number in the environment chooses one; those that can be built."""
    numbered = dict(enumerate(mutants, 1))
    with (COPY / "native" / "src" / "lib.rs").open("a", encoding="utf-8") as kernel:
        kernel.write(CHANGE)
    write_changes(mutants, numbered)
    while not run(BUILD, seconds=MAX_BUILD_SECONDS):
        refused = find_refused() & numbered.keys()
        if not refused:
            sys.exit(f"the kernel cannot be built:\n{last_output()}")
        numbered = {number: mutant for number, mutant in numbered.items() if number not in refused}
        write_changes(mutants, numbered)
    shutil.copy(COPY / "target" / "checkout" / "libweft_native.so", COPY / "src" / "weft" / "_native.abi3.so")
    run([*GUARDS["cargo"], "--no-run"], seconds=MAX_BUILD_SECONDS)
    return numbered


def write_changes(mutants: Sequence[Mutant], numbered: Mapping[int, Mutant]) -> None:
    """Write the files of all changes with those that have a number."""
    for path, code in {mutant.file: mutant.code for mutant in mutants}.items():
        changes = {number: mutant for number, mutant in numbered.items() if mutant.file == path}
        (COPY / path).write_text(with_changes(code, changes), encoding="utf-8")


def last_output() -> str:
    """The end of what the last command printed."""
    return (COPY / "output.txt").read_text(encoding="utf-8")[-3000:]


def with_changes(code: str, changes: dict[int, Mutant]) -> str:
    """A file whose functions have a body for each change."""
    branches = dict[tuple[int, int], str]()
    for number, mutant in changes.items():
        for body in mutant.bodies:
            branches[body] = branches.get(body, "") + f"\n{number} => {mutant.body(*body)},"
    for start, stop in sorted(branches, reverse=True):
        match = f"{{ match crate::change() {{{branches[start, stop]}\n_ => {code[start:stop]}\n}} }}"
        code = code[:start] + match + code[stop:]
    return code


def find_refused() -> set[int]:
    """The numbers of the changes that the compiler refuses."""
    refused = set[int]()
    for line in (COPY / "output.txt").read_text(encoding="utf-8").splitlines():
        message = json.loads(line).get("message") if line.startswith("{") else None
        if not message or message["level"] != "error":
            continue
        for span in message["spans"]:
            above = (COPY / span["file_name"]).read_text(encoding="utf-8").splitlines()[: span["line_start"]]
            opening = next(filter(None, map(_BRANCH.match, reversed(above))), None)
            if opening and opening[1] != "_":
                refused.add(int(opening[1]))
    return refused


def choose(count: int, areas: Iterable[str]) -> dict[str, list[Mutant]]:
    """So many changes of each area, drawn; where functions lie in each other, only those of the outer one."""
    chosen = {area: random.Random(SEED).sample(found := find_mutants(area), min(count, len(found))) for area in areas}
    bodies = {(one.file, *body) for mutants in chosen.values() for one in mutants for body in one.bodies}
    inner = {
        (file, start, stop)
        for file, start, stop in bodies
        if any(other == file and first < start and stop < last for other, first, last in bodies)
    }
    return {
        area: [one for one in mutants if not any((one.file, *body) in inner for body in one.bodies)]
        for area, mutants in chosen.items()
    }


def noticed_by(change: int = 0) -> str:
    """The first guard that fails with a change, or nothing."""
    return next((name for name, guard in GUARDS.items() if not run(guard, change)), NOTHING)


def main() -> None:
    """Print every change with what noticed it, then how many there were of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("areas", nargs="*", choices=[*AREAS, []], help="all where none is given", metavar="area")
    parser.add_argument("--count", type=int, default=COUNT, help="changes of an area (default: %(default)s)")
    options = parser.parse_args()
    copy_tree()
    chosen = choose(options.count, options.areas or AREAS)
    built = build([mutant for mutants in chosen.values() for mutant in mutants])
    if noticed_by() != NOTHING:
        sys.exit(f"the tree fails without a change:\n{last_output()}")
    for area, mutants in chosen.items():
        noticed = Counter[str]()
        for number, mutant in built.items():
            if mutant in mutants:
                guard = noticed_by(number)
                noticed[guard] += 1
                print(f"{area} {number}: {guard:8}{mutant}", flush=True)
        told = ", ".join(f"{guard} {noticed[guard]}" for guard in (*GUARDS, NOTHING))
        print(f"{area}: {noticed.total()} changes, noticed by {told}", flush=True)


if __name__ == "__main__":
    main()
