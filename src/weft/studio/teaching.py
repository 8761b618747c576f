"""Teaching: a cluster's template is learned again from marks or edited by hand; its effect shows before it is saved.

One page before and after: what it gives by the saved template, and by the one that is in the editor.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from weft.auto import extract
from weft.content import RECORD, Record
from weft.document import Document, Failure
from weft.errors import ConfigError
from weft.page import Page
from weft.sites import Cluster, Site
from weft.sites.drift import compare_clusters
from weft.sites.sample import SIZE, Sample, choose_sample, spread
from weft.sites.template_learner import learn_template
from weft.sites.templates import Template
from weft.sites.templates.template import UNGUARDED
from weft.studio.changes import TEMPLATE, Write
from weft.studio.difference import compare_lines, find_difference
from weft.studio.http import Values, project_of, takes_object, whole_number
from weft.studio.marking import with_marks
from weft.studio.page_json import MAX_VALUE
from weft.studio.project import USUAL_NAMES, Project

MAX_CHECKED = 2_000  # pages of a cluster on which an effect is computed; an even spread where there are more
MAX_SHOWN = 50  # pages of an effect that are shown
OTHER_PAGES = 5  # on which the guide checks what a page teaches
MAX_RECORDS = 5  # of such a page that are shown
MAX_TEXT = 300  # characters of its text and of a value


def marked_pages(project: Project, cluster: str) -> list[int]:
    """The pages of a cluster that somebody has marked."""
    return [number for number in project.members(cluster) if project.marks_of(number)]


def learn_again(project: Project, cluster: Cluster, *, without: Sequence[int] = ()) -> Template:
    """The template that weft learns from a cluster's pages and marks, which win; `without` the marks of some pages."""
    members = project.members(cluster.name)
    marked = [index for index, number in enumerate(members) if project.marks_of(number) and number not in without]
    if not marked:
        raise ConfigError("no page of this cluster is marked", advice="mark one first")
    medoid = [index for index, number in enumerate(members) if project.stored[number].id == cluster.medoid]
    sizes = [project.stored[number].size for number in members]
    chosen = choose_sample(sizes, needed=[*medoid, *marked[:SIZE]])
    sample = _sample(project, [members[index] for index in chosen], without=without)
    template = learn_template(sample, learner=project.site.learner)
    fields = template.fields.choose(cluster.template.fields.choices)
    return replace(template, name=cluster.name, fields=fields)


def _sample(project: Project, numbers: Sequence[int], *, without: Sequence[int] = ()) -> Sample:
    pages, labels = [], {}
    for number in numbers:
        page = project.pages.attempt_to_learn(project.stored[number].id)
        if isinstance(page, Failure):
            continue
        pages.append(page)
        if number not in without and (marks := project.marks_of(number)):
            labels[len(pages) - 1] = marks.to_labels(project.stored[number].id)
    return Sample(pages, labels)


