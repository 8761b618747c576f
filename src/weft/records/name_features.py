"""Features of columns of short texts: what tells the authors of records from ranks, places, buttons and titles.

The kernel computes them (`record_authors.rs`).
"""

import numpy as np
from numpy.typing import NDArray

from weft.kernel.records import NAME_FEATURES

Matrix = NDArray[np.float32]

FEATURES = tuple(NAME_FEATURES)
