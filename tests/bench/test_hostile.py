"""Hostile pages are the same every time, and a crash is seen from outside."""

import random
import sys
from pathlib import Path

import pytest

from bench import hostile


def test_pages_are_the_same_every_time(tmp_path: Path) -> None:
    first, second = (list(hostile.pages_of("random bytes", tmp_path, 20)) for _ in range(2))
    assert first == second
    assert len(set(first)) == 20


def test_mutations_change_the_page() -> None:
    page = b"<html><body><p>One paragraph of a page, to be broken.</p></body></html>" * 20
    mutants = {hostile.mutate(page, random.Random(seed)) for seed in range(50)}
    assert len(mutants) > 45
    assert page not in mutants


def test_a_group_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    group = hostile._watch("random bytes", tmp_path, 5)
    assert (group["pages"], group["crashes"], group["errors"]) == (5, [], [])
    assert "| random bytes | 5 | 0 | 0 |" in hostile.markdown([group])


def test_a_crash_is_counted_and_the_pages_behind_it_still_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "python"
    line = '{"page": %d, "seconds": 0.1, "limit": "", "error": "", "peak": 1}'
    dies = f"if [ \"$6\" = 0 ]; then echo '{line % 0}'; kill -SEGV $$; fi"  # $6: the first page to run
    script.write_text(f"#!/bin/sh\n{dies}\necho '{line % 2}'\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))
    group = hostile._watch("random bytes", tmp_path, 3)
    assert (group["pages"], group["crashes"]) == (3, ["page 1: SIGSEGV"])
