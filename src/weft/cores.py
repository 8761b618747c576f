"""How many cores this process may use."""

import os


def count_cores() -> int:
    """The cores that this process may run on; where the system does not say, all of the machine."""
    if hasattr(os, "sched_getaffinity"):  # Linux
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
