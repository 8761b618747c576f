"""Teaching: a cluster's template learned again from what people marked, or edited; its effect before it is saved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from weft.content import Record
from weft.document import Document
from weft.errors import ConfigError, LimitError
from weft.site import Cluster, Site
from weft.site.drift import compare_clusters
from weft.site.sample import SIZE, Sample, choose_sample, spread
from weft.site.template_learner import learn_template
from weft.studio.changes import Write
from weft.studio.difference import find_difference
from weft.studio.project import TEMPLATE, Project
from weft.templates import Template

MAX_CHECKED = 2_000  # pages of a cluster on which an effect is looked at; an even spread of more
MAX_SHOWN = 50  # pages of an effect that are shown


def marked_pages(project: Project, cluster: str) -> list[int]:
    """The pages of a cluster that somebody has marked."""
    return [number for number in project.members(cluster) if project.marks_of(number)]


def learn_again(project: Project, cluster: Cluster) -> Template:
    """The template that the marks of a cluster's pages teach; they win over what weft thinks."""
    members = project.members(cluster.name)
    marked = [place for place, number in enumerate(members) if project.marks_of(number)]
    if not marked:
        raise ConfigError("no page of this cluster is marked; mark one first")
    medoid = [place for place, number in enumerate(members) if project.stored[number].id == cluster.medoid]
    sizes = [project.stored[number].size for number in members]
    places = choose_sample(sizes, needed=[*medoid, *marked[:SIZE]])
    sample = _sample(project, [members[place] for place in places])
    template = learn_template(sample, learner=project.site.learner)
    return replace(template, name=cluster.name)


def _sample(project: Project, numbers: Sequence[int]) -> Sample:
    pages, labels = [], {}
    for number in numbers:
        try:
            pages.append(project.pages.read_once(project.stored[number].id))
        except LimitError:
            continue
        if marks := project.marks_of(number):
            labels[len(pages) - 1] = marks.to_labels(project.stored[number].id)
    return Sample(pages, labels)


def read_template(data: object, name: str) -> Template:
    """A template that somebody edited, as text or as values; a ConfigError says what is wrong, and where."""
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except json.JSONDecodeError as error:
            raise ConfigError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
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
    return replace(template, name=name)


@dataclass(frozen=True, kw_only=True)
class ChangedPage:
    """A page that another template would read otherwise."""

    number: int
    title: str
    before: str
    after: str
    fields_before: Mapping[str, str]
    fields_after: Mapping[str, str]
    records: tuple[int, int]

    def to_json(self) -> dict[str, Any]:
        """For people: of the texts only where they differ."""
        names = {name for name in {*self.fields_before, *self.fields_after} if self._differs(name)}
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

    def to_json(self) -> dict[str, Any]:
        """For the template view."""
        change = compare_clusters(self.cluster, replace(self.cluster, template=self.template))
        return {
            "cluster": self.cluster.name,
            "pages": self.checked,
            "changed": [page.to_json() for page in self.changed[:MAX_SHOWN]],
            "changed_count": len(self.changed),
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


def find_effect(project: Project, cluster: Cluster, template: Template) -> Effect:
    """What a template would change on the cluster's pages, marks as they are."""
    numbers = project.members(cluster.name)
    numbers = [numbers[place] for place in spread(len(numbers), MAX_CHECKED)]
    other = with_template(project.site, template)
    changed = list(_changed(project, numbers, other))
    return Effect(cluster=cluster, template=template, checked=len(numbers), changed=changed)


def _changed(project: Project, numbers: Sequence[int], other: Site) -> Iterator[ChangedPage]:
    for number in numbers:
        if project.state(number).failure:
            continue
        before, after = (project.document(number, site, keep=False) for site in (project.site, other))
        page = ChangedPage(
            number=number,
            title=project.state(number).title,
            before=before.text,
            after=after.text,
            fields_before=field_values(before),
            fields_after=field_values(after),
            records=(len(before.records), len(after.records)),
        )
        same_records = [*map(_record_values, before.records)] == [*map(_record_values, after.records)]
        if page.before != page.after or page.fields_before != page.fields_after or not same_records:
            yield page


def field_values(document: Document) -> dict[str, str]:
    """The fields of a document, values alone."""
    return {name: field.value for name, field in document.fields.items()}


def _record_values(record: Record) -> dict[str, str]:
    return {name: field.value for name, field in record.fields.items()}


def save_template(project: Project, template: Template, *, version: int, author: str, what: str) -> int:
    """Keep a template; the version that it has now. A Conflict where somebody was faster."""
    target = TEMPLATE + template.name
    project.store.write([Write(target, template.to_json(), version)], author=author, what=what)
    project.refresh()
    return project.version_of(target).version
