"""The generated wrapper: one Python file that a person can read, check with mypy and change; it needs weft alone.

The rules are data in it. Its parts are templates of text; texts of pages go in through `source_text`.
"""

from typing import Any

from weft.papers.c import SoftMealy
from weft.papers.c.softmealy import Rule
from weft.studio.source_text import write_comment, write_literal, write_text
from weft.studio.wrapper_plan import AUTHOR, JOIN, MAX_REPEATED, WrapperPlan

HEAD = '''\
"""{title}

`extract` gives what a page says; `python wrapper.py FILE …` prints it as JSON lines.
The rules are data: change them, then run `pytest` here to see what that changes.
Made by weft studio; needs weft and nothing else.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

{imports}

'''

EXTRACT = '''
def extract(
    html: bytes | str,
    url: str = "",
    *,
    encoding: str | None = None,
) -> {page_class}:
    """The content of a page; `encoding` is the charset that the HTTP header gave."""
    page = parse(html, url=url or None, encoding=encoding)
    document = TEMPLATE.extract(page)
    metadata = merge_fields(page, document.fields)
{values}    return {page_class}(
        url=url,
        title=metadata.title.value,
        author={author},
        date=metadata.date.value,
        body=document.text,
{fields}    )

'''

VALUES = "    values = {name: field.value for name, field in document.fields.items()}\n"

RECORD = '''
def read_record(record: Record) -> {record_class}:
    """A record as the wrapper found it."""

    def value(name: str) -> str:
        return record.fields[name].value if name in record.fields else ""

{repeated}    return {record_class}(
{fields}    )

'''

REPEATED = """\
    def values(name: str) -> str:
        names = [name, *(f"{{name}}_{{number}}" for number in range(2, {last}))]
        return {join}.join(filter(None, map(value, names)))

"""

MAIN = '''
def main() -> None:
    """Read files, print what they say as JSON."""
    parser = argparse.ArgumentParser(description="Prints what pages say as JSON lines.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    for path in parser.parse_args().files:
        content = asdict(extract(path.read_bytes()))
        print(json.dumps({"file": str(path), **content}, ensure_ascii=False))


'''

SOFTMEALY = '''

def read_rules(rules: list[Any]) -> tuple[Rule, ...]:
    """Alternatives: a border is where one of them fits."""
    return tuple(map(Rule.from_json, rules))


def find_records(page: Page) -> list[Record]:
    """The records of a page in document order."""
    return [record for region in RECORDS.find(page) for record in region.records]


RECORDS = SoftMealy(
    record=read_rules(RECORD_RULES["record"]),
    record_end=read_rules(RECORD_RULES["record_end"]),
    whole=RECORD_RULES["whole"],
    states={
        name: State(
            begin=read_rules(state["begin"]),
            end=read_rules(state["end"]),
            after=tuple(state["after"]),
            repeats=state["repeats"],
        )
        for name, state in RECORD_RULES["fields"].items()
    },
)
'''

ABOUT_RECORDS = """\
# A page is read as tags and words. A record begins, and a field begins and ends, at
# borders that are known by what stands left and right of them; "after" says which
# fields may come next.
"""
ABOUT_OUTLINE = """\
# The elements that the pages share, nested as they are; "%" is the share of the pages
# that have one.
"""

TEST = '''\
"""What the wrapper gave for these pages when it was made."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from wrapper import extract

HERE = Path(__file__).parent
CASES = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(CASES))
def test_page(name: str) -> None:
    """A page says what it said."""
    case = CASES[name]
    html = (HERE / "pages" / name).read_bytes()
    content = extract(html, case["url"], encoding=case["encoding"])
    assert json.loads(json.dumps(asdict(content))) == case["content"]
'''


def write_wrapper(plan: WrapperPlan) -> str:
    """The source of the wrapper."""
    parts = [
        HEAD.format(title=write_comment(_title(plan)), imports=_imports(plan)),
        _rules(plan),
        _record_class(plan) if plan.record_fields else "",
        _page_class(plan),
        EXTRACT.format(
            page_class=plan.classes[0],
            values=VALUES * bool(plan.fields or plan.first_author) + _records_value(plan) * bool(plan.first_author),
            author=_author(plan),
            fields=_page_values(plan),
        ),
        _read_record(plan) if plan.record_fields else "",
        MAIN,
        ABOUT_OUTLINE,
        f"OUTLINE: dict[str, Any] = {write_literal(plan.rules.outline.to_json())}\n\n",
        'TEMPLATE = Template.from_json({**RULES, "outline": OUTLINE})\n',
        SOFTMEALY if plan.records is not None else "",
        '\nif __name__ == "__main__":\n    main()\n',
    ]
    return "".join(parts)


