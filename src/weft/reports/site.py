"""What was learned of a site, as one HTML page with its pictures inside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

import numpy as np
from numpy.typing import NDArray

from weft.nouns import with_noun
from weft.reports.cluster_map import Point, cluster_map, colour_of, sketch_distances
from weft.reports.dendrogram import dendrogram
from weft.reports.look import NO_PICTURE, Picture, look_figure
from weft.reports.look import STYLE as LOOK_STYLE
from weft.reports.medoid_page import ShownBlock, medoid_page

MOST_CLUSTERS = 60  # in the pictures, the largest first
MOST_RULES = 60  # of a cluster
MOST_NAMED = 20  # URL shapes of a cluster, failures


@dataclass(frozen=True, kw_only=True)
class FieldSummary:
    """A field of a template: where it is, and what it says on the page that is shown."""

    name: str
    presence: float
    value: str = ""


@dataclass(frozen=True, kw_only=True)
class ClusterSummary:
    """What there is to show of a cluster."""

    name: str
    host: str
    pages: int
    medoid: str
    page_type: str
    is_learned: bool
    confidence: float
    sketch: NDArray[np.uint64]
    rules: Sequence[str] = ()
    fields: Sequence[FieldSummary] = ()
    has_records: bool = False
    urls: Mapping[str, int] = field(default_factory=dict)
    drift: str = ""  # in words; empty where no pages were given
    must_relearn: bool = False
    shown_id: str = ""  # the medoid, or another page where that was not given
    blocks: Sequence[ShownBlock] = ()  # of that page
    picture: Picture = NO_PICTURE  # of that page, where it was drawn


@dataclass(frozen=True, kw_only=True)
class PagePoint:
    """A page on the map."""

    page_id: str
    cluster: int  # -1: it fits none
    sketch: NDArray[np.uint64]


@dataclass(frozen=True, kw_only=True)
class SiteSummary:
    """What there is to show of a site; the clusters with most pages first."""

    name: str
    recipe: Mapping[str, str]
    clusters: Sequence[ClusterSummary]
    notes: Sequence[str] = ()
    failures: Mapping[str, str] = field(default_factory=dict)
    unclustered: int = 0
    pages: Sequence[PagePoint] = ()
    unfit: int = 0  # pages that were given and fit no cluster


def site_page(summary: SiteSummary) -> str:
    """The HTML page of a site; nothing on it runs, and nothing is loaded."""
    shown = summary.clusters[:MOST_CLUSTERS]
    parts = [
        f"<h1>{escape(summary.name)}</h1>",
        f"<p>{_facts(summary)}</p>",
        *(f"<p class=note>{escape(note)}</p>" for note in summary.notes),
        "<h2>Clusters</h2>",
        _table(summary.clusters),
    ]
    if shown:
        distances = sketch_distances([cluster.sketch for cluster in shown])
        hosts = {cluster.host for cluster in shown}
        names = [f"{cluster.name} ({cluster.pages}) {cluster.host if len(hosts) > 1 else ''}" for cluster in shown]
        parts += [
            "<h2>Map</h2><p>The closer, the more tag paths are shared. Point at a dot to see its name.</p>",
            _map(shown, summary.pages),
            "<h2>Dendrogram</h2><p>Share of tag paths in common where branches meet.</p>",
            dendrogram(names, [colour_of(number) for number in range(len(shown))], distances),
        ]
    parts += ["<h2>Templates</h2>", *(_cluster(cluster, number) for number, cluster in enumerate(summary.clusters))]
    parts += _failures(summary.failures)
    style = _STYLE + LOOK_STYLE * any(cluster.picture for cluster in summary.clusters)
    return _PAGE.format(title=escape(summary.name), style=style, body="\n".join(parts))


def _facts(summary: SiteSummary) -> str:
    pages = sum(cluster.pages for cluster in summary.clusters)
    recipe = " · ".join(f"{name} {value}" for name, value in summary.recipe.items())
    facts = [f"{with_noun(pages, 'page')} in {with_noun(len(summary.clusters), 'cluster')}", recipe]
    facts += [f"{with_noun(summary.unclustered, 'page')} in no cluster"] if summary.unclustered else []
    facts += [f"{with_noun(len(summary.failures), 'page')} could not be read"] if summary.failures else []
    facts += [f"{summary.unfit} of the given pages fit no cluster"] if summary.unfit else []
    return escape(" · ".join(facts))


def _table(clusters: Sequence[ClusterSummary]) -> str:
    head = "<tr><th></th><th>name</th><th>pages</th><th>type</th><th>fields</th><th>records</th><th>confidence</th>"
    rows = "".join(
        f'<tr><td>{_dot(number)}</td><td><a href="#c{number}">{escape(cluster.name)}</a></td><td>{cluster.pages:,}</td>'
        f"<td>{escape(cluster.page_type)}</td><td>{len(cluster.fields) or ''}</td>"
        f"<td>{'yes' if cluster.has_records else ''}</td><td>{_confidence(cluster)}</td>"
        f"<td class={'bad' if cluster.must_relearn else 'good'}>{escape(cluster.drift)}</td></tr>"
        for number, cluster in enumerate(clusters)
    )
    return f"<table>{head}<th>drift</th></tr>{rows}</table>"


def _dot(number: int) -> str:
    return f'<i class="dot" style="background: {colour_of(number)}"></i>'


def _confidence(cluster: ClusterSummary) -> str:
    if not cluster.is_learned:
        return "too small to learn"
    return f'<i class="bar" style="width: {60 * cluster.confidence:.0f}px"></i> {cluster.confidence:.2f}'


def _map(clusters: Sequence[ClusterSummary], pages: Sequence[PagePoint]) -> str:
    shown = [page for page in pages if page.cluster < len(clusters)]
    points = [
        Point(
            name=cluster.name,
            colour=colour_of(number),
            pages=max(cluster.pages, 1),
            note=f"{with_noun(cluster.pages, 'page')}, {cluster.page_type}",
        )
        for number, cluster in enumerate(clusters)
    ]
    points += [
        Point(
            name=page.page_id,
            colour=colour_of(page.cluster) if page.cluster >= 0 else "gray",
            note=_home(page, clusters),
        )
        for page in shown
    ]
    sketches = [cluster.sketch for cluster in clusters] + [page.sketch for page in shown]
    return cluster_map(points, sketch_distances(sketches))


def _home(page: PagePoint, clusters: Sequence[ClusterSummary]) -> str:
    return clusters[page.cluster].name if page.cluster >= 0 else "fits no cluster"


def _cluster(cluster: ClusterSummary, number: int) -> str:
    urls = sorted(cluster.urls.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST_NAMED]
    facts = [with_noun(cluster.pages, "page"), cluster.page_type, cluster.host, f"medoid {cluster.medoid}"]
    rules = "".join(f"<li>{escape(rule)}</li>" for rule in cluster.rules[:MOST_RULES])
    rest = len(cluster.rules) - MOST_RULES
    parts = [
        f'<section id="c{number}"><h3>{_dot(number)} {escape(cluster.name)}</h3>',
        f"<p>{escape(' · '.join(filter(None, facts)))} · {_confidence(cluster)}</p>",
        f"<p class={'bad' if cluster.must_relearn else 'good'}>{escape(cluster.drift)}</p>" if cluster.drift else "",
        f"<p class=urls>{escape(' · '.join(f'{shape} × {count}' for shape, count in urls))}</p>" if urls else "",
        f"<details open><summary>Rules</summary><ul class=rules>{rules}</ul>",
        f"<p>… and {rest} more</p>" if rest > 0 else "",
        "</details>",
        _fields(cluster.fields),
    ]
    if cluster.blocks:
        title = "The medoid page" if cluster.shown_id == cluster.medoid else f"A page: {cluster.shown_id}"
        page = medoid_page(list(cluster.blocks))
        if cluster.picture:
            figure = f'<div class="page">{look_figure(cluster.picture)}</div>'
            parts.append(f"<details open><summary>{escape(title)}, as drawn</summary>{figure}</details>")
        is_open = "" if cluster.picture else " open"
        parts.append(f"<details{is_open}><summary>{escape(title)}</summary>{_LEGEND}{page}</details>")
    return "".join(parts) + "</section>"


def _fields(fields: Sequence[FieldSummary]) -> str:
    if not fields:
        return ""
    rows = "".join(
        f"<tr><th>{escape(entry.name)}</th><td>{entry.presence:.0%} of pages</td>"
        f"<td class=value>{escape(entry.value)}</td></tr>"
        for entry in fields
    )
    return f"<details open><summary>Fields</summary><table>{rows}</table></details>"


def _failures(failures: Mapping[str, str]) -> list[str]:
    if not failures:
        return []
    rows = "".join(f"<li>{escape(why)}</li>" for why in list(failures.values())[:MOST_NAMED])
    return [f"<h2>Pages that could not be read</h2><ul>{rows}</ul>"]


_LEGEND = (
    "<p><span class=body>body</span> <span class=field>field</span> <span class=record>record</span> "
    "<span class=warp>warp</span> <span class=hidden>hidden</span></p>"
)

_STYLE = """
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 66rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.2rem; } h3 { margin-bottom: .2rem; }
section { border-top: 1px solid var(--line); padding-top: .4rem; margin-top: 1.4rem; }
table { border-collapse: collapse; } a { color: inherit; }
th, td { text-align: left; padding: 2px 14px 2px 0; font-weight: normal; vertical-align: top; white-space: nowrap; }
td { font-variant-numeric: tabular-nums; }
.value, .urls, .bad, .good { white-space: normal; overflow-wrap: anywhere; } .value, .urls { opacity: .8; }
.dot { display: inline-block; width: .8em; height: .8em; border-radius: 50%; }
.bar { display: inline-block; height: .7em; background: #2a9d6f; border-radius: 2px; }
.bad { color: #c0392b; } .note { border-left: 4px solid #d68910; padding-left: .6rem; }
.rules { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
summary { cursor: pointer; font-weight: 600; margin-top: .6rem; }
svg { display: block; width: 100%; height: auto; } svg.map { border: 1px solid var(--line); }
svg text { fill: currentColor; font-size: 12px; } svg.map text { font-weight: 600; }
svg.tree path { fill: none; stroke: currentColor; stroke-width: 1.3; }
svg.tree .tick { opacity: .25; stroke-dasharray: 2 4; } svg.tree text.tick { opacity: .6; text-anchor: middle; }
circle.cluster { fill-opacity: .25; } circle.page { fill-opacity: .85; }
.page { max-height: 44rem; overflow-y: auto; border: 1px solid var(--line); }
.page .look { max-width: 720px; padding: 10px 12px; }
.page summary { font-weight: normal; margin: 0; padding: 2px 13px; opacity: .6; }
.page p { margin: 1px 0; padding: 2px 8px; border-left: 5px solid transparent; overflow-wrap: anywhere; }
.page b { font: 11px ui-monospace, monospace; opacity: .55; margin-right: .6em; }
.page em { font: 11px ui-monospace, monospace; background: #2b6cb0; color: white; border-radius: 3px; padding: 0 5px;
           margin-right: .5em; }
p.body, span.body { background: color-mix(in srgb, #2a9d6f 28%, transparent); border-left-color: #14734c !important; }
p.field, span.field { background: color-mix(in srgb, #2b6cb0 22%, transparent); }
p.record, span.record { background: color-mix(in srgb, #d68910 20%, transparent); }
p.warp, span.warp { color: color-mix(in srgb, currentColor 60%, transparent); }
p.hidden, span.hidden { opacity: .4; font-style: italic; }
p > span { padding: 1px 8px; border-radius: 3px; }
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>{title}</title><style>{style}</style></head><body>
{body}
</body></html>"""
