"""The workflows: pinned actions, rights that are asked for one by one, and folders and targets that are there.

`make workflows` asks actionlint and zizmor, which need the network.
"""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools.parts import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
USES = re.compile(r"uses: (\S+)(?: # (\S+))?$", re.MULTILINE)
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def read(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def commands(path: Path) -> list[str]:
    jobs = read(path)["jobs"].values()
    return [step["run"] for job in jobs for step in job.get("steps", []) if "run" in step]


def test_there_are_the_four():
    assert [path.stem for path in WORKFLOWS] == ["docs", "release", "tests", "wheels"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_one_commit_with_its_version(path):
    used = USES.findall(path.read_text(encoding="utf-8"))
    assert used
    for action, version in used:
        if action.startswith("./"):
            assert (ROOT / action).is_file()
        else:
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action), action
            assert re.fullmatch(r"v\d+\.\d+\.\d+", version), action


def test_an_action_has_one_version_everywhere():
    used = {action for path in WORKFLOWS for action, _ in USES.findall(path.read_text(encoding="utf-8"))}
    names = [action.partition("@")[0] for action in used]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_job_may_read_unless_it_asks_for_more(path):
    assert read(path)["permissions"] == {"contents": "read"}
    for job in read(path)["jobs"].values():
        assert "timeout-minutes" in job or "uses" in job
        for step in job.get("steps", []):
            if str(step.get("uses")).startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_targets_and_folders_that_commands_name_are_there(path):
    for command in commands(path):
        for called in re.findall(r"\bmake ((?:[a-z-]+ )+)", f"{command} "):
            assert set(called.split()) <= TARGETS, command
        for name in re.findall(r"(?:tests|requirements)/[\w./]+", command):
            assert (ROOT / name).exists(), name


def test_wheels_are_built_for_every_system_that_is_told():
    jobs = read(ROOT / ".github" / "workflows" / "wheels.yml")["jobs"]
    built = {entry["target"] for name in ("linux", "others") for entry in jobs[name]["strategy"]["matrix"]["include"]}
    machines = {"x86_64", "aarch64"}
    assert built == {f"{machine}-unknown-linux-{libc}" for machine in machines for libc in ("gnu", "musl")} | {
        f"{machine}-apple-darwin" for machine in machines
    } | {"x86_64-pc-windows-msvc"}


def test_the_interpreters_that_are_tested_are_those_that_are_told():
    matrix = read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]["linux"]["strategy"]["matrix"]
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert matrix["python"] == re.findall(r'"Programming Language :: Python :: (3\.\d+)"', text)


def test_only_the_jobs_of_a_release_may_sign_or_publish():
    jobs = read(ROOT / ".github" / "workflows" / "release.yml")["jobs"]
    asked = {name: set(job.get("permissions", {})) - {"contents"} for name, job in jobs.items()}
    assert {name: rights for name, rights in asked.items() if rights} == {
        "attest": {"id-token", "attestations"},
        "publish": {"id-token"},
    }
    assert jobs["publish"]["environment"] == "release"
    assert set(jobs["attest"]["needs"]) == {"tests", "wheels"}
