"""Lexical patterns: regular expressions that a user writes and that cannot hang.

Python's `re` goes back and tries again: `(a+)+$` on thirty letters takes it minutes, and nothing can interrupt it in a
thread. So the kernel runs patterns as automata (Rust's `regex-automata`), which read each character once. The leftmost
match counts, and of those the longest; a match has at most `MAX_LENGTH` characters.

The language is that of Rust's `regex`, with look-arounds of one character that stand first or last in a pattern.
"""

from dataclasses import dataclass, field

from weft import _native
from weft.errors import ArtifactError

MAX_LENGTH = 300  # characters of a match
MAX_CHARACTERS = 2_000  # of a pattern


class TooManySteps(Exception):
    """A search has cost more than it may."""


@dataclass(slots=True)
class Steps:
    """What the searches in a page have cost: characters that were read, and states that had to be made for them."""

    max: int = 1_000_000_000
    count: int = 0

    def add(self, count: int) -> None:
        """Add what a search has cost; this may be too much."""
        self.count += count
        if self.count > self.max:
            raise TooManySteps


@dataclass(frozen=True)
class Pattern:
    """A pattern, ready to search.

    >>> Pattern(r"[$€] ?[0-9]+(?:[.,][0-9]{2})?").find("was $ 12.50, now €9")
    [(4, 11), (17, 19)]
    >>> Pattern("(?:a+)+b").find("a" * 5_000)
    []
    """

    text: str
    _compiled: _native.Pattern = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.text) > MAX_CHARACTERS:
            raise ArtifactError(
                f"a pattern has at most {MAX_CHARACTERS} characters; this one begins with {self.text[:40]!r}"
            )
        try:
            object.__setattr__(self, "_compiled", _native.Pattern(self.text, MAX_LENGTH))
        except ValueError as error:
            what, position = error.args
            raise ArtifactError(f"{what}\n  {self.text}\n  {' ' * position}^") from None

    def __reduce__(self) -> tuple[type["Pattern"], tuple[str]]:
        return type(self), (self.text,)

    def find(self, text: str, steps: Steps | None = None) -> list[tuple[int, int]]:
        """The matches, in order, without overlap; what it costs is added to `steps`, which may be too much."""
        steps = steps or Steps()
        matches, count = self._compiled.find(text, steps.max - steps.count)
        steps.add(count)
        return matches

    def match(self, text: str, start: int, steps: Steps | None = None) -> int:
        """Where the longest match from `start` ends; -1 where there is none."""
        steps = steps or Steps()
        end, count = self._compiled.match_at(text, start, steps.max - steps.count)
        steps.add(count)
        return -1 if end is None else end
