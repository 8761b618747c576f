"""A cursor on one row of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weft.page.page import Page


@dataclass(frozen=True)
class Node:
    """One node of a page, for people, tests and studio; algorithms use the columns."""

    page: Page
    row: int

    @property
    def tag(self) -> str:
        """The tag's name; `#text` for a text; foreign elements as `svg:path` and `math:mi`."""
        return self.page.tag_name(self.row)

    @property
    def text(self) -> str:
        """The text of the subtree exactly as parsed."""
        return self.page.text(self.row)

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes, in the order they were written."""
        return self.page.attributes(self.row)

    @property
    def parent(self) -> Node | None:
        """The parent, None at the root."""
        row = int(self.page.parent[self.row])
        return Node(self.page, row) if row >= 0 else None

    @property
    def children(self) -> list[Node]:
        """The children in document order."""
        return [Node(self.page, row) for row in self.page.children(self.row)]

    @property
    def xpath(self) -> str:
        """An XPath that finds this node in any HTML5 tree of the page."""
        return "/" + "/".join(reversed([node._step() for node in self._up()]))

    def _step(self) -> str:
        name = "text()" if self.tag == "#text" else self.tag
        return f"{name}[{self.page.nth[self.row]}]"

    def _up(self) -> Iterator[Node]:
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def __repr__(self) -> str:
        return f"<Node {self.row} {self.xpath}>"
