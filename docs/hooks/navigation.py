"""Patterns in the navigation of mkdocs.yml stand for the pages that fit them and that nothing else names."""

from collections.abc import Iterator
from fnmatch import fnmatch
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

ELSEWHERE = "repository/"  # pages that others link to and nobody looks for


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Write the pages in place of the patterns, and drop sections that have none."""
    pages = [file.src_uri for file in files.documentation_pages() if not file.src_uri.startswith(ELSEWHERE)]
    pages.sort(key=lambda page: page.removesuffix(".md").removesuffix("index"))  # a folder's index is its first page
    named = set(leaves(config.nav))
    config.nav = expand(config.nav, [page for page in pages if page not in named])
    return files


def leaves(nav: Any) -> Iterator[str]:
    """The pages and patterns that a navigation names."""
    if isinstance(nav, str):
        yield nav
    else:
        for item in nav.values() if isinstance(nav, dict) else nav:
            yield from leaves(item)


def expand(nav: Any, pages: list[str]) -> Any:
    """The navigation with pages in place of patterns; a pattern holds within one folder."""
    items: list[Any] = []
    for item in nav:
        if isinstance(item, dict):
            items += [
                {title: below if isinstance(below, str) else expand(below, pages)} for title, below in item.items()
            ]
        elif "*" in item:
            items += [page for page in pages if fnmatch(page, item) and page.count("/") == item.count("/")]
        else:
            items.append(item)
    return [item for item in items if not (isinstance(item, dict) and [] in item.values())]
