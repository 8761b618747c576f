"""Doctests in docstrings become fenced code, so that Markdown does not take `>>>` for quotations."""

import re
from typing import Any

from griffe import Extension, Object

# From a prompt to the next empty line, as doctest reads it.
DOCTEST = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


class Doctests(Extension):
    """Fences the examples of every docstring."""

    def on_object(self, *, obj: Object, **kwargs: Any) -> None:
        """Called for each function, class, attribute and module that was read."""
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
