"""`weft demo`: the main job on a small site that comes with weft."""

import argparse
import json
from importlib.resources import files

from weft.auto import extract
from weft.cli.columns import fit
from weft.document import Document

SHOWN = "canal-loom.html"
LINES = 14


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command's options."""
    parser = subparsers.add_parser(
        "demo",
        help="see weft work on a small site that comes with it",
        description="Extracts the twelve pages of a small invented magazine and shows what came out.",
        epilog="example:\n  weft demo",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Extract the bundled pages and print a table and one of them."""
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
    print("\nNow your own page:  .venv/bin/weft extract page.html -f markdown")
    return 0


def read_demo() -> dict[str, Document]:
    """The bundled pages by name, extracted."""
    folder = files("weft") / "demo"
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    return {page["file"]: extract((folder / "pages" / page["file"]).read_bytes(), url=page["url"]) for page in truth}
