"""`weft demo`: the main job on a small site that comes with weft."""

import argparse
import json
import shutil
import sys
from importlib.resources import files
from pathlib import Path

from weft.auto import extract
from weft.cli.terminal import fit
from weft.document import Document
from weft.errors import ConfigError, SourceError
from weft.sites import learn

DESCRIPTION = "Extracts the twelve pages of a small invented magazine, learns its templates and finds its posts."
EXAMPLES = "examples:\n  weft demo\n  weft demo --write demo/ && weft site demo/ -o out.jsonl"
SHOWN = "canal-loom.html"
THREAD = "thread-tea.html"
LINES = 6
RULES = 5


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--write",
        metavar="DIR",
        type=Path,
        help="write the twelve pages into this folder instead, to try the other commands on; the tutorials begin so",
    )


def run(options: argparse.Namespace) -> int:
    """Extract the bundled pages and print a table and one of them, or write the pages."""
    if options.write is not None:
        write_pages(options.write)
        print(f"{len(read_pages())} pages in {options.write}")
        return 0
    documents = read_demo()
    print(f"{'page':26} {'type':13} {'title':38} {'date':10} {'words':>11}")
    for name, document in documents.items():
        words = document.page.blocks.words
        share = f"{words[document.keep].sum()}/{words.sum()}"
        title = fit(document.title, 38)
        print(f"{name:26} {document.page_type:13} {title} {document.date[:10]:10} {share:>11}")
    shown = documents[SHOWN]
    print(f"\nwords: kept / on the page. {SHOWN} as Markdown begins:\n")
    print("\n".join("  " + line for line in shown.markdown.splitlines()[:LINES]))
    _print_site()
    print(f"\nThe posts of {THREAD}:\n")
    for record in documents[THREAD].records:
        post = {name: record.fields[name].value for name in ("author", "time", "body")}
        print(f"  {fit(post['author'], 14)} {post['time']:18} {fit(' '.join(post['body'].split()), 70)}")
    command = _command()
    print(f"\nNow your own page:  {command} extract page.html -f markdown")
    print(f"or a whole site:    {command} site saved-pages/ -o out.jsonl --save site.json")
    print(f"or these, as files: {command} demo --write demo/")
    return 0


def _command() -> str:
    """How to call weft: by its name where the shell finds it, else as it was called."""
    called = Path(sys.argv[0])
    return str(called) if called.stem == "weft" and shutil.which("weft") is None else "weft"


def write_pages(folder: Path) -> None:
    """The bundled pages as files; where another file has a page's name nothing is written."""
    pages = {folder / name: data for name, _, data in read_pages()}
    try:
        for path, data in pages.items():
            if path.exists() and (not path.is_file() or path.read_bytes() != data):
                raise ConfigError(f"{path} is there already and is no page of the demo: choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        for path, data in pages.items():
            path.write_bytes(data)
    except OSError as error:
        what = f"cannot write the demo's pages to {folder}: {error.strerror}"
        raise SourceError(what, advice="choose another folder") from None


def _print_site() -> None:
    """What the pages say together: the rules of the largest cluster."""
    largest = learn([(url, data) for _, url, data in read_pages()]).clusters[0]
    print(f"\nLearned from the pages alone, for the {len(largest.page_ids)} of cluster {largest.name!r}:\n")
    for line in largest.template.describe()[:RULES]:
        rule, _, path = line.partition("html > ")
        print(f"  {rule}{' > '.join(path.split(' > ')[-3:])}")


def read_demo() -> dict[str, Document]:
    """The bundled pages by name, extracted."""
    return {name: extract(data, url=url) for name, url, data in read_pages()}


def read_pages() -> list[tuple[str, str, bytes]]:
    """The bundled pages: file name, URL, bytes."""
    folder = files("weft") / "demo"
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    return [(page["file"], page["url"], (folder / "pages" / page["file"]).read_bytes()) for page in truth]
