"""What studio can make from marks: the words for people, what each needs, and what came of it."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from importlib.util import find_spec
from typing import Any

from weft.errors import ConfigError

TRAINING = ("xgboost", "sklearn")  # of the extra [train]

Report = Callable[[str, int, int], None]
"""Is called with the step in words, the number of steps that are done, and their total."""


@dataclass(frozen=True, kw_only=True)
class Product:
    """Something to make: its words, and whether it is made of one cluster."""

    title: str
    text: str
    of_cluster: bool = False
    needs_training: bool = False


@dataclass(frozen=True, kw_only=True)
class Figures:
    """A table for people: names of the columns, then rows of a name and shares from 0 to 1."""

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[float | None, ...]], ...] = ()
    note: str = ""  # what the figures have seen

    def to_json(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class Made:
    """What came of it: a file, and how good it is."""

    name: str
    data: bytes
    figures: Figures = field(default_factory=Figures)
    use: str = ""  # the command that uses it


PRODUCTS: dict[str, Product] = {
    "block_classifier": Product(
        title="Model of blocks",
        text="A classifier like weft's own, taught by the bodies that you marked alone.",
        needs_training=True,
    ),
    "node_classifier": Product(
        title="Model of nodes",
        text="The classifier of Hong and others (2019), taught by the bodies that you marked.",
        needs_training=True,
    ),
    "site": Product(
        title="Site",
        text="All clusters; the template of each cluster with marks is learned again, unless one is saved.",
    ),
    "softmealy": Product(
        title="SoftMealy wrapper",
        text="Records and their fields by rules over words and tags, from the records that you marked.",
        of_cluster=True,
    ),
    "ontology": Product(
        title="Ontology",
        text="What the values of your fields look like, as a file to read and to correct; it needs no structure.",
        of_cluster=True,
    ),
    "code": Product(
        title="Code", text="One readable Python file that needs weft alone, with its own test.", of_cluster=True
    ),
}


def find_product(name: str) -> Product:
    """The product of a name; a ConfigError where there is none, or where a package for it is missing."""
    if name not in PRODUCTS:
        raise ConfigError(f"{name[:40]!r} cannot be made", advice=f"choose one of {', '.join(PRODUCTS)}")
    if missing := missing_package(PRODUCTS[name]):
        raise ConfigError(f"training needs {missing}, which is not installed", advice="pip install 'weft[train]'")
    return PRODUCTS[name]


def missing_package(product: Product) -> str:
    """The first package that a product needs and that is not here; empty where all are."""
    wanted = TRAINING if product.needs_training else ()
    return next((name for name in wanted if find_spec(name) is None), "")


def products_json() -> list[dict[str, Any]]:
    """What can be made, for the view; what cannot be made here says what is missing."""
    return [
        {
            "name": name,
            "title": product.title,
            "text": product.text,
            "of_cluster": product.of_cluster,
            "missing": missing_package(product),
        }
        for name, product in PRODUCTS.items()
    ]
