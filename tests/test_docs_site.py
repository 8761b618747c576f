"""The documentation builds as a site, and the site works without a network."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from playwright.sync_api import Page, sync_playwright

from docs.hooks.doctests import DOCTEST
from docs.hooks.names import NAME, refer
from docs.hooks.navigation import expand, leaves
from docs.hooks.reference import CHOICES, pages
from docs.hooks.repository import home_of, linked, place_links, source_of
from weft.browser import find_chromium
from weft.browser.chromium import sandboxed
from weft.cli.main import COMMANDS
from weft.extractors.features import FEATURES

ROOT = Path(__file__).parents[1]
LOADED = re.compile(r"""<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="?(https?:[^"> ]+)""")
LOCAL = re.compile(r"""<(?:a|img|link|script)\b[^>]*? (?:src|href)="([^":#?]+)["#?]""")
FLAGS = ["--disable-gpu"]


def test_the_site_builds_without_a_warning_and_works_from_the_disk(tmp_path: Path) -> None:
    site = tmp_path / "site"
    built = subprocess.run(  # no --quiet: what mkdocs does not say it does not count, and --strict passes
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(site)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr + built.stdout
    loaded = {path.name: LOADED.findall(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert not any(loaded.values()), f"loaded from elsewhere: {loaded}"
    assert not (dead := list(dead_links(site))), f"lead nowhere: {dead}"
    program, sandbox = sandboxed(find_chromium(), folder=tmp_path)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=sandbox, args=FLAGS)
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "records.html").as_uri())
        search(page, "separator", "vips.html")
        search(page, "正文", "papers/a.html")
        copy(page)
        browser.close()
    assert {address.split(":")[0] for address in asked} <= {"file", "data", "blob"}


def dead_links(site: Path) -> Iterator[str]:
    """Links and pictures that lead to no file of the site, also those in plain HTML, which mkdocs does not check."""
    for path in site.rglob("*.html"):
        if path.name not in ("404.html", "report.html"):  # one is served from anywhere, one is not made here
            for target in set(LOCAL.findall(path.read_text(encoding="utf-8"))):
                if not (path.parent / unquote(target)).exists():
                    yield f"{path.relative_to(site)}: {target}"


def search(page: Page, word: str, found: str) -> None:
    """Search finds a page though no worker can be started from file://, also by a word inside of a Chinese sentence."""
    page.keyboard.press("/")
    page.keyboard.insert_text(word)
    page.keyboard.press("End")  # the theme waits for a key
    assert found in (page.locator(".md-search-result__link").first.get_attribute("href") or "")
    page.keyboard.press("Escape")
    page.reload()  # without the word and what it found


def copy(page: Page) -> None:
    """The copy button takes what one types, without prompts and output."""
    page.locator(".highlight [data-md-type=copy]").first.click()
    copied = page.locator("[data-clipboard-text]").first.get_attribute("data-clipboard-text")
    assert copied == "weft demo --write demo/\nweft records demo/thread-tea.html -f table"


def test_the_reference_has_every_command_choice_feature_and_error() -> None:
    made = pages()
    assert {f"commands/{name}" for name in COMMANDS} <= set(made)
    for _, registry in CHOICES.values():
        assert all(f"<code>{name}</code>" in made["choices"] for name in registry)
    assert all(f"<code>{name}</code>" in made["features"] for name in FEATURES)
    assert all(f"python/{name}" in made for name in ("weft", "weft.page", "weft.sites", "weft.io", "weft.papers.c"))
    assert "::: weft.errors" in made["errors"]


def test_every_choice_says_what_it_is() -> None:
    table = re.findall(r"^\| <code>(\w+)</code> \| *(.*?) *\|$", pages()["choices"], re.MULTILINE)
    assert len(table) > 30
    silent = [name for name, words in table if not words]
    assert not silent, f"no docstring: {silent}"


def test_a_command_shows_its_options_with_their_defaults() -> None:
    page = pages()["commands/learn"]
    grouped = "how they are grouped: hierarchical, leader, h_k (default: hierarchical)"
    assert f"<code>--clustering NAME</code> | {grouped}" in page
    assert "weft learn saved/ -o site.json" in page


def test_patterns_of_the_navigation_are_the_pages_that_fit() -> None:
    nav = [{"Home": "index.md"}, {"Guides": ["b.md", "*.md", {"Below": ["below/*.md"]}]}, {"None": ["none/*.md"]}]
    assert list(leaves(nav)) == ["index.md", "b.md", "*.md", "below/*.md", "none/*.md"]
    pages = ["a.md", "below/c.md", "below/deep/d.md", "z.md"]
    assert expand(nav, pages) == [{"Home": "index.md"}, {"Guides": ["b.md", "a.md", "z.md", {"Below": ["below/c.md"]}]}]


def test_links_of_a_forge_are_links_of_the_site() -> None:
    known = {"sites.md", "benchmarks.md", "index.md", "repository/pyproject.toml.md", "pictures/warp-and-weft.png"}
    text = '[a](docs/sites.md#x) <img src="docs/pictures/warp-and-weft.png"> [b](bench/README.md) [c](pyproject.toml)'
    here = '[a](sites.md#x) <img src="pictures/warp-and-weft.png"> [b](benchmarks.md) [c](repository/pyproject.toml.md)'
    assert place_links(text, "index.md", known) == here
    assert place_links("[a](../../bench/README.md)", "papers/a.md", known) == "[a](../benchmarks.md)"
    assert place_links("[a](../README.md) [b](none.md)", "sites.md", known) == "[a](index.md) [b](none.md)"
    assert place_links("```sh\n[a](README.md)\n```\n", "contributing.md", known) == "```sh\n[a](README.md)\n```\n"
    code = place_links("`bench/README.md`, `weft.auto` and `weft.page`", "papers/a.md", known)
    assert code == "[`bench/README.md`](../benchmarks.md), [`weft.auto`](../../src/weft/auto.py) and `weft.page`"
    assert linked("[a](../src/weft/auto.py) [b](#c) [d](https://e.example/f)", "docs/g.md") == ["src/weft/auto.py"]


def test_files_of_the_repository_and_pages_of_the_site_are_told_apart() -> None:
    for source in ("README.md", "bench/README.md", "docs/sites.md", "src/weft/auto.py", "bench/record/scale.md"):
        assert source_of(home_of(source)) == source


def test_doctests_and_names_are_marked_up() -> None:
    docstring = "A contract.\n\n>>> 1 + (\n...     1)\n2\n\nMore."
    fenced = DOCTEST.sub(lambda found: f"<{found[0]}>", docstring)
    assert fenced == "A contract.\n\n<>>> 1 + (\n...     1)\n2>\n\nMore."
    text = "# `weft.Page`\n`weft.Page` and `weft` and [`weft.Page`](x.md)\n```sh\n`weft.Page`\n```\n"
    assert NAME.sub(refer, text).count("<autoref") == 1
