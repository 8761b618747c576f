"""Leader clustering (paper A, Algorithm 1, getClasses): a page joins the first class whose leader it resembles."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.similarity.similarity import Description, Similarity


@dataclass(frozen=True, kw_only=True)
class Leader:
    """Takes pages in input order; a page that resembles no leader leads a class of its own; small classes are dropped.

    One comparison for every page and leader, so the cost grows with the pages, not with their pairs. The result depends
    on the order of the pages.
    """

    least: int = 6  # paper A: "more than 5 pages", fewer do not make a reliable rule
    all_pairs: bool = False  # paper A's Definition 6: a page must resemble every member; its algorithm asks the leader

    def group(
        self, descriptions: Sequence[Description], similarity: Similarity[Description]
    ) -> list[NDArray[np.int64]]:
        """The classes that are kept; pages of dropped classes, and pages that resemble nothing, are in none."""
        classes: list[list[int]] = []
        for page, description in enumerate(descriptions):
            if similarity.compare(description, description) == 0:
                continue
            for members in classes:
                asked = members if self.all_pairs else members[:1]
                if all(similarity.compare(descriptions[other], description) > similarity.alike for other in asked):
                    members.append(page)
                    break
            else:
                classes.append([page])
        return [np.array(members, dtype=np.int64) for members in classes if len(members) >= self.least]
