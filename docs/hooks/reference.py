"""The reference, made from the code: commands from their parsers, Python from docstrings, tables from registries."""

import argparse
import ast
import inspect
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import weft
from weft.cli.main import COMMANDS, make_parser
from weft.engines import ENGINES
from weft.extractors.features import FEATURES, PAGE_FEATURES, VISUAL_FEATURES
from weft.io.sinks import SINKS
from weft.io.sinks.page_tables import COLUMNS, SCHEMA
from weft.papers.c import WRAPPERS
from weft.records.find import RECORD_METHODS
from weft.renderers.render import Renderer

PACKAGE = Path(weft.__file__).parent
# What is chosen by name: how, and the registry.
CHOICES: dict[str, tuple[str, Mapping[str, Any]]] = {
    "Extractors": ("`weft extract -m`, `weft.extract(page, method=…)`, `weft.EXTRACTORS`", weft.EXTRACTORS),
    "Renderers": ("`weft extract -f`, `weft.RENDERERS`", weft.RENDERERS),
    "Engines": ("`weft run --engine`, `weft.engines.ENGINES`", ENGINES),
    "Ways to find records": ("`weft records -m`", RECORD_METHODS),
    "Wrappers": ("`weft wrap`, `weft.papers.c.WRAPPERS`", WRAPPERS),
    "Similarities of pages": ("`weft learn --similarity`, `weft.SIMILARITIES`", weft.SIMILARITIES),
    "Clusterings of pages": ("`weft learn --clustering`, `weft.CLUSTERINGS`", weft.CLUSTERINGS),
    "Learners of a body": ("`weft learn --learner`, `weft.LEARNERS`", weft.LEARNERS),
}
ERRORS = """\
# Errors

A command exits with 2 for a `ConfigError` and with 1 for any other; [troubleshooting](../troubleshooting.md) goes by
message. Studio has one more, `weft.studio.Conflict`.

::: weft.errors
"""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages of the reference."""
    for name, text in pages().items():
        files.append(File.generated(config, f"reference/{name}.md", content=text))
    return files


def pages() -> dict[str, str]:
    """Each page of the reference by its name."""
    parsers = dict(subparsers(make_parser(COMMANDS)))
    modules = dict(public_modules())
    made = {f"commands/{name}": command_page(name, parser) for name, parser in parsers.items()}
    made |= {f"python/{name}": f"# {name}\n\n::: {name}\n" for name in modules}
    made["index"] = index_page(modules)
    made["choices"] = choices_page()
    made["features"] = features_page()
    made["errors"] = ERRORS
    return made


def index_page(modules: Mapping[str, str]) -> str:
    """What the reference holds."""
    of_commands = [(f"[weft {name}](commands/{name}.md)", words) for name, words in COMMANDS.items()]
    of_modules = [(f"[{name}](python/{name}.md)", words) for name, words in modules.items()]
    return "\n".join(
        [
            "# Reference\n",
            "Made from the code: commands from `--help`, Python from docstrings, tables from what is registered.\n",
            "[Names to choose by](choices.md) · [features](features.md) · [errors](errors.md)\n",
            "## Commands\n",
            *table(("command", "does"), of_commands),
            "\n## Python\n",
            *table(("module", "holds"), of_modules),
        ]
    )


def command_page(name: str, parser: argparse.ArgumentParser) -> str:
    """A command and those below it: what it does, how it is called, examples, options."""
    lines = [f"# {name}\n", *command_lines(parser)]
    for word, below in subparsers(parser):
        lines += [f"\n## {name} {word}\n", *command_lines(below)]
        for inner, last in subparsers(below):
            lines += [f"\n### {name} {word} {inner}\n", *command_lines(last)]
    return "\n".join(lines)


def subparsers(parser: argparse.ArgumentParser) -> list[tuple[str, argparse.ArgumentParser]]:
    """The commands below a command."""
    found = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return [item for action in found for item in action.choices.items()]


def command_lines(parser: argparse.ArgumentParser) -> list[str]:
    """What `--help` says, as Markdown."""
    usage = parser.format_usage().removeprefix("usage: ")
    lines = [f"{parser.description or ''}\n", f"```text\n{usage}```\n"]
    if parser.epilog:
        lines += [f"```text\n{parser.epilog.strip()}\n```\n"]
    if not subparsers(parser):
        shown = [action for action in parser._actions if action.help != argparse.SUPPRESS]
        lines += table(("option", "meaning"), [(code(flags(one)), escape(help_of(one, parser))) for one in shown])
    return lines


def flags(action: argparse.Action) -> str:
    """How an option is written."""
    value = "" if action.nargs == 0 else value_of(action)
    return f"{', '.join(action.option_strings)} {value}".strip()


def value_of(action: argparse.Action) -> str:
    """What an option takes."""
    if action.metavar:
        return action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    return "{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper()


def help_of(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    """An option's help with its default filled in, as `--help` does it."""
    return parser._get_formatter()._expand_help(action) if action.help else ""


def public_modules() -> Iterator[tuple[str, str]]:
    """Modules that say what they offer (`__all__`) and those of `compat`, with what they hold; read, not imported."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(("weft", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assigned = [ast.unparse(node.targets[0]) for node in tree.body if isinstance(node, ast.Assign)]
        if ("__all__" in assigned and name != "weft.cli") or path.parent.name == "compat":
            yield name, first_line(ast.get_docstring(tree))


def choices_page() -> str:
    """Everything that is chosen by a name."""
    lines = ["# Names to choose by\n", "What can be chosen by name, in the shell and in Python.\n"]
    for title, (way, registry) in CHOICES.items():
        rows = [(code(name), first_line(docstring_of(thing))) for name, thing in registry.items()]
        lines += [f"## {title}\n", f"{way}.\n", *table(("name", "what it is"), rows), ""]
    endings = ", ".join(f"`{ending}`" for ending in SINKS)
    columns = ", ".join(f"`{column}`" for column in COLUMNS)
    lines += [f"## Outputs of a run\n\nBy how the name in `-o` ends: {endings}.\n"]
    lines += [f"The columns of a table (schema {SCHEMA}): {columns}.\n"]
    return "\n".join(lines)


def features_page() -> str:
    """The features of blocks and pages."""
    kinds = {"Of a block": FEATURES, "Of a block that a browser has drawn": VISUAL_FEATURES, "Of a page": PAGE_FEATURES}
    lines = [
        "# Features\n",
        "The numbers that the classifiers see (`weft.extractors.features`). ",
        "`weft inspect --why` names those behind a choice.\n",
    ]
    for title, features in kinds.items():
        rows = [(code(name), words) for name, words in features.items()]
        lines += [f"## {title}: {len(features)}\n", *table(("name", "meaning"), rows), ""]
    return "\n".join(lines)


def docstring_of(thing: object) -> str | None:
    """The docstring of a function or class, of the class of an instance, of the function of a renderer."""
    if isinstance(thing, Renderer):
        return inspect.getdoc(pkgutil.resolve_name(thing.render) if isinstance(thing.render, str) else thing.render)
    return inspect.getdoc(thing)


def first_line(docstring: str | None) -> str:
    """The contract of a docstring, without its full stop."""
    return (docstring or "").split("\n\n")[0].replace("\n", " ").removesuffix(".")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """A Markdown table."""
    lines = [tuple(head), *(tuple(row) for row in rows)]
    lines.insert(1, tuple("---" for _ in lines[0]))
    return [f"| {' | '.join(' '.join(cell.split()).replace('|', '&#124;') for cell in line)} |" for line in lines]


def code(text: str) -> str:
    """Code in a table."""
    return f"<code>{escape(text)}</code>"
