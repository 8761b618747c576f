"""Every variant of a paper has a name and is listed on the paper's page; tests/test_docs.py runs the commands."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import weft
from weft.extractors.vips import Vips
from weft.records.find import RECORD_METHODS
from weft.registry import Registry, options_of, with_options
from weft.sites.clusterings import Hierarchical

PAGES = Path(__file__).parents[2] / "docs" / "papers"
HEADING = "## Every variant as a command\n"
REGISTRIES: tuple[Registry[Any], ...] = (
    weft.EXTRACTORS,
    weft.SIMILARITIES,
    weft.CLUSTERINGS,
    weft.LEARNERS,
    RECORD_METHODS,
)
ELSEWHERE = {Vips: "c", Hierarchical: "d"}  # parts of a paper that the default path uses too
SHOWN_APART = {"repeated_subtrees_printed": "repeated_subtrees", "delete_same_pairwise": "delete_same"}  # one class
NOT_FOR_SHELLS = {"node_classifier:model"}  # `weft train` makes a file, and the file is the method


def section(letter: str) -> str:
    text = (PAGES / f"{letter}.md").read_text(encoding="utf-8")
    assert HEADING in text, f"{letter}.md does not list its variants"
    return text.partition(HEADING)[2].partition("\n## ")[0]


def variants() -> Iterator[tuple[str, str]]:
    """The paper and the `name:option` of everything that a paper's method can be set to."""
    for registry in REGISTRIES:
        for name in registry:
            thing = registry[name]
            module = type(thing).__module__
            paper = ELSEWHERE.get(type(thing), module.split(".")[2] if module.startswith("weft.papers.") else "")
            for option in options_of(thing) if paper else ():
                if f"{name}:{option}" not in NOT_FOR_SHELLS:
                    yield paper, f"{SHOWN_APART.get(name, name)}:{option}"


@pytest.mark.parametrize(("paper", "variant"), sorted(set(variants())))
def test_the_page_of_the_paper_lists_the_variant(paper: str, variant: str) -> None:
    assert f"`{variant}=" in section(paper), f"docs/papers/{paper}.md does not list {variant}=…"


@pytest.mark.parametrize("paper", "abcd")
def test_a_command_shows_every_variant_that_is_listed(paper: str) -> None:
    """The commands are run by the tests of the documentation; VIPS needs a browser, which is not everywhere."""
    text = section(paper)
    commands = "\n".join(re.findall(r"^\$ .*", text, re.MULTILINE))
    used = {(name, option) for name, options in re.findall(r" (\w+):(\S+)", commands) for option in _names(options)}
    listed = {
        (SHOWN_APART.get(name, name), option)
        for name, options in re.findall(r"`(\w+):([^`]+)`", text)
        for option in _names(options)
        if name not in ("name", "vips")
    }
    assert listed <= {(SHOWN_APART.get(name, name), option) for name, option in used}


def _names(options: str) -> list[str]:
    return [pair.partition("=")[0] for pair in options.split(",")]


@pytest.mark.parametrize("letter", "abcd")
def test_every_listed_variant_is_one(letter: str) -> None:
    listed = re.findall(r"`(\w+):([^`]+=[^`]+)`", section(letter))
    for name, options in listed:
        if name != "name":
            registry = next(registry for registry in REGISTRIES if name in registry)
            assert with_options(registry[name], options, name=name) != registry[name]
