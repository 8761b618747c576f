"""Lexical patterns against `re`, on hostile input, and their errors."""

import pickle
import random
import re
import time

import pytest

from tests.seeds import every_seed
from weft.errors import ArtifactError
from weft.papers.c import Ontology
from weft.papers.c.ontology_patterns import MAX_LENGTH, Pattern, Steps, TooManySteps

ATOMS = ("a", "b", r"\d", "[ab]", "[^a]", ".", r"\w", " ", "ab", "x", r"\.", "(?:)")
LOOKS = (r"\b", r"\B", "^", "$", "(?<!a)", r"(?!\d)", "(?=b)", "(?<=[ab])")
EVIL = (
    "(?:a+)+$",
    "(?:a|a)*b",
    "(?:a|aa)+$",
    "(?:.*a){20}b",
    r"(?:\w+\s*)+=",
    "(?:[a-z]+)*@",
    "(?:x+x+)+y",
    "(?:a?){30}a{30}",
)


def make_pattern(rng: random.Random, depth: int = 0) -> str:
    choice = rng.random()
    if choice < 0.45 or depth > 3:
        return rng.choice(ATOMS)
    inner = make_pattern(rng, depth + 1)
    if choice < 0.6:
        return inner + make_pattern(rng, depth + 1)
    if choice < 0.7:
        return f"(?:{inner}|{make_pattern(rng, depth + 1)})"
    if choice < 0.85:
        return f"(?:{inner})" + rng.choice(["?", "*", "+", "{2}", "{1,3}", "{2,}"])
    return rng.choice(LOOKS) + inner if choice < 0.95 else inner + rng.choice(LOOKS)


def longest_matches(pattern: str, text: str) -> list[tuple[int, int]]:
    """The twin: every end is tried, the longest first."""
    found, place = [], 0
    while place < len(text):
        ends = (
            end
            for end in range(len(text), place, -1)
            if (match := re.compile(f"(?:{pattern})(?={re.escape(text[end:])}\\Z)").match(text, place))
            and match.end() == end
        )
        end = next(ends, 0)
        found += [(place, end)] if end else []
        place = end or place + 1
    return found


@every_seed(12)
def test_the_leftmost_longest_matches_are_found(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    while compared < 60:
        text = make_pattern(rng)
        try:
            pattern = Pattern(text)
        except ArtifactError:  # a quantifier behind a look-around, or a match of nothing
            continue
        said = "".join(rng.choice("aab1 x_.") for _ in range(rng.randint(0, 12)))
        assert pattern.find(said) == longest_matches(text, said), (text, said)
        compared += 1


@pytest.mark.parametrize("text", EVIL)
def test_evil_patterns_do_not_hang(text: str) -> None:
    pattern, steps = Pattern(text), Steps()
    started = time.process_time()
    pattern.find("a" * 3_000 + "!" + "x" * 3_000, steps)
    assert steps.count <= 6_001 * (MAX_LENGTH + 2) + 500_000  # and the states that were made
    assert time.process_time() - started < 5


def test_what_costs_too_much_is_stopped() -> None:
    with pytest.raises(TooManySteps):
        Pattern("(?:a+)+$").find("a" * 3_000 + "!", Steps(most=10_000))
    heavy = Pattern("(?:a?b?c?){250}[ab]{250}x")
    with pytest.raises(TooManySteps):
        heavy.find("abac" * 250 + "x", Steps(most=100_000))


def test_transitions_are_forgotten_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weft.papers.c.ontology_patterns.MAX_KNOWN", 3)
    assert Pattern("[a-z]+[0-9]+").find("abc12 de3 x") == [(0, 5), (6, 9)]


def test_the_printed_e_mail_pattern_lacks_a_bracket_and_ours_does_not() -> None:
    with pytest.raises(ArtifactError, match="closes nothing"):
        Pattern(r"^\w+[-+.]\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)*$")
    whole = Pattern(r"^\w+([-+.]\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)*$")
    assert whole.find("ann.b+c@mail.weft-x.example") == [(0, 27)]
    assert whole.find("ann@weft") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("write to ann.lee+x@mail.weft.example.", ["ann.lee+x@mail.weft.example"]),
        ("邮箱ann@weft.example，谢谢", ["ann@weft.example"]),
        ("a@b.cn; c_d@e-f.org", ["a@b.cn", "c_d@e-f.org"]),
        ("@weft, a@b, a@@b.cn, ann@weft..example, x@y.c1", []),
    ],
)
def test_the_e_mail_pattern_of_contacts(text: str, found: list[str]) -> None:
    (pattern,) = Ontology.named("contact").model.by_name["email"].patterns
    assert [text[start:end] for start, end in pattern.find(text)] == found


def test_case_is_ignored_when_asked() -> None:
    assert Pattern("(?i)in stock|[x-z]+").find("IN Stock Y") == [(0, 8), (9, 10)]
    assert Pattern("in stock").find("IN Stock") == []


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a(b", 1, "no closing"),
        ("a)", 1, "closes nothing"),
        ("*a", 0, "nothing stands before"),
        ("a{3,2}", 1, "m <= n"),
        ("a{1,900}", 1, "m <= n"),
        ("a+?b", 2, "longest match is always taken"),
        ("(?P<x>a)", 0, "of the groups"),
        (r"(a)\1", 3, "of the escapes"),
        (r"\Aa", 0, "of the escapes"),
        ("a(?=bc)", 5, "one character or class"),
        ("a(?!)", 4, "one character or class"),
        ("[a", 0, "no closing `]`"),
        ("[z-a]", 0, "not understood"),
        (r"a\b+", 3, "cannot be repeated"),
        ("a*", 0, "empty text"),
        ("(?:(?:a{250}){250})", 0, "states"),
        ("(" * 30 + "a" + ")" * 30, 21, "groups in groups"),
    ],
)
def test_errors_point_to_the_place(text: str, place: int, message: str) -> None:
    with pytest.raises(ArtifactError) as error:
        Pattern(text)
    head, shown, pointer = str(error.value).split("\n")
    assert message in head
    assert shown == f"  {text}"
    assert pointer.index("^") == place + 2


def test_a_pattern_travels() -> None:
    pattern = Pattern("[a-z]+")
    pattern.find("abc")
    again = pickle.loads(pickle.dumps(pattern))
    assert again == pattern
    assert again.find("abc") == [(0, 3)]
