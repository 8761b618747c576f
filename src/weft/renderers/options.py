"""What the formats show."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class RenderOptions:
    """What a renderer shows; it never changes which blocks were kept.

    `tables` leaves data tables out when off; a table that only lays the page out is never left out.
    """

    links: bool = True
    images: bool = True
    tables: bool = True
    blocks: bool = False  # json only: where every kept block stands on the page
