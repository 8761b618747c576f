"""How the report looks, in light and dark colours, and the few lines of script that sort a table."""

from weft.reports.writing import read_house_file

OWN = """
:root { --ours: var(--accent); --theirs: var(--edge); --ground: var(--paper); --good: var(--accent);
  --missed: var(--warn); }
html { height: auto; scroll-behavior: smooth; scroll-padding-top: 3.2rem; } body { display: block; }
main, .about, nav .in { max-width: 1320px; margin: 0 auto; padding: 0 24px; }
.about { padding-top: 28px; } .about p { max-width: 90ch; margin: .3rem 0 1rem; } .note { color: var(--soft); }
nav { position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line); }
nav .in { padding-block: .5rem; display: flex; gap: .2rem 1.1rem; flex-wrap: wrap; font-size: .9rem; }
nav a { color: var(--soft); text-decoration: none; } nav a:hover { color: var(--ink); }
section { padding: 1.6rem 0 .4rem; } h2 { margin: .4rem 0; } h3 { margin: 1.6rem 0 .2rem; }
h4 { font-size: .95rem; margin: 1.1rem 0 .2rem; }
.note { max-width: 62rem; font-size: .88rem; margin: .15rem 0 .6rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13.5rem, 1fr)); gap: .9rem; margin: 1.2rem 0; }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: var(--round); padding: .8rem 1rem; }
.card b { display: block; font-size: 1.75rem; line-height: 1.2; color: var(--ours);
  font-variant-numeric: tabular-nums; }
.card span { font-size: .87rem; color: var(--soft); }
.wide { overflow-x: auto; margin: .2rem 0 .8rem; } table { border-collapse: collapse; font-size: .87rem; }
th, td { padding: 3px 8px; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
th { font-weight: 600; color: var(--soft); border-bottom: 1px solid var(--line); vertical-align: bottom;
  cursor: pointer; }
th:hover { color: var(--ink); } th[aria-sort=ascending]::after { content: " \\25B4"; }
th[aria-sort=descending]::after { content: " \\25BE"; }
th:first-child, td:first-child { text-align: left; padding-left: 4px; position: sticky; left: 0;
  background: var(--ground); }
.overview table, .overview thead th { font-size: .8rem; } .overview th, .overview td { padding: 3px 6px; }
.overview th { white-space: normal; max-width: 5.6rem; }
tbody tr { border-bottom: 1px solid color-mix(in srgb, var(--line) 55%, transparent); }
tbody tr:hover td { background: color-mix(in srgb, var(--theirs) 12%, var(--ground)); }
tr.ours td:first-child { color: var(--ours); font-weight: 650; }
td.heat { background: color-mix(in srgb, var(--good) calc(var(--heat) * .42), transparent); }
details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; padding: 0 .9rem; }
summary { cursor: pointer; padding: .45rem 0; font-weight: 550; font-size: .93rem; }
details[open] { padding-bottom: .6rem; }
img { max-width: 100%; width: 46rem; background: #fff; border-radius: 8px; }
svg.scatter { width: 100%; max-width: 56rem; height: auto; display: block; }
svg text { fill: var(--ink); font-size: 12px; }
svg .axis { stroke: var(--line); } svg .grid { stroke: color-mix(in srgb, var(--line) 60%, transparent); }
svg .tick, svg .label { fill: var(--soft); } svg .theirs { fill: var(--theirs); stroke: var(--theirs); }
svg .ours { fill: var(--ours); stroke: var(--ours); } svg text.ours { font-weight: 650; }
svg text.ours, svg text.theirs { stroke: none; }
svg .method { fill: var(--ground); stroke: var(--ours); stroke-width: 1.6; }
svg text.method { fill: var(--ours); stroke: none; }
svg .bar { stroke-width: 1.3; } svg .leader { stroke-width: .7; opacity: .55; }
svg .base { stroke: var(--soft); stroke-dasharray: 4 4; }
.bands { display: grid; grid-template-columns: 11rem 1fr; gap: 3px .8rem; max-width: 54rem; font-size: .85rem;
  align-items: center; }
.band { display: flex; height: 16px; border-radius: 4px; overflow: hidden; }
.band i { display: block; height: 100%; } .b0 { background: #b91c1c; } .b1 { background: #f59e0b; }
.b2 { background: #86b98f; } .b3 { background: #15803d; }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin: 0 .3em 0 .9em; }
.absent { background: color-mix(in srgb, var(--missed) 14%, transparent); border-radius: 8px; padding: .5rem .9rem;
  max-width: 62rem; }
a.view { pointer-events: none; color: var(--soft); }
footer { color: var(--soft); padding: 2rem 0 3rem; font-size: .87rem; }
@media print { details { break-inside: avoid; } th:first-child, td:first-child { position: static; } }
"""

STYLE = read_house_file("house.css") + OWN
"""The look of all reports, and what only this one has."""

VIEWS_PRESENT = """.absent { display: none !important; }
a.view { pointer-events: auto !important; color: var(--ours) !important; }
"""
"""Lies beside the page views: a report that finds it knows that its links lead somewhere."""

SCRIPT = """
document.querySelectorAll("table.sorts th").forEach((head) => head.addEventListener("click", () => {
  const table = head.closest("table"), place = [...head.parentNode.children].indexOf(head);
  const down = head.getAttribute("aria-sort") !== "descending";
  const value = (row) => { const text = row.children[place]?.textContent.trim() ?? "";
    const found = parseFloat(text.replace(/,/g, "")); return [text, found]; };
  const rows = [...table.tBodies[0].rows].map((row) => [value(row), row]);
  rows.sort(([[a, x]], [[b, y]]) => {
    if (!a || !b) return !a && !b ? 0 : a ? -1 : 1;
    const order = isNaN(x) || isNaN(y) ? a.localeCompare(b) : x - y;
    return down ? -order : order; });
  table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  table.tBodies[0].append(...rows.map(([, row]) => row));
}));
"""
