"""TSIMMIS patterns: `*` skips, `#` binds, anything else is text that must stand there.

A pattern covers the whole of what it is held against. Every `*` and `#` takes as little as it can, from left to right;
one at the end takes what is left. So one look for each literal suffices, and the time is linear: no pattern can hang.
"""

from dataclasses import dataclass

from weft.papers.c.tsimmis_markup import lower

SKIP, BIND = "*", "#"


@dataclass(frozen=True)
class Pattern:
    """Literals in canonical form and the wildcards around them: wildcard `i` stands before literal `i`.

    `wildcards` is one longer than `literals`; an empty one stands for none, so only the first and last may be.
    """

    literals: tuple[str, ...]
    wildcards: tuple[str, ...]

    @property
    def binds(self) -> int:
        """How many values it binds."""
        return self.wildcards.count(BIND)

    def match(self, text: str, start: int, end: int) -> tuple[tuple[int, int], ...] | None:
        """The stretches that are bound in `text[start:end]`, which is in lower case; None where it does not match.

        >>> pattern = Pattern(("<td>", "</td>"), ("*", "#", "*"))
        >>> pattern.match("<tr><td>one</td><td>two</td></tr>", 0, 33)
        ((8, 11),)
        """
        stretches: list[tuple[int, int]] = []
        place = start
        for index, literal in enumerate(self.literals):
            found = self._find(text, index, literal, place, end)
            if found < 0:
                return None
            if self.wildcards[index] == BIND:
                stretches.append((place, found))
            place = found + len(literal)
        if self.wildcards[-1] == BIND:
            stretches.append((place, end))
        elif not self.wildcards[-1] and place != end:
            return None
        return tuple(stretches)

    def _find(self, text: str, index: int, literal: str, place: int, end: int) -> int:
        """Where a literal stands: at once without a wildcard before it, at the end without one behind the last."""
        if not self.wildcards[index]:
            return place if text.startswith(literal, place, end) else -1
        if index == len(self.literals) - 1 and not self.wildcards[-1]:
            return end - len(literal) if text.endswith(literal, place, end) else -1
        return text.find(literal, place, end)


def canonical(literal: str) -> str:
    """A literal as the page is written: one space for white space, none beside a tag or at the ends, in lower case.

    A space behind a tag's name stays: `<b ` is not the beginning of `<br>`.

    >>> canonical('</TD>  <td CLASS="a" > Price: '), canonical("<b ")
    ('</td><td class="a">price:', '<b ')
    """
    text = " ".join(literal.split())
    for mark in "<>":
        text = text.replace(f" {mark}", mark).replace(f"{mark} ", mark)
    in_tag = text.rfind("<") > text.rfind(">") and literal[-1:].isspace()
    return lower(text) + " " * in_tag
