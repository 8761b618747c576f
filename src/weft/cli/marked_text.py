"""A page's text with an ontology's matches marked: in the colours of a terminal, in brackets, or as an HTML page."""

import html
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from weft.cli.terminal import printable
from weft.errors import with_noun
from weft.papers.c.ontology import Ontology, OntologyReading
from weft.papers.c.ontology_matches import Match

AROUND = 1  # lines shown before and behind one with a match
MAX_LENGTH = 400  # characters of a line that are shown
COLOURS = ("36", "33", "32", "35", "34", "31", "96", "93", "92", "95", "94", "91")  # of a terminal, by object set
HUES = (190, 45, 130, 300, 225, 5, 165, 75, 25, 270, 330, 100)  # the same on a page

STYLE = """
:root { color-scheme: light dark }
body { font: 15px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.3rem } h2 { font-size: 1rem; margin-top: 2.5rem; overflow-wrap: anywhere }
p { margin: .15rem 0; overflow-wrap: anywhere } .gap { opacity: .6; font-size: .85rem }
.record { border-top: 2px solid; margin: 1.2rem 0 .4rem; padding-top: .2rem; font-weight: 600; font-size: .85rem }
mark { color: inherit; background: hsl(var(--h) 80% 50% / .25); padding: 0 .15em }
mark { border-bottom: 2px solid hsl(var(--h) 80% 40%) }
mark.out { background: none; border-bottom-style: dotted }
mark small { opacity: .75; margin-left: .3em } .legend mark { margin-right: .6rem; white-space: nowrap }
"""


@dataclass(frozen=True)
class MarkedPage:
    """A page and what an ontology has found on it."""

    page_id: str
    ontology: Ontology
    reading: OntologyReading

    def by_line(self) -> dict[int, list[Match]]:
        """The matches of each line, in order."""
        matches: dict[int, list[Match]] = {}
        for match in self.reading.matches:
            matches.setdefault(match.line, []).append(match)
        return matches

    def begins(self) -> dict[int, int]:
        """The number of the record that begins in a line."""
        return {segment.all()[0].line: number for number, segment in enumerate(self.reading.segments, start=1)}

    def in_records(self) -> set[Match]:
        """The matches that a record has."""
        return {match for segment in self.reading.segments for match in segment.all()}

    def shown(self, *, all_lines: bool) -> Iterator[tuple[int, int]]:
        """The lines to show, each with the number of lines left out before it."""
        matched = self.by_line()
        left_out = 0
        for number in range(len(self.reading.lines)):
            near = any(number + step in matched for step in range(-AROUND, AROUND + 1))
            if all_lines or near:
                yield number, left_out
            left_out = 0 if all_lines or near else left_out + 1
        if left_out:
            yield len(self.reading.lines), left_out


def text_lines(marked: MarkedPage, *, coloured: bool, all_lines: bool = False) -> Iterator[str]:
    """For a terminal, or for a pipe with `[name value]` in place of colours."""
    places = {one.name: index for index, one in enumerate(marked.ontology.model.objects)}
    matches, begins, kept = marked.by_line(), marked.begins(), marked.in_records()

    def mark(match: Match, said: str) -> str:
        if not coloured:
            return f"[{match.name} {said}]" if match in kept else f"({match.name} {said})"
        code = COLOURS[places[match.name] % len(COLOURS)]
        return f"\x1b[{'1;7' if match in kept else '4'};{code}m{said}\x1b[0m"

    yield f"== {printable(marked.page_id)}: {_counts(marked)}"
    if coloured:
        names = (f"\x1b[1;7;{COLOURS[index % len(COLOURS)]}m{name}\x1b[0m" for name, index in places.items())
        yield " ".join(names) + "  (underlined: in no record)"
    for number, left_out in marked.shown(all_lines=all_lines):
        if left_out:
            yield f"      ⋯ {with_noun(left_out, 'line')}"
        if number in begins:
            yield f"      ── {marked.ontology.model.name} {begins[number]} ──"
        if number < len(marked.reading.lines):
            text = marked.reading.lines[number].text[:MAX_LENGTH]
            parts = _parts(text, matches.get(number, ()))
            yield f"{number + 1:5} " + "".join(
                mark(one, printable(said)) if one else printable(said) for said, one in parts
            )


def html_page(ontology: Ontology, pages: Sequence[MarkedPage], *, all_lines: bool = False) -> str:
    """A page that needs nothing but itself."""
    hues = {one.name: HUES[index % len(HUES)] for index, one in enumerate(ontology.model.objects)}
    title = html.escape(f"Ontology {ontology.model.name}")
    legend = "".join(f'<mark style="--h:{hue}">{html.escape(name)}</mark>' for name, hue in hues.items())
    body = "\n".join(_html_lines(marked, hues, all_lines=all_lines) for marked in pages)
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>\n'
        f'<h1>{title}</h1><p class="legend">{legend}</p><p class="gap">Dotted: in no record.</p>\n{body}\n</html>\n'
    )


def _html_lines(marked: MarkedPage, hues: dict[str, int], *, all_lines: bool) -> str:
    matches, begins, kept = marked.by_line(), marked.begins(), marked.in_records()
    lines = [f"<h2>{html.escape(marked.page_id)}: {html.escape(_counts(marked))}</h2>"]
    for number, left_out in marked.shown(all_lines=all_lines):
        if left_out:
            lines.append(f'<p class="gap">⋯ {with_noun(left_out, "line")}</p>')
        if number in begins:
            lines.append(f'<p class="record">{html.escape(marked.ontology.model.name)} {begins[number]}</p>')
        if number < len(marked.reading.lines):
            parts = _parts(marked.reading.lines[number].text[:MAX_LENGTH], matches.get(number, ()))
            lines.append("<p>" + "".join(_html_part(said, one, hues, kept) for said, one in parts) + "</p>")
    return "\n".join(lines)


def _html_part(said: str, match: Match | None, hues: dict[str, int], kept: set[Match]) -> str:
    if match is None:
        return html.escape(said)
    out = "" if match in kept else ' class="out"'
    name = html.escape(match.name)
    return f'<mark{out} style="--h:{hues[match.name]}">{html.escape(said)}<small>{name}</small></mark>'


def _parts(text: str, matches: Sequence[Match]) -> Iterator[tuple[str, Match | None]]:
    """The text of a line in parts, with the match that a part is."""
    position = 0
    for match in matches:
        if match.start < len(text):
            yield text[position : match.start], None
            yield text[match.start : match.end], match
            position = match.end
    yield text[position:], None


def _counts(marked: MarkedPage) -> str:
    counts = Counter(match.name for match in marked.reading.matches)
    records = len(marked.reading.segments)
    match_counts = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    return f"{records} {'record' if records == 1 else 'records'}" + (f"; {match_counts}" if match_counts else "")
