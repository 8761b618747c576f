"""Which software made the pages, and in which versions: counts, and an HTML page with a bar chart of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from weft.nouns import with_noun
from weft.records.fingerprints import Software

UNKNOWN = "unknown"
UNSAID = "no version"  # the page does not say
MOST_BARS = 40
NAME_WIDTH, BAR_WIDTH, COUNT_WIDTH = 190, 520, 90
ROW, BAR = 26, 18  # heights
LETTER = 7.5  # width of a letter in a bar
LIGHTEST, DARKEST = 72, 34  # lightness of a bar's parts, per cent: the most frequent version is the darkest
MOST_SHADES = 6


@dataclass(frozen=True, kw_only=True)
class SoftwareCount:
    """How many pages a software made, in all and by version, the most frequent first."""

    name: str
    kind: str
    pages: int
    versions: dict[str, int] = field(default_factory=dict)  # by version; empty: the page does not say


def count_software(found: Iterable[Software]) -> list[SoftwareCount]:
    """The counts of all pages, the most frequent software first, pages of unknown software last.

    >>> made = [Software(name="phpBB", version="3.3"), Software(name="phpBB"), Software()]
    >>> [(count.name, count.pages, count.versions) for count in count_software(made)]
    [('phpBB', 2, {'3.3': 1, '': 1}), ('unknown', 1, {})]
    """
    pages: Counter[tuple[str, str]] = Counter()
    versions: dict[str, Counter[str]] = {}
    for software in found:
        pages[software.name, software.kind] += 1
        versions.setdefault(software.name, Counter())[software.version] += 1
    counts = [
        SoftwareCount(name=name or UNKNOWN, kind=kind, pages=count, versions=_ordered(versions[name]) if name else {})
        for (name, kind), count in pages.items()
    ]
    return sorted(counts, key=lambda count: (count.name == UNKNOWN, -count.pages, count.name))


def software_page(counts: Sequence[SoftwareCount]) -> str:
    """The counts as an HTML page: a bar a software, its parts the versions, and the same as a table."""
    total = sum(count.pages for count in counts)
    known = [count for count in counts if count.name != UNKNOWN]
    said = sum(number for count in known for version, number in count.versions.items() if version)
    named = sum(count.pages for count in known)
    summary = f"{with_noun(total, 'page')}, {with_noun(len(known), 'kind')} of software; "
    summary += f"{with_noun(named, 'page')} named, {said:,} with a version."
    body = f"<h1>Software</h1><p>{summary}</p>{software_chart(counts)}{_table(counts)}"
    return _PAGE.format(style=_STYLE, body=body)


def software_chart(counts: Sequence[SoftwareCount]) -> str:
    """The bar chart as SVG; pointing at a part names its version."""
    shown = counts[:MOST_BARS]
    most = max((count.pages for count in shown), default=1)
    bars = "".join(_bar(count, place, most) for place, count in enumerate(shown))
    width, height = NAME_WIDTH + BAR_WIDTH + COUNT_WIDTH, ROW * max(len(shown), 1)
    return f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="pages by software and version">{bars}</svg>'


def _bar(count: SoftwareCount, place: int, most: int) -> str:
    top = place * ROW + (ROW - BAR) / 2
    middle = top + BAR / 2 + 5
    name = escape(_cut(count.name, int(NAME_WIDTH / LETTER) - 2))
    end = NAME_WIDTH + BAR_WIDTH * count.pages / most
    parts = "".join(_parts(count, top, BAR_WIDTH / most))
    return (
        f'<text x="{NAME_WIDTH - 10}" y="{middle:.1f}" text-anchor="end">{name}</text>{parts}'
        f'<text class="count" x="{end + 8:.1f}" y="{middle:.1f}">{count.pages:,}</text>'
    )


def _parts(count: SoftwareCount, top: float, scale: float) -> Iterator[str]:
    """A rectangle a version, the most frequent first; its name in it where there is room."""
    left = float(NAME_WIDTH)
    shade = 0
    for version, pages in (count.versions or {"": count.pages}).items():
        width = pages * scale
        kind = "known" if version else "unsaid"
        lightness = DARKEST + (LIGHTEST - DARKEST) * min(shade, MOST_SHADES) / MOST_SHADES
        shade += bool(version)
        fill = f' style="fill: hsl(157 58% {lightness:.0f}%)"' if version else ""
        title = escape(f"{count.name} {version or UNSAID}: {with_noun(pages, 'page')}")
        yield (
            f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{max(width - 1, 0.5):.1f}" height="{BAR}"{fill}>'
            f"<title>{title}</title></rect>"
        )
        if version and width > LETTER * len(version) + 8:
            colour = "dark" if lightness > (DARKEST + LIGHTEST) / 2 else "light"
            middle = left + (width - 1) / 2
            yield f'<text class="{colour}" x="{middle:.1f}" y="{top + BAR / 2 + 4:.1f}">{escape(version)}</text>'
        left += width


def _table(counts: Sequence[SoftwareCount]) -> str:
    rows = "".join(
        f"<tr><th>{escape(count.name)}</th><td>{escape(count.kind)}</td><td class=number>{count.pages:,}</td>"
        f"<td>{escape(', '.join(f'{version or UNSAID} ({pages:,})' for version, pages in count.versions.items()))}</td>"
        "</tr>"
        for count in counts
    )
    head = "<tr><th>software</th><th>kind</th><th class=number>pages</th><th>versions</th></tr>"
    return f"<table>{head}{rows}</table>"


def _ordered(versions: Counter[str]) -> dict[str, int]:
    """The most frequent first, what is not said last."""
    return dict(sorted(versions.items(), key=lambda item: (not item[0], -item[1], item[0])))


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; } text { fill: currentColor; font-size: 13px; } .count { opacity: .7; }
rect.unsaid { fill: #8886; } text.light, text.dark { font-size: 11px; text-anchor: middle; pointer-events: none; }
text.light { fill: #fff; } text.dark { fill: #06281b; }
table { border-collapse: collapse; margin-top: 2rem; width: 100%; }
th, td { text-align: left; padding: 3px 14px 3px 0; font-weight: normal; vertical-align: top; }
tr + tr { border-top: 1px solid #8884; } .number { text-align: right; font-variant-numeric: tabular-nums; }
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Software</title><style>{style}</style></head><body>
{body}
</body></html>"""
