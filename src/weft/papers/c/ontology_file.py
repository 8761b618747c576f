"""Ontologies in TOML, read and checked: an error names the file, the line, the key, and what to do."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from weft.errors import ArtifactError, ConfigError
from weft.io.damage import reason_of
from weft.papers.c.ontology_model import (
    DATE,
    KEYWORD_USES,
    KINDS,
    LABEL,
    MAX_LENGTH,
    NEAR,
    REST,
    TEXT,
    Model,
    ObjectSet,
    Pattern,
    Relation,
)

FORMAT = 1
MAX_CHARACTERS = 500_000  # of a file
MAX_OBJECTS = 50
MAX_PATTERNS = 50  # of an object set
MAX_KEYWORDS = 2_000  # of an object set
MAX_LINES = 20  # between values that belong together
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_COUNT = r"\[\s*([0-9]{1,4})\s*(?::\s*([0-9]{1,4}|\*)\s*)?\]"
_RELATION = re.compile(rf"(\w+)\s*{_COUNT}\s+has\s+(\w+)(?:\s*{_COUNT})?")
_FORM = '"contact [0:1] has name" or "contact [0:*] has email [1]"'


@dataclass(frozen=True)
class _File:
    """A file while it is checked."""

    name: str
    text: str

    def fail(self, key: str, message: str) -> ArtifactError:
        """An error at a key; its line is that of the table or the key itself, where it can be found."""
        table = f"[{'.'.join(key.split('.')[:2])}]"
        own = re.compile(rf"\s*{re.escape(key.partition('[')[0])}\s*=")
        lines = enumerate(self.text.splitlines(), start=1)
        line = next((number for number, one in lines if one.strip() == table or own.match(one)), 0)
        where = f"{self.name}:{line}" if line else self.name
        return ArtifactError(f"{where}: {key}: {message}")


def load_model(path: Path) -> Model:
    """The ontology of a TOML file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ArtifactError(f"{path} cannot be read as an ontology: {reason_of(error)}; name a .toml file") from None
    return read_model(text, name=str(path))


def read_model(text: str, *, name: str = "ontology") -> Model:
    """The ontology of a TOML text; `name` is for errors."""
    if len(text) > MAX_CHARACTERS:
        raise ArtifactError(f"{name} has more than {MAX_CHARACTERS} characters: it is no ontology")
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ArtifactError(f"{name} is no TOML: {error}; patterns are best written in '…'") from None
    file = _File(name, text)
    _check_keys(file, data, "", ("format", "name", "about", "least", "page", "relations", "object"))
    if data.get("format") != FORMAT:
        raise file.fail("format", f"write `format = {FORMAT}`, the form that this weft reads")
    own = _value(file, data, "name", str, "")
    _check_name(file, "name", own)
    objects = _value(file, data, "object", dict, {})
    if not 0 < len(objects) <= MAX_OBJECTS:
        raise file.fail("object", f"there are 1 to {MAX_OBJECTS} object sets; write one as [object.email]")
    sets = tuple(_object(file, key, value) for key, value in objects.items())
    least = _value(file, data, "least", int, Model.least)
    if not 1 <= least <= len(sets):
        raise file.fail("least", f"how many object sets a record must have, 1 to {len(sets)}")
    about = _value(file, data, "about", str, "")
    relations = _relations(file, data, own, sets)
    page = _value(file, data, "page", bool, False)
    model = Model(name=own, about=about, least=least, page=page, objects=sets, relations=relations)
    _check_rest(file, model)
    _check_above(file, model)
    return model


def _object(file: _File, name: str, data: object) -> ObjectSet:
    key = f"object.{name}"
    _check_name(file, key, name)
    if not isinstance(data, dict):
        raise file.fail(key, f"an object set is a table; write it as [{key}]")
    names = [one.name for one in fields(ObjectSet) if one.name not in ("name", "excluded")]
    _check_keys(file, data, f"{key}.", (*names, "except"))
    kind = _choice(file, data, f"{key}.kind", KINDS)
    keyword = _choice(file, data, f"{key}.keyword", KEYWORD_USES)
    keywords = _texts(file, data, f"{key}.keywords", MAX_KEYWORDS)
    patterns = _patterns(file, data, f"{key}.patterns")
    if kind == TEXT and not patterns and keyword != LABEL:
        raise file.fail(key, 'it has no patterns; give some, or keyword = "label", or kind = "date" or "rest"')
    if kind in (DATE, REST) and patterns:
        raise file.fail(f"{key}.patterns", f'kind = "{kind}" has no patterns; leave them or the kind out')
    if kind == DATE and keyword == LABEL:
        raise file.fail(f"{key}.keyword", 'a date needs no label; write keyword = "near"')
    if keyword in (NEAR, LABEL) and not keywords:
        raise file.fail(f"{key}.keywords", f'keyword = "{keyword}" needs some keywords')
    longest = _number(file, data, f"{key}.longest", ObjectSet.longest, MAX_LENGTH)
    near = _number(file, data, f"{key}.near", ObjectSet.near, 300)
    within = _number(file, data, f"{key}.within", ObjectSet.within, MAX_LINES)
    return ObjectSet(
        name=name,
        kind=kind,
        patterns=patterns,
        excluded=_patterns(file, data, f"{key}.except"),
        keywords=keywords,
        keyword=keyword,
        line=_value(file, data, f"{key}.line", bool, False),
        labelled=_value(file, data, f"{key}.labelled", bool, False),
        link=_value(file, data, f"{key}.link", bool, False),
        heading=_value(file, data, f"{key}.heading", bool, False),
        begins=_patterns(file, data, f"{key}.begins"),
        above=_value(file, data, f"{key}.above", str, ""),
        longest=longest,
        near=near,
        within=within,
    )


