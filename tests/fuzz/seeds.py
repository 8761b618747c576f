"""Where a run without a given seed gets one: it is printed, so that anybody can run the same inputs again."""

import os

SEED = "WEFT_FUZZ_SEED"
"""The variable through which the processes of one test run share the seed."""


def fresh_seed() -> int:
    """A seed that nobody has chosen, short enough to be typed."""
    return int.from_bytes(os.urandom(4))
