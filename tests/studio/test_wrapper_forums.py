"""Paper B's flow from studio, and the author of a thread in a generated wrapper."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.studio.test_export_wrapper import run_source
from weft.errors import SourceError
from weft.io import RawPage
from weft.page import parse
from weft.papers.b.forums import Forums
from weft.papers.c import found_example, learn_softmealy
from weft.records.find import find_records
from weft.sites.templates import NoBodyRules, Outline, Template
from weft.studio.downloads import export_forums, learn_store
from weft.studio.store import Store
from weft.studio.wrapper_code import write_wrapper
from weft.studio.wrapper_plan import WrapperPlan

POST = "<li class=post><a class=author href=/user/{0}>{0}</a> <time>2022-09-0{1} 06:38</time><p>{2}</p></li>"
THREADS = (
    (("Ann", "Which loom?"), ("Bob", "A table loom."), ("Cleo", "Any that fits your room.")),
    (("Dan", "Which wool?"), ("Ann", "Merino."), ("Bob", "Not too thin, or it breaks.")),
)


def thread(*said: tuple[str, str]) -> str:
    posts = "".join(POST.format(name, day, text) for day, (name, text) in enumerate(said, 1))
    return f"<meta name=author content='The makers'><a href=/forum>Forum</a><h1>Looms</h1><ol>{posts}</ol>"


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        yield opened


def add(store: Store, *pages: str) -> None:
    store.add_pages([RawPage(id=f"page {at}", url=None, data=page.encode()) for at, page in enumerate(pages)])


def test_the_export_is_what_forum_apply_reads(store: Store, tmp_path: Path) -> None:
    add(store, *(thread(*said) for said in THREADS), "<p>No forum at all.")
    path = tmp_path / "forums.json"
    path.write_text(export_forums(store), encoding="utf-8")
    match = Forums.load(path).match(parse(thread(("Eve", "What is a heddle?"), ("Ann", "What lifts the warp."))))
    assert match.template is not None
    assert [record.fields["author"].value for record in match.records] == ["Eve", "Ann"]
    assert [record.fields["body"].value for record in match.records] == ["What is a heddle?", "What lifts the warp."]


def test_a_store_without_forums_says_so(store: Store) -> None:
    add(store, "<p>No forum at all.")
    with pytest.raises(SourceError, match="threads or boards"):
        learn_store(store)


def plan(page_type: str) -> WrapperPlan:
    page = parse(thread(*THREADS[0]))
    example = found_example(page, find_records(page)[0].records, ("author", "body"))
    outline = Outline.from_json({"html": {"body": {"ol": {}}}})
    template = Template(name="thread", outline=outline, body=NoBodyRules(), page_type=page_type, pages=2)
    return WrapperPlan(template=template, records=learn_softmealy([example]))


def test_the_author_of_a_thread_wrote_its_first_post() -> None:
    html = thread(*THREADS[1])
    found = plan("forum").run(parse(html))
    assert found["author"] == "Dan"  # and not the makers of the program
    assert [record["author"] for record in found["records"]] == ["Dan", "Ann", "Bob"]


@pytest.mark.parametrize("page_type", ["forum", "article"])
def test_the_program_gives_what_the_plan_gives(page_type: str) -> None:
    html, made = thread(*THREADS[1]), plan(page_type)
    given = asdict(run_source(write_wrapper(made)).extract(html.encode()))
    assert given["author"] == made.run(parse(html))["author"]
    assert list(given["records"]) == made.run(parse(html))["records"]
    assert given["author"] == "Dan"