def _relations(file: _File, data: dict[str, Any], own: str, sets: tuple[ObjectSet, ...]) -> tuple[Relation, ...]:
    """The relations; every object set belongs to just one other, and so to the record in the end."""
    names = {one.name for one in sets}
    relations: dict[str, Relation] = {}
    for index, text in enumerate(_texts(file, data, "relations", MAX_OBJECTS)):
        key = f"relations[{index}]"
        relation = _relation(file, key, text)
        if relation.of not in names | {own} or relation.has not in names:
            missing = relation.of if relation.of not in names | {own} else relation.has
            raise file.fail(key, f"{missing} is no object set; there are {own}, {', '.join(sorted(names))}")
        if relation.has in relations:
            raise file.fail(key, f"{relation.has} belongs to {relations[relation.has].of} already; it can to one only")
        relations[relation.has] = relation
    for name in sorted(names):
        _check_owner(file, name, own, relations)
    return tuple(relations.values())


def _relation(file: _File, key: str, text: str) -> Relation:
    match = _RELATION.fullmatch(text.strip())
    if not match:
        raise file.fail(key, f"{text!r} is no relation; write {_FORM}")
    of, least, most, has, other_least, other_most = match.groups()
    many = _most(least, most)
    if many is not None and (many < int(least) or many == 0):
        raise file.fail(key, f"{text!r}: the numbers are [least:most], and most is 1 or more")
    once = other_least is not None and _most(other_least, other_most) == 1
    return Relation(of=of, has=has, least=int(least), most=many, once=once)


def _most(least: str, most: str | None) -> int | None:
    return None if most == "*" else int(most or least)


def _check_owner(file: _File, name: str, own: str, relations: Mapping[str, Relation]) -> None:
    """Whether an object set leads to the record, over other object sets or not."""
    seen, at = {name}, name
    while at != own:
        if at not in relations:
            raise file.fail("relations", f'{at} belongs to nothing; add "{own} [0:1] has {at}"')
        at = relations[at].of
        if at in seen:
            raise file.fail("relations", f"{name} belongs to itself, over others; let one of them belong to {own}")
        seen.add(at)


def _check_rest(file: _File, model: Model) -> None:
    rests = [one.name for one in model.objects if one.kind == REST]
    if len(rests) > 1:
        raise file.fail(f"object.{rests[1]}", f"{rests[0]} is the rest already; there can be one only")
    if rests and not model.is_own(rests[0]):
        raise file.fail(f"object.{rests[0]}", f"the rest belongs to the record: {model.name} [0:1] has {rests[0]}")


def _check_above(file: _File, model: Model) -> None:
    for one in model.objects:
        if one.above and (one.above == one.name or one.above not in model.by_name):
            others = ", ".join(sorted(model.by_name.keys() - {one.name}))
            raise file.fail(f"object.{one.name}.above", f"{one.above!r} is no other object set; there are {others}")


def _check_name(file: _File, key: str, name: str) -> None:
    if not _NAME.fullmatch(name):
        raise file.fail(key, f"{name!r} is no name; use small letters, digits and _, such as phone_2")


def _check_keys(file: _File, data: Mapping[str, object], prefix: str, allowed_keys: tuple[str, ...]) -> None:
    for key in data:
        if key not in allowed_keys:
            raise file.fail(f"{prefix}{key}", f"this key is not known; there are {', '.join(allowed_keys)}")


def _value(file: _File, data: Mapping[str, Any], key: str, kind: type, default: Any) -> Any:
    value = data.get(key.rpartition(".")[2], default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        words = {str: "a text", int: "a number", bool: "true or false", dict: "a table", list: "a list of texts"}
        raise file.fail(key, f"{words[kind]} is expected, not {value!r}")
    return value


def _choice(file: _File, data: Mapping[str, Any], key: str, choices: tuple[str, ...]) -> str:
    value: str = _value(file, data, key, str, choices[0])
    if value not in choices:
        raise file.fail(key, f"{value!r} is not known; there are {', '.join(choices)}")
    return value


def _number(file: _File, data: Mapping[str, Any], key: str, default: int, most: int) -> int:
    value: int = _value(file, data, key, int, default)
    if not 0 <= value <= most:
        raise file.fail(key, f"a number from 0 to {most} is expected")
    return value


def _texts(file: _File, data: Mapping[str, Any], key: str, most: int) -> tuple[str, ...]:
    values = _value(file, data, key, list, [])
    for index, value in enumerate(values):
        if not isinstance(value, str) or not value.strip():
            raise file.fail(f"{key}[{index}]", f"a text is expected, not {value!r}")
    if len(values) > most:
        raise file.fail(key, f"there are at most {most}")
    return tuple(values)


def _patterns(file: _File, data: Mapping[str, Any], key: str) -> tuple[Pattern, ...]:
    patterns = []
    for index, text in enumerate(_texts(file, data, key, MAX_PATTERNS)):
        try:
            patterns.append(Pattern(text))
        except ArtifactError as error:
            raise file.fail(f"{key}[{index}]", str(error)) from None
    return tuple(patterns)


_FOLDER = Path(__file__).with_name("ontologies")


def ontology_names() -> tuple[str, ...]:
    """The ontologies that come with weft."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def ontology_path(name: str) -> Path:
    """The file of an ontology that comes with weft: a pattern for one of your own."""
    if name not in ontology_names():
        raise ConfigError(f"there is no ontology {name}; there are {', '.join(ontology_names())}, or name a .toml file")
    return _FOLDER / f"{name}.toml"
