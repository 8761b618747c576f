"""Names of a package that are imported when they are first asked for (PEP 562), so that a start pays for what it uses.

A package that does so lists its names twice: under `TYPE_CHECKING` for people and type checkers, as any `__init__`
does, and by module for the interpreter; a test holds the two together.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def on_demand(package: str, **names: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The package's `__getattr__` and `__dir__`: each of its modules that defines names of the package, and the names.

    The modules are attributes too, as they are after an import. No name may also be that of a module of the package:
    which of the two one got would depend on what was imported before.
    """
    module_of = {name: module for module, words in names.items() for name in words.split()}

    def find(name: str) -> Any:
        if name in names:
            return import_module(f"{package}.{name}")
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{module_of[name]}"), name)
        setattr(sys.modules[package], name, value)  # a plain attribute from now on
        return value

    def list_names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names, *module_of})

    return find, list_names
