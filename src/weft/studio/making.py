"""The process that makes something from a copy of a store: `python -m weft.studio.making FOLDER PRODUCT CLUSTER`.

It runs apart, so that training never makes a click wait and a crash is a sentence. It reads `FOLDER/store.sqlite`,
prints its progress as lines of JSON, and writes its file and `result.json` beside the store. It ends when whoever
started it is gone, which it sees at the end of its input.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from threading import Thread

from weft.errors import ConfigError, WeftError
from weft.sites import Site
from weft.studio.changes import SITE
from weft.studio.products import Made, Report, find_product
from weft.studio.project import Project
from weft.studio.states import PageState
from weft.studio.store import Store

STORE, RESULT = "store.sqlite", "result.json"
NICE = 10  # people who mark come first

Maker = Callable[[Project, str, Report], Made]


def make(project: Project, product: str, cluster: str, report: Report) -> Made:
    """The product; what training needs is imported only here."""
    find_product(product)
    return _makers()[product](project, cluster, report)


def _makers() -> dict[str, Maker]:
    from weft.studio import made_models, made_wrappers

    return {
        "block_classifier": lambda project, _, report: made_models.make_block_classifier(project.store, report),
        "node_classifier": lambda project, _, report: made_models.make_node_classifier(project.store, report),
        "site": lambda project, _, report: made_wrappers.make_site(project, report),
        "softmealy": lambda project, cluster, report: made_wrappers.make_softmealy(project.store, cluster, report),
        "ontology": lambda project, cluster, report: made_wrappers.make_ontology(project.store, cluster, report),
        "code": made_wrappers.make_code,
    }


def open_copy(store: Store) -> Project:
    """The project of a copy: its pages are in the clusters that have their ids, and nothing else is asked of them."""
    value = store.read(SITE).value
    if not value:
        raise ConfigError("nothing was learned yet", advice="open some pages first")
    project = Project("copy", store, Site.from_json(value))
    for number, page in project.stored.items():
        project.states[number] = PageState(number=number, id=page.id, cluster=project.clusters.get(page.id, ""))
    project.refresh()
    return project


def main(arguments: list[str]) -> int:
    """Make it, and write what came of it; 1 where nothing did."""
    folder, product, cluster = Path(arguments[0]), arguments[1], arguments[2]
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICE)
    Thread(target=_end_with_caller, daemon=True).start()
    try:
        with Store.open(folder / STORE) as store:
            made = make(open_copy(store), product, cluster, _report)
        (folder / made.name).write_bytes(made.data)
        result = {"file": made.name, "figures": made.figures.to_json(), "use": made.use}
    except WeftError as error:
        where = f"{error.page}: " if error.page else ""
        result = {"error": where + error.what, "advice": error.advice}
    except Exception as error:  # a process of its own: whatever it is, it becomes a sentence
        traceback.print_exc()
        result = {"error": f"it failed: {type(error).__name__}: {error}", "advice": "look at what weft studio printed"}
    (folder / RESULT).write_text(json.dumps(result), encoding="utf-8")
    return 1 if "error" in result else 0


def _report(what: str, done: int, total: int) -> None:
    sys.stdout.write(json.dumps({"what": what, "done": done, "total": total}) + "\n")
    sys.stdout.flush()


def _end_with_caller() -> None:
    """Wait for the end of the input, then end at once."""
    while os.read(0, 1_024):  # not by `sys.stdin`, whose lock the end of the interpreter would wait for
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
