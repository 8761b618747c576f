"""A name of weft's in a sentence, such as `weft.page.Page`, leads to its place in the reference where it has one."""

import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

# A name in backquotes that is not the text of a link, in a line that is no heading; or what is left alone.
NAME = re.compile(r"^ *```.*?^ *```|^#.*?$|\[[^\]\n]*\]\(|`(?P<name>weft(?:\.\w+)+)`", re.DOTALL | re.MULTILINE)


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn names into references that may lead nowhere; autorefs makes them links or leaves them code."""
    return NAME.sub(refer, markdown)


def refer(match: re.Match[str]) -> str:
    """A reference in place of a name, and anything else as it is."""
    name = match["name"]
    return f'<autoref optional identifier="{name}"><code>{name}</code></autoref>' if name else match[0]
