"""Lexical patterns against `re`, on hostile input, and their errors."""

import pickle
import random
import re
import time

import pytest

from weft.errors import ArtifactError
from weft.papers.c import Ontology
from weft.papers.c.ontology_model import MAX_LENGTH, Pattern, Steps, TooManySteps

ATOMS = ("a", "b", r"\d", "[ab]", "[^a]", ".", r"\w", " ", "ab", "x", r"\.", "(?:)", "é", "[^楼]")
ASSERTIONS = (r"\b", r"\B", "^", "$")
LOOK_AROUNDS = ("(?<!a)", r"(?!\d)", "(?=b)", "(?<=[ab])", r"(?<!\w)", "(?!楼)")
EVIL = (
    "(?:a+)+$", "(?:a|a)*b", "(?:a|aa)+$", "(?:.*a){20}b", r"(?:\w+\s*)+=", "(?:[a-z]+)*@", "(?:x+x+)+y",
    "(?:a?){30}a{30}",
)  # fmt: skip


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
    return rng.choice(ASSERTIONS) + inner if choice < 0.95 else inner + rng.choice(ASSERTIONS)


def longest_matches(pattern: str, text: str) -> list[tuple[int, int]]:
    """The twin: every end is tried, the longest first."""
    matches, start = [], 0
    while start < len(text):
        ends = (
            end
            for end in range(len(text), start, -1)
            if (match := re.compile(f"(?:{pattern})(?={re.escape(text[end:])}\\Z)").match(text, start))
            and match.end() == end
        )
        end = next(ends, 0)
        matches += [(start, end)] if end else []
        start = end or start + 1
    return matches


def test_the_leftmost_longest_matches_are_found() -> None:
    for seed in range(12):
        rng = random.Random(seed)
        compared = 0
        while compared < 60:
            looks = [rng.choice(LOOK_AROUNDS) if rng.random() < 0.3 else "" for _ in "ab"]
            text = f"{looks[0]}(?:{make_pattern(rng)}){looks[1]}"
            try:
                pattern = Pattern(text)
            except ArtifactError:  # it matches the empty text
                continue
            line = "".join(rng.choice("aab1 x_.é楼") for _ in range(rng.randint(0, 12)))
            assert pattern.find(line) == longest_matches(text, line), (seed, text, line)
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
        Pattern("(?:a+)+$").find("a" * 3_000 + "!", Steps(max=10_000))
    heavy = Pattern("(?:a?b?c?){250}[ab]{250}x")
    with pytest.raises(TooManySteps):
        heavy.find("abac" * 250 + "x", Steps(max=100_000))


def test_the_printed_e_mail_pattern_lacks_a_bracket_and_ours_does_not() -> None:
    with pytest.raises(ArtifactError, match="unopened group"):
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
        ("a(b", 1, "unclosed group"),
        ("a)", 1, "unopened group"),
        ("*a", 0, "repetition operator missing expression"),
        ("a{3,2}", 1, "the start must be <= the end"),
        ("(?i)(?<!x)a{3,2}", 11, "the start must be <= the end"),
        ("a+?b", 0, "longest match is always taken"),
        (r"(a)\1", 3, "backreferences are not supported"),
        ("楼a(?=bc)", 5, "one character or class"),
        ("a(?!)", 4, "one character or class"),
        ("a(?=b)c", 1, "first or last"),
        ("(?:a(?=b)|c)d", 4, "first or last"),
        ("a|b(?=c)", 3, "beside alternatives"),
        ("[a", 0, "unclosed character class"),
        ("[z-a]", 1, "invalid character class range"),
        ("a*", 0, "empty text"),
        ("(?:(?:a{250}){250})", 0, "too large"),
        ("(" * 50 + "a" + ")" * 50, 40, "nest"),
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
