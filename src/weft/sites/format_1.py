"""Sites of format 1, which had four ways to write a place, read as sites of format 2."""

import re
from collections.abc import Mapping
from typing import Any

from weft.sites.templates.fields import KEYS
from weft.sites.templates.locator import ALL, CHILD, TEXT, Locator, Step
from weft.sites.templates.outline import SHARE, Outline

FORMAT = 1
_STEP = re.compile(r"([^#.\[ ]+)([#.][^ ]+|\[[0-9]{1,9}\])?")


def convert(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a site of format 1 as those of format 2; raises where they are broken, as reading does."""
    clusters = [{**cluster, "template": convert_template(cluster["template"])} for cluster in data["clusters"]]
    return {**data, "format": FORMAT + 1, "clusters": clusters}


def convert_template(data: Mapping[str, Any]) -> dict[str, Any]:
    """A template: the learners of papers wrote their body rules as they do now."""
    return {
        **data,
        "outline": _outline(data["outline"]),
        "body": _body(data["body"]) if data["learner"] == "slots" else data["body"],
        "fields": _fields(data["fields"]),
        "records": _records(data["records"]),
    }


def upgrade_template(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values of a template that was saved without its format; only the fields of format 1 have no outline."""
    fields = data["fields"]
    return convert_template(data) if "rules" in fields and "outline" not in fields else data


def _step(text: str) -> Step:
    match = _STEP.fullmatch(text)
    if not match:
        raise ValueError(f"{text!r} is no step such as div, div#id, div.class or td[2]")
    return Step.of(match[1], match[2] or "")


def _path(text: str) -> str:
    """The path of a slot: steps with one mark each, whose names were not escaped."""
    return str(Locator(steps=tuple(_step(step) for step in text.split(CHILD))))


def _outline(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name if name == SHARE else str(_step(name)): _node(node) for name, node in data.items()}


def _node(data: Any) -> Any:
    return _outline(data) if isinstance(data, Mapping) else data


def _body(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: own if name == "texts" else [*map(_path, own)] for name, own in data.items()}


def _records(data: Mapping[str, Any]) -> dict[str, Any]:
    if not data:
        return {}
    fields = {name: _path(path) for name, path in data["fields"].items()}
    return {**data, "record": _path(data["record"]), "fields": fields, "also": [*map(_path, data.get("also", []))]}


def _field_path(text: str) -> Locator:
    """The path of a field: steps such as `div #main .wide`, the last one `#text` where a text was meant."""
    *above, last = [step.split(" ") for step in text.split(CHILD)]
    words = above if last == ["#text"] else [*above, last]
    steps = [
        Step(
            tag=tag,
            id=next((mark[1:] for mark in marks if mark[0] == "#"), ""),
            classes=tuple(mark[1:] for mark in marks if mark[0] == "."),
        )
        for tag, *marks in words
    ]
    return Locator(steps=tuple(steps), take=TEXT if last == ["#text"] else ALL)


def _fields(data: Mapping[str, Any]) -> dict[str, Any]:
    if not data["rules"]:
        return {}
    rules = []
    for rule in data["rules"]:
        path = _field_path(rule["path"])
        after = rule["label"] if rule["by_label"] else None
        located = Locator(steps=path.steps, take=path.take, after=after, nth=rule["nth"])
        rules.append({"name": rule["name"], "path": located, **{key: rule[key] for key in KEYS if key in rule}})
    labels = {_field_path(path): texts for path, texts in data["labels"].items()}
    outline = Outline.of_paths({path.steps for path in (*(rule["path"] for rule in rules), *labels)})
    return {
        "rules": [{**rule, "path": str(rule["path"])} for rule in rules],
        "labels": {str(path): texts for path, texts in labels.items()},
        "tokens": data["tokens"],
        "outline": outline.to_json(),
    }
