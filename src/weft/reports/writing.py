"""Jinja2 templates write the reports: one base page and one style sheet, so that all reports have one look.

The Python of this package computes what a report shows; `templates/` says how it is shown. A report is one file that
loads nothing and runs nothing.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from weft.errors import ConfigError
from weft.nouns import with_noun

if TYPE_CHECKING:
    from jinja2 import Environment


@lru_cache(maxsize=1)
def load_templates() -> "Environment":
    """The environment of the templates; raises a ConfigError where Jinja2 is not installed.

    It escapes every value, because most values come from pages that others wrote. A value that the code does not
    pass is an error.
    """
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError:
        raise ConfigError("a report needs Jinja2", advice="pip install 'weft[report]'") from None
    environment = Environment(
        loader=PackageLoader("weft.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"with_noun": with_noun, "number": _number}
    return environment


def write_report(template: str, **values: Any) -> str:
    """The text of a report: the template of that name, with the values in it."""
    return load_templates().get_template(template).render(values)


def _number(value: float, form: str = ",") -> str:
    return format(value, form)
