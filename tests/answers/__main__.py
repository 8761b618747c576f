"""Make the answers anew, write their hashes, and print which differ from those of a commit, and how.

`make answers` compares with the last commit, `make answers SINCE=main` with another. The texts of before are kept in
`target/answers` by the last run in which nothing differed; where there are none, the kernel of before is built in a
worktree there, which takes some two minutes.
"""

import argparse
import difflib
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.answers.answers import HASHES, read_hashes
from tests.answers.everything import all_names, answer, line_of

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "target" / "answers"
TEXTS = FOLDER / "texts.jsonl.gz"
CHANGES = FOLDER / "changes.diff"
MAX_SHOWN = 40  # diffs on the screen: all are in the file
MAX_LINES = 30  # of a diff on the screen
ORDER = ("text", "markdown", "records", "html", "json", "tei", "chunks", "others")
"""Which difference of a page is shown first: the others often follow from it."""


def main() -> None:
    """Make all answers, compare, write."""
    parser = argparse.ArgumentParser(prog="python -m tests.answers", description=__doc__)
    parser.add_argument("--since", default="HEAD", help="the commit to compare with (default: %(default)s)")
    parser.add_argument("--texts", type=Path, metavar="FILE", help="only write the texts of all answers into a file")
    options = parser.parse_args()
    if options.texts:
        write_texts(options.texts, HASHES.read_bytes())
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    committed = git("show", f"{options.since}:{HASHES.relative_to(ROOT)}") or ""
    fresh = FOLDER / "fresh.jsonl.gz"
    hashes = write_texts(fresh, committed.encode())
    HASHES.write_text("".join(f"{name}\t{line}\n" for name, line in hashes.items()), encoding="utf-8")
    before = read_hashes(committed)
    changed = {name for name in before.keys() & hashes.keys() if before[name] != hashes[name]}
    print(f"{len(hashes)} pages and sites: {len(changed)} changed, {len(hashes.keys() - before.keys())} new, ", end="")
    print(f"{len(before.keys() - hashes.keys())} gone")
    if changed:
        texts = texts_of(options.since, committed.encode())
        report(changed, {name: one for name, one in read_texts(texts) if name in changed}, fresh)
    elif before:
        fresh.replace(TEXTS)


def write_texts(path: Path, key: bytes) -> dict[str, str]:
    """Write the texts of all answers, a page on a line, under the hash of `key`; the hashes by name."""
    hashes = dict[str, str]()
    with gzip.open(path, "wt", compresslevel=1, encoding="utf-8") as file, ProcessPoolExecutor() as workers:
        file.write(json.dumps(hashlib.sha256(key).hexdigest()) + "\n")
        names = all_names()
        for name, texts in zip(names, workers.map(answer, names, chunksize=20), strict=True):
            hashes[name] = line_of(texts)
            file.write(json.dumps([name, texts]) + "\n")
    return hashes


def read_texts(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """The texts of every page by its name."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        next(file)
        for line in file:
            name, texts = json.loads(line)
            yield name, texts


def texts_of(base: str, committed: bytes) -> Path:
    """The file with the texts of before: the one that is kept, or what the kernel of before answers."""
    key = hashlib.sha256(committed).hexdigest()
    if TEXTS.exists():
        with gzip.open(TEXTS, "rt", encoding="utf-8") as file:
            if json.loads(next(file)) == key:
                return TEXTS
    revision = (git("log", "-1", "--format=%H", base, "--", str(HASHES.relative_to(ROOT))) or base).strip()
    print(f"building the kernel of {revision[:12]}, whose answers were reviewed; this takes some two minutes …")
    tree = FOLDER / "base"
    shutil.rmtree(tree, ignore_errors=True)
    run("git", "worktree", "prune")
    run("git", "worktree", "add", "--detach", "--quiet", "--force", str(tree), revision)
    try:
        build = "cargo build --quiet --locked --profile checkout -p weft-native --features python --target-dir".split()
        run(*build, str(FOLDER / "cargo"), folder=tree / "native")
        built = next(
            path for path in (FOLDER / "cargo" / "checkout").glob("*weft_native.*") if path.suffix in LIBRARIES
        )
        shutil.copy(built, tree / "src" / "weft" / ("_native" + (".pyd" if built.suffix == ".dll" else ".abi3.so")))
        run(sys.executable, "-m", "tests.answers", "--texts", str(TEXTS), folder=tree)
    finally:
        run("git", "worktree", "remove", "--force", str(tree))
    return TEXTS


LIBRARIES = (".so", ".dylib", ".dll")


def report(changed: set[str], before: dict[str, dict[str, str]], fresh: Path) -> None:
    """Print how answers changed, the first format of each page; all of them go to a file."""
    counts, shown = Counter[str](), 0
    with CHANGES.open("w", encoding="utf-8") as file:
        for name, texts in read_texts(fresh):
            if name not in changed:
                continue
            old = before.get(name, {})
            names = [one for one in (*ORDER, *texts) if texts.get(one, "") != old.get(one, "")]
            for place, format in enumerate(dict.fromkeys(names)):
                counts[format if format in ORDER else "sites"] += 1
                lines = list(diff(f"{name} {format}", old.get(format, ""), texts.get(format, "")))
                file.write("\n".join(lines) + "\n")
                if place == 0 and shown < MAX_SHOWN:
                    shown += 1
                    print("\n".join(lines[:MAX_LINES]) + ("\n…" if len(lines) > MAX_LINES else ""))
    told = ", ".join(f"{format} {count}" for format, count in counts.most_common())
    print(f"{len(changed)} pages and sites changed ({told}); every diff is in {CHANGES.relative_to(ROOT)}")
    print(f"Where the new answers are right, commit {HASHES.relative_to(ROOT)} and say why they changed.")


def diff(name: str, before: str, after: str) -> Iterator[str]:
    """The lines that differ, with one around them."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, "before", "now", 1, "")
    return (line.replace("\x00", "\\0") for line in lines)


def git(*arguments: str) -> str | None:
    """What git prints; None where it fails."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def run(*command: str, folder: Path = ROOT) -> None:
    """Run a command, with the modules of its folder first."""
    paths = os.pathsep.join([str(folder / "src"), str(folder)])
    environment = {**os.environ, "PYTHONPATH": paths, "PYO3_PYTHON": sys.executable}
    subprocess.run(command, cwd=folder, env=environment, check=True)


if __name__ == "__main__":
    main()
