"""Lexical patterns: regular expressions that a user writes and that cannot hang.

Python's `re` goes back and tries again; `(a+)+$` on thirty letters takes it minutes, and nothing can interrupt it in a
thread. So patterns are compiled to an automaton whose states are made when they are first needed (Thompson 1968): from
one place of a text each character is looked at once, and a match has at most `MAX_LENGTH` characters. The
leftmost match counts, and of those the longest. `re` itself is asked about single characters only.

The language is that of `re` without what an automaton cannot do: no groups to refer to, no lazy quantifiers, and
look-arounds of one character. `ontology_pattern_text` reads it.
"""

import re
from dataclasses import dataclass, field

from weft.papers.c.ontology_pattern_text import Chars, Look, Node, Read, read_pattern

MAX_LENGTH = 300  # characters of a match
MAX_STATES = 3_000  # of the automaton, after `{m,n}` is written out
MAX_KNOWN = 20_000  # transitions that are kept; then they are forgotten, as RE2 does

Places = frozenset[int]


class TooManySteps(Exception):
    """A search has cost more than it may."""


@dataclass(slots=True)
class Steps:
    """What the searches in a page have cost: characters looked at, and states that had to be made for them."""

    most: int = 1_000_000_000
    count: int = 0


@dataclass(frozen=True, slots=True)
class _State:
    """A state: passes a character, or none (an assertion may have to hold); the last one has nothing behind it."""

    chars: Chars | None = None
    look: Look | None = None
    behind: tuple[int, ...] = ()


@dataclass(frozen=True)
class Pattern:
    """A pattern, ready to search.

    >>> Pattern(r"[$€] ?[0-9]+(?:[.,][0-9]{2})?").find("was $ 12.50, now €9")
    [(4, 11), (17, 19)]
    >>> Pattern("(?:a+)+b").find("a" * 5_000)
    []
    """

    text: str
    _states: list[_State] = field(init=False, repr=False, compare=False)
    _start: int = field(init=False, repr=False, compare=False, default=0)
    _first: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _needs: tuple[re.Pattern[str], ...] = field(init=False, repr=False, compare=False)
    _known: dict[tuple[Places, str, str], tuple[bool, Places]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        read = read_pattern(self.text)
        states = [_State()]  # the last one, 0
        start = _build(states, read.node, 0, read)
        own = {"_states": states, "_start": start, "_first": _first(read, states, start), "_known": {}}
        for name, value in (own | {"_needs": _needs(read)}).items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[type["Pattern"], tuple[str]]:
        return type(self), (self.text,)

    def find(self, text: str, steps: Steps | None = None) -> list[tuple[int, int]]:
        """The matches, in order, without overlap; what it costs is added to `steps`, which may be too much."""
        steps = steps or Steps()
        found: list[tuple[int, int]] = []
        place = 0
        if not all(need.search(text) for need in self._needs):
            return found
        while match := self._first.search(text, place):
            start = match.start()
            end = self.match(text, start, steps)
            if end > start:
                found.append((start, end))
            place = max(end, start + 1)
        return found

    def match(self, text: str, start: int, steps: Steps | None = None) -> int:
        """Where the longest match from `start` ends; -1 where there is none."""
        steps = steps or Steps()
        states: Places = frozenset((self._start,))
        before = text[start - 1] if start else ""
        stop = min(len(text), start + MAX_LENGTH)
        best, place = -1, start
        while states:
            char = text[place] if place < len(text) else ""
            known = self._known.get((states, before, char)) or self._step(states, before, char, steps)
            if known[0]:
                best = place
            states, before = known[1], char
            place += 1
            if place > stop:
                break
        steps.count += place - start
        if steps.count > steps.most:
            raise TooManySteps
        return best

    def _step(self, states: Places, before: str, char: str, steps: Steps) -> tuple[bool, Places]:
        """Whether a match ends before a character, and the states behind it."""
        reached: set[int] = set()
        todo = list(states)
        following: set[int] = set()
        while todo:
            number = todo.pop()
            if number in reached:
                continue
            reached.add(number)
            state = self._states[number]
            if state.chars:
                following |= set(state.behind) if char and state.chars.has(char) else set()
            elif not state.look or state.look.holds(before, char):
                todo += state.behind
        steps.count += len(reached)
        if len(self._known) >= MAX_KNOWN:
            self._known.clear()
        known = (0 in reached, frozenset(following))
        self._known[states, before, char] = known
        return known


def _build(states: list[_State], node: Node, behind: int, read: Read) -> int:
    """Add the states of a node before the state `behind`; the number of its first one."""
    if len(states) > MAX_STATES:
        raise read.fail(f"the pattern has more than {MAX_STATES} states; use smaller numbers in {{m,n}}", 0)
    if node.kind == "cat":
        for part in reversed(node.parts):
            behind = _build(states, part, behind, read)
        return behind
    if node.kind == "alt":
        return _add(states, _State(behind=tuple(_build(states, part, behind, read) for part in node.parts)))
    if node.kind == "rep":
        return _build_repeat(states, node, behind, read)
    return _add(states, _State(chars=node.chars, look=node.look, behind=(behind,)))


def _build_repeat(states: list[_State], node: Node, behind: int, read: Read) -> int:
    """`x{m,n}` is m times `x`, then n - m times `x?` each in the next; `x{m,}` ends in a loop."""
    (part,) = node.parts
    if node.most is None:
        loop = _add(states, _State())
        inside = _build(states, part, loop, read)
        states[loop] = _State(behind=(inside, behind))
        first = loop
    else:
        first = behind
        for _ in range(node.most - node.least):
            first = _add(states, _State(behind=(_build(states, part, first, read), behind)))
    for _ in range(node.least):
        first = _build(states, part, first, read)
    return first


def _add(states: list[_State], state: _State) -> int:
    states.append(state)
    return len(states) - 1


def _first(read: Read, states: list[_State], start: int) -> re.Pattern[str]:
    """What finds the characters at which a match may begin, with the assertions that stand before them."""
    reached: set[int] = set()
    todo = [start]
    sets: dict[str, None] = {}
    while todo:
        number = todo.pop()
        if number in reached:
            continue
        reached.add(number)
        if number == 0:
            raise read.fail("the pattern matches the empty text; let something in it be there at least once", 0)
        if chars := states[number].chars:
            sets[chars.text] = None
        else:
            todo += states[number].behind
    looks = ""
    for node in _top(read.node):
        if node.kind != "look" or not node.look:
            break
        looks += node.look.text
    return re.compile(f"{looks}(?:{'|'.join(sets)})", read.flags)


def _needs(read: Read) -> tuple[re.Pattern[str], ...]:
    """What every match has: a text without it need not be looked through."""
    texts = dict.fromkeys(text for node in _top(read.node) if (text := _need(node)))
    return tuple(re.compile(text, read.flags) for text in texts)


def _need(node: Node) -> str:
    """An expression of single characters of which a part of a match has one; empty where none is sure."""
    while (node.kind == "rep" and node.least) or (node.kind == "cat" and node.parts):
        node = node.parts[0]
    if node.kind == "alt":
        each = [_need(part) for part in node.parts]
        return "|".join(each) if all(each) else ""
    return node.chars.text if node.chars else ""


def _top(node: Node) -> list[Node]:
    """The parts that stand one behind the other in every match."""
    if node.kind != "cat":
        return [node]
    return [inner for part in node.parts for inner in (_top(part) if part.kind == "cat" else [part])]
