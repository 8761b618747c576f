"""Every sentence of studio has its words in every language: a new sentence fails here until it is in the table.

Sentences are looked for where they are written: in templates as `_("…")`, in scripts as `_("…")` and `many(…)`, in
Python as the texts of refusals and errors, whose values become `{1}`, `{2}`. Words that stand in a template or in a
script without being asked for fail, too.
"""

import ast
import json
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest
from starlette.datastructures import Headers

from weft.document import PAGE_TYPES
from weft.extractors.features.regions import KINDS as STRUCTURES
from weft.studio.downloads import TEXTS
from weft.studio.jobs import CANCELLED, FAILED, RUNNING
from weft.studio.languages import ENGLISH, LANGUAGES, accepted, find_words, words_of
from weft.studio.marking import ASIDE
from weft.studio.products import PRODUCTS
from weft.studio.search import KINDS, find_kind

STUDIO = files("weft.studio")
TEMPLATES = {entry.name: entry.read_text(encoding="utf-8") for entry in STUDIO.joinpath("templates").iterdir()}
SCRIPTS = {
    entry.name: entry.read_text(encoding="utf-8")
    for entry in STUDIO.joinpath("static").iterdir()
    if entry.name.endswith(".js")
}
MODULES = {entry.name: entry.read_text(encoding="utf-8") for entry in STUDIO.iterdir() if entry.name.endswith(".py")}
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
QUOTED = r'"((?:[^"\\]|\\.)*)"'
ERRORS = {"Refusal", "ConfigError", "NoMatch", "ArtifactError", "SourceError", "TooMany", "report"}
SAID = {"advice", "what", "error", "why", "note", "by_sites", "ALONE", "columns"}  # names of values that people read
BEFORE_BROWSERS = {"ledger.py", "opening.py", "thumbnails.py"}  # what these say, a terminal shows
WORD = re.compile(r"[A-Za-z]{2}")
NAMES = {"weft", "weft studio", "wrapper.zip", "English", "Del", "Esc", "Shift", "Tab"}
JINJA = re.compile(r"{{.*?}}|{%.*?%}", re.DOTALL)
PARSED = {"but not "}  # words that a script reads and does not show
SPOKEN = re.compile(r"[A-Za-z]{2} [a-z]|^[A-Z][a-z]+[ .:]|[a-z]\.$")
NOT_SPOKEN = re.compile(r"class|\b(?:name|new)-|[#\[>/$]|^(?:button|chip|part|step|diff|small|rule)\b")


def template_sentences(text: str) -> Iterator[str]:
    """What a template asks for."""
    yield from re.findall(rf"_\({QUOTED}", text)
    for one, more in re.findall(rf"_\.many\([^,]+, {QUOTED}, {QUOTED}", text):
        yield from (one, more)


def script_sentences(text: str) -> Iterator[str]:
    """What a script asks for."""
    yield from re.findall(rf"\b_\({QUOTED}", text)
    for one, more in re.findall(rf"\bmany\([^\"]*?, {QUOTED}, {QUOTED}", text):
        yield from (one, more)


