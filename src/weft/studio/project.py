"""A project: the pages of a store, the site that was learned from them, and the marks and templates of people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import RLock, Thread
from typing import Any

from weft.content import NO_FIELDS, Label
from weft.document import Document, Failure
from weft.errors import ConfigError, NoMatch
from weft.page import Limits, Page
from weft.sites import Cluster, Site
from weft.sites.format_1 import upgrade_template
from weft.sites.templates import Template
from weft.studio.changes import PAGE, TEMPLATE, Change, Versioned, Write
from weft.studio.marking import NO_MARKS, Marks, check_count, read_marks, with_marks
from weft.studio.pages import Pages
from weft.studio.states import Membership, PageState, describe_page
from weft.studio.store import Store, StoredPage

SOON = 100  # pages that are described before the request that changed their template is answered; a second
USUAL_NAMES = ("title", "author", "date")  # that are offered on every page


def _read_marks(value: Mapping[str, Any]) -> Marks:
    """The marks of a page; none where the value is broken, so that other pages can still be read."""
    try:
        return read_marks(value)
    except ConfigError:
        return NO_MARKS


def no_progress(what: str, done: int, total: int) -> None:
    """Nobody watches."""


Progress = Callable[[str, int, int], None]
"""Is called with the task in words, the number of pages that are done, and their total; 0 where it is unknown."""


@dataclass(eq=False)
class Project:
    """Everything the server works with. Reads are from memory; each request sees what others have written."""

    name: str
    store: Store
    learned: Site  # as the store has it
    limits: Limits = field(default_factory=Limits)
    site: Site = field(init=False)  # with the templates that people saved
    states: dict[int, PageState] = field(default_factory=dict)
    marks: dict[int, Marks] = field(default_factory=dict)
    versions: dict[str, Versioned] = field(default_factory=dict)  # of pages and templates that were written
    order: list[int] = field(default_factory=list)  # pages, the most doubtful first, done ones last
    classes: dict[str, frozenset[str]] = field(default_factory=dict)  # that recur, by cluster; computed on request
    points: list[dict[str, Any]] = field(default_factory=list)  # of the map; computed on request
    tour: int = 0  # the page that the tour of the demo marks; 0: no tour
    generation: int = 0  # grows whenever a template changes
    lock: RLock = field(default_factory=RLock)
    _seen: int = -1  # the last change that was read

    def __post_init__(self) -> None:
        self.site = self.learned
        self.pages: Pages = Pages(self.store, self.limits)
        self.stored: dict[int, StoredPage] = {page.number: page for page in self.store.list_pages()}
        self.numbers: dict[str, int] = {page.id: number for number, page in self.stored.items()}
        self.clusters: dict[str, str] = {
            page_id: cluster.name for cluster in self.learned.clusters for page_id in cluster.page_ids
        }

    # Reading

    def refresh(self) -> None:
        """Read what anybody has written since the last time."""
        with self.lock:
            if (latest := self.store.latest()) == self._seen:
                return
            before = self.versions
            self.versions = {**self.store.read_many(PAGE), **self.store.read_many(TEMPLATE)}
            self._seen = latest
            changed = {
                target: now.value
                for target, now in self.versions.items()
                if target not in before or before[target].version != now.version
            }
            for target, value in changed.items():
                number = self.numbers.get(target.removeprefix(PAGE)) if target.startswith(PAGE) else None
                if number is not None:
                    self.marks[number] = _read_marks(value)
            if any(target.startswith(TEMPLATE) for target in changed):
                self._apply_templates()
            self.sort()

    def _apply_templates(self) -> None:
        """Put the saved templates into the site, and describe again the pages of the clusters that changed."""
        clusters = tuple(replace(cluster, template=self._saved(cluster)) for cluster in self.learned.clusters)
        pairs = zip(self.site.clusters, clusters, strict=True)
        changed = {new.name for old, new in pairs if old.template.to_json() != new.template.to_json()}
        self.site = replace(self.learned, clusters=clusters)
        self.generation += 1
        if changed and self.states:
            touched = [number for number, state in sorted(self.states.items()) if state.cluster in changed]
            self.describe(touched[:SOON])
            if rest := touched[SOON:]:
                Thread(target=self._describe_later, args=(rest, self.generation), daemon=True).start()

    def _describe_later(self, numbers: Sequence[int], generation: int) -> None:
        """Describe many pages while people go on; stop when a newer template makes that pointless."""
        for number in numbers:
            if self.generation != generation:
                return
            self.describe([number])
        with self.lock:
            self.sort()

    def _saved(self, cluster: Cluster) -> Template:
        """The template that a person saved for a cluster, else the learned one."""
        value = self.version_of(TEMPLATE + cluster.name).value
        if not value:
            return cluster.template
        try:
            return replace(Template.from_json(upgrade_template(value)), name=cluster.name)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            return cluster.template  # another weft wrote it; the export says so

    def describe(self, numbers: Sequence[int], progress: Progress = no_progress) -> None:
        """Compute the states of pages anew."""
        saved = [target for target, now in self.versions.items() if target.startswith(TEMPLATE) and now.value]
        taught = frozenset(target.removeprefix(TEMPLATE) for target in saved)
        membership = Membership(clusters=self.clusters, taught=taught)
        for done, number in enumerate(numbers, start=1):
            self.states[number] = self._describe(number, membership)
            progress("looking at the pages", done, len(numbers))

    def _describe(self, number: int, membership: Membership) -> PageState:
        stored = self.stored[number]

        def describe(page: Page) -> PageState:
            return describe_page(self.site, page, number=number, page_id=stored.id, membership=membership)

        state = self.pages.attempt(stored.id, describe)
        if isinstance(state, Failure):
            return PageState(number=number, id=stored.id, url=stored.url or "", failure=replace(state, page="").message)
        return state

    def sort(self) -> None:
        """Put the pages in order: the most doubtful first, then those that wait, done ones last."""

        def key(number: int) -> tuple[bool, bool, float, int]:
            marks = self.marks_of(number)
            return marks.done, bool(marks.aside), -self.states[number].doubt, number

        self.order = sorted(self.states, key=key)

    # Looking up

    def state(self, number: int) -> PageState:
        """The state of a page; a NoMatch where no page has that number."""
        if number not in self.states:
            raise NoMatch(f"there is no page {number}")
        return self.states[number]

    def marks_of(self, number: int) -> Marks:
        """The marks of a page."""
        return self.marks.get(number, NO_MARKS)

    def version_of(self, target: str) -> Versioned:
        """The last value of a target that was read."""
        return self.versions.get(target, Versioned())

    def page_target(self, number: int) -> str:
        """The name under which the store keeps the marks of a page."""
        return PAGE + self.state(number).id

    def page(self, number: int) -> Page:
        """The parsed page."""
        return self.pages.read(self.state(number).id)

    def read_document(self, number: int) -> tuple[Page, Document]:
        """A page and its document: what `weft apply` writes for it, with the marks of the page."""
        page, document = self.pages.extract(self.state(number).id, self.site)
        return page, with_marks(document, page, self.marks_of(number))

    def document(self, number: int) -> Document:
        """The document of a page, with the marks of the page."""
        return self.read_document(number)[1]

    def document_by(self, site: Site, number: int) -> Document:
        """The same by any site, such as one with a template that is not saved yet; nothing is kept."""
        page, document = self.pages.extract_once(self.state(number).id, site)
        return with_marks(document, page, self.marks_of(number))

    def cluster(self, name: str) -> Cluster:
        """A cluster as it is now; a NoMatch where no cluster has that name."""
        for cluster in self.site.clusters:
            if cluster.name == name:
                return cluster
        raise NoMatch(f"there is no cluster {name[:60]!r}")

    def members(self, name: str) -> list[int]:
        """The pages of a cluster, by number."""
        return [number for number, state in sorted(self.states.items()) if state.cluster == name]

    def failures(self) -> list[tuple[str, str]]:
        """The pages that cannot be opened, and why."""
        return [(state.id, state.failure) for state in self.states.values() if state.failure]

    def names(self, cluster: str) -> list[str]:
        """The fields to offer on a page of a cluster: the usual ones, its template's, then those that are marked."""
        names = dict.fromkeys(USUAL_NAMES)
        if cluster:
            template = self.cluster(cluster).template
            names.update(dict.fromkeys(rule.name for rule in template.fields.rules))
            names.update(dict.fromkeys(template.records.fields))
        for number, marks in sorted(self.marks.items()):
            if number in self.states and self.states[number].cluster == cluster:
                names.update(dict.fromkeys(marks.fields))
        return [name for name in names if name not in NO_FIELDS]

    def labels(self) -> Iterator[Label]:
        """All marks as labels, pages by number."""
        for number, marks in sorted(self.marks.items()):
            if number in self.stored:
                yield from marks.to_labels(self.stored[number].id)

    # Writing

    def write(self, changed: Mapping[int, Marks], versions: Mapping[int, int], *, author: str, what: str) -> Change:
        """Write the marks of some pages as one change."""
        writes = [
            Write(self.page_target(number), check_count(marks).to_json(), versions[number])
            for number, marks in changed.items()
        ]
        change = self.store.write(writes, author=author, what=what)
        self.refresh()
        return change
