"""The guide's check: what the marks of a page teach, tried on five other pages of its cluster."""

from __future__ import annotations

from typing import Any

from weft.content import RECORD, Record
from weft.document import Document
from weft.errors import ConfigError
from weft.site.sample import spread
from weft.studio.project import Project
from weft.studio.teaching import field_values, learn_again, with_template

OTHERS = 5  # pages that are looked at
SHOWN = 5  # records of a page that are shown
MAX_TEXT = 300  # characters


def other_pages(project: Project, number: int) -> list[int]:
    """Five other pages of a page's cluster, evenly spread."""
    members = [
        other
        for other in project.members(project.state(number).cluster)
        if other != number and not project.states[other].failure
    ]
    return [members[place] for place in spread(len(members), OTHERS)] if members else []


def check_others(project: Project, number: int) -> dict[str, Any]:
    """The records and fields that the other pages give by what is taught; their own marks are not looked at."""
    state, marks = project.state(number), project.marks_of(number)
    if not marks:
        raise ConfigError("this page has no marks yet; mark a record or a field first")
    if not state.cluster:
        raise ConfigError("this page is in no cluster, so there are no others to check on")
    template = learn_again(project, project.cluster(state.cluster))
    site = with_template(project.site, template)
    has_record = bool(marks.rows(RECORD))
    pages = []
    for other in other_pages(project, number):
        document = site.extract(project.pages.read_once(project.stored[other].id))
        found = _check(document, marks.fields, has_record=has_record)
        pages.append({"number": other, "title": project.states[other].title, **found})
    good = sum(page["ok"] for page in pages)
    return {
        "cluster": state.cluster,
        "names": marks.fields,
        "has_record": has_record,
        "pages": pages,
        "good": good,
        "of": len(pages),
    }


def _check(document: Document, names: list[str], *, has_record: bool) -> dict[str, Any]:
    """What one page gives: of records, a field is missing where no record has it."""
    records = list(document.records)
    fields = {} if has_record else {name: value for name, value in field_values(document).items() if name in names}
    known = {name for record in records for name in record.fields} if has_record else fields.keys()
    missing = [name for name in names if name not in known]
    return {
        "ok": not missing and (bool(records) or not has_record),
        "record_count": len(records) if has_record else 0,
        "records": [{"fields": _values(record)} for record in records[:SHOWN]] if has_record else [],
        "fields": fields,
        "missing": missing,
        "text": document.text[:MAX_TEXT],
    }


def _values(record: Record) -> dict[str, str]:
    return {name: field.value[:MAX_TEXT] for name, field in record.fields.items()}