def python_sentences(text: str) -> Iterator[str]:
    """What errors say, and the descriptions of changes."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS:
            for value in node.args:
                yield from sentence(value)
        if isinstance(node, ast.keyword) and node.arg in SAID:
            yield from sentence(node.value)
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and assigned(node) in SAID:
            yield from sentence(node.value)
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in SAID:
                    yield from sentence(value)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            yield from sentence(node.value)


def assigned(node: ast.Assign | ast.AnnAssign) -> str:
    """The name of a variable or of an attribute that gets a value."""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return str(getattr(target, "id", getattr(target, "attr", "")))


def sentence(value: ast.expr) -> Iterator[str]:
    """A text of the code as a pattern; of several the patterns of each."""
    if isinstance(value, ast.Tuple):
        yield from (text for one in value.elts for text in sentence(one))
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    if isinstance(value, ast.IfExp):
        yield from (*sentence(value.body), *sentence(value.orelse))
    if isinstance(value, ast.JoinedStr):
        count, text = 0, ""
        for part in value.values:
            count += isinstance(part, ast.FormattedValue)
            text += str(part.value) if isinstance(part, ast.Constant) else f"{{{count}}}"
        yield text


def all_sentences() -> dict[str, str]:
    """Every sentence with the file that has it."""
    found: dict[str, str] = {}
    for name, text in TEMPLATES.items():
        found |= dict.fromkeys(template_sentences(text), name)
    for name, text in SCRIPTS.items():
        found |= dict.fromkeys(script_sentences(text), name)
    for name, text in MODULES.items():
        if name in BEFORE_BROWSERS:
            continue
        found |= {one: name for one in python_sentences(text) if WORD.search(re.sub(r"\{\d\}", "", one))}
    words = [*PAGE_TYPES, *STRUCTURES, *ASIDE, *(f"all {kind}" for kind in KINDS), *KINDS, RUNNING, FAILED, CANCELLED]
    words += [text for product in PRODUCTS.values() for text in (product.title, product.text)]
    return found | dict.fromkeys((*words, *(part for texts in TEXTS.values() for part in texts)), "a list of names")


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_has_its_words(language):
    table, sentences = words_of(language).table, all_sentences()
    assert {sentence: name for sentence, name in sentences.items() if sentence not in table} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_has_the_same_values_in_every_language(language):
    def places(text: str) -> set[str]:
        return set(re.findall(r"{=?(\w+)}", text))

    table = words_of(language).table
    assert {key: text for key, text in table.items() if not text or places(key) != places(text)} == {}
    text = STUDIO.joinpath("texts", f"{language}.json").read_text(encoding="utf-8")
    pairs = json.loads(text, object_pairs_hook=list)
    assert len(pairs) == len(dict(pairs)), "a sentence stands there twice"


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_a_template_says_nothing_but_by_the_table(name):
    text = re.sub(r"<kbd>[^<]*</kbd>|<datalist id=\"usual-names\">.*?</datalist>", "", TEMPLATES[name])
    attributes = re.findall(r'\b(?:aria-label|title|placeholder|alt|label)="([^"]*)"', JINJA.sub("", text))
    shown = re.sub(r"<[^<>]*>", "\n", JINJA.sub("", text))
    said = [line.strip(" ·:") for line in (*attributes, *shown.splitlines())]
    assert [line for line in said if WORD.search(line) and line not in NAMES] == []
    quoted = re.findall(r'"([^"]*)" if|else "([^"]*)"', text)
    assert [one for pair in quoted for one in pair if WORD.search(one) and one not in ("yes", "English")] == []


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_script_says_nothing_but_by_the_table(name):
    text = re.sub(r"(?m)(?:^|[ ;])//.*$|^import .*$", "", SCRIPTS[name])
    text = re.sub(rf"\b_\({QUOTED}|, {QUOTED}, {QUOTED}", "", text)
    said = [re.sub(r"\${[^{}]*}", "", one or more) for one, more in re.findall(rf"{QUOTED}|`([^`]*)`", text)]
    assert [one for one in said if SPOKEN.search(one) and one not in PARSED and not NOT_SPOKEN.search(one)] == []


def test_finished_sentences_are_read_by_patterns():
    say = words_of("zh").say
    assert say("template article, learned from 1 page") == "模板 article，从 1 个页面学得"
    assert say("mark body: page 7") == "标为正文：第 7 页"
    assert say("mark price: 3 of a kind on 12 pages") == "标为price：12 个页面上的 3 处同类元素"
    assert say("template a-1, learned from 9 pages; no template fits (the best 0.41)") == (
        "模板 a-1，从 9 个页面学得；没有合适的模板（最高 0.41）"
    )
    assert say("what nobody has ever said") == "what nobody has ever said"
    assert words_of("en").say("mark body: page 7") == "mark body: page 7"


def test_kinds_are_found_in_every_language():
    for language in LANGUAGES:
        assert {find_kind(words_of(language).say(f"all {kind}")) for kind in KINDS} == set(KINDS)


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("en-GB,en;q=0.9,zh;q=0.8", "en"),
        ("fr,zh;q=0.3", "zh"),
        ("en;q=0.2,zh-TW;q=0.7", "zh"),
        ("zh;q=0,de", "en"),
        (";q=x,,\x00;q=9", "en"),
        ("", "en"),
    ],
)
def test_the_browser_says_which_language(asked, language):
    assert accepted(Headers({"accept-language": asked})) == language


def test_the_cookie_wins():
    asked = {"accept-language": "en", "cookie": "a=b; weft_language=zh"}
    assert find_words(Headers(asked)).language == "zh"
    assert find_words(Headers({**asked, "cookie": "weft_language=xx"})).language == "en"


def test_the_switch_keeps_the_language_and_goes_back(client):
    referer = {"referer": "http://127.0.0.1:8765/page/3?x=1", "content-type": "application/x-www-form-urlencoded"}
    answer = client.post("/language", content="language=zh", headers=referer)
    assert (answer.status_code, answer.headers["location"]) == (303, "/page/3?x=1")
    assert "weft_language=zh" in answer.headers["set-cookie"]
    shown = client.get("/")
    assert '<html lang="zh-Hans">' in shown.text
    assert "跳到内容" in shown.text
    assert client.get("/api/pages/999").json()["error"] == "没有第 999 页"
    assert "没有这个页面" in client.get("/nothing").text
    assert '"Skip": "跳过"' in client.get("/texts.js").text


@pytest.mark.parametrize("referer", ["http://evil.example/page", "http://127.0.0.1:8765//evil.example", ""])
def test_the_switch_leads_nowhere_else(client, referer):
    answer = client.post("/language", content="language=zh", headers={"referer": referer})
    assert answer.headers["location"] == "/"


def test_the_switch_knows_its_languages(client):
    assert client.post("/language", content="language=tlh").status_code == 422
