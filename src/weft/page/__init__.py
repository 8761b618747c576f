"""A page as columns."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.page.blocks import Block, Blocks
    from weft.page.geometry import NO_GEOMETRY, Geometry
    from weft.page.limits import Limits
    from weft.page.page import Node, Page
    from weft.page.parsing import parse, parse_many
    from weft.page.tags import tag_number
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        blocks="Block Blocks",
        geometry="NO_GEOMETRY Geometry",
        limits="Limits",
        page="Node Page",
        parsing="parse parse_many",
        tags="tag_number",
    )

__all__ = ["NO_GEOMETRY", "Block", "Blocks", "Geometry", "Limits", "Node", "Page", "parse", "parse_many", "tag_number"]
