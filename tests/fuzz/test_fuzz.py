"""New hostile pages through every operation. Their seed is new each time, and printed at the end of the tests.

`pytest tests/fuzz --seed N` runs the same inputs again; `python -m tests.fuzz --seed N --number M` runs one of them.
"""

import os
from pathlib import Path

from tests.fuzz.campaign import Plan, run_campaign
from tests.fuzz.seeds import SEED
from tests.seeds import STATE

INPUTS = 2_500  # some twenty seconds of one core; `make fuzz` takes as long as one likes


def test_new_hostile_pages(tmp_path: Path) -> None:
    seed = STATE.chosen if STATE.chosen is not None else int(os.environ[SEED])
    plan = Plan(seed=seed, inputs=INPUTS, workers=1, found=tmp_path)
    report = run_campaign(plan, tell=lambda line: None)
    found = {path.name: path.read_text(encoding="utf-8")[:2_000] for path in sorted(tmp_path.glob("*.json"))}
    assert not report.failures, f"seed {seed}: {report.failures}\n{found}"
    assert report.tally.inputs == INPUTS
