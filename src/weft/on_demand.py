"""Names of a package that are imported when they are first asked for (PEP 562), so that a start pays for what it uses.

A package that does so lists its names twice: under `TYPE_CHECKING` for people and type checkers, as any `__init__`
does, and by module for the interpreter; a test holds the two together.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

MOVED = {
    "weft.dates": "weft.text",
    "weft.features": "weft.extractors.features",
    "weft.similarity": "weft.sites.similarity",
    "weft.site": "weft.sites",
    "weft.templates": "weft.sites.templates",
}
"""Packages that have another name now."""


def on_demand(package: str, **names: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The package's `__getattr__` and `__dir__`: each of its modules that defines names of the package, and the names.

    All modules of the package are attributes too: whether `weft.records` is one must not depend on what was imported
    before. For the same reason no name may also be that of a module.
    """
    module_of = {name: module for module, words in names.items() for name in words.split()}

    def find(name: str) -> Any:
        if name in module_of:
            value = getattr(import_module(f"{package}.{module_of[name]}"), name)
            setattr(sys.modules[package], name, value)  # a plain attribute from now on
            return value
        try:
            if not name.startswith("_"):  # to look for `__main__` would run it
                return import_module(f"{package}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{package}.{name}" or error.name in MOVED:  # it is there, and what it needs is not
                raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def list_names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names, *module_of})

    return find, list_names


class Moved:
    """Asked last for a module, after all that could find it: says where a package of old is now."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        """Nothing is found; `ModuleNotFoundError` with the new name for one of `MOVED`."""
        if name in MOVED:
            raise ModuleNotFoundError(f"{name} is now {MOVED[name]}: import from there", name=name)


sys.meta_path.append(Moved)