def read_template(data: object, before: Template) -> Template:
    """A template that somebody edited, as text or as values; a ConfigError says what is wrong, and where.

    Of a body that a person wrote the learning pages say nothing: it is always used, unless the guard was written too.
    """
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except json.JSONDecodeError as error:
            raise ConfigError(error.msg, page=f"line {error.lineno}, column {error.colno}") from None
        except (ValueError, RecursionError):
            raise ConfigError("this is no JSON that can be read") from None
    if not isinstance(data, Mapping):
        raise ConfigError("a template is a JSON object")
    try:
        template = Template.from_json(data)
        json.dumps(template.to_json()).encode()
    except KeyError as error:
        raise ConfigError(f"{error} is missing or unknown") from None
    except (TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise ConfigError(f"no template: {error}") from None
    is_written = template.body.to_json() != before.body.to_json() and template.guard == before.guard
    return replace(template, name=before.name, guard=UNGUARDED if is_written else template.guard)


@dataclass(frozen=True, kw_only=True)
class ChangedPage:
    """A page whose document another template would change."""

    number: int
    title: str
    before: str
    after: str
    fields_before: Mapping[str, str]
    fields_after: Mapping[str, str]
    records: tuple[int, int]
    records_differ: bool = False

    @property
    def changed_fields(self) -> set[str]:
        """The names of the fields that differ."""
        return {name for name in {*self.fields_before, *self.fields_after} if self._differs(name)}

    def is_minor(self, important: Collection[str] | None) -> bool:
        """Whether it differs in nothing but fields that are not important; None: all are."""
        if important is None or self.before != self.after or self.records_differ:
            return False
        return not self.changed_fields & {*important}

    def to_json(self) -> dict[str, Any]:
        """For people: only the lines and the fields that differ."""
        names = self.changed_fields
        return {
            "number": self.number,
            "title": self.title,
            "lines": find_difference(self.before, self.after),
            "words_before": len(self.before.split()),
            "words_after": len(self.after.split()),
            "fields_before": {name: value for name, value in self.fields_before.items() if name in names},
            "fields_after": {name: value for name, value in self.fields_after.items() if name in names},
            "records_before": self.records[0],
            "records_after": self.records[1],
        }

    def _differs(self, name: str) -> bool:
        return self.fields_before.get(name) != self.fields_after.get(name)


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What a template would change."""

    cluster: Cluster
    template: Template
    checked: int
    changed: Sequence[ChangedPage]
    important: frozenset[str] | None = None  # fields whose change counts; None: all

    def to_json(self) -> dict[str, Any]:
        """For the template view; pages that change only in fields that nobody asked for come last, and are counted."""
        minor = [page for page in self.changed if page.is_minor(self.important)]
        major = [page for page in self.changed if not page.is_minor(self.important)]
        fields = Counter(name for page in minor for name in page.changed_fields)
        change = compare_clusters(self.cluster, replace(self.cluster, template=self.template))
        return {
            "cluster": self.cluster.name,
            "pages": self.checked,
            "changed": [page.to_json() for page in [*major, *minor][:MAX_SHOWN]],
            "changed_count": len(self.changed),
            "minor_count": len(minor),
            "minor_fields": dict(fields.most_common()),
            "confidence": self.template.confidence,
            "confidence_before": self.cluster.template.confidence,
            "rules": self.template.describe(),
            "rules_added": list(change.rules_added),
            "rules_removed": list(change.rules_removed),
            "json": to_text(self.template),
        }


def to_text(template: Template) -> str:
    """A template as text that a person can read and edit."""
    return json.dumps(template.to_json(), ensure_ascii=False, indent=1)


def with_template(site: Site, template: Template) -> Site:
    """The site with a template in place of the one of its name."""
    changed = (
        replace(cluster, template=template) if cluster.name == template.name else cluster for cluster in site.clusters
    )
    return replace(site, clusters=tuple(changed))


def asked_fields(project: Project, cluster: str) -> frozenset[str]:
    """The fields that people asked for: the usual ones, those that they marked, and those that they renamed."""
    marked = {name for number in marked_pages(project, cluster) for name in project.marks_of(number).fields}
    return frozenset({*USUAL_NAMES, *marked, *project.cluster(cluster).template.fields.choices.renamed.values()})


def find_effect(
    project: Project, cluster: Cluster, template: Template, *, important: frozenset[str] | None = None
) -> Effect:
    """What a template would change on the cluster's pages with their present marks."""
    numbers = project.members(cluster.name)
    numbers = [numbers[index] for index in spread(len(numbers), MAX_CHECKED)]
    other = with_template(project.site, template)
    changed = list(_changed(project, numbers, other))
    return Effect(cluster=cluster, template=template, checked=len(numbers), changed=changed, important=important)


def _changed(project: Project, numbers: Sequence[int], other: Site) -> Iterator[ChangedPage]:
    for number in numbers:
        if project.state(number).failure:
            continue
        page = project.pages.attempt(project.stored[number].id, partial(_compare, project, number, other))
        if page and not isinstance(page, Failure):
            yield page


def _compare(project: Project, number: int, other: Site, page: Page) -> ChangedPage | None:
    """What another site changes on a page; none where it changes nothing."""
    marks = project.marks_of(number)
    before, after = (with_marks(extract(page, site=site), page, marks) for site in (project.site, other))
    changed = ChangedPage(
        number=number,
        title=project.state(number).title,
        before=before.text,
        after=after.text,
        fields_before=field_values(before),
        fields_after=field_values(after),
        records=(len(before.records), len(after.records)),
    )
    differ = [*map(_record_values, before.records)] != [*map(_record_values, after.records)]
    is_same = changed.before == changed.after and not changed.changed_fields and not differ
    return None if is_same else replace(changed, records_differ=differ)


def field_values(document: Document) -> dict[str, str]:
    """The fields of a document, values alone."""
    return {name: field.value for name, field in document.fields.items()}


def _record_values(record: Record) -> dict[str, str]:
    return {name: field.value for name, field in record.fields.items()}


def save_template(project: Project, template: Template, *, version: int, author: str, what: str) -> int:
    """Save a template; its new version. A Conflict where somebody was faster."""
    target = TEMPLATE + template.name
    project.store.write([Write(target, template.to_json(), version)], author=author, what=what)
    project.refresh()
    return project.version_of(target).version


# The guide's check


def other_pages(project: Project, number: int) -> list[int]:
    """Five other pages of a page's cluster, evenly spread."""
    members = [
        other
        for other in project.members(project.state(number).cluster)
        if other != number and not project.states[other].failure
    ]
    return [members[index] for index in spread(len(members), OTHER_PAGES)] if members else []


def check_others(project: Project, number: int) -> dict[str, Any]:
    """What the other pages give by the template that the marks of a page teach; their own marks do not count."""
    state, marks = project.state(number), project.marks_of(number)
    if not marks:
        raise ConfigError("this page has no marks yet", advice="mark a record or a field first")
    if not state.cluster:
        raise ConfigError("this page is in no cluster, so there are no others to check on")
    template = learn_again(project, project.cluster(state.cluster))
    site = with_template(project.site, template)
    has_record = bool(marks.rows(RECORD))
    pages = []

    def check(page: Page) -> dict[str, Any]:
        return _check(extract(page, site=site), marks.fields, has_record=has_record)

    for other in other_pages(project, number):
        checked = project.pages.attempt(project.stored[other].id, check)
        if isinstance(checked, Failure):
            continue
        pages.append({"number": other, "title": project.states[other].title, **checked})
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
    """What one page gives; a field of records is missing where no record has it."""
    records = list(document.records)
    fields = {} if has_record else {name: value for name, value in field_values(document).items() if name in names}
    given = {name for record in records for name in record.fields} if has_record else fields.keys()
    missing = [name for name in names if name not in given]
    return {
        "ok": not missing and (bool(records) or not has_record),
        "record_count": len(records) if has_record else 0,
        "records": [{"fields": _short_values(record)} for record in records[:MAX_RECORDS]] if has_record else [],
        "fields": fields,
        "missing": missing,
        "text": document.text[:MAX_TEXT],
    }


def _short_values(record: Record) -> dict[str, str]:
    return {name: value[:MAX_TEXT] for name, value in _record_values(record).items()}


MAX_COMPARED_LINES = 4_000  # of both sides
MAX_COMPARED_TEXT = 400_000  # characters that are compared


def compare_page(request: Request, values: Values) -> dict[str, Any]:
    """Both sides of a page: lines that are the same, gone or new, the fields and how many records."""
    number = whole_number(values, "number")
    project, name = project_of(request), request.path_params["name"]
    cluster, state = project.cluster(name), project.state(number)
    if state.failure:
        raise ConfigError(f"this page cannot be opened: {state.failure}")
    template = read_template(values.get("json"), cluster.template)
    before = project.document(number)
    after = project.document_by(with_template(project.site, template), number)
    lines = compare_lines(before.text[:MAX_COMPARED_TEXT], after.text[:MAX_COMPARED_TEXT])[:MAX_COMPARED_LINES]
    return {
        "number": number,
        "title": state.title,
        "lines": lines,
        "before": _side(before),
        "after": _side(after),
        "is_same": all(kind == "same" for kind, _ in lines) and field_values(before) == field_values(after),
    }


def _side(document: Document) -> dict[str, Any]:
    fields = {name: value[:MAX_VALUE] for name, value in field_values(document).items()}
    return {"fields": fields, "records": len(document.records), "words": len(document.text.split())}


ROUTES = [Route("/api/clusters/{name}/compare", takes_object(compare_page), methods=["POST"])]
