"""Write the expected files of the golden pages anew: `python -m tests.golden.remake`. Review the difference.

A case is a folder with `page.html`. What is kept are the blocks in `main` but not in an element with `data-dropped`.
The cases in `constructs` have one construct each, in Markdown and text. Their pages name in a `meta` called "survives"
the elements that the Markdown must give again when it is read.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from weft.content import Field, Metadata
from weft.document import Document
from weft.page import Page, parse
from weft.renderers import render

FOLDER = Path(__file__).parent
ENDINGS = {"text": "txt", "markdown": "md", "html": "html", "json": "json", "tei": "xml"}


def cases() -> list[Path]:
    return sorted(path.parent for path in FOLDER.glob("*/page.html"))


def constructs() -> list[Path]:
    return sorted(path.parent for path in FOLDER.glob("constructs/*/page.html"))


def kept(page: Page) -> NDArray[np.int64]:
    """The blocks in `main`, without those that the page marks as dropped."""
    main = int(page.rows_of("main")[0])
    dropped = [page.blocks.under(row, int(page.end[row])) for row in page.rows_with("data-dropped").tolist()]
    return np.setdiff1d(page.blocks.under(main, int(page.end[main])), np.concatenate([[], *dropped]).astype(np.int64))


def rendered(case: Path) -> dict[str, str]:
    """Every expected file of a case, by name, as the renderers write it now."""
    page = parse((case / "page.html").read_bytes(), url=f"https://example.org/{case.name}/")
    title = page.text(int(page.rows_of("title")[0]))
    metadata = Metadata(title=Field(value=title, source="html"))
    document = Document(page=page, keep=kept(page), chosen_by="golden", find_metadata=lambda page: metadata)
    files: dict[str, str] = {}
    formats = ("text", "markdown") if case.parent.name == "constructs" else tuple(ENDINGS)
    for format, ending in ((format, ENDINGS[format]) for format in formats):
        files[f"expected.{ending}"] = render(document, format=format) + "\n"
    return files


def main() -> None:
    for case in [*cases(), *constructs()]:
        for name, text in rendered(case).items():
            (case / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
