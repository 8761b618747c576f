"""A run as Markdown tables."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from bench.groups import LANGUAGE_MEAN
from bench.systems import BARE_PARSES

SPEED = ("CPU ms/page", "median", "ratio", "loaded MB", "peak MB", "failed")


def speed_cells(system: dict[str, Any]) -> list[str]:
    """What a system cost, under the heads of `SPEED`; a cell without a number is empty."""
    numbers = ("cpu_ms_mean", "cpu_ms_median", "ratio", "loaded_mb", "peak_mb")
    formats = (".2f", ".2f", ".2f", ".0f", ".0f")
    cells = (
        "" if system[name] is None else format(system[name], spec) for name, spec in zip(numbers, formats, strict=True)
    )
    return [*cells, str(len(system["errors"]))]


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; the first column is text, the others are numbers.

    >>> print(grid(["system", "F1"], [["weft", "0.9"]]))
    | system | F1 |
    |---|--:|
    | weft | 0.9 |
    """
    rule = "|---|" + "--:|" * (len(head) - 1)
    return "\n".join(["| " + " | ".join(head) + " |", rule, *("| " + " | ".join(row) + " |" for row in rows)])


def markdown(run: dict[str, Any]) -> str:
    """The whole report of a run."""
    measure = run["measure"]
    texts = sorted(
        (system for system in run["systems"] if system["quality"]),
        key=lambda system: -system["quality"][measure]["mean"],
    )
    bare = [system for system in run["systems"] if system["name"] in BARE_PARSES]
    parts = [
        f"# {run['dataset']}",
        f"{run['pages']} pages, {run['rounds']} rounds, one thread, {run['made']}, {run['machine']}. "
        f"Systems in order of `{measure}`, mean over pages with its 95 % bootstrap interval. CPU: mean per page of the "
        "least time over the rounds; ratio: to the bare lexbor parse of the same bytes in the same run.",
        "## Quality and speed",
        grid(["system", "version", measure, "95 %", *SPEED], [_row(system, measure) for system in [*texts, *bare]]),
        "## By page type",
        _by_type(run, texts, measure),
        *(["## By group", _by_group(run, texts, measure)] if run.get("groups") else []),
        "## All measures",
        _all_measures(texts),
    ]
    failed = [system for system in run["systems"] if system["errors"]]
    if failed:
        parts += ["## Failed pages", "\n".join(_failures(system) for system in failed)]
    return "\n\n".join(parts) + "\n"


def _row(system: dict[str, Any], measure: str) -> list[str]:
    quality = system["quality"].get(measure)
    scores = [f"{quality['mean']:.4f}", f"{quality['low']:.3f}–{quality['high']:.3f}"] if quality else ["", ""]
    return [system["name"], system["version"], *scores, *speed_cells(system)]


def _by_type(run: dict[str, Any], systems: Sequence[dict[str, Any]], measure: str) -> str:
    kinds = sorted(run["page_types"], key=lambda kind: -run["page_types"][kind])
    rows = []
    for system in systems:
        cells = (system["by_type"][kind].get(measure) for kind in kinds)
        rows.append(
            [system["name"], *(f"{c['mean']:.3f} ({c['low']:.3f}–{c['high']:.3f})" if c else "" for c in cells)]
        )
    return grid(["system", *(f"{kind} ({run['page_types'][kind]})" for kind in kinds)], rows)


def _by_group(run: dict[str, Any], systems: Sequence[dict[str, Any]], measure: str) -> str:
    """Languages and the mean over them, where there are some."""
    rows = []
    for system in systems:
        groups = ((name, system["groups"].get(name, {}).get(measure)) for name in run["groups"])
        means = {name: group["mean"] for name, group in groups if group}
        numbers = [*(means.get(name) for name in run["groups"]), fmean(means.values()) if means else None]
        rows.append([system["name"], *("" if number is None else f"{number:.3f}" for number in numbers)])
    names = [f"{name} ({count})" for name, count in run["groups"].items()]
    return grid(["system", *names, LANGUAGE_MEAN], rows) if rows and names else ""


def _all_measures(systems: Sequence[dict[str, Any]]) -> str:
    names = list(systems[0]["quality"]) if systems else []
    nodes = ["f1", "precision", "recall"] if any(system["nodes"] for system in systems) else []
    rows = [
        [
            system["name"],
            *(f"{system['quality'][name]['mean']:.3f}" for name in names),
            *(f"{system['nodes'][name]:.3f}" if system["nodes"] else "" for name in nodes),
        ]
        for system in systems
    ]
    return grid(["system", *(_short(name) for name in names), *(f"node {_short(name)}" for name in nodes)], rows)


def _short(name: str) -> str:
    return name.replace("_", " ").replace("precision", "P").replace("recall", "R").replace("f1", "F1")


def _failures(system: dict[str, Any]) -> str:
    kinds: dict[str, list[str]] = {}
    for entry in system["errors"]:
        kinds.setdefault(entry["error"], []).append(entry["id"])
    listed = "; ".join(f"{error} ({len(ids)}: {', '.join(ids[:5])})" for error, ids in kinds.items())
    return f"- {system['name']}: {listed}"
