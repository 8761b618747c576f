"""Pages from outside docs/: the README is the home page, and whatever a page links to in the repository can be read.

The same link works on a forge and here: `docs/sites.md` in the README, `../bench/README.md` in docs. A file that is no
page (a source, a record of the bench) is shown as it is, as a page of the folder `repository/`. So is a file or module
whose name stands in a sentence as code.
"""

import os
import posixpath
import re
from collections.abc import Container
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
HOMES = {
    "README.md": "index.md",
    "README.zh.md": "zh/index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "bench/README.md": "benchmarks.md",
}
AS_IS = {".md", ".html", ".png", ".svg", ".jpg", ".gif", ".webp"}
LANGUAGES = {".py": "python", ".pyi": "python", ".rs": "rust", ".toml": "toml", ".json": "json", ".yml": "yaml"}
FENCE = "`" * 8  # longer than any fence in what is shown
MAX_LENGTH = 200_000  # characters of a file that is shown; a longer one is cut
# [text](target#anchor "title"), or the same in HTML, outside of fenced code
FENCED = re.compile(r"^( *```.*?^ *```|<!--.*?-->)", re.DOTALL | re.MULTILINE)
# `src/weft/auto.py` or `weft.auto`, where that is not the text of a link
CODE = re.compile(r"(?<!\[)`(?P<code>(?:bench|docs|native|src|tests)/[\w./-]+|weft(?:\.\w+)+)`")
LINK = re.compile(r"""(?P<before>\]\(|(?:src|href)=")(?P<target>[^)\s"#:]+)(?=[)\s"#])""")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages with a home here, and then, link by link, whatever they lead to outside of docs/."""
    for source, home in HOMES.items():
        if (ROOT / source).exists():
            files.append(File.generated(config, home, content=(ROOT / source).read_text(encoding="utf-8")))
    waiting = list(files.documentation_pages())
    while waiting:
        file = waiting.pop()
        for target in linked(file.content_string, source_of(file.src_uri)):
            home = home_of(target)
            if is_file(target) and files.get_file_from_path(home) is None:
                files.append(made := make_file(config, target, home))
                waiting += [made] if made.is_documentation_page() and target.endswith(".md") else []
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links as they must be here."""
    here = page.file.src_uri
    if here.startswith("reference/python/"):
        page.meta["search"] = {"boost": 0.5}  # what explains a word comes before what has it in its name
    if here == "index.md":
        page.meta["hide"] = ["navigation"]
    if here.startswith("repository/") and not source_of(here).endswith(".md"):
        page.meta["search"] = {"exclude": True}  # nobody who searches the documentation wants code
        return markdown
    return place_links(markdown, here, set(files.src_uris))


def place_links(markdown: str, here: str, known: Container[str]) -> str:
    """The text of a page with its links as they lead to the known files of the site; others stay, to be warned of."""
    source = source_of(here)

    def place(match: re.Match[str]) -> str:
        home = home_of(repository_path(match["target"], source))
        return match["before"] + posixpath.relpath(home, posixpath.dirname(here) or ".") if home in known else match[0]

    parts = FENCED.split(markdown)
    parts[::2] = [LINK.sub(place, link_code(part, source)) for part in parts[::2]]
    return "".join(parts)


def linked(markdown: str, source: str) -> list[str]:
    """The paths in the repository that a text links to."""
    prose = link_code("".join(FENCED.split(markdown)[::2]), source)
    return [repository_path(match["target"], source) for match in LINK.finditer(prose)]


def link_code(prose: str, source: str) -> str:
    """The prose of a file with links on the names of files and of modules."""

    def link(match: re.Match[str]) -> str:
        code = match["code"]
        path = code if "/" in code else f"src/{code.replace('.', '/')}.py"
        return (
            f"[{match[0]}]({posixpath.relpath(path, posixpath.dirname(source) or '.')})" if is_file(path) else match[0]
        )

    return CODE.sub(link, prose)


def is_file(path: str) -> bool:
    """Whether there is such a file in the repository, and not beside it."""
    return (ROOT / path).is_file() and (ROOT / path).resolve().is_relative_to(ROOT)


def repository_path(target: str, source: str) -> str:
    """Where a link of a file leads, from the repository's root; a folder is its README."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    return posixpath.join(path, "README.md") if (ROOT / path / "README.md").exists() else path


def source_of(home: str) -> str:
    """The file of the repository that is a page of the site."""
    for source, place in HOMES.items():
        if place == home:
            return source
    if home.startswith("repository/"):
        shown = home.removeprefix("repository/")
        return shown if (ROOT / shown).exists() else shown.removesuffix(".md")
    return f"docs/{home}"


def home_of(source: str) -> str:
    """The page or file of the site for a file of the repository."""
    if source in HOMES or source.startswith("docs/"):
        return HOMES.get(source, source.removeprefix("docs/"))
    return f"repository/{source}" if os.path.splitext(source)[1] in AS_IS else f"repository/{source}.md"


def make_file(config: MkDocsConfig, source: str, home: str) -> File:
    """A file of the repository as a file of the site: pages and pictures as they are, others as code on a page."""
    suffix = os.path.splitext(source)[1]
    if suffix in AS_IS:
        content: str | bytes = (ROOT / source).read_bytes()
    else:
        text = (ROOT / source).read_text(encoding="utf-8", errors="replace")[:MAX_LENGTH]
        content = f"# {source}\n\n{FENCE}{LANGUAGES.get(suffix, 'text')}\n{text}\n{FENCE}\n"
    return File.generated(config, home, content=content, inclusion=InclusionLevel.NOT_IN_NAV)
