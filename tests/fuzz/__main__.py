"""`python -m tests.fuzz --seconds 60`: hostile pages through every operation; fails where one broke something."""

import argparse
import json
import signal
import sys
from pathlib import Path

from tests.fuzz.campaign import Plan, Report, run_campaign, to_json
from tests.fuzz.inputs import make_input
from tests.fuzz.operations import everything
from tests.fuzz.runner import Tally, run_input, warm_up
from tests.fuzz.seeds import fresh_seed


def main() -> int:
    """Run what the command line asks for; 1 where something failed."""
    for ending in (signal.SIGTERM, signal.SIGINT):  # a shell may let us ignore them; the workers must end with us
        signal.signal(ending, lambda number, frame: sys.exit(128 + number))
    options = _read_options()
    seed = fresh_seed() if options.seed is None else options.seed
    if options.number is not None:
        return _run_one(seed, options.number, options.write)
    inputs = options.inputs or (10**9 if options.seconds else 10_000)
    plan = Plan(
        seed=seed,
        first=options.first,
        inputs=inputs,
        seconds=options.seconds or float("inf"),
        workers=options.workers,
        found=options.found.resolve(),
    )
    print(
        f"seed {seed}: inputs {plan.first} to {plan.first + inputs - 1}; failing inputs go to {options.found}",
        flush=True,
    )
    report = run_campaign(
        plan, tell=lambda line: print(line, flush=True), save=lambda report: _save(report, options.record)
    )
    for fault, entry in sorted(report.failures.items()):
        print(f"{entry['count']:>8} × {fault} ({entry['operation']})")
        print(f"           first: --seed {seed} --number {entry['number']}  {entry['message'][-200:]!r}")
    return 1 if report.failures else 0


def _save(report: Report, path: Path | None) -> None:
    if path is not None:
        path.write_text(json.dumps(to_json(report), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _run_one(seed: int, number: int, path: Path | None) -> int:
    """One input through all variants of all operations, with what fails."""
    given = make_input(seed, number)
    print(f"url {given.url!r}, charset {given.charset!r}, {len(given.data)} bytes\n{given.data[:2000]!r}")
    if path is not None:
        path.write_bytes(given.data)
    warm_up()
    failures = list(run_input(given, everything(), Tally()))
    for failure in failures:
        print(f"{failure.fault} (turn {failure.turn}): {failure.message}")
    return 1 if failures else 0


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, help="stop after so long")
    parser.add_argument("--inputs", type=int, help="stop after so many (10,000 where neither is given)")
    parser.add_argument("--seed", type=int, help="the inputs of this seed (default: a new one, printed)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input, to go on with a run")
    parser.add_argument("--workers", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--record", type=Path, help="write the record of the run into this JSON file")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"), help="folder for inputs that fail")
    parser.add_argument("--number", type=int, help="run this input alone through every operation")
    parser.add_argument("--write", type=Path, help="with --number: write the page into this file")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
