"""A project: the pages of a store, what was learned of them, and what people say of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import RLock, Thread
from typing import Any

from weft.content import NO_FIELDS, Label
from weft.document import Document
from weft.errors import ConfigError, LimitError, NoMatch
from weft.page import Limits, Page
from weft.site import Cluster, Site
from weft.studio.changes import Change, Versioned, Write
from weft.studio.choice import with_marks
from weft.studio.marking import NO_MARKS, Marks, check_count, read_marks
from weft.studio.parsed_pages import ParsedPages
from weft.studio.states import Homes, PageState, describe_page
from weft.studio.store import Store
from weft.studio.stored_pages import StoredPage
from weft.templates import Template

PAGE, TEMPLATE, SITE = "page:", "template:", "site"
SOON = 100  # pages that are looked at before the request that changed their template is answered; a second
MAX_DOCUMENTS = 16  # that are kept
WEFT = "weft"  # the author of what nobody did
USUAL_NAMES = ("title", "author", "date")  # that are offered on every page


def _read_marks(value: Mapping[str, Any]) -> Marks:
    """The marks that were written; what no studio wrote counts for nothing, and must not stop the others."""
    try:
        return read_marks(value)
    except ConfigError:
        return NO_MARKS


def no_progress(what: str, done: int, total: int) -> None:
    """Nobody watches."""


Progress = Callable[[str, int, int], None]
"""Is told what is being done, how many pages are done, and of how many; 0 where that is not known."""


@dataclass(eq=False)
class Project:
    """Everything the server works with. Reads are from memory; what others write is seen by the next request."""

    name: str
    store: Store
    learned: Site  # as the store has it
    limits: Limits = field(default_factory=Limits)
    site: Site = field(init=False)  # with the templates that people saved
    states: dict[int, PageState] = field(default_factory=dict)
    marks: dict[int, Marks] = field(default_factory=dict)
    versions: dict[str, Versioned] = field(default_factory=dict)  # of pages and templates that were written
    order: list[int] = field(default_factory=list)  # pages, the most doubtful first, done ones last
    classes: dict[str, frozenset[str]] = field(default_factory=dict)  # that recur, by cluster; found when asked for
    points: list[dict[str, Any]] = field(default_factory=list)  # of the map; found when asked for
    generation: int = 0  # grows whenever a template changes
    lock: RLock = field(default_factory=RLock)
    _documents: dict[tuple[int, int], Document] = field(default_factory=dict)  # by page and generation, the last ones
    _seen: int = -1

    def __post_init__(self) -> None:
        self.site = self.learned
        self.pages: ParsedPages = ParsedPages(self.store, self.limits)
        self.stored: dict[int, StoredPage] = {page.number: page for page in self.store.list_pages()}
        self.numbers: dict[str, int] = {page.id: number for number, page in self.stored.items()}
        self.homes: dict[str, str] = {
            page_id: cluster.name for cluster in self.learned.clusters for page_id in cluster.page_ids
        }

    # Reading

    def refresh(self) -> None:
        """See what was written since, by whomever."""
        with self.lock:
            if (latest := self.store.latest()) == self._seen:
                return
            before = self.versions
            self.versions = {**self.store.read_many(PAGE), **self.store.read_many(TEMPLATE)}
            self._seen = latest
            for target, found in self.versions.items():
                known = before.get(target)
                number = self.numbers.get(target.removeprefix(PAGE)) if target.startswith(PAGE) else None
                if number is not None and (known is None or known.version != found.version):
                    self.marks[number] = _read_marks(found.value)
            templates = {
                target: found.version for target, found in self.versions.items() if target.startswith(TEMPLATE)
            }
            if templates != {target: found.version for target, found in before.items() if target in templates}:
                self._apply_templates()
            self.sort()

    def _apply_templates(self) -> None:
        """Put the saved templates in, and look at the pages of those clusters that changed again."""
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
        """Look at many pages while people go on; a newer template makes it pointless."""
        for number in numbers:
            if self.generation != generation:
                return
            self.describe([number])
        with self.lock:
            self.sort()

    def _saved(self, cluster: Cluster) -> Template:
        found = self.versions.get(TEMPLATE + cluster.name)
        if found is None or not found.value:
            return cluster.template
        try:
            return replace(Template.from_json(found.value), name=cluster.name)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            return cluster.template  # written by another weft: what was learned is better than nothing

    def describe(self, numbers: Sequence[int], progress: Progress = no_progress) -> None:
        """Compute the states of pages anew."""
        saved = [target for target, found in self.versions.items() if target.startswith(TEMPLATE) and found.value]
        homes = Homes(of_pages=self.homes, taught=frozenset(target.removeprefix(TEMPLATE) for target in saved))
        for done, number in enumerate(numbers, start=1):
            self.states[number] = self._describe(number, homes)
            progress("looking at the pages", done, len(numbers))

    def _describe(self, number: int, homes: Homes) -> PageState:
        stored = self.stored[number]
        try:
            page = self.pages.read_once(stored.id)
            return describe_page(self.site, page, number=number, page_id=stored.id, homes=homes)
        except LimitError as error:
            return PageState(number=number, id=stored.id, url=stored.url or "", failure=str(error))

    def sort(self) -> None:
        """Put the pages in order: the most doubtful first, done ones last."""

        def key(number: int) -> tuple[bool, float, int]:
            return self.marks_of(number).done, -self.states[number].doubt, number

        self.order = sorted(self.states, key=key)

    # Looking up

    def state(self, number: int) -> PageState:
        """The state of a page; NoMatch for a number that is none."""
        if number not in self.states:
            raise NoMatch(f"there is no page {number}")
        return self.states[number]

    def marks_of(self, number: int) -> Marks:
        """The marks of a page."""
        return self.marks.get(number, NO_MARKS)

    def version_of(self, target: str) -> Versioned:
        """What is known of a target's last write."""
        return self.versions.get(target, Versioned())

    def page_target(self, number: int) -> str:
        """The name under which the store keeps the marks of a page."""
        return PAGE + self.state(number).id

    def page(self, number: int) -> Page:
        """The parsed page."""
        return self.pages.read(self.state(number).id)

    def document(self, number: int, site: Site | None = None, *, keep: bool = True) -> Document:
        """What a page gives, with its marks; by another site where one is given."""
        page_id = self.state(number).id
        if site is None and keep:
            return with_marks(self._extracted(number), self.marks_of(number))
        return with_marks((site or self.site).extract(self.pages.read_once(page_id)), self.marks_of(number))

    def _extracted(self, number: int) -> Document:
        """What the site gives for a page, kept for the next click."""
        with self.lock:
            site, generation = self.site, self.generation
            known = self._documents.pop((number, generation), None)
        document = known or site.extract(self.page(number))  # nobody waits for a large page of somebody else
        with self.lock:
            self._documents[number, generation] = document
            while len(self._documents) > MAX_DOCUMENTS:
                del self._documents[next(iter(self._documents))]
        return document

    def cluster(self, name: str) -> Cluster:
        """A cluster as it is now; NoMatch for a name that is none."""
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
        found = dict.fromkeys(USUAL_NAMES)
        if cluster:
            template = self.cluster(cluster).template
            found.update(dict.fromkeys(rule.name for rule in template.fields.rules))
            found.update(dict.fromkeys(template.records.fields))
        for number, marks in sorted(self.marks.items()):
            if number in self.states and self.states[number].cluster == cluster:
                found.update(dict.fromkeys(marks.fields))
        return [name for name in found if name not in NO_FIELDS]

    def labels(self) -> Iterator[Label]:
        """All marks in the exchange format, pages by number."""
        for number, marks in sorted(self.marks.items()):
            if number in self.stored:
                yield from marks.to_labels(self.stored[number].id)

    # Writing

    def write(self, changed: Mapping[int, Marks], versions: Mapping[int, int], *, author: str, what: str) -> Change:
        """The marks of some pages, as one change."""
        writes = [
            Write(self.page_target(number), check_count(marks).to_json(), versions[number])
            for number, marks in changed.items()
        ]
        change = self.store.write(writes, author=author, what=what)
        self.refresh()
        return change
