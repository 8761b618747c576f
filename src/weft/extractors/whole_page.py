"""The whole page: every block that is shown. The baseline that any choice must beat."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.document import Document
from weft.page import Page


@dataclass(frozen=True, kw_only=True)
class WholePage:
    """Keeps every visible block."""

    def extract(self, page: Page) -> Document:
        """All blocks but the hidden ones."""
        return Document(page=page, keep=np.flatnonzero(~page.blocks.hidden), chosen_by="whole_page")

    def score(self, page: Page) -> NDArray[np.float64]:
        """1 for what is shown, 0 for what is hidden."""
        return (~page.blocks.hidden).astype(np.float64)
