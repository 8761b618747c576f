"""Counts over an output as an HTML page of bars."""

from collections.abc import Mapping
from html import escape
from typing import Any

from weft.nouns import with_noun

MOST = 15  # bars of a chart


def stats_page(counts: Mapping[str, Any]) -> str:
    """What `weft stats --json` prints, for people who would rather look than read."""
    facts = (
        f"{with_noun(counts['pages'], 'page')} of {with_noun(counts['hosts'], 'host')}, "
        f"{sum(counts['failed'].values()):,} failed; "
        f"{with_noun(counts['characters'], 'character')} of text, {with_noun(counts['records'], 'record')}."
    )
    bins = len(counts["confidence"])
    confidence = {
        f"{place / bins:.1f}–{(place + 1) / bins:.1f}": count for place, count in enumerate(counts["confidence"])
    }
    charts = {
        "Page types": counts["page_types"],
        "Languages": counts["languages"],
        "Confidence": confidence,
        "Chosen by": counts["chosen_by"],
        "Largest hosts": counts["largest_hosts"],
        "Failures": counts["failed"],
    }
    body = "".join(_chart(name, values) for name, values in charts.items() if any(values.values()))
    return _PAGE.format(style=_STYLE, facts=facts, charts=body)


def _chart(name: str, counts: Mapping[str, int]) -> str:
    most = max(counts.values())
    rows = "".join(
        f'<tr><th scope="row">{escape(label)}</th><td>{count:,}</td>'
        f'<td class="bar"><meter min="0" max="{most}" value="{count}">{count}</meter></td></tr>'
        for label, count in list(counts.items())[:MOST]
    )
    return f"<section><h2>{name}</h2><table>{rows}</table></section>"


_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 68rem;
  margin: 2rem auto; padding: 0 1rem }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(28rem, 1fr)); gap: 1rem 3rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.05rem; margin: 1rem 0 .4rem }
table { border-collapse: collapse; width: 100% }
th { font-weight: normal; text-align: left; max-width: 14rem; overflow-wrap: anywhere }
td { text-align: right; padding: .1rem .5rem; font-variant-numeric: tabular-nums } .bar { width: 55% }
meter { width: 100%; height: 1rem; appearance: none; background: none }
meter::-webkit-meter-bar { background: none; border: 0; border-radius: 2px }
meter::-webkit-meter-optimum-value { background: #33658a; border-radius: 2px }
meter::-moz-meter-bar { background: #33658a; border-radius: 2px }
"""
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>weft stats</title><style>{style}</style>
<h1>What came out</h1><p>{facts}</p><main>{charts}</main></html>
"""
