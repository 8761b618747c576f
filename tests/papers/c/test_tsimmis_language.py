"""What a TSIMMIS program may say, and how errors point to what it may not."""

import random
import re

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.errors import ArtifactError
from weft.papers.c import Tsimmis
from weft.papers.c.tsimmis_language import BIND, SKIP, Pattern, read_program
from weft.papers.c.tsimmis_markup import TEXT, write_markup

BAD = {
    'a, root, "#"]': (1, 1, "`[` is expected where a command begins"),
    '[1, root, "#"]': (1, 2, "a variable is expected"),
    '[a root, "#"]': (1, 4, "`,` is expected behind the variables"),
    '[[a b], root, "#*#"]': (1, 5, "`]` is expected"),
    '[[a, a], root, "#x#"]': (1, 6, "in this list"),
    '[root, root, "#"]': (1, 2, "by weft"),
    '[split, root, "#"]': (1, 2, "is a function"),
    '[a, b, "#"]': (1, 5, "not bound above; there are: root"),
    '[a, _, "#"]': (1, 5, "a source is expected"),
    '[a, split root, "#"]': (1, 11, "`(` is expected"),
    '[a, split(root), "#"]': (1, 15, "and a text"),
    '[a, split(root, ""), "#"]': (1, 18, "is empty"),
    '[a, elements(root, "li"), "#"]': (1, 21, "how an opening tag begins"),
    '[a, root[], "#"]': (1, 10, "a number or `:`"),
    '[a, root[1, "#"]': (1, 11, "`]` is expected"),
    "[a, root, #\n#]": (2, 3, "a pattern is expected"),
    '[a, root, "]': (1, 11, 'no closing "'),
    '[a, root, ""]': (1, 12, "is empty"),
    '[a, root, "*"]': (1, 12, "0 `#` and the command 1"),
    '[a, root, "#*"]': (1, 13, "side by side"),
    '[a, root, "x\\n#"]': (1, 13, "a backslash"),
    '[a, root, "#"': (1, 14, "`]` is expected behind the pattern"),
    '# one\n\t[a, root, "#"]\n\n\t[a, root, "#"]': (4, 3, "on line 2"),
}


@pytest.mark.parametrize("text", BAD)
def test_errors_point_to_the_place(text: str) -> None:
    line, column, message = BAD[text]
    with pytest.raises(ArtifactError) as error:
        read_program(text, name="p.txt")
    head, shown, pointer = str(error.value).split("\n")
    assert head.startswith(f"p.txt:{line}:{column}: ")
    assert message in head
    assert shown == "  " + text.split("\n")[line - 1]
    assert pointer.expandtabs(4).index("^") == len(("  " + text.split("\n")[line - 1][: column - 1]).expandtabs(4))


@pytest.mark.parametrize("text", ["", "# only words", " \n"])
def test_a_program_may_be_empty(text: str) -> None:
    assert read_program(text) == ()


def test_too_long_programs_and_too_many_calls() -> None:
    with pytest.raises(ArtifactError, match="no TSIMMIS program"):
        read_program(" " * 300_000)
    with pytest.raises(ArtifactError, match="more than 500 commands"):
        read_program('[_, root, "#"]' * 501)
    with pytest.raises(ArtifactError, match="functions in a source"):
        read_program("[a, " + "split(" * 5_000)


@every_seed(200)
def test_matching_is_that_of_the_same_regular_expression(seed: int) -> None:
    rng = random.Random(seed)
    literals = tuple("".join(rng.choice("ab") for _ in range(rng.randint(1, 2))) for _ in range(rng.randint(1, 4)))
    ends = [rng.choice((SKIP, BIND, "")) for _ in range(2)]
    wildcards = (ends[0], *(rng.choice((SKIP, BIND)) for _ in literals[1:]), ends[1])
    pattern = Pattern(literals, wildcards)
    forms = {SKIP: ".*?", BIND: "(.*?)", "": ""}
    twin = re.compile("".join(forms[w] + x for w, x in zip(wildcards, literals, strict=False)) + forms[wildcards[-1]])
    for _ in range(20):
        text = "".join(rng.choice("abc") for _ in range(rng.randint(0, 9)))
        match = twin.fullmatch(text)
        spans = tuple(match.span(group) for group in range(1, pattern.binds + 1)) if match else None
        found = pattern.match(text, 0, len(text))
        assert (found is None) == (spans is None)
        if found and spans and wildcards[-1]:  # with a literal at the end, `re` may move an inner one to the right
            assert found == spans


def test_hostile_patterns_take_linear_time() -> None:
    pattern = Pattern(("a",) * 200 + ("b",), (SKIP,) * 201 + ("",))
    assert pattern.match("a" * 500_000, 0, 500_000) is None


@every_seed(25)
def test_markup_is_balanced_and_says_what_the_page_says(seed: int) -> None:
    page = parse(make_page(seed, 150))
    markup = write_markup(page)
    assert list(markup.starts) == sorted(set(markup.starts))
    texts = [piece.row for piece in markup.pieces if piece.kind == TEXT and not page.raw[piece.row]]
    assert texts == [
        row for row in range(len(page)) if not page.tag[row] and page.text(row).split() and not page.raw[row]
    ]
    again = write_markup(parse(markup.text.encode(), encoding="utf-8"))
    assert "".join(markup.value(0, len(markup.text))[0].split()) == "".join(again.value(0, len(again.text))[0].split())
    for row, end in markup.ends.items():
        assert markup.text[end - 1] == ">"
        assert markup.pieces[markup.span_of(end - 1, end)[0]].row == row


def test_get_names_the_pages_of_a_program() -> None:
    program = Tsimmis.read("""
        [root, get("https://weft.example/a"), "#"]
        [root, get('http://weft.example/b'), "#"]
        [a, root, "*<p>#</p>*"]
    """)
    assert program.urls == ("https://weft.example/a", "http://weft.example/b")
    (region,) = program.find(parse("<p>One</p>"))
    assert [record.fields["a"].value for record in region.records] == ["One"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[root, get("file:///etc/passwd"), "#"]', "begins with https"),
        ('[root, get("https://weft.example/"), "*<p>#</p>*"]', "the whole page is `root`"),
        ('[a, root, "#"]\n[root, get("https://weft.example/"), "#"]', "only a first"),
        ('[root, a, "#"]', "only a first"),
        ("[root, get(a), '#']", "an address is expected"),
    ],
)
def test_a_get_that_is_none(text: str, message: str) -> None:
    with pytest.raises(ArtifactError, match=message):
        Tsimmis.read(text)
