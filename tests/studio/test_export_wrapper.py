"""The generated wrapper: it runs by itself, passes its own test, mypy and ruff, and says what weft says."""

import ast
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.site_pages import HOST, blog_page, list_page, make_article
from tests.studio.test_export import ARTICLES, LISTS, SITE, find_cluster_of, mark_article, mark_list
from weft.errors import ConfigError
from weft.page import parse
from weft.sites.templates import FieldRules, Locator, NoBodyRules, Step, Template
from weft.sites.templates.fields import FieldChoices, FieldRule
from weft.studio.changes import Write
from weft.studio.export import export_wrapper, find_cluster, plan_wrapper
from weft.studio.store import Store
from weft.studio.wrapper_code import write_wrapper
from weft.studio.wrapper_plan import WrapperPlan

ROOT = Path(__file__).parents[2]


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        opened.add_pages([*ARTICLES, *LISTS])
        opened.write([Write("site", SITE.to_json(), 0)], author="weft", what="learned")
        yield opened


def unzip(packed: bytes, folder: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(folder)
    return folder / "wrapper"


def call(*command: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, timeout=300, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_source(source: str) -> ModuleType:
    module = ModuleType("wrapper")
    sys.modules["wrapper"] = module  # dataclasses look their module up
    try:
        exec(compile(source, "wrapper.py", "exec"), module.__dict__)
    finally:
        del sys.modules["wrapper"]
    return module


@pytest.fixture
def both(store: Store, tmp_path: Path) -> tuple[Path, Path]:
    """The wrapper of articles, and that of lists with marked records."""
    mark_article(store, ARTICLES[2])
    mark_list(store, LISTS[0])
    names = [find_cluster_of(store, page.id) for page in (ARTICLES[0], LISTS[0])]
    articles, lists = (unzip(export_wrapper(store, cluster=name), tmp_path / name) for name in names)
    return articles, lists


def test_it_runs_by_itself(both: tuple[Path, Path]) -> None:
    articles, lists = both
    article = make_article(99)
    module = run_source((articles / "wrapper.py").read_text(encoding="utf-8"))
    found = asdict(module.extract(blog_page(article)))
    assert {name: found[name] for name in ("url", "title", "author", "date")} == {
        "url": "", "title": article.title, "author": article.author, "date": article.date,
    }  # fmt: skip
    assert found["body"].startswith(article.paragraphs[0])
    (lists / "new.html").write_text(list_page(7), encoding="utf-8")
    found = json.loads(call("wrapper.py", "new.html", folder=lists))
    made = [make_article(70 + number) for number in range(8)]
    assert found["records"] == [
        {"title": one.title, "excerpt": one.paragraphs[0][:80].strip(), "date": one.date} for one in made
    ]


def test_its_own_test_passes_and_can_fail(both: tuple[Path, Path]) -> None:
    folder = both[1]
    expected = folder / "expected.json"
    cases = json.loads(expected.read_text(encoding="utf-8"))
    cases["03.html"]["content"]["records"][2]["title"] = "Another"
    expected.write_text(json.dumps(cases), encoding="utf-8")
    with pytest.raises(AssertionError, match="1 failed, 5 passed"):
        call("-m", "pytest", "-q", "-p", "no:cacheprovider", folder=folder)


def test_it_is_clean(both: tuple[Path, Path]) -> None:
    articles, folder = both
    (articles / "wrapper.py").rename(folder / "articles.py")
    config = str(ROOT / "pyproject.toml")
    # Its patterns are as long as they are, and it is a command of its own, which prints.
    call("-m", "ruff", "check", ".", "--config", config, "--ignore", "E501,T201", "--no-cache", folder=folder)
    call("-m", "ruff", "format", "--check", ".", "--isolated", "--no-cache", folder=folder)
    files, cache = ["wrapper.py", "articles.py", "test_wrapper.py"], str(ROOT / ".mypy_cache" / "wrapper")
    call("-m", "mypy", "--strict", "--config-file", "", "--cache-dir", cache, *files, folder=folder)


def test_the_same_store_gives_the_same_file(store: Store) -> None:
    assert export_wrapper(store) == export_wrapper(store)


def test_expected_is_what_studio_shows(both: tuple[Path, Path]) -> None:
    cases = json.loads((both[1] / "expected.json").read_text(encoding="utf-8"))
    assert LISTS[0].id in {case["id"] for case in cases.values()}
    assert all(len(case["content"]["records"]) == 8 for case in cases.values())
    assert {case["url"].rpartition("/")[0] for case in cases.values()} == {f"{HOST}/page"}


def with_weaver(template: Template) -> Template:
    """A template that has a field which not every page has."""
    return replace(template, fields=template.fields.choose(FieldChoices(renamed={"author": "weaver"})))


def test_fields_are_those_that_people_marked(store: Store) -> None:
    cluster = find_cluster(store, find_cluster_of(store, ARTICLES[0].id))
    cluster = replace(cluster, template=with_weaver(cluster.template))
    assert plan_wrapper(store, cluster).fields == {}  # articles are there to be read
    goods = replace(cluster, template=replace(cluster.template, page_type="product"))
    assert plan_wrapper(store, goods).fields == {"weaver": "weaver"}  # nobody marked anything, so all that was learned
    mark_article(store, ARTICLES[2])
    assert plan_wrapper(store, goods).fields == {}


def test_records_of_the_template_where_nobody_marked_any(store: Store) -> None:
    plan = plan_wrapper(store, find_cluster(store, find_cluster_of(store, LISTS[0].id)))
    assert plan.records is None
    module = run_source(write_wrapper(plan))
    found = module.extract(list_page(7), f"{HOST}/page/7")
    assert [record.excerpt for record in found.records] == [
        make_article(70 + number).paragraphs[0][:80].strip() for number in range(8)
    ]
    assert found.records[0].url == f"{HOST}/blog/70"


def test_records_of_a_template_that_was_taught(store: Store) -> None:
    mark_list(store, LISTS[0])
    cluster = find_cluster(store, find_cluster_of(store, LISTS[0].id))
    assert plan_wrapper(store, cluster).records is not None
    taught = replace(cluster.template, records=replace(cluster.template.records, taught=True))
    plan = plan_wrapper(store, cluster, template=taught)
    assert plan.records is None
    assert len(run_source(write_wrapper(plan)).extract(LISTS[3].data).records) == 8


def test_a_template_can_be_given(store: Store) -> None:
    name = find_cluster_of(store, ARTICLES[0].id)
    template = with_weaver(find_cluster(store, name).template)
    goods = replace(template, page_type="product")
    assert b"# weaver:" in unzipped_source(export_wrapper(store, cluster=name, template=goods))
    assert b"# weaver:" not in unzipped_source(export_wrapper(store, cluster=name, template=template))
    assert b"# weaver:" not in unzipped_source(export_wrapper(store, cluster=name))


def unzipped_source(packed: bytes) -> bytes:
    return zipfile.ZipFile(io.BytesIO(packed)).read("wrapper/wrapper.py")


def test_a_cluster_without_rules(store: Store) -> None:
    cluster = find_cluster(store)
    with pytest.raises(ConfigError, match="has no rules yet; mark one of its pages and teach it first"):
        plan_wrapper(store, cluster, template=replace(cluster.template, body=NoBodyRules()))


NASTY = [
    '"""', "'''", "\\", '\\"', "\n__import__('os')", "{name}", "\u202e", "\x00", "#", "class", "str", "url", "é-1",
    "",
]  # fmt: skip


def nasty_path(text: str, *, after: str | None = None) -> Locator:
    return Locator(steps=(Step(tag="html"), Step(tag=f"x{text}")), take="text", after=after)


def nasty_template() -> Template:
    """A template whose every text tries to be code."""
    plain = SITE.clusters[0].template
    rules = tuple(
        FieldRule(name=f"{text}{number}" if number % 2 else text, path=nasty_path(text, after=text))
        for number, text in enumerate(NASTY)
    )
    data: dict[str, Any] = plain.to_json()
    data["body"]["texts"] = NASTY
    return replace(
        Template.from_json(data),
        page_type="product",
        name="".join(NASTY),
        fields=FieldRules(rules, frozenset(NASTY), {nasty_path(text): frozenset(NASTY) for text in NASTY}),
    )


def test_texts_of_pages_never_become_code() -> None:
    plan = WrapperPlan(template=nasty_template(), host="".join(NASTY))
    source = write_wrapper(plan).encode(errors="backslashreplace").decode()
    plain = write_wrapper(WrapperPlan(template=replace(SITE.clusters[0].template, page_type="product")))
    kinds = [type(node).__name__ for node in ast.parse(source).body]
    assert kinds == [type(node).__name__ for node in ast.parse(plain).body]
    module = run_source(source)
    assert module.TEMPLATE.to_json() == plan.rules.to_json()
    page = blog_page(make_article(5))
    assert json.loads(json.dumps(plan.run(parse(page)))) == json.loads(json.dumps(vars(module.extract(page))))
    assert all(character.isprintable() or character == "\n" for character in source)
