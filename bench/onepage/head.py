"""The first screen: what a stranger should know after one minute."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from bench.onepage.elements import Markup
from bench.onepage.text_sets import CONVERTERS, Run, best_peer, by_name, mean_of
from bench.peer_loaders import PEERS
from bench.site_answers import NAME as SITE
from bench.texts import TextSet

TITLE = "weft: the benchmark report"
ABOUT = (
    "Made by `make bench` from the records in bench/record, never typed. Every system in a table was given the same "
    "pages and timed in the same run; nothing is quoted from elsewhere but the figures that the five papers print "
    "and a table of its own near the end. What the measures mean is in bench/README.md."
)


def cards(runs: Sequence[tuple[TextSet, Run]], others: Mapping[str, Any]) -> Markup:
    """A few large figures, each with what it is compared with."""
    found = [*_quality_cards(runs), *_standing_card(runs), *_site_card(others), *_hostile_card(others)]
    shown = "".join(
        f'<div class="card"><b>{escape(figure)}</b><span>{escape(text)}</span></div>' for figure, text in found
    )
    return f'<div class="cards">{shown}</div>' if found else ""


def _quality_cards(runs: Sequence[tuple[TextSet, Run]]) -> list[tuple[str, str]]:
    """Quality and speed on the main data set."""
    main = next(((wanted, run) for wanted, run in runs if wanted.folds), None)
    if main is None:
        return []
    _wanted, run = main
    systems, measure, peer = by_name(run), run["measure"], best_peer(run)
    if "weft" not in systems or not peer:
        return []
    ours, theirs = systems["weft"], systems[peer]
    figures = ours["quality"][measure]
    told = (
        f"{measure.replace('_f1', ' F1')} over {run['pages']:,} pages of {len(run['page_types'])} types, "
        f"cross-validated ({figures['low']:.3f}–{figures['high']:.3f}); the best peer, {peer}, has "
        f"{mean_of(theirs, measure):.3f}"
    )
    times = f"{ours['ratio'] or 0:.1f} times a bare lexbor parse"
    cost = f"CPU a page, {times}; {peer} takes {theirs['cpu_ms_mean'] or 0:.1f} ms"
    return [(f"{figures['mean']:.3f}", told), (f"{ours['cpu_ms_mean'] or 0:.1f} ms", cost)]


def _best(run: Run, names: Iterable[str]) -> tuple[float, str]:
    """The highest mean among some systems, and whose it is."""
    systems = by_name(run)
    return max(((mean_of(systems[name], run["measure"]), name) for name in names if name in systems), default=(0.0, ""))


def _sides(run: Run) -> tuple[tuple[float, str], tuple[float, str]]:
    """Weft's best row, with the site where there is one, and that of the peers that choose."""
    return _best(run, ("weft", SITE)), _best(run, (name for name in PEERS if name not in CONVERTERS))


def _standing_card(runs: Sequence[tuple[TextSet, Run]]) -> list[tuple[str, str]]:
    """On how many data sets weft is ahead of every peer."""
    sides = [_sides(run) for _, run in runs]
    known = [(ours, theirs) for ours, theirs in sides if ours[1] and theirs[1]]
    ahead = sum(ours > theirs for (ours, _), (theirs, _) in known)
    told = "data sets where the mean of weft, or of weft site where there are sites, is above that of every peer"
    return [(f"{ahead} of {len(known)}", told)] if known else []


def behind(runs: Sequence[tuple[TextSet, Run]]) -> Markup:
    """Where a peer is ahead, said as plainly as the rest."""
    said = []
    for wanted, run in runs:
        (ours, _), (theirs, peer) = _sides(run)
        ahead = sum(_best(run, [name])[0] >= ours for name in PEERS if name not in CONVERTERS)
        if peer and ahead:
            others = f" and {ahead - 1} more" if ahead > 1 else ""
            said.append(f"{wanted.name} ({ours:.3f}; {peer} {theirs:.3f}{others})")
    return f"<p>Behind a peer: {escape(', '.join(said))}.</p>" if said else ""


def _site_card(others: Mapping[str, Any]) -> list[tuple[str, str]]:
    methods = others.get("sites", {}).get("body", {}).get("methods", {})
    if not {"default", "weft.extract"} <= set(methods):
        return []
    learned, single = (methods[name]["whole"]["corpora"]["all"] for name in ("default", "weft.extract"))
    told = (
        f"token F1 of bodies when weft learns the site first, mean over {learned['sites']} sites (in-sample: its "
        f"constants were chosen on them); page by page {single['f1']:.3f}"
    )
    return [(f"{learned['f1']:.3f}", told)]


def _hostile_card(others: Mapping[str, Any]) -> list[tuple[str, str]]:
    groups = others.get("hostile", {}).get("groups", [])
    if not groups:
        return []
    pages = sum(group["pages"] for group in groups)
    broken = sum(len(group["crashes"]) + len(group["errors"]) for group in groups)
    return [(f"{broken}", f"hangs, crashes and unforeseen errors on {pages:,} huge, deep, random and mutated pages")]
