"""Jinja2 templates write the reports: one base page and one style sheet, so that all reports have one look.

The Python of this package computes what a report shows; `templates/` says how it is shown. A report is one file that
loads nothing. Where it has tables it runs one script, `tables.js`, which sorts and filters them: the policy names that
script by its hash, so that nothing else could run even if something of a page became markup. Without the script all is
there, too.
"""

from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from weft.errors import ConfigError, with_noun

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
        from markupsafe import Markup
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
    script = read_house_file("tables.js")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    environment.globals |= {"script": Markup(script), "script_hash": f"sha256-{digest}"}
    return environment


def read_house_file(name: str) -> str:
    """A file that all reports share, and studio with them: the style sheet `house.css`, the script `tables.js`."""
    return files("weft.reports").joinpath("templates", name).read_text(encoding="utf-8")


def write_report(template: str, **values: Any) -> str:
    """The text of a report: the template of that name, with the values in it."""
    return load_templates().get_template(template).render(values)


def _number(value: float, form: str = ",") -> str:
    return format(value, form)
