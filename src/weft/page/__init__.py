"""A page as columns."""

from weft.page.blocks import Block, Blocks
from weft.page.geometry import NO_GEOMETRY, Geometry
from weft.page.page import Node, Page, tag_number
from weft.page.parsing import Limits, parse, parse_many

__all__ = ["NO_GEOMETRY", "Block", "Blocks", "Geometry", "Limits", "Node", "Page", "parse", "parse_many", "tag_number"]
