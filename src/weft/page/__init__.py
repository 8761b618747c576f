"""A page as columns."""

from weft.page.blocks import Block, Blocks
from weft.page.limits import Limits
from weft.page.node import Node
from weft.page.page import Page, tag_number
from weft.page.parsing import parse, parse_many

__all__ = ["Block", "Blocks", "Limits", "Node", "Page", "parse", "parse_many", "tag_number"]