def _title(plan: WrapperPlan) -> str:
    template = plan.template
    of = f" of {plan.host}" if plan.host else ""
    return f"Takes the content out of the pages “{template.name}”{of}: learned from {template.pages} of them."


def _imports(plan: WrapperPlan) -> str:
    names = [*(["Page"] if plan.records else []), *(["Record"] if plan.record_fields else []), "Template", "parse"]
    lines = [f"from weft import {', '.join(names)}", "from weft.metadata import merge_fields"]
    if plan.records is not None:
        lines += ["from weft.papers.c import SoftMealy", "from weft.papers.c.softmealy import Rule, State"]
    return "\n".join(lines)


def _rules(plan: WrapperPlan) -> str:
    """The template as data, its rules in words before it, and those of records."""
    words = "".join(f"# {write_comment(line)}\n" for line in plan.rules.describe())
    data = plan.rules.to_json()
    del data["outline"]
    text = f"{words}RULES: dict[str, Any] = {write_literal(data)}\n\n"
    if plan.records is None:
        return text
    return f"{text}{ABOUT_RECORDS}RECORD_RULES: dict[str, Any] = {write_literal(softmealy_data(plan.records))}\n\n"


def softmealy_data(wrapper: SoftMealy) -> dict[str, Any]:
    """A wrapper of records as JSON values."""

    def write(rules: tuple[Rule, ...]) -> list[dict[str, object]]:
        return [rule.to_json() for rule in rules]

    return {
        "record": write(wrapper.record),
        "record_end": write(wrapper.record_end),
        "whole": wrapper.whole,
        "fields": {
            name: {
                "begin": write(state.begin),
                "end": write(state.end),
                "after": list(state.after),
                "repeats": state.repeats,
            }
            for name, state in wrapper.states.items()
        },
    }


def _record_class(plan: WrapperPlan) -> str:
    fields = "".join(f'    {identifier}: str = ""\n' for identifier in plan.record_fields.values())
    return _class(plan.classes[1], "One record of a page; empty where it has no such field.", fields)


def _page_class(plan: WrapperPlan) -> str:
    fields = '    url: str = ""\n    title: str = ""\n    author: str = ""\n    date: str = ""  # ISO 8601\n'
    fields += '    body: str = ""\n'
    fields += "".join(f'    {identifier}: str = ""\n' for identifier in plan.fields.values())
    if plan.record_fields:
        fields += f"    records: tuple[{plan.classes[1]}, ...] = ()\n"
    return _class(plan.classes[0], "What a page says; empty where it does not say it.", fields)


def _class(name: str, contract: str, fields: str) -> str:
    return f'\n@dataclass(frozen=True, kw_only=True)\nclass {name}:\n    """{contract}"""\n\n{fields}\n'


def _page_values(plan: WrapperPlan) -> str:
    indent = " " * 8
    lines = [f'{indent}{name}=values.get({write_text(field)}, ""),\n' for field, name in plan.fields.items()]
    if plan.record_fields:
        lines.append(f"{indent}records={'records' if plan.first_author else _records(plan)},\n")
    return "".join(lines)


def _records(plan: WrapperPlan) -> str:
    return f"tuple(map(read_record, {'find_records(page)' if plan.records is not None else 'document.records'}))"


def _records_value(plan: WrapperPlan) -> str:
    return f"    records = {_records(plan)}\n"


def _author(plan: WrapperPlan) -> str:
    """The author of a thread wrote its first post."""
    if not plan.first_author:
        return "metadata.author.value"
    first = f'next((record.{plan.first_author} for record in records), "")'
    return f"values.get({write_text(AUTHOR)}) or {first}"


def _read_record(plan: WrapperPlan) -> str:
    calls = {name: "values" if plan.repeats(name) else "value" for name in plan.record_fields}
    lines = [f"        {own}={calls[name]}({write_text(name)}),\n" for name, own in plan.record_fields.items()]
    repeated = REPEATED.format(last=MAX_REPEATED + 1, join=write_text(JOIN)) if "values" in calls.values() else ""
    return RECORD.format(record_class=plan.classes[1], fields="".join(lines), repeated=repeated)
